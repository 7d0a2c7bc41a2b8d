"""The fixture with which tests enrol a protocol of their own."""

from sessions.conftest import enrolling

__all__ = ["enrolling"]
