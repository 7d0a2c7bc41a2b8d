"""Wait until a session ends or is stopped, and estimate the remaining sessions of many."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import NamedTuple

from moot.app import Application
from moot.errors import SessionBusy, SessionOver
from moot.exports.public import Estimate
from moot.transcripts.public import Listing

LOOKS_EVERY = 0.5
"""Seconds between two polls of a session in another process."""


class RemainingSessions(NamedTuple):
    """Remaining sessions of one kind."""

    estimate: Estimate
    """Estimate for one of them."""
    sessions: int
    """Number of sessions."""


class Sums(NamedTuple):
    """Total of the remaining sessions."""

    sessions: int
    """Number of sessions."""
    calls: int
    """Calls if nothing fails."""
    typical: int | None
    """Typical cost in nano-dollars; `None` if a price is unknown."""
    most: int | None
    """Highest cost in nano-dollars; `None` if a price is unknown."""


def sums_of(ahead: Iterable[RemainingSessions]) -> Sums:
    """Return the total of the remaining sessions."""
    whole = [each for each in ahead if each.sessions]
    return Sums(
        sessions=sum(each.sessions for each in whole),
        calls=sum(each.estimate.calls * each.sessions for each in whole),
        typical=_sum((each.estimate.typical, each.sessions) for each in whole),
        most=_sum((each.estimate.most, each.sessions) for each in whole),
    )


def _sum(amounts: Iterable[tuple[int | None, int]]) -> int | None:
    """Return the weighted sum; `None` if an amount is unknown."""
    whole = 0
    for amount, times in amounts:
        if amount is None:
            return None
        whole += amount * times
    return whole


async def seen_to_end(app: Application, session: str, stop: asyncio.Event) -> Listing:
    """Wait for a session and return its list entry once it has ended or was stopped.

    A session in another process, such as a server, is awaited, and resumes here if that process dies.
    """
    pressed = asyncio.create_task(stop.wait())
    try:
        while True:
            ended = asyncio.create_task(app.runner.ended(session))
            await asyncio.wait([ended, pressed], return_when=asyncio.FIRST_COMPLETED)
            if not ended.done():
                await app.runner.stop(session)
            await ended
            listing = await app.register.get(session)
            if pressed.done() or listing.state not in ("running", "interrupted"):
                return listing
            if listing.state == "interrupted":
                await taken_up(app, session)
            else:
                await asyncio.wait([pressed], timeout=LOOKS_EVERY)
    finally:
        pressed.cancel()


async def taken_up(app: Application, session: str) -> None:
    """Resume an interrupted session here, unless another process runs it."""
    try:
        await app.runner.resume(session)
    except (SessionBusy, SessionOver):
        return
