"""Who waits for a session of many? Until it ends, or somebody stops them; and how many of them are still ahead."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import NamedTuple

from moot.app import Application
from moot.errors import SessionBusy, SessionOver
from moot.exports.public import Estimate
from moot.transcripts.public import Listing

LOOKS_EVERY = 0.5
"""Seconds between two looks at a session that another process runs."""


class RemainingSessions(NamedTuple):
    """Sessions that are still to be held."""

    estimate: Estimate
    """What one of them may cost."""
    sessions: int
    """How many there are."""


class Sums(NamedTuple):
    """What all of them may take together."""

    sessions: int
    """How many there are."""
    calls: int
    """Calls, if nothing fails."""
    typical: int | None
    """What they usually cost, in nano-dollars; none where some price is unknown."""
    most: int | None
    """What they cost at the worst; none where some price is unknown."""


def sums_of(ahead: Iterable[RemainingSessions]) -> Sums:
    """What those that are still to be held may take together."""
    whole = [each for each in ahead if each.sessions]
    return Sums(
        sessions=sum(each.sessions for each in whole),
        calls=sum(each.estimate.calls * each.sessions for each in whole),
        typical=_sum((each.estimate.typical, each.sessions) for each in whole),
        most=_sum((each.estimate.most, each.sessions) for each in whole),
    )


def _sum(amounts: Iterable[tuple[int | None, int]]) -> int | None:
    """So many of each together; nothing where one of them is unknown."""
    whole = 0
    for amount, times in amounts:
        if amount is None:
            return None
        whole += amount * times
    return whole


async def seen_to_end(app: Application, session: str, stop: asyncio.Event) -> Listing:
    """What is listed of it once it has ended, or was stopped; wherever it runs.

    One that another process runs, such as a server, is awaited, and goes on here where that process dies.
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
    """Lets a session that was cut off go on here; what another process runs is left to it."""
    try:
        await app.runner.resume(session)
    except (SessionBusy, SessionOver):
        return
