"""Implement `moot sessions import` and `archive`: read transcripts of another machine, and export all of this one's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import click

from moot.app import Application
from moot.cli.screen.terminal import goes_to_stdout, say, show_json
from moot.cli.screen.watching import with_app
from moot.cli.sessions.verify import text_of
from moot.errors import BadInput, MootError, TranscriptAltered
from moot.exports.archive import ArchiveEntry, archived, left_out, transcripts_in
from moot.exports.session_files import written_whole
from moot.exports.three_stage_files import Brought, date_of, import_conversation, is_conversation
from moot.exports.transcript_import import ImportResult


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_app
async def import_command(app: Application, file: Path, as_json: bool) -> int:
    """Import sessions that were exported as JSONL, for reading.

    `-` reads from stdin. The file may contain one session or an archive of many. An imported session cannot be resumed
    or answered, and counts in no budget.

    A conversation of the three-stage council, or its whole folder data/conversations, is imported as conversations,
    which can be continued.
    """
    folder = _conversations_in(file)
    text = "" if folder else text_of(file)
    if folder or is_conversation(text):
        return await _conversations(app, folder or [file], text, as_json)
    came: list[ImportResult] = []
    refused: list[MootError] = []
    for transcript in transcripts_in(text):
        try:
            came.append(await app.take_in(transcript))
        except MootError as error:
            refused.append(error)
    if refused and not came:
        raise refused[0]
    lines = []
    for one in came:
        what = f"Took in {one.session}" if one.fresh else f"{one.session} is here already"
        lines += [f"{what}: {one.events:,} events."]
        lines += [f"  {words}" for words in one.check.says] if one.check is not None else []
    _show("sessions", came, lines, list(map(str, refused)), as_json)
    return 1 if refused else 0


def _show(name: str, came: Sequence[object], lines: Sequence[str], refused: list[str], as_json: bool) -> None:
    if as_json:
        show_json({name: came, "refused": refused})
        return
    for line in lines:
        say(line)
    for each in refused:
        say(f"refused: {each}", err=True)


def _conversations_in(folder: Path) -> list[Path]:
    files = sorted(folder.glob("*.json")) if folder.is_dir() else []
    if folder.is_dir() and not files:
        raise BadInput(f"{folder} holds no .json file.", "Name a file, or a folder of conversations.")
    return files


async def _conversations(app: Application, files: list[Path], text: str, as_json: bool) -> int:
    """Import conversations of the three-stage council. If one fails, report that and import the others."""
    came: list[Brought] = []
    refused: list[str] = []
    texts: list[tuple[str, str]] = []
    for file in files:
        try:
            texts.append((text or text_of(file), file.name))
        except MootError as error:
            refused.append(f"{file.name}: {error}")
    for words, name in sorted(texts, key=lambda each: date_of(each[0])):  # lists follow the order of arrival
        try:
            came.append(await import_conversation(app.store, words))
        except MootError as error:
            refused.append(f"{name}: {error}")
    lines = [
        f"{one.title or one.conversation}: "
        + (f"took in {one.fresh} of {one.turns} questions." if one.fresh else "is here already.")
        for one in came
    ]
    _show("conversations", came, lines, refused, as_json)
    return (1 if came else 2) if refused else 0


@click.command()
@click.option("-O", "--output", metavar="FILE", help="Where to write it; `-` for stdout, as when piped.")
@click.option("--replace", is_flag=True, help="Write over a file that exists.")
@with_app
async def archive(app: Application, output: str | None, replace: bool) -> int:
    """Write every session's transcript into one file, as JSONL.

    A session that cannot be read is left out and named.
    """
    if goes_to_stdout(output):
        return _told(await _written(app, lambda text: click.echo(text, nl=False)))
    file = Path(output or f"moot-{datetime.now(UTC):%Y-%m-%d}.jsonl")
    with written_whole(file, overwrite=replace) as whole:
        came = await _written(app, lambda text: whole.write(text.encode("utf-8", "backslashreplace")))
    say(f"Wrote {came.sessions:,} sessions to {file}.", err=True)
    return _told(came)


class _ImportedFile(NamedTuple):
    sessions: int
    without: list[ArchiveEntry]
    doubtful: list[ArchiveEntry]


async def _written(app: Application, write: Callable[[str], object]) -> _ImportedFile:
    """Pass each session's transcript to `write` as it is read, and finally the ids of sessions that could not be
    read."""
    sessions, without, doubtful = 0, list[ArchiveEntry](), list[ArchiveEntry]()
    async for leaving in archived(app.register, app.transcript, app.signer()):
        if leaving.trouble:
            without.append(leaving)
        else:
            sessions += 1
            doubtful += [leaving] if leaving.doubt else []
            write(leaving.lines)
    if without:
        write(left_out([leaving.session for leaving in without]))
    return _ImportedFile(sessions, without, doubtful)


def _told(came: _ImportedFile) -> int:
    for leaving in came.without:
        say(f"left out: {leaving.session}: {leaving.trouble}", err=True)
    if came.without:
        say("Run `moot doctor --salvage NEWFILE` for what can be saved of them.", err=True)
    for leaving in came.doubtful:
        say(f"warning: {leaving.session}: {leaving.doubt}", err=True)
    return 1 if came.without else TranscriptAltered.exit_code if came.doubtful else 0
