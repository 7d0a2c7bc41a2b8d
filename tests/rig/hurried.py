"""Does a test that is about what fails have to wait for it? No: further attempts come at once, and just as many."""

from __future__ import annotations

from functools import partial

import pytest

from moot.floor.calls.pace import Pace


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("moot.sessions.runner.Pace", "moot.house.Pace"):
        monkeypatch.setattr(place, partial(Pace, chance=lambda: 0.02))
