"""Import consortia from a database or an export of the program llm-consortium.

The file is opened read-only. What has no place in a council is reported, one line each; a configuration that could
never sit is left out, with the reason.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import click
from msgspec import Struct
from msgspec.structs import replace

from moot.app import find_protocol
from moot.errors import BadInput, MootError
from moot.exports.public import ConsensusOptions
from moot.extensions.compat.consortium.config import ConsortiumConfig, CouncilDraft, council_from, options_in
from moot.extensions.compat.consortium.seats import PROTOCOL, LlmNames
from moot.library.public import checked_name
from moot.vocabulary.public import member_from

NAME = "consortium_logs.db"
TABLE = "consortium_configs"
NOT_KEPT = {
    "expected_agreement": "belongs to an evaluation",
    "status": "belongs to an evaluation",
}
"""Fields without a place in a council, and why."""


class ImportedConsortium(Struct, frozen=True, kw_only=True):
    """One configuration of the database."""

    name: str
    """Its name in the database."""
    prepared: CouncilDraft | None
    """The council made from it; null if it could never sit."""
    lost: tuple[str, ...]
    """What could not be imported, or why nothing was."""


class DatabaseRow(NamedTuple):
    """One row."""

    name: str
    """The name."""
    config: str
    """The settings, as JSON."""
    elsewhere: bool = True
    """Whether another program saved it; an export of Moot is read literally."""
    created: float | None = None
    """When it was saved, in seconds since 1970; null if unknown."""


def default_path() -> Path:
    """Return the default path: in the folder of the `llm` program, or in LLM_USER_PATH if that exists."""
    usual = Path(click.get_app_dir("io.datasette.llm")) / NAME
    own = os.environ.get("LLM_USER_PATH")
    moved = Path(own) / NAME if own else usual
    return moved if moved.exists() else usual


def rows_in(path: Path) -> list[DatabaseRow]:
    """Return its configurations in the order they were saved; those of Moot's own exports, too."""
    if not path.is_file():
        raise BadInput(f"There is no consortium database at {path}.", "Name the file: `llm consortium import PATH`.")
    if path.suffix.lower() == ".json":
        return _exported(path)
    with opened(path) as connection:
        kind = connection.execute("SELECT type FROM sqlite_master WHERE name = ?", (TABLE,)).fetchone()
        if kind is not None and kind[0] != "table":  # a view computes its rows, and may never end
            raise BadInput(f"{path}: {TABLE} is no table.", "Give the file as the program that keeps it wrote it.")
        dated = any(row[1] == "created_at" for row in connection.execute(f"PRAGMA table_info({TABLE})"))
        wanted = f"name, config, {'created_at' if dated else 'NULL'}"
        found = connection.execute(f"SELECT {wanted} FROM {TABLE} ORDER BY rowid").fetchall()
    return [DatabaseRow(str(name), str(config), created=_seconds(at)) for name, config, at in found]


def _seconds(at: object) -> float | None:
    """Parse a time of the database; without a zone it is local time."""
    try:
        return datetime.fromisoformat(str(at).strip()).timestamp()
    except (ValueError, OverflowError, OSError):
        return None


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the database read-only."""
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        connection.row_factory = None
        try:
            yield connection
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise BadInput(
            f"{path} cannot be read as a consortium database: {error}.", f"It needs a table `{TABLE}`."
        ) from None


def _exported(path: Path) -> list[DatabaseRow]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(
            f"{path} cannot be read as JSON: {error}.", "Give a file `llm consortium export` wrote."
        ) from None
    rows = data.get("consortia") if isinstance(data, dict) else data
    if not isinstance(rows, list) or not all(
        isinstance(row, dict) and isinstance(row.get("name"), str) for row in rows
    ):
        raise BadInput(
            f"{path} holds no consortia.", "Give a file that `llm consortium export` or `list --json` wrote."
        )
    return [DatabaseRow(row["name"], json.dumps({**row, "created_at": None}), elsewhere=False) for row in rows]


def taken_from(row: DatabaseRow, name: str, names: LlmNames, endpoints: Collection[str]) -> ImportedConsortium:
    """Return a row as a council of this name, and what is lost."""
    try:
        return _taken(row, name, names, endpoints)
    except MootError as error:
        return ImportedConsortium(name=row.name, prepared=None, lost=(str(error),))


def names_for(rows: Collection[DatabaseRow], known: Mapping[str, str]) -> dict[str, str]:
    """Choose a name here for each: its own if a file can have it, else the earlier one (`known`), else a similar one.
    No two share one.
    """
    found = {row.name: row.name for row in rows if _can_be(row.name)}
    for row in rows:
        if row.name in found:
            continue
        near = known.get(row.name) or _near(row.name)
        name, number = near, 1
        while name in found.values() or (name != known.get(row.name) and name in known.values()):
            number += 1
            name = f"{near[:60]}-{number}"
        found[row.name] = name
    return found


def _taken(row: DatabaseRow, name: str, names: LlmNames, endpoints: Collection[str]) -> ImportedConsortium:
    try:
        data = json.loads(row.config)
    except (ValueError, RecursionError):
        raise BadInput("Its settings are no JSON.") from None
    if not isinstance(data, dict):
        raise BadInput("Its settings are no table.")
    quorum = data.pop("quorum", None)
    data.pop("name", None)
    lost = [f"`{key}` is unknown here." for key in data if key not in ConsortiumConfig.__struct_fields__]
    lost += [f"`{key}` {why}." for key, why in NOT_KEPT.items() if data.get(key) is not None]
    config = ConsortiumConfig.from_dict(data)
    if not config.embedding_cache_enabled:
        lost.append("`embedding_cache_enabled` has no effect: an answer is measured once.")
    if config.minimum_iterations > config.max_iterations:
        lost.append(f"`minimum_iterations` {config.minimum_iterations} is cut to `max_iterations`.")
        config = replace(config, minimum_iterations=config.max_iterations)
    params = dict(config.strategy_params or {})
    if row.elsewhere and params.pop("similarity_threshold", None) is not None:
        lost.append("`similarity_threshold` was likeness of letters there; here a model says which answers agree.")
        config = replace(config, strategy_params=params or None)
    empty = [model for model, count in config.models.items() if count < 1]
    if empty:
        lost.append(f"Members with no instance: {', '.join(empty)}.")
        config = replace(config, models={model: count for model, count in config.models.items() if count > 0})
    if name != row.name:
        lost.append(
            f"The name {row.name!r} cannot be a file's; it is {name!r} here, and {row.name!r} is an alias of it."
        )
    asked = quorum if isinstance(quorum, int) and not isinstance(quorum, bool) else None
    prepared = council_from(config, name, names, endpoints, quorum=asked)
    if row.elsewhere:
        lost += _judged_otherwise(prepared)
    return ImportedConsortium(name=row.name, prepared=prepared, lost=tuple(lost))


def _judged_otherwise(prepared: CouncilDraft) -> list[str]:
    """Return warnings about a ranking arbiter: here its rounds may take more calls than in that program."""
    options = options_in(prepared.council.options, prepared.council.name)
    if options.judges != "rank":
        return []
    seats = sum(member_from(each).count for each in prepared.council.members if isinstance(each, str))
    there, here = _calls(seats, options, options.min_iterations), _calls(seats, options, options.cap)
    told = (
        [
            f"There, judging by `rank` always ended after {options.min_iterations} of {options.max_iterations} rounds "
            f"({there} calls). Here the arbiter says how sure it is, and rounds go on until it is sure enough: at most "
            f"{options.cap} rounds, {here} calls. `llm consortium edit {prepared.council.name} --max-iterations "
            f"{options.min_iterations}` keeps it as it was."
        ]
        if here > there
        else []
    )
    if options.strategy == "elimination" and options.min_iterations < 2:
        told.append("There, `elimination` never removed a member with fewer than two rounds; here it does.")
    return told


def _calls(seats: int, options: ConsensusOptions, rounds: int) -> int:
    ahead = find_protocol(PROTOCOL).planned(seats, options, {})
    stages = {f"round.{number}" for number in range(1, rounds + 1)}
    return sum(each.calls for each in ahead if each.stage in stages and each.by != "embedder")


def _can_be(name: str) -> bool:
    try:
        checked_name(name, "a consortium")
    except MootError:
        return False
    return True


def _near(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    cleaned = re.sub(r"\.{2,}", ".", re.sub(r"[^A-Za-z0-9._-]+", "-", plain)).strip("-_.")[:64].rstrip("-_.")
    letters = sum(each.isalnum() for each in name)
    if 2 * sum(each.isalnum() for each in cleaned) < letters or not cleaned:
        cleaned = f"consortium-{sha256(name.encode()).hexdigest()[:8]}"
    return checked_name(cleaned, "a consortium")
