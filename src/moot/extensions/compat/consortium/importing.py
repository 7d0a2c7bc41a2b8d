"""Implement `llm consortium import`: take over consortia and runs from a database of llm-consortium, or an export.

The file is opened read-only. What has no place in a council is reported, one line each; a configuration that could
never sit is left out, with the reason.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple

import click
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.app import Application
from moot.cli.public import in_app, remark, run, say, show_json
from moot.errors import BadInput, Conflict
from moot.extensions.compat.consortium.config import ConsortiumConfig, CouncilDraft, council_from
from moot.extensions.compat.consortium.flags import could_sit
from moot.extensions.compat.consortium.imported_runs import RunImport, RunRows, import_run, read_runs, show_runs
from moot.extensions.compat.consortium.output import json_flag
from moot.extensions.compat.consortium.saving import must_be_free
from moot.extensions.compat.consortium.seats import LlmNames, llm_names
from moot.library.public import CouncilShelf, checked_name, keep_alias
from moot.settings import home_folder

NAME, TABLE = "consortium_logs.db", "consortium_configs"
EVALUATION = ("expected_agreement", "status")
"""Names of settings that only evaluations use. A council has no place for them."""


class StoredConfig(NamedTuple):
    """A saved consortium, as it is in the database or export."""

    name: str
    """Name of the consortium."""
    config: str
    """Settings of the consortium, as JSON."""
    created: float | None = None
    """When the consortium was saved, in seconds since 1970; null if unknown."""


class ConsortiumImport(Struct, frozen=True, kw_only=True):
    """Outcome of importing one consortium: the name under which it is saved, and what could not be imported."""

    name: str
    """Name of the consortium in the file."""
    saved_as: str | None = None
    """Name of the consortium here; null if it was left out."""
    outcome: Literal["taken", "here", "left"] = "left"
    """What happened: `taken`, imported; `here`, saved already; `left`, left out."""
    lost: tuple[str, ...] = ()
    """Parts that could not be imported, or why nothing was."""
    warnings: tuple[str, ...] = ()
    """Warnings about the council."""


@click.command("import")
@click.argument("path", required=False, type=click.Path(path_type=Path))
@click.option("--replace", "over", is_flag=True, help="Write over consortia of the same name.")
@click.option("--runs/--no-runs", "with_runs", default=True, help="Whether past runs come too.  [default: runs]")
@json_flag
def import_command(path: Path | None, over: bool, with_runs: bool, as_json: bool) -> int:
    """Import consortia and runs from a database of llm-consortium, or consortia from an export.

    PATH is the file; without one, `consortium_logs.db` in the folder of the `llm` program. It is only read. Names that
    cannot be file names are kept as aliases. What could not be imported is listed; what was imported before is skipped
    without an error.
    """
    file = path or default_path()
    rows, names = read_configs(file), llm_names()

    runs, configs = past_runs(file) if with_runs else [], {row.name: row.config for row in rows}

    async def work(app: Application) -> tuple[list[ConsortiumImport], list[RunImport]]:
        called = choose_names([row.name for row in rows], app.shelf.aliases())
        found = [await _taken(app, row, called[row.name], names, over) for row in rows]
        return found, [await import_run(app, each, configs, called) for each in runs]

    found, past = run(in_app(work))
    if as_json:
        show_json({"path": str(file), "consortia": msgspec.to_builtins(found), "runs": msgspec.to_builtins(past)})
    else:
        for each in found:
            say(f"{ {'taken': 'Took over', 'here': 'Here already:', 'left': 'Left out'}[each.outcome] } {each.name}.")
            for line in (*each.lost, *each.warnings):
                remark(f"  - {line}", err=False)
        kept, here = (sum(each.outcome == outcome for each in found) for outcome in ("taken", "here"))
        already = f", {here} here already" if here else ""
        say(f"{kept} of {len(found)} consortia taken over from {file}{already}.")
        show_runs(past)
    return int("left" in {*(each.outcome for each in found), *(each.outcome for each in past)})


def default_path() -> Path:
    """Return the path of llm-consortium's database: in the folder of the `llm` program, or in LLM_USER_PATH if that
    exists."""
    usual = Path(click.get_app_dir("io.datasette.llm")) / NAME
    own = os.environ.get("LLM_USER_PATH")
    moved = Path(own) / NAME if own else usual
    return moved if moved.exists() else usual


def read_configs(path: Path) -> list[StoredConfig]:
    """Return the consortia in a file: a database of llm-consortium, in the order they were saved, or a JSON export."""
    if not path.is_file():
        raise BadInput(f"There is no consortium database at {path}.", "Name the file: `llm consortium import PATH`.")
    if path.suffix.lower() == ".json":
        return _exported(path)
    with _opened(path) as opened:
        kind = opened.execute("SELECT type FROM sqlite_master WHERE name = ?", (TABLE,)).fetchone()
        if kind is not None and kind[0] != "table":  # a view computes its rows, and may never end
            raise BadInput(f"{path}: {TABLE} is no table.", "Give the file as the program that keeps it wrote it.")
        dated = any(row[1] == "created_at" for row in opened.execute(f"PRAGMA table_info({TABLE})"))
        wanted = f"name, config, {'created_at' if dated else 'NULL'}"
        found = opened.execute(f"SELECT {wanted} FROM {TABLE} ORDER BY rowid").fetchall()
    return [StoredConfig(str(name), str(config), _seconds(at)) for name, config, at in found]


def past_runs(path: Path) -> list[RunRows]:
    """Return the runs in a database of llm-consortium, oldest first. If the file is an export, return nothing."""
    if path.suffix.lower() == ".json":
        return []
    with _opened(path) as opened:
        return read_runs(opened)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as opened:
            yield opened
    except sqlite3.Error as error:
        raise BadInput(
            f"{path} cannot be read as a consortium database: {error}.", f"It needs a table `{TABLE}`."
        ) from None


def _seconds(at: object) -> float | None:
    """Convert a time in the database to seconds since 1970. A time without a zone is taken as local time."""
    try:
        return datetime.fromisoformat(str(at).strip()).timestamp()
    except (ValueError, OverflowError, OSError):
        return None


def _exported(path: Path) -> list[StoredConfig]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        rows = data["consortia"] if isinstance(data, dict) else data
        return [StoredConfig(row["name"], json.dumps({**row, "created_at": None})) for row in rows]
    except (OSError, ValueError, RecursionError, LookupError, TypeError) as error:
        raise BadInput(
            f"{path} cannot be read as consortia ({type(error).__name__}: {error}).",
            "Give a file that `llm consortium export` or `list --json` wrote.",
        ) from None


def choose_names(names: Collection[str], known: Mapping[str, str]) -> dict[str, str]:
    """Choose a unique file name for each consortium, and return the chosen names by original name.

    If a file can have the consortium's own name, that name is chosen. Otherwise, if the name is an alias of a council
    (`known` maps aliases to councils), the council's name is chosen. Otherwise, a similar name is chosen.
    """
    found = {name: name for name in names if _can_be(name)}
    for name in names:
        if name in found:
            continue
        near = known.get(name) or re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-_")[:60] or "consortium"
        chosen, number = near, 1
        while chosen in found.values() or (chosen != known.get(name) and chosen in known.values()):
            number += 1
            chosen = f"{near[:60]}-{number}"
        found[name] = chosen
    return found


def _can_be(name: str) -> bool:
    try:
        checked_name(name, "a consortium")
    except BadInput:
        return False
    return True


async def _taken(app: Application, row: StoredConfig, name: str, names: LlmNames, over: bool) -> ConsortiumImport:
    try:
        draft, lost = draft_from(row, name, names, app.directory.rows())
        found = ConsortiumImport(
            name=row.name, saved_as=name, outcome="taken", lost=tuple(lost), warnings=draft.warnings
        )
        shelf = CouncilShelf(home_folder())
        there = shelf.councils().get(name)
        if there is not None and there.layer == "user" and there.council == draft.council:
            return replace(found, outcome="here", lost=(), warnings=())
        await could_sit(app, draft)
        must_be_free(name, importing=True)
        if there is not None and not over:
            raise Conflict(
                f"There is a consortium called {name!r} with other settings already.",
                "Use `--replace` to write over it.",
            )
        saved = shelf.save(draft.council, replace=over)
    except (BadInput, Conflict) as error:
        return ConsortiumImport(name=row.name, lost=(str(error),))
    if row.created is not None:
        os.utime(saved, (row.created, row.created))
    if name != row.name:
        keep_alias(home_folder(), row.name, name)
    return found


def draft_from(
    row: StoredConfig, name: str, names: LlmNames, endpoints: Collection[str]
) -> tuple[CouncilDraft, list[str]]:
    """Return an imported consortium as a council named `name`, and a sentence for each of its settings that the council
    lacks.
    """
    try:
        data: Any = json.loads(row.config)
    except (ValueError, RecursionError):
        raise BadInput("Its settings are no JSON.") from None
    if not isinstance(data, dict):
        raise BadInput("Its settings are no table.")
    quorum = data.pop("quorum", None)
    data.pop("name", None)
    lost = [f"`{key}` is unknown here." for key in data if key not in ConsortiumConfig.__struct_fields__]
    lost += [f"`{key}` belongs to an evaluation." for key in EVALUATION if data.get(key) is not None]
    config = ConsortiumConfig.from_dict(data)
    if config.minimum_iterations > config.max_iterations:
        lost.append(f"`minimum_iterations` {config.minimum_iterations} is cut to `max_iterations`.")
        config = replace(config, minimum_iterations=config.max_iterations)
    if empty := [model for model, count in config.models.items() if count < 1]:
        lost.append(f"Members with no instance: {', '.join(empty)}.")
        config = replace(config, models={model: count for model, count in config.models.items() if count > 0})
    if name != row.name:
        lost.append(
            f"The name {row.name!r} cannot be a file's; it is {name!r} here, and {row.name!r} is an alias of it."
        )
    return council_from(config, name, names, endpoints, quorum=quorum if type(quorum) is int else None), lost
