"""Implement `moot models`: models that can be seated, and models that run on this machine."""
