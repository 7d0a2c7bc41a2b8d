"""Make retries immediate, and just as many, for tests about failures."""

from __future__ import annotations

from moot.floor.calls.retry import Pace


def brief_waits() -> float:
    """What stands for chance where nobody asks how long a wait is."""
    return 0.02


def hurry() -> None:
    """Makes it the default in this process, for whoever makes a pace, wherever that is done."""
    Pace.__init__.__kwdefaults__["chance"] = brief_waits
