"""The stores that these tests use, and a home without keys."""

from rig.clean_home import home
from server.conftest import server
from sessions.conftest import clock, path, store

__all__ = ["clock", "home", "path", "server", "store"]
