"""Implement `moot councils rubrics`."""
