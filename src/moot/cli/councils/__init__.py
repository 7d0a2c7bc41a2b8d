"""Implement `moot councils`."""
