"""The stores that the tests of delivery use."""

from sessions.conftest import clock, store

__all__ = ["clock", "store"]
