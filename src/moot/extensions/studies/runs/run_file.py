"""Read and write `run.json`, which maps each question of a run to its session.

The file is rewritten before and after every question, so a killed run continues. The council of the first call stays,
whatever is configured later; other settings are another run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from moot.errors import BadSetting, Conflict
from moot.exports.public import write_export
from moot.vocabulary.public import Council, OptionValue

FILE = "run.json"


class Entry(Struct, frozen=True, kw_only=True):
    """A question of the run."""

    digest: str
    """Its identifier."""
    question: str
    """Its first words."""
    session: str = ""
    """Its session; empty before it has one."""
    again: str = ""
    """The retry of a result that no judge scored; the result stays until the retry has a better one."""


class RunManifest(Struct, frozen=True, kw_only=True):
    """A run as stored in its folder."""

    run_id: str
    """Name of its files."""
    asked_for: str
    """Digest of the settings at its start."""
    council: Council
    """The council."""
    options: dict[str, OptionValue] = {}
    """Options that override the council's."""
    seed: str = ""
    """Random seed, combined with the question's place; empty draws anew."""
    domain: str = ""
    """Domain of the questions."""
    study: str = ""
    """Its study of one arm; empty for older runs."""
    entries: tuple[Entry, ...] = ()
    """Its questions."""

    def entry(self, digest: str) -> Entry | None:
        """Return the question with this digest."""
        return next((each for each in self.entries if each.digest == digest), None)

    def with_entry(self, entry: Entry) -> RunManifest:
        """Return the run with a question added, or replaced."""
        if self.entry(entry.digest) is None:
            return msgspec.structs.replace(self, entries=(*self.entries, entry))
        entries = tuple(entry if each.digest == entry.digest else each for each in self.entries)
        return msgspec.structs.replace(self, entries=entries)


def run_in(folder: Path) -> RunManifest | None:
    """Read the run of a folder; `None` without one."""
    file = folder / FILE
    try:
        return msgspec.json.decode(file.read_bytes(), type=RunManifest)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise BadSetting(f"{file} cannot be read: {error.strerror or error}.") from None
    except (ValueError, RecursionError) as error:
        raise BadSetting(f"{file} is not a run: {error}.", "Name another folder, or add `--new`.") from None


def keep_run(folder: Path, run: RunManifest) -> None:
    """Write the run atomically."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Conflict(f"{folder} cannot be made: {error.strerror}.", "Name another folder.") from None
    text = msgspec.json.format(msgspec.json.encode(run), indent=2).decode() + "\n"
    write_export(folder / FILE, text, overwrite=True)


def settings_digest(settings: Mapping[str, Any]) -> str:
    """Return a digest of a run's settings."""
    return hashlib.sha256(msgspec.json.encode(dict(settings), order="deterministic")).hexdigest()[:32]
