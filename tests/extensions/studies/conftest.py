"""The stores that these tests use."""

from sessions.conftest import clock, path, store

__all__ = ["clock", "path", "store"]
