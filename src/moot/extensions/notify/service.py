"""Run due schedules beside a server, and write the report of every session that ends.

This module is loaded whenever a session ends, so it imports the rest of the extension only if there is work to do.
"""

from __future__ import annotations

from pathlib import Path

from moot.app import Application
from moot.extension_points import ExtensionService
from moot.extensions.notify.settings import NotifySettings

MOST_SCHEDULES = 3
"""Schedules that `moot upkeep` lists."""


class NotifyService(ExtensionService):
    """Schedules, channels and the folder of reports."""

    app: Application

    async def run(self) -> None:
        """Open what is due, notify channels, and write reports, every few seconds."""
        from moot.extensions.notify.timetable import Timetable

        await Timetable(self.app).run()

    async def session_ended(self, session: str) -> None:
        """Write the session's report."""
        if self.app.settings.of(NotifySettings).report_folder:
            from moot.extensions.notify.report_folder import ReportFolder

            await ReportFolder(self.app).ended(session)

    async def report_written(self, session: str, folder: Path) -> None:
        """Remove the report from the queue."""
        if self.app.settings.of(NotifySettings).report_folder:
            from moot.extensions.notify.report_folder import ReportFolder

            await ReportFolder(self.app).written(session, folder)

    async def upkeep_lines(self) -> list[str]:
        """Return when the first schedules are due."""
        from moot.extensions.notify.schedule import show_schedule
        from moot.extensions.notify.schedule_store import Schedules

        lines = []
        for row in (await Schedules(self.app.store).all())[:MOST_SCHEDULES]:
            one = await show_schedule(self.app, row, {})
            due = "paused" if one.paused else f"next {one.next[0]}" if one.next else "due no more"
            lines.append(f"Schedule {one.name}: {due}")
        return lines
