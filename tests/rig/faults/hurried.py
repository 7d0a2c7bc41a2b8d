"""Does a test that is about what fails have to wait for it? No: further attempts come at once, and just as many."""

from __future__ import annotations

from moot.floor.calls.retry import Pace


def brief_waits() -> float:
    """What stands for chance where nobody asks how long a wait is."""
    return 0.02


def hurry() -> None:
    """Makes it the default in this process, for whoever makes a pace, wherever that is done."""
    Pace.__init__.__kwdefaults__["chance"] = brief_waits
