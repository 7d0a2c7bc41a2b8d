"""Test that a plugin's connections are closed when none of its calls is open, and not before."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest

from moot.providers.llm import loop


def test_the_last_call_hangs_up_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    monkeypatch.setattr(loop._Tidy, "hang_up", lambda self: closed.append("all"))
    going, lasting = Event(), loop.BackgroundLoop()
    ends: list[asyncio.Event] = []

    async def long() -> None:
        ends.append(asyncio.Event())
        going.set()
        await ends[0].wait()

    async def short() -> None:
        await asyncio.sleep(0)

    async def end() -> None:
        ends[0].set()

    first = lasting.run(long)
    assert going.wait(5)
    lasting.run(short).result(5)
    assert closed == []
    lasting.run(end).result(5)
    first.result(5)
    assert closed
    lasting.close()
