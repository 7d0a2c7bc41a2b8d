"""Data about models: services' lists, abilities, prices, and what errors taught."""
