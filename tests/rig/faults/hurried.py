"""Does a test that is about what fails have to wait for it? No: further attempts come at once, and just as many."""

from __future__ import annotations

import pytest

from moot.floor.calls.retries import Pace


def brief_waits() -> float:
    """What stands for chance where nobody asks how long a wait is."""
    return 0.02


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    # the default itself, so that it holds for whoever makes a pace, wherever that is done
    monkeypatch.setitem(Pace.__init__.__kwdefaults__, "chance", brief_waits)
