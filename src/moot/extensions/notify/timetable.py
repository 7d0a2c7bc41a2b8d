"""Look for schedules that are due: a server every few seconds, `moot schedule run-due` once.

Both look at one store and may do so at the same time. Work of a process that died is resumed by the next look.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import msgspec

from moot.app import Application, Ask
from moot.errors import MootError, SessionBusy, SessionOver, StorageFailed, TooBusy, UnknownName
from moot.extensions.notify.alarms import tell_alarms
from moot.extensions.notify.channels import Channels
from moot.extensions.notify.delivery import MessageSender
from moot.extensions.notify.digest import attachments_of, write_digest
from moot.extensions.notify.due_runner import REMOVED, DueRunner, DueSession, FireOutcome
from moot.extensions.notify.outbox import FEED, ChannelMessage, MailAttachment, Outbox, Parcel
from moot.extensions.notify.schedule import decode_schedule
from moot.extensions.notify.schedule_store import Fire, Schedules
from moot.settings import server_address
from moot.vocabulary.public import SessionState, UpkeepAlarm, state_of

DOOR = "schedule"
"""Name of the interface recorded for sessions that a schedule opened."""
LOOK = 5.0
"""Number of seconds between two checks for due schedules."""
LOOK_AGAIN = 1.0
"""Number of seconds between two checks while waiting for a session that may run in another process."""
_log = logging.getLogger("moot.schedules")


class Timetable:
    """A server's background loop: every few seconds, run due schedules and send queued messages."""

    def __init__(self, app: Application) -> None:
        store = app.store
        self._app, self._store = app, store
        self.schedules = Schedules(store)
        self._channels = Channels(app.home)
        self._alarms: Sequence[UpkeepAlarm] | None = None
        self.sender = MessageSender(Outbox(store), self._channels, self._files_of, store.clock)
        self.runner = DueRunner(self.schedules, self._open, app.register.fates, self._go_on, self._why, self._tell)

    async def run(self) -> None:
        """Run due schedules every few seconds until cancelled."""
        try:
            while True:
                try:
                    await self.runner.look(self._store.clock())
                    await self.tell_alarms()
                    await self.sender.begin()
                except MootError as error:
                    _log.warning("schedules could not be looked at: %s", error.message)
                await asyncio.sleep(LOOK)
        finally:
            await self.sender.stop()

    async def until_done(self, fires: Sequence[Fire], stop: asyncio.Event) -> list[Fire]:
        """Wait until these runs of schedules end, in whichever process, and resume sessions whose process died.

        Returns:
            The runs that have not ended: they wait for a person, cannot go on, or were stopped.
        """
        known = {each.id: each for each in await self.schedules.all()}
        left = await self.runner.see_to(fires, known, self._store.clock())
        asked: asyncio.Future[Any] = asyncio.ensure_future(stop.wait())
        while not asked.done():
            here = [each for each in left if each.session in self._app.runner.running]
            if not here and not await self.runner.under_way(left, known):
                break
            ends = [asyncio.ensure_future(self._app.runner.ended(each.session)) for each in here]
            await asyncio.wait([asked, *ends], timeout=LOOK_AGAIN, return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                await asyncio.gather(*(self._app.runner.stop(each.session) for each in here))
                await asyncio.gather(*ends)
                elsewhere = [each for each in left if each not in here]  # it goes on there, and begins nothing here
                left = [*elsewhere, *await self.runner.see_to(here, known, self._store.clock())]
            else:
                for each in ends:
                    each.cancel()
                left = await self.runner.see_to(left, known, self._store.clock())
        asked.cancel()
        await self.tell_alarms()
        await self.sender.look()
        return left

    async def tell_alarms(self) -> None:
        """Queue messages about upkeep alarms that began or ended since the last call."""
        alarms = await self._app.upkeep.alarms()
        if alarms is not self._alarms:
            await tell_alarms(self._store, self._channels, alarms, self._store.clock())
            self._alarms = alarms

    async def _open(self, due: DueSession) -> str:
        schedule = due.schedule
        ask = Ask(
            question=due.question,
            council=schedule.council or None,
            protocol=schedule.protocol or None,
            options=schedule.options,
            budget=due.budget,
            door=DOOR,
        )
        return await self._app.convene(ask, once=due.once)

    async def _go_on(self, session: str) -> str:
        """Resume a session that no process runs any more. Return why that is impossible, or an empty string."""
        if session in self._app.runner.running:
            return ""
        try:
            if (await self._app.register.get(session)).state == "interrupted":
                await self._app.runner.resume(session, automatic=True)
        except (SessionBusy, SessionOver, TooBusy, StorageFailed):
            return ""  # another process was faster, or it is looked at again soon
        except MootError as error:
            return f"{error.message} {error.remedy}".strip()
        return ""

    async def _why(self, session: str) -> str:
        """Return why a session has no answer, in the words of its page."""
        now = await self._state(session)
        return now.message if now is not None else REMOVED

    async def _tell(self, came: FireOutcome) -> Sequence[Parcel]:
        schedule = decode_schedule(came.kept)
        earlier = await self.schedules.before(came.kept.id, came.fire.at)
        now = await self._state(came.session) if came.session else None
        before = await self._state(earlier.session) if earlier is not None else None
        digest = await asyncio.to_thread(write_digest, came, now, before, self._link(came.session))
        if not digest.changed and not schedule.always:
            return ()
        quiet = not schedule.always and await self._goes_on_failing(came)
        channels = () if quiet else schedule.channels
        text = msgspec.json.encode(digest.message).decode()
        return [Parcel(about=digest.message.about, channel=channel, message=text) for channel in (FEED, *channels)]

    async def _goes_on_failing(self, came: FireOutcome) -> bool:
        """Return whether the schedule's previous run failed for the same reason. Channels are notified only of the
        first of such failures.
        """
        if came.session or not came.why:
            return False
        before = [each for each in await self.schedules.recent(came.kept.id) if each.at < came.fire.at]
        known = next((each for each in before if each.state != "missed"), None)
        return known is not None and not known.session and known.why == came.why

    async def _state(self, session: str) -> SessionState | None:
        try:
            return state_of(await self._app.runner.transcript.read(session))
        except UnknownName:
            return None  # deleted meanwhile

    async def _files_of(self, message: ChannelMessage) -> Sequence[MailAttachment]:
        state = await self._state(message.session) if message.session else None
        return () if state is None else await asyncio.to_thread(attachments_of, state)

    def _link(self, session: str) -> str:
        return f"{server_address(self._app.home, self._app.settings)}/s/{session}" if session else ""
