"""Test that many simultaneous starts happen one after another, and none is blocked."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path

import pytest

from moot.app import Application
from moot.floor.calls.scheduler import Turnstile
from moot.request import Ask
from moot.vocabulary.councils import Council

MANY = 12
"""Councils that are convened at once."""


async def test_who_goes_away_takes_nobodys_turn() -> None:
    turnstile = Turnstile()
    tasks = [asyncio.ensure_future(turnstile.enter()) for _ in range(5)]
    await asyncio.sleep(0)
    for task in tasks[1:4]:
        task.cancel()
    await asyncio.wait_for(tasks[4], 120)
    await asyncio.wait_for(turnstile.enter(), 120)


async def test_of_many_councils_one_begins_at_a_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = await Application.opened("python", tmp_path, demo_speed=0)
    council = Council(members=("rehearsal/ada", "rehearsal/bo"), chair="rehearsal/hana")
    turns, began, refresh = count(), [0], app.refresh

    async def turning() -> None:
        for began[0] in turns:
            await asyncio.sleep(0)

    def begins() -> None:
        came.append(began[0])
        refresh()

    came: list[int] = []
    monkeypatch.setattr(app, "refresh", begins)
    ticking = asyncio.ensure_future(turning())
    try:
        sessions = await asyncio.gather(*(app.convene(Ask(question="Now?", council=council)) for _ in range(MANY)))
        assert len(set(came)) >= MANY - 1  # the first goes straight in, before the turns are counted
        await asyncio.gather(*map(app.runner.ended, sessions))
    finally:
        ticking.cancel()
        await app.close()
