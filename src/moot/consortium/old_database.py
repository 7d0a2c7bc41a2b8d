"""Which consortia does an existing consortium database hold, and what of them can be taken over?

The file is opened for reading only. What has no place in a council is told, one line each; a configuration that could
never sit is left out, with the reason.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

import click
from msgspec import Struct
from msgspec.structs import replace

from moot.consortium.config import ConsortiumConfig, Prepared, council_from
from moot.consortium.seats import LlmNames
from moot.errors import BadInput, MootError
from moot.library.strict import checked_name

NAME = "consortium_logs.db"
TABLE = "consortium_configs"
NOT_KEPT = {
    "expected_agreement": "belongs to an evaluation",
    "status": "belongs to an evaluation",
}
"""Fields without a place in a council, and why."""


class Taken(Struct, frozen=True, kw_only=True):
    """One configuration of the database."""

    name: str
    """Its name there."""
    prepared: Prepared | None
    """The council made of it; null when it could never sit."""
    lost: tuple[str, ...]
    """What could not be taken over, or why it was not taken at all."""


class Row(NamedTuple):
    """One row."""

    name: str
    """The name."""
    config: str
    """The settings, as JSON."""


def default_path() -> Path:
    """Where such a database lies: the folder of the `llm` program, or the one LLM_USER_PATH names if it is there."""
    usual = Path(click.get_app_dir("io.datasette.llm")) / NAME
    own = os.environ.get("LLM_USER_PATH")
    moved = Path(own) / NAME if own else usual
    return moved if moved.exists() else usual


def rows_in(path: Path) -> list[Row]:
    """Its configurations, in the order they were saved."""
    if not path.is_file():
        raise BadInput(f"There is no consortium database at {path}.", "Name the file: `llm consortium import PATH`.")
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        try:
            found = connection.execute(f"SELECT name, config FROM {TABLE} ORDER BY rowid").fetchall()
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise BadInput(
            f"{path} cannot be read as a consortium database: {error}.", f"It needs a table `{TABLE}`."
        ) from None
    return [Row(str(name), str(config)) for name, config in found]


def taken_from(row: Row, names: LlmNames, endpoints: Collection[str]) -> Taken:
    """A row as a council, and what is lost on the way."""
    try:
        return _taken(row, names, endpoints)
    except MootError as error:
        return Taken(name=row.name, prepared=None, lost=(str(error),))


def _taken(row: Row, names: LlmNames, endpoints: Collection[str]) -> Taken:
    try:
        data = json.loads(row.config)
    except ValueError:
        raise BadInput("Its settings are no JSON.") from None
    if not isinstance(data, dict):
        raise BadInput("Its settings are no table.")
    lost = [f"`{key}` is unknown here." for key in data if key not in ConsortiumConfig.__struct_fields__]
    lost += [f"`{key}` {why}." for key, why in NOT_KEPT.items() if data.get(key) is not None]
    config = ConsortiumConfig.from_dict(data)
    if not config.embedding_cache_enabled:
        lost.append("`embedding_cache_enabled` has no effect: an answer is measured once.")
    if config.minimum_iterations > config.max_iterations:
        lost.append(f"`minimum_iterations` {config.minimum_iterations} is cut to `max_iterations`.")
        config = replace(config, minimum_iterations=config.max_iterations)
    params = dict(config.strategy_params or {})
    if params.pop("similarity_threshold", None) is not None:
        lost.append("`similarity_threshold` was likeness of letters there and is likeness of meaning here.")
        config = replace(config, strategy_params=params or None)
    empty = [model for model, count in config.models.items() if count < 1]
    if empty:
        lost.append(f"Members with no instance: {', '.join(empty)}.")
        config = replace(config, models={model: count for model, count in config.models.items() if count > 0})
    name = _named(row.name)
    if name != row.name:
        lost.append(f"The name {row.name!r} cannot be a file's; it is {name!r} here.")
    return Taken(name=row.name, prepared=council_from(config, name, names, endpoints), lost=tuple(lost))


def _named(name: str) -> str:
    cleaned = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-_")[:64]
    return checked_name(cleaned, "a consortium")
