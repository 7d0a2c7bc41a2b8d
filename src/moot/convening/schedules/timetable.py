"""Who looks whether a schedule is due? A server, every few seconds; or `moot schedule run-due`, once, by another timer.

Both look at one store and may do so at the same time. What a process that died left behind is taken up by whoever looks
next.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from moot.convening.council_choice import Sitting
from moot.convening.schedules.firing import REMOVED, Came, Due, Firing
from moot.convening.schedules.schedule import schedule_of
from moot.convening.schedules.times import date_of, shown
from moot.errors import MootError, SessionBusy, SessionOver, StorageFailed, TooBusy, UnknownName
from moot.exports.delivery.alarms import tell_alarms
from moot.exports.delivery.channels import Channels
from moot.exports.delivery.delivering import Delivering
from moot.exports.delivery.digest import Held, files_of, told_of
from moot.exports.delivery.message import Attached, Message
from moot.exports.delivery.report_folder import ReportFolder
from moot.request import Ask
from moot.sessions.runner import Runner
from moot.settings import Settings, address
from moot.transcripts.record import SCHEDULE
from moot.transcripts.scheduled.alarm_posts import Mark, mark_in
from moot.transcripts.scheduled.outbox import FEED, Outbox, Parcel
from moot.transcripts.scheduled.schedules import Fire, Schedules
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.studies import Studies
from moot.vocabulary.earlier.upkeep import UpkeepReport
from moot.vocabulary.state import SessionState, state_of

LOOK = 5.0
"""Seconds between two looks."""
LOOK_AGAIN = 1.0
"""Seconds between two looks of somebody who waits for a session that may run in another process."""
ALARMS_AFTER = 3_600.0
"""Seconds after which alarms are looked at though no session has ended: a snooze may be over."""
REPORTS_AFTER = 60.0
"""Seconds between two looks of a server at reports that could not be written."""
_log = logging.getLogger("moot.schedules")


class Watches(Protocol):
    """What knows whether votes may be believed."""

    @property
    def report(self) -> Callable[[], Awaitable[UpkeepReport]]:
        """What is known now."""


class Holds(Protocol):
    """What holds sessions: a house."""

    store: Store
    runner: Runner
    home: Path
    settings: Settings
    reports: ReportFolder

    @property
    def upkeep(self) -> Watches:
        """What is known of its voters."""

    @property
    def sits(self) -> Callable[..., Awaitable[Sitting]]:
        """Who sits where nobody else is named."""

    @property
    def convene(self) -> Callable[..., Awaitable[str]]:
        """Opens a session; its id."""


class Timetable:
    """The schedules of an installation."""

    def __init__(self, house: Holds) -> None:
        store = house.store
        self._house, self._store, self._runner = house, store, house.runner
        self.schedules, self.register = Schedules(store), Register(store)
        self.outbox, self.reports = Outbox(store), house.reports
        self._channels, self._alarms_at, self._known = Channels(house.home), 0.0, Mark(-1, 0, 0, 0.0)
        self._reports_at = 0.0
        self.delivering = Delivering(self.outbox, self._channels, self._files_of, store.clock)
        self.firing = Firing(self.schedules, self._open, Studies(store).fates, self._go_on, self._why, self._tell)

    async def keep(self) -> None:
        """Looks again and again until it is cancelled. What fails is looked at again."""
        try:
            while True:
                try:
                    await self.firing.look(self._store.clock())
                    await self.tell_alarms()
                    await self.write_reports()
                    await self.delivering.begin()
                except MootError as error:
                    _log.warning("schedules could not be looked at: %s", error.message)
                await asyncio.sleep(LOOK)
        finally:
            await self.delivering.stop()

    async def until_done(self, fires: Sequence[Fire], stop: asyncio.Event) -> list[Fire]:
        """Sees these times to their end, wherever their sessions run, and takes them up where a process that ran them
        died; those that are left wait for a person, cannot go on, or were stopped."""
        known = {each.id: each for each in await self.schedules.all()}
        left = await self.firing.see_to(fires, known, self._store.clock())
        asked: asyncio.Future[Any] = asyncio.ensure_future(stop.wait())
        while not asked.done():
            here = [each for each in left if each.session in self._runner.running]
            if not here and not await self.firing.under_way(left, known):
                break
            ends = [asyncio.ensure_future(self._runner.ended(each.session)) for each in here]
            await asyncio.wait([asked, *ends], timeout=LOOK_AGAIN, return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                await asyncio.gather(*(self._runner.stop(each.session) for each in here))
                await asyncio.gather(*ends)
                elsewhere = [each for each in left if each not in here]  # it goes on there, and begins nothing here
                left = [*elsewhere, *await self.firing.see_to(here, known, self._store.clock())]
            else:
                for each in ends:
                    each.cancel()
                left = await self.firing.see_to(left, known, self._store.clock())
        asked.cancel()
        await self.tell_alarms()
        await self.reports.look()
        await self.delivering.look()
        return left

    async def write_reports(self) -> None:
        """Tries reports that could not be written when their sessions ended, every minute."""
        now = self._store.clock()
        if now - self._reports_at >= REPORTS_AFTER:
            self._reports_at = now
            await self.reports.look()

    async def tell_alarms(self) -> None:
        """Queues alarms that began, and those that are over, where anything was learnt since the last look."""
        now, mark = self._store.clock(), await self._store.read(mark_in)
        if mark != self._known or now - self._alarms_at >= ALARMS_AFTER:
            self._known, self._alarms_at = mark, now
            await tell_alarms(self._store, self._channels, (await self._house.upkeep.report()).alarms, now)

    async def _open(self, due: Due) -> str:
        schedule = due.schedule
        sitting = await self._house.sits(Ask(council=schedule.council or None, protocol=schedule.protocol or None))
        return await self._house.convene(
            Ask(
                question=due.question,
                council=sitting.council,
                options=schedule.options,
                budget=due.budget,
                door=SCHEDULE,
                notes=sitting.notes,
            ),
            once=due.once,
        )

    async def _go_on(self, session: str) -> str:
        """Takes up a session that nobody runs any more; why it cannot be, or nothing."""
        if session in self._runner.running:
            return ""
        try:
            if (await self.register.get(session)).state == "interrupted":
                await self._runner.resume(session, automatic=True)
        except (SessionBusy, SessionOver, TooBusy, StorageFailed):
            return ""  # somebody else was faster, or it is looked at again soon
        except MootError as error:
            return f"{error.message} {error.remedy}".strip()
        return ""

    async def _why(self, session: str) -> str:
        """Why a session has no answer, as its own pages say it."""
        now = await self._state(session)
        return now.message if now is not None else REMOVED

    async def _tell(self, came: Came) -> Sequence[Parcel]:
        schedule = schedule_of(came.kept)
        earlier = await self.schedules.before(came.kept.id, came.fire.at)
        now = await self._state(came.session) if came.session else None
        before = await self._state(earlier.session) if earlier is not None else None
        held = Held(
            schedule=came.kept.id,
            name=came.kept.name,
            question=schedule.question,
            at=came.fire.at,
            date=date_of(schedule.zone, came.fire.at),
            when=shown(schedule.zone, came.fire.at),
            session=came.session,
            why=came.why,
        )
        why = await self.reports.why_not(came.session) if now is not None else ""
        told = await asyncio.to_thread(told_of, held, now, before, self._link(came.session), why)
        if not told.changed and not schedule.always:
            return ()
        quiet = not schedule.always and await self._goes_on_failing(came)
        channels = () if quiet else schedule.channels
        text = msgspec.json.encode(told.message).decode()
        return [Parcel(about=told.message.about, channel=channel, message=text) for channel in (FEED, *channels)]

    async def _goes_on_failing(self, came: Came) -> bool:
        """Whether the time before came to nothing for the same reason: one cause is told once, until it changes."""
        if came.session or not came.why:
            return False
        before = [each for each in await self.schedules.recent(came.kept.id) if each.at < came.fire.at]
        known = next((each for each in before if each.state != "missed"), None)
        return known is not None and not known.session and known.why == came.why

    async def _state(self, session: str) -> SessionState | None:
        try:
            return state_of(await self._runner.transcript.read(session))
        except UnknownName:
            return None  # deleted meanwhile

    async def _files_of(self, message: Message) -> Sequence[Attached]:
        state = await self._state(message.session) if message.session else None
        return () if state is None else await asyncio.to_thread(files_of, state)

    def _link(self, session: str) -> str:
        settings = self._house.settings
        return f"{address(settings.host, settings.port)}/s/{session}" if session else ""
