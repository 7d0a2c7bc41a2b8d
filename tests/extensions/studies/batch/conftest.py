"""A running server for each test, and a home without keys."""

from server.conftest import no_keys, server

__all__ = ["no_keys", "server"]
