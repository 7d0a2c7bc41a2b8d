"""Who waits for a session that a command opened? Until it ends, or the person at the keyboard stops it."""

from __future__ import annotations

import asyncio

from moot.cli.screen.watching import Interrupt
from moot.house import House
from moot.transcripts.sql.register import Listing


async def seen_to_end(house: House, session: str, interrupt: Interrupt) -> Listing:
    """What is listed of it once it has ended, or was stopped."""
    ended = asyncio.create_task(house.runner.ended(session))
    pressed = asyncio.create_task(interrupt.asked.wait())
    interrupt.session = session
    await asyncio.wait([ended, pressed], return_when=asyncio.FIRST_COMPLETED)
    if not ended.done():
        await house.runner.stop(session)
    await ended
    pressed.cancel()
    return await house.register.get(session)
