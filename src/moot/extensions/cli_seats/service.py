"""Report in `moot doctor` which programs are installed and signed in."""

from __future__ import annotations

import asyncio

from moot.app import Application
from moot.extension_points import DoctorLine, ExtensionService
from moot.providers.public import Endpoint


class CliPrograms(ExtensionService):
    """Programs that can take a seat."""

    app: Application

    async def doctor_lines(self) -> list[DoctorLine]:
        """Return a line for each program that is installed, or that the user has set up."""
        from moot.extensions.cli_seats.running import path_of

        own = self.app.directory.endpoints.own()
        rows = [row for row in self.app.directory.rows().values() if row.wire == "cli"]
        return list(await asyncio.gather(*(_line(row) for row in rows if row.name in own or path_of(row))))


async def _line(row: Endpoint) -> DoctorLine:
    from moot.extensions.cli_seats.dialects import dialect_of
    from moot.extensions.cli_seats.running import path_of
    from moot.extensions.cli_seats.sign_in import is_signed_in

    if path_of(row) is None:
        return DoctorLine(
            about=row.name,
            mark="trouble",
            says=f"{row.command[0]} is not installed, or not on the PATH",
            remedy=f"Install it, or run: moot models endpoints remove {row.name}",
        )
    log_in = dialect_of(row.command).log_in
    signed_in = await is_signed_in(row)
    if signed_in:
        cost = "; included in your subscription" if row.price == "subscription" else ""
        says = f"installed and signed in{cost}; ask it as {row.name}/default"
        return DoctorLine(about=row.name, mark="ok", says=says)
    if signed_in is None:
        says = "installed; whether it is signed in only a call shows"
        return DoctorLine(about=row.name, mark="note", says=says, remedy=f"Try it: moot models test {row.name}/default")
    return DoctorLine(about=row.name, mark="note", says="installed, not signed in", remedy=f"Run: {log_in}")
