"""The home and the commands that tests of the terminal use."""

from cli.conftest import home, moot

__all__ = ["home", "moot"]
