"""Implement `moot sessions export`: write a session as a file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from moot.app import Application
from moot.cli.completion import session_ids
from moot.cli.screen.terminal import goes_to_stdout, is_terminal, safe, say
from moot.cli.screen.watching import with_app
from moot.errors import BadInput, TranscriptAltered
from moot.exports.session_files import every_form, export, file_name, sealed_lines, write_export
from moot.sessions.verdict_check import doubt_of
from moot.vocabulary.events import Event
from moot.vocabulary.state import SessionState, state_of

OTHERS = {"markdown": "md", "txt": "md", "htm": "html", "ndjson": "jsonl"}
"""Export format for each additional file ending that is accepted."""


@click.command("export")
@click.argument("session", shell_complete=session_ids)
@click.option(
    "--format", "kind", type=click.Choice(list(every_form())), help="Without one, by the file's ending; else Markdown."
)
@click.option(
    "-O",
    "--output",
    metavar="FILE",
    help="Where to write it; `-` for stdout, as when piped; else a file named after the question.",
)
@click.option("--replace", is_flag=True, help="Write over a file that exists.")
@with_app
async def export_command(app: Application, session: str, kind: str | None, output: str | None, replace: bool) -> int:
    """Write a session to read, as data, as a table or as a replay.

    Markdown and HTML to read, JSON and JSONL as data, CSV with everything that was judged, `replay` for one page that
    plays it.
    """
    chosen = kind or kind_of(output or "")
    # A transcript is written unchanged; every other form includes people's opinions of answers.
    record = await app.transcript.read(session)
    events = record if chosen == "jsonl" else await app.grades.events(session)
    state = state_of(events)
    made = exported(app, state, events, chosen)
    doubt = doubt_of(record)
    if doubt:
        say(f"warning: {doubt} See `moot sessions verify --session {state.session}`.", err=True)
    if not goes_to_stdout(output):
        file = Path(output or file_name(state, chosen))
        write_export(file, made, overwrite=replace)
        say(f"Wrote {file}.", err=True)
    elif isinstance(made, str):
        click.echo(safe(made) if is_terminal(sys.stdout) else made, nl=not made.endswith("\n"))
    elif is_terminal(sys.stdout):
        raise BadInput(f"The format {chosen!r} is no text.", "Name a file with `--output`.")
    else:
        click.echo(made, nl=False)
    return TranscriptAltered.exit_code if doubt else 0


def exported(app: Application, state: SessionState, events: Sequence[Event], kind: str) -> str | bytes:
    """Return the session as a file's content in the format `kind`.

    A transcript is signed if this installation has a key.
    """
    return sealed_lines(events, app.signer()) if kind == "jsonl" else export(state, events, kind)


def kind_of(output: str) -> str:
    """Return the export format that belongs to the ending of a file name. A name without an ending means Markdown."""
    name, forms = Path(output).name.lower(), every_form()
    endings = OTHERS | {form.suffix: kind for kind, form in reversed(forms.items())}
    named = [ending for ending in endings if name.endswith(f".{ending}")]
    if named:
        return endings[max(named, key=len)]
    if ending := Path(name).suffix:
        raise BadInput(f"Sessions are not written as {ending}.", f"Give `--format`: {', '.join(forms)}.")
    return "md"
