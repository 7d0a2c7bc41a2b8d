"""Searchers: the packaged ones in one file; addresses and keys are rows in services.toml."""
