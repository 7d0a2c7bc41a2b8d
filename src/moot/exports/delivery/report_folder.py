"""Is a session's report written by itself when it ends? Where a folder is set, and never at the session's expense.

What is to be written is kept in the outbox first. A folder that is gone, full or closed leaves it there, and whoever
looks at schedules next tries again (`moot serve`, `moot schedule run-due`), until it is written. Where a process dies
after it was written and before that is written down, it is written once more, under the next free number.
Held by `tests/exports/delivery/test_report_folder.py`.
"""

from __future__ import annotations

import asyncio
import logging
import shlex
from collections.abc import Callable
from pathlib import Path

from moot.errors import BadInput, MootError, UnknownName
from moot.protocols import registry
from moot.settings import expanded
from moot.transcripts.scheduled.outbox import FOLDER, Delivery, Outbox, Parcel
from moot.transcripts.transcript import Transcript
from moot.vocabulary.state import SessionState, state_of

HOLD = 60.0
"""Seconds for which who writes a report has it for itself."""
PATIENCE, GLANCE = 5.0, 0.05
"""Seconds for which somebody else who writes it is waited for, and between two glances at how far it is."""
AT_ONCE = 20
"""Reports tried in one look."""
REMEDY = "Free some space or let it be written in, or change the setting `report_folder`."
_log = logging.getLogger("moot.reports")


class ReportFolder:
    """What writes reports into the folder that is set."""

    def __init__(
        self, transcript: Transcript, outbox: Outbox, named: Callable[[], str], clock: Callable[[], float]
    ) -> None:
        self._transcript, self._outbox, self._named, self._clock = transcript, outbox, named, clock

    async def ended(self, session: str) -> None:
        """Writes the report of a session that has ended with one; what cannot be written now is kept for later."""
        if not self._named():
            return
        try:
            why = await self._kept(session)
        except MootError as error:  # the store is as full as the folder: it cannot even be kept
            why = _why(error, self._named())
        if why:
            later = shlex.join(["moot", "sessions", "report", session[:8], "--dir", self._named()])
            _log.warning("The report of session %s was not written: %s Later: %s", session[:8], why, later)

    async def look(self) -> None:
        """Tries what waits, each once."""
        began = self._clock()
        for _ in range(AT_ONCE if self._named() else 0):
            delivery = await self._outbox.take(began, HOLD, channel=FOLDER)
            if delivery is None:
                break
            await self._tried(delivery)

    async def unwritten(self) -> dict[str, str]:
        """Why a session's report is not written yet, by session; the newest first."""
        waits = await self._outbox.waiting(FOLDER) if self._named() else ()
        return {each.message: each.error for each in waits if each.error}

    async def why_not(self, session: str) -> str:
        """Why the report of a session that has just ended is not written yet, once that is known; or nothing."""
        await self.ended(session)
        for _ in range(round(PATIENCE / GLANCE)):
            waits = [each for each in await self._outbox.waiting(FOLDER) if each.message == session]
            if all(each.held_until <= self._clock() for each in waits):
                return waits[0].error if waits else ""
            await asyncio.sleep(GLANCE)
        return ""

    async def written(self, session: str, folder: Path) -> None:
        """A person has written the report: where that is in the folder that is set, it waits no more."""
        same: bool = await asyncio.to_thread(_same, folder, expanded(self._named())) if self._named() else False
        if same:
            taken = await self._outbox.take(self._clock(), HOLD, channel=FOLDER, about=_about(session))
            if taken is not None:
                await self._outbox.settle(taken, "sent")

    async def _kept(self, session: str) -> str:
        state = await self._state(session)
        if state is None or state.verdict is None or not registry.files_of(state.protocol).reports:
            return ""
        now = self._clock()
        if not await self._outbox.put(Parcel(about=_about(session), channel=FOLDER, message=session), now):
            return ""  # it was written before, or waits for the next look
        taken = await self._outbox.take(now, HOLD, channel=FOLDER, about=_about(session))
        return "" if taken is None else await self._tried(taken)

    async def _tried(self, delivery: Delivery) -> str:
        """Writes a report; why it could not be, or nothing."""
        from moot.exports.reports import write_report  # brings ways of writing along, which asking never needs

        try:
            state = await self._state(delivery.message)
            if state is None:
                await self._outbox.settle(delivery, "dead", error="The session was deleted.")
                return ""
            folder = expanded(self._named())
            if not folder.is_dir():
                raise BadInput(f"{folder} is no folder.", "Make it, or change the setting `report_folder`.")
            await asyncio.to_thread(write_report, state, folder)
        except (MootError, OSError) as error:
            why, next_at = _why(error, self._named()), self._clock() + 0.001  # after all others, and not in this look
            await self._outbox.settle(delivery, "waiting", next_at=next_at, error=why)
            return why
        await self._outbox.settle(delivery, "sent")
        return ""

    async def _state(self, session: str) -> SessionState | None:
        try:
            return state_of(await self._transcript.read(session))
        except UnknownName:
            return None  # deleted meanwhile


def _same(folder: Path, other: Path) -> bool:
    return folder.resolve() == other.resolve()


def _about(session: str) -> str:
    return f"report:{session}"


def _why(error: Exception, named: str) -> str:
    cause = error if isinstance(error, OSError) else error.__cause__
    if isinstance(cause, OSError):  # the same of every report, whatever it is called
        return " ".join((f"{expanded(named)} cannot be written in: {cause.strerror}.", REMEDY))
    return f"{error.message} {error.remedy}".strip() if isinstance(error, MootError) else f"{error}."
