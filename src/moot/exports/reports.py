"""Write a protocol's report of a session: Markdown and JSON files, named after the time.

For a vote on claims: `council-2026-11-21-1948.md` to read, `council-2026-11-21-1948.votes.json` for programs. An
existing file is never overwritten: the pair takes the next free number, `council-2026-11-21-1948-2`. Tested by
`tests/exports/test_reports.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from moot.errors import BadInput, Conflict, MootError, UnknownName
from moot.exports.markdown.quoted import plain, quoted
from moot.exports.session_files import write_export
from moot.protocols import registry
from moot.protocols.files import FileTable, Part, Points, Quotation, ReportFile, Sentence, Title
from moot.transcripts.json_lines import unbroken
from moot.vocabulary.state import SessionState

ReportForm = Literal["md", "votes"]
"""Formats offered over the API. A protocol may have others."""
REPORT_TYPES: dict[ReportForm, str] = {"md": "text/markdown; charset=utf-8", "votes": "application/json"}
MOST_NUMBERS = 1_000
"""Maximum number of reports with the same minute in one folder. More indicate an error."""


def report(state: SessionState, form: str) -> str:
    """Return the content of the report file in the format `form`, one of those that the session's protocol writes."""
    return _written(_made_as(state, form), state)


def report_name(state: SessionState, form: str, number: int = 1) -> str:
    """Return a report's file name: the minute in which the session was opened (UTC), then `number` if it is not 1.

    `form` is the file's format. Different numbers distinguish reports of the same minute.
    """
    return _name(state, _made_as(state, form), number)


def write_report(state: SessionState, folder: Path) -> tuple[Path, ...]:
    """Write all files of a session's report into a folder and return their paths.

    Existing files stay: the names get the lowest number with which none of them exists.
    """
    made = _reports(state)
    texts = {each.form: _written(each, state) for each in made}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} is no folder that can be written in.", "Name another with `--dir`.") from error
    for number in range(1, MOST_NUMBERS):
        paths = {each.form: folder / _name(state, each, number) for each in made}
        if any(path.exists() for path in paths.values()):
            continue
        written: list[Path] = []
        try:
            for form, path in paths.items():
                write_export(path, texts[form])
                written.append(path)
        except (MootError, OSError) as error:
            for path in written:  # all of them or none: a report without its votes would be taken for whole
                path.unlink()
            if isinstance(error, Conflict):
                continue  # another process has just taken the name
            raise
        return tuple(written)
    raise Conflict(f"{folder} is full of reports of that minute.", "Name another folder with `--dir`.")


def _reports(state: SessionState) -> tuple[ReportFile, ...]:
    if not (made := registry.files_of(state.protocol).reports):
        raise BadInput(
            f"Sessions of the protocol {state.protocol!r} have no report.", "`moot sessions export` writes any session."
        )
    return made


def _made_as(state: SessionState, form: str) -> ReportFile:
    made = {each.form: each for each in _reports(state)}
    if form not in made:
        raise UnknownName("report", form, made)
    return made[form]


def _name(state: SessionState, made: ReportFile, number: int) -> str:
    opened = re.match(r"(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)", state.opened_at)
    when = f"{opened[1]}-{opened[2]}{opened[3]}" if opened else "undated"
    return f"council-{when}{f'-{number}' if number > 1 else ''}{made.ending}"


def _written(made: ReportFile, state: SessionState) -> str:
    found = made.made(state)
    if isinstance(found, Mapping):
        return unbroken(msgspec.json.format(msgspec.json.encode(found).decode(), indent=2)) + "\n"
    return "\n\n".join(text for part in found if (text := _markdown(part))) + "\n"


def _markdown(part: Part) -> str:
    match part:
        case Title():
            return f"{'#' * part.level} {plain(part.text)}"
        case Sentence():
            return plain(part.text)
        case Quotation():
            return quoted(part.text)
        case Points():
            return "\n".join(f"- {plain(line)}" for line in part.lines)
        case FileTable():
            rows = [part.header, ["---"] * len(part.header), *part.rows]
            return "\n".join("| " + " | ".join(map(plain, row)) + " |" for row in rows)
