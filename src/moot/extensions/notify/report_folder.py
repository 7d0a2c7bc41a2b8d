"""Write the report of every session that ends into the folder of the setting `report_folder`.

A report is queued in the outbox first. While the folder is missing, full or read-only it stays there, and `moot serve`
or `moot schedule run-due` tries again until it is written. If a process dies after writing it and before recording
that, it is written once more, under the next free number. `tests/extensions/notify/test_report_folder.py` checks it.
"""

from __future__ import annotations

import asyncio
import logging
import shlex
from pathlib import Path

from moot.app import Application
from moot.errors import BadInput, MootError, UnknownName
from moot.exports.public import files_of, write_report
from moot.extensions.notify.outbox import FOLDER, Delivery, Outbox, Parcel
from moot.extensions.notify.settings import NotifySettings
from moot.settings import expanded
from moot.vocabulary.public import SessionState, state_of

HOLD = 60.0
"""Seconds for which a report is reserved for the process that writes it."""
PATIENCE, GLANCE = 5.0, 0.05
"""Seconds to wait for another process that writes it, and seconds between two checks."""
AT_ONCE = 20
"""Reports tried in one look."""
REMEDY = "Free some space or let it be written in, or change the setting `report_folder`."
_log = logging.getLogger("moot.reports")


class ReportFolder:
    """Queue and writer of reports for the folder of the setting."""

    def __init__(self, app: Application) -> None:
        self._app, self._outbox, self._clock = app, Outbox(app.store), app.store.clock

    @property
    def _folder(self) -> str:
        return self._app.settings.of(NotifySettings).report_folder

    async def ended(self, session: str) -> None:
        """Write the report of a session that has ended, if it has one. What cannot be written now is queued."""
        if not self._folder:
            return
        try:
            why = await self._queue(session)
        except MootError as error:  # the store is as full as the folder: it cannot even be queued
            why = _why(error, self._folder)
        if why:
            later = shlex.join(["moot", "sessions", "report", session[:8], "--dir", self._folder])
            _log.warning("The report of session %s was not written: %s Later: %s", session[:8], why, later)

    async def look(self) -> None:
        """Try each report that waits, once."""
        began = self._clock()
        for _ in range(AT_ONCE if self._folder else 0):
            delivery = await self._outbox.take(began, HOLD, channel=FOLDER)
            if delivery is None:
                break
            await self._write(delivery)

    async def unwritten(self) -> dict[str, str]:
        """Return why reports are not written yet, by session; the newest first."""
        waits = await self._outbox.waiting(FOLDER) if self._folder else ()
        return {each.message: each.error for each in waits if each.error}

    async def why_not(self, session: str) -> str:
        """Wait for the first try of a report whose session has just ended. Returns why it is not written, or ""."""
        await self.ended(session)
        for _ in range(round(PATIENCE / GLANCE)):
            waits = [each for each in await self._outbox.waiting(FOLDER) if each.message == session]
            if all(each.held_until <= self._clock() for each in waits):
                return waits[0].error if waits else ""
            await asyncio.sleep(GLANCE)
        return ""

    async def written(self, session: str, folder: Path) -> None:
        """Remove a report from the queue that a person has written, if it went into the folder of the setting."""
        same: bool = await asyncio.to_thread(_is_same, folder, expanded(self._folder)) if self._folder else False
        if same:
            taken = await self._outbox.take(self._clock(), HOLD, channel=FOLDER, about=_about(session))
            if taken is not None:
                await self._outbox.settle(taken, "sent")

    async def _queue(self, session: str) -> str:
        state = await self._state(session)
        if state is None or state.verdict is None or not files_of(state.protocol).reports:
            return ""
        now = self._clock()
        if not await self._outbox.put(Parcel(about=_about(session), channel=FOLDER, message=session), now):
            return ""  # it was written before, or waits for the next look
        taken = await self._outbox.take(now, HOLD, channel=FOLDER, about=_about(session))
        return "" if taken is None else await self._write(taken)

    async def _write(self, delivery: Delivery) -> str:
        """Write a report. Returns why it could not be written, or nothing."""
        try:
            state = await self._state(delivery.message)
            if state is None:
                await self._outbox.settle(delivery, "dead", error="The session was deleted.")
                return ""
            folder = expanded(self._folder)
            if not folder.is_dir():
                raise BadInput(f"{folder} is no folder.", "Make it, or change the setting `report_folder`.")
            await asyncio.to_thread(write_report, state, folder)
        except (MootError, OSError) as error:
            why, next_at = _why(error, self._folder), self._clock() + 0.001  # after all others, and not in this look
            await self._outbox.settle(delivery, "waiting", next_at=next_at, error=why)
            return why
        await self._outbox.settle(delivery, "sent")
        return ""

    async def _state(self, session: str) -> SessionState | None:
        try:
            return state_of(await self._app.transcript.read(session))
        except UnknownName:
            return None  # deleted meanwhile


def _is_same(folder: Path, other: Path) -> bool:
    return folder.resolve() == other.resolve()


def _about(session: str) -> str:
    return f"report:{session}"


def _why(error: Exception, named: str) -> str:
    cause = error if isinstance(error, OSError) else error.__cause__
    if isinstance(cause, OSError):  # it applies to every report, whatever its name
        return " ".join((f"{expanded(named)} cannot be written in: {cause.strerror}.", REMEDY))
    return f"{error.message} {error.remedy}".strip() if isinstance(error, MootError) else f"{error}."
