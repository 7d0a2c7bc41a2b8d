"""Implement `moot sessions report`: write a council's vote on claims to files."""

from __future__ import annotations

from pathlib import Path

import click

from moot.app import Application
from moot.cli.completion import session_ids
from moot.cli.screen.terminal import safe, say, show_json
from moot.cli.screen.watching import in_app, run
from moot.exports.reports import write_report
from moot.vocabulary.state import state_of


@click.command()
@click.argument("session", shell_complete=session_ids)
@click.option(
    "--dir", "folder", type=click.Path(path_type=Path), default=".", show_default=True, help="Where to write them."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def report(session: str, folder: Path, as_json: bool) -> int:
    """Write the report of a vote on claims, and the votes as data.

    The files are named after the minute in which the session was opened: council-2026-11-21-1948.md and .votes.json.
    An existing file is never overwritten; the pair then takes the next free number.
    """

    async def work(app: Application) -> tuple[Path, ...]:
        whole = await app.register.resolve(session)
        return write_report(state_of(await app.transcript.read(whole)), folder)

    written = run(in_app(work))
    if as_json:
        show_json({"report": [str(file) for file in written]})
    else:
        for file in written:
            say(f"Wrote {safe(str(file))}.")
    return 0
