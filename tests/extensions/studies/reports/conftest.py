"""The store that these tests use."""

from analytics.conftest import enrolling, store

__all__ = ["enrolling", "store"]
