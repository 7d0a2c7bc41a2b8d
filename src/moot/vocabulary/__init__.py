"""Shared data types: frozen values without I/O, clock or randomness."""
