"""What is said before a command opens many sessions, and who waits for each? Until it ends, or the person at the
keyboard stops it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from typing import NamedTuple

import click

from moot.cli.screen.terminal import is_terminal, remark
from moot.cli.screen.watching import Interrupt
from moot.cli.screen.words import count
from moot.errors import BadInput, SessionBusy, SessionOver
from moot.house import House
from moot.sessions.money.estimate import Estimate, in_words
from moot.transcripts.sql.register import Listing

LOOKS_EVERY = 0.5
"""Seconds between two looks at a session that another process runs."""


class Ahead(NamedTuple):
    """Sessions that are still to be held."""

    estimate: Estimate
    """What one of them may cost."""
    sessions: int
    """How many there are."""


def agreed(ahead: Iterable[Ahead], budget: float | None, *, yes: bool, quiet: bool) -> bool:
    """Says what is still to be asked and what it may cost; without a budget somebody has to agree to it."""
    whole = [each for each in ahead if each.sessions]
    sessions = sum(each.sessions for each in whole)
    calls = sum(each.estimate.calls * each.sessions for each in whole)
    typical = _sum((each.estimate.typical, each.sessions) for each in whole)
    most = _sum((each.estimate.most, each.sessions) for each in whole)
    if not sessions or most == 0:
        return True
    cost = in_words(typical, most) if most is not None else "nobody knows what they cost"
    told = f"{count(sessions, 'session')}, {count(calls, 'call')}: {cost} (an estimate)."
    if not quiet:
        remark(told)
    if budget is not None or yes:
        return True
    if not is_terminal(sys.stdin):
        raise BadInput(f"{told} It has no budget.", "Give it one with `--budget`, or add `--yes`.")
    return click.confirm("Ask them?", default=True, err=True)


def _sum(amounts: Iterable[tuple[int | None, int]]) -> int | None:
    """So many of each together; nothing where one of them is unknown."""
    whole = 0
    for amount, times in amounts:
        if amount is None:
            return None
        whole += amount * times
    return whole


async def seen_to_end(house: House, session: str, interrupt: Interrupt) -> Listing:
    """What is listed of it once it has ended, or was stopped; wherever it runs.

    One that another process runs, such as a server, is awaited, and goes on here where that process dies.
    """
    interrupt.session = session
    pressed = asyncio.create_task(interrupt.asked.wait())
    try:
        while True:
            ended = asyncio.create_task(house.runner.ended(session))
            await asyncio.wait([ended, pressed], return_when=asyncio.FIRST_COMPLETED)
            if not ended.done():
                await house.runner.stop(session)
            await ended
            listing = await house.register.get(session)
            if pressed.done() or listing.state not in ("running", "interrupted"):
                return listing
            if listing.state == "interrupted":
                await taken_up(house, session)
            else:
                await asyncio.wait([pressed], timeout=LOOKS_EVERY)
    finally:
        pressed.cancel()


async def taken_up(house: House, session: str) -> None:
    """Lets a session that was cut off go on here; what another process runs is left to it."""
    try:
        await house.runner.resume(session)
    except (SessionBusy, SessionOver):
        return
