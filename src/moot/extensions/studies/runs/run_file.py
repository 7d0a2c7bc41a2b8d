"""How does a run know what it has asked? By one file in its folder, which names a session for every question.

`run.json` is written whole before and after every question, so a run that was killed goes on where it stood. The
council that sat first sits again, whatever is configured by then; a run with other settings is another run.
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
    """What it is known by."""
    question: str
    """Its first words."""
    session: str = ""
    """The session it was put in; empty while it was not."""
    again: str = ""
    """The one that asks again what came to a result nobody judged: that result stands until this one is worth more."""


class RunManifest(Struct, frozen=True, kw_only=True):
    """A run, as its folder knows it."""

    run_id: str
    """What its files are named after."""
    asked_for: str
    """Digest of the settings it was begun with."""
    council: Council
    """Who sits."""
    options: dict[str, OptionValue] = {}
    """Options that override the council's."""
    seed: str = ""
    """What lots are drawn from, with the question's place; empty draws them anew."""
    domain: str = ""
    """What field the questions are from."""
    study: str = ""
    """The study of one arm that it is; empty for a run of before there were any."""
    entries: tuple[Entry, ...] = ()
    """Its questions."""

    def entry(self, digest: str) -> Entry | None:
        """The question known by this digest."""
        return next((each for each in self.entries if each.digest == digest), None)

    def with_entry(self, entry: Entry) -> RunManifest:
        """The run with a question put in, or changed in its place."""
        if self.entry(entry.digest) is None:
            return msgspec.structs.replace(self, entries=(*self.entries, entry))
        entries = tuple(entry if each.digest == entry.digest else each for each in self.entries)
        return msgspec.structs.replace(self, entries=entries)


def run_in(folder: Path) -> RunManifest | None:
    """The run a folder holds, if it holds one."""
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
    """Writes the run down, whole or not at all."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Conflict(f"{folder} cannot be made: {error.strerror}.", "Name another folder.") from None
    text = msgspec.json.format(msgspec.json.encode(run), indent=2).decode() + "\n"
    write_export(folder / FILE, text, overwrite=True)


def settings_digest(settings: Mapping[str, Any]) -> str:
    """What tells two runs with different settings apart."""
    return hashlib.sha256(msgspec.json.encode(dict(settings), order="deterministic")).hexdigest()[:32]
