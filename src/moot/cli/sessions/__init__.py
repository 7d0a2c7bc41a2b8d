"""Implement `moot sessions`."""
