"""Implement `moot rubrics`."""
