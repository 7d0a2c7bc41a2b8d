"""Searchers: one file per search service; addresses and keys are rows in services.toml."""
