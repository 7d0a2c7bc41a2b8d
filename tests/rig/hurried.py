"""Does a test that is about what fails have to wait for it? No: further attempts come at once, and just as many."""

from __future__ import annotations

from functools import partial

import pytest

from moot.floor.calls.retries import Pace


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.sessions.runner.Pace", partial(Pace, chance=lambda: 0.02))
