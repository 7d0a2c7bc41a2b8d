"""The stores, the home and the commands that these tests use."""

from cli.conftest import asked, home, moot, priced, terminal
from sessions.conftest import clock, path, store

__all__ = ["asked", "clock", "home", "moot", "path", "priced", "store", "terminal"]
