"""The routes of studies, trials and upkeep."""
