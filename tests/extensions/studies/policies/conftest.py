"""The home and the commands that tests of the terminal use."""

from cli.conftest import asked, home, moot, priced, terminal

__all__ = ["asked", "home", "moot", "priced", "terminal"]
