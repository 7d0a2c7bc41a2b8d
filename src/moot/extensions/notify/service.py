"""Run due schedules beside a server, and write the report of every session that ends.

This module is loaded whenever a session ends, so it imports the rest of the extension only if there is work to do.
"""

from __future__ import annotations

import asyncio
import logging
import shlex
from pathlib import Path

from moot.app import Application
from moot.errors import BadInput, MootError
from moot.extension_points import ExtensionService
from moot.extensions.notify.settings import NotifySettings
from moot.settings import expanded

_log = logging.getLogger("moot.reports")

MOST_SCHEDULES = 3
"""Maximum number of schedules that `moot insights upkeep` lists."""


class NotifyService(ExtensionService):
    """Runs due schedules, sends messages to channels, and writes reports into a folder."""

    app: Application

    async def run(self) -> None:
        """Run due schedules, send messages and write reports, every few seconds until cancelled."""
        from moot.extensions.notify.timetable import Timetable

        await Timetable(self.app).run()

    async def session_ended(self, session: str) -> None:
        """Write the report of a session that has just ended, if a folder for reports is set."""
        if self.app.settings.of(NotifySettings).report_folder:
            await self._write_report(session, expanded(self.app.settings.of(NotifySettings).report_folder))

    async def _write_report(self, session: str, folder: Path) -> None:
        from moot.exports.public import files_of, write_report
        from moot.vocabulary.public import SessionState, state_of

        def write(state: SessionState) -> None:
            if not folder.is_dir():
                raise BadInput(f"{folder} is no folder.", "Make it, or change the setting `report_folder`.")
            write_report(state, folder)

        try:
            state = state_of(await self.app.transcript.read(session))
            if state.verdict is not None and files_of(state.protocol).reports:
                await asyncio.to_thread(write, state)
        except (MootError, OSError) as error:
            later = shlex.join(["moot", "sessions", "report", session[:8], "--dir", str(folder)])
            _log.warning("The report of session %s was not written: %s Later: %s", session[:8], error, later)

    async def upkeep_lines(self) -> list[str]:
        """Return lines for `moot insights upkeep` that say when schedules are due next."""
        from moot.extensions.notify.schedule import show_schedule
        from moot.extensions.notify.schedule_store import Schedules

        lines = []
        for row in (await Schedules(self.app.store).all())[:MOST_SCHEDULES]:
            one = await show_schedule(self.app, row)
            due = "paused" if one.paused else f"next {one.next[0]}" if one.next else "due no more"
            lines.append(f"Schedule {one.name}: {due}")
        return lines
