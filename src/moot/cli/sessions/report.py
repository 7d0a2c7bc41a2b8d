"""Implement `moot sessions report` and `artifacts`: write the files published for votes on claims and for runs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from moot.app import Application
from moot.cli.completion import session_ids
from moot.cli.screen.terminal import say, show_json
from moot.cli.screen.watching import with_app
from moot.exports.reports import write_report
from moot.exports.run_files import artifacts_of, write_artifacts
from moot.vocabulary.state import state_of

FOLDER = click.option(
    "--dir", "folder", type=click.Path(path_type=Path), default=".", show_default=True, help="Where to write them."
)


@click.command()
@click.argument("session", shell_complete=session_ids)
@FOLDER
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def report(app: Application, session: str, folder: Path, as_json: bool) -> None:
    """Write the report of a vote on claims, and the votes as data.

    The files are named after the minute in which the session was opened: council-2026-11-21-1948.md and .votes.json.
    An existing file is never overwritten; the pair then takes the next free number.
    """
    _show("report", write_report(state_of(await app.transcript.read(session)), folder), as_json)


@click.command()
@click.argument("sessions", nargs=-1, required=True, shell_complete=session_ids)
@FOLDER
@click.option("--domain", default="", metavar="TEXT", help="What field the questions are from, for the files.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def artifacts(app: Application, sessions: tuple[str, ...], folder: Path, domain: str, as_json: bool) -> None:
    """Write the files of a run from sessions.

    Raw, grouped, summary and replies, and a log of every call to an adjudicator; several sessions are the questions of
    one run, in the given order. The run is named after the first one.
    """
    ids = [await app.register.resolve(each) for each in sessions]
    events = [await app.transcript.read(each) for each in dict.fromkeys(ids)]
    _show("artifacts", write_artifacts(folder, artifacts_of(ids[0][:8], events, domain=domain)), as_json)


def _show(name: str, files: Iterable[Path], as_json: bool) -> None:
    if as_json:
        show_json({name: [str(file) for file in files]})
    else:
        for file in files:
            say(f"Wrote {file}.")
