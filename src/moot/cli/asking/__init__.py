"""Implement `moot ask`, `moot chat` and `moot debate`, and answers of people in seats."""
