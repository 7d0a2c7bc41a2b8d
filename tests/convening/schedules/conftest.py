"""The stores that the tests of schedules use."""

from sessions.conftest import clock, path, store

__all__ = ["clock", "path", "store"]
