"""Write the artifact files of a run, which its protocol makes from transcripts alone, so that they can be made again.

A run is one question or many; each question is a session. For a protocol that makes none, the published files of
adjudicated councils are written, with null for whatever it does not compute. Tested by
`tests/exports/runs/test_artifacts.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from moot.errors import BadInput
from moot.exports.session_files import write_export
from moot.protocols import registry
from moot.protocols.files import RunFile, RunSessions
from moot.transcripts.json_lines import unbroken
from moot.vocabulary.events import Event, SessionOpened


class Artifact(Struct, frozen=True, kw_only=True):
    """A file to write about a run (a series of sessions, one for each question), such as a table of its results."""

    name: str
    """Path of the file below the folder of artifacts."""
    text: str
    """Content of the file."""


def artifacts_of(run_id: str, sessions: Sequence[Sequence[Event]], *, domain: str = "") -> tuple[Artifact, ...]:
    """Return the files about a run (a series of sessions, one for each question).

    `sessions` are the transcripts, in the order of the questions; `domain` is the subject of the questions.
    """
    if not sessions:
        raise BadInput("A run without a single session leaves no files.")
    opened = sessions[0][0].body
    assert isinstance(opened, SessionOpened)
    began, ended = min(events[0].at for events in sessions), max(events[-1].at for events in sessions)
    run = RunSessions(
        id=run_id, sessions=sessions, domain=domain, began=began, ended=ended, seconds=_seconds(began, ended)
    )
    made = registry.run_files_of(opened.protocol)(run)
    return tuple(Artifact(name=file.name, text=_written(file)) for file in made)


def write_artifacts(folder: Path, artifacts: Sequence[Artifact]) -> list[Path]:
    """Write a run's files into a folder, each atomically, replacing earlier ones, and return their paths."""
    written = []
    for artifact in artifacts:
        file = folder / artifact.name
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{file.parent} cannot be made: {error.strerror}.", "Name another folder.") from None
        write_export(file, artifact.text, overwrite=True)
        written.append(file)
    return written


def _written(file: RunFile) -> str:
    if file.lines:
        return "".join(unbroken(msgspec.json.encode(row)) + "\n" for row in file.value)
    return unbroken(msgspec.json.format(msgspec.json.encode(file.value), indent=2)) + "\n"


def _seconds(began: str, ended: str) -> float:
    try:
        taken = datetime.fromisoformat(ended) - datetime.fromisoformat(began)
    except ValueError:
        return 0.0
    return round(max(0.0, taken.total_seconds()), 3)
