"""Arithmetic of studies: pure functions over results."""
