"""Moot: a council of language models whose answers can be audited."""

__version__ = "0.1.0"
