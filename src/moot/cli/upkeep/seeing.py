"""Who waits for a session that a command opened? Until it ends, or the person at the keyboard stops it."""

from __future__ import annotations

import asyncio

from moot.cli.screen.watching import Interrupt
from moot.errors import SessionBusy, SessionOver
from moot.house import House
from moot.transcripts.sql.register import Listing

LOOKS_EVERY = 0.5
"""Seconds between two looks at a session that another process runs."""


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
