"""Who looks whether a schedule is due? A server, every few seconds; or `moot schedule run-due`, once, by another timer.

Both look at one store and may do so at the same time. What a process that died left behind is taken up by whoever looks
next.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from moot.errors import MootError
from moot.house import House
from moot.schedules.firing import Came, Due, Firing
from moot.transcripts.record import SCHEDULE
from moot.transcripts.scheduled.outbox import Parcel
from moot.transcripts.scheduled.schedules import Fire, Schedules
from moot.transcripts.sql.studies import Studies

LOOK = 5.0
"""Seconds between two looks."""
_log = logging.getLogger("moot.schedules")


class Timetable:
    """The schedules of a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.schedules = Schedules(house.store)
        self._fates = Studies(house.store)
        self.firing = Firing(self.schedules, self._open, self._fates.fates, self._go_on, self._tell)

    async def keep(self) -> None:
        """Looks again and again until it is cancelled. What fails is looked at again."""
        while True:
            try:
                await self.firing.look(self.house.store.clock())
            except MootError as error:
                _log.warning("schedules could not be looked at: %s", error.message)
            await asyncio.sleep(LOOK)

    async def until_done(self, fires: Sequence[Fire], stop: asyncio.Event) -> list[Fire]:
        """Sees these times to their end where their sessions run here; those that are left run elsewhere or wait, or
        were stopped."""
        known = {each.id: each for each in await self.schedules.all()}
        left = await self.firing.see_to(fires, known, self.house.store.clock())
        asked = asyncio.ensure_future(stop.wait())
        while running := [each.session for each in left if each.session in self.house.runner.running]:
            ended = asyncio.gather(*(self.house.runner.ended(session) for session in running))
            await asyncio.wait([ended, asked], return_when=asyncio.FIRST_COMPLETED)
            if asked.done() and not ended.done():
                await asyncio.gather(*(self.house.runner.stop(session) for session in running))
            await ended
            left = await self.firing.see_to(left, known, self.house.store.clock())
        asked.cancel()
        return left

    async def _open(self, due: Due) -> str:
        schedule = due.schedule
        sitting = await self.house.sits(council=schedule.council or None, protocol=schedule.protocol or None)
        return await self.house.convene(
            due.question,
            sitting.council,
            options=schedule.options,
            budget=due.budget,
            door=SCHEDULE,
            once=due.once,
            notes=sitting.notes,
        )

    async def _go_on(self, session: str) -> None:
        """Takes up a session that nobody runs any more."""
        if session in self.house.runner.running:
            return
        try:
            if (await self.house.register.get(session)).state == "interrupted":
                await self.house.runner.resume(session, automatic=True)
        except MootError:
            return  # somebody else was faster, or it cannot be taken up now

    async def _tell(self, came: Came) -> Sequence[Parcel]:
        return ()
