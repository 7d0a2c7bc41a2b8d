"""`llm consortium save`, `list`, `info`, `remove`, `strategies` and `import`: consortia on the shelf.

A consortium is a council of the user's that deliberates by consensus, so every other door of Moot knows it by its name.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from moot.bridges.consortium_flags import (
    Absent,
    config_from,
    consortium_flags,
    could_sit,
    json_flag,
    models_in_words,
    pages,
    prepared,
)
from moot.bridges.llm_names import taken_by_llm
from moot.cli.terminal import remark, say, show_json
from moot.cli.watching import in_house, run
from moot.consortium.config import PROTOCOL, ConsortiumConfig, Prepared, config_of
from moot.consortium.old_database import Taken, default_path, rows_in, taken_from
from moot.consortium.seats import llm_names
from moot.errors import BadInput, BadSetting, Conflict, UnknownName
from moot.house import House
from moot.library.shelf import Shelf, Shelved
from moot.library.strict import checked_name
from moot.protocols import strategies
from moot.settings import home_folder

LONGEST_SYSTEM = 60
RENAME = "Give one of the two another name, and import again."


class Saved(Struct, frozen=True, kw_only=True):
    """A consortium on the shelf."""

    name: str
    """Its name."""
    config: ConsortiumConfig
    """Its settings."""
    shelved: Shelved
    """The council, and where it stands."""


@click.command()
@click.argument("name")
@consortium_flags
@json_flag
def save(name: str, as_json: bool, **given: Any) -> None:
    """Save a consortium under a name.

    \b
      llm consortium save my-consortium -m o3-mini:1 -m gpt-4o:2 --arbiter gpt-4o --confidence-threshold 0.8

    A consortium of that name is written over. `llm -m NAME "…"` asks it.
    """
    checked_name(name, "a consortium")
    if given["arbiter"] is None:
        raise BadInput("A consortium needs an arbiter.", "Name it with `--arbiter MODEL`.")
    config = config_from(given)
    _must_be_free(name)

    async def work(house: House) -> Prepared:
        made = prepared(house, config, name)
        await could_sit(house, made)
        return made

    made = run(in_house(work))
    file = Shelf(home_folder()).save(made.council, replace=True)
    if as_json:
        show_json({"name": name, **config_of(made.council, _written(file)).to_dict()})
    else:
        say(f"Saved the consortium {name} in {file}.")
        say(f'Ask it with: llm -m {name} "…"')


@click.command("list")
@json_flag
def list_command(as_json: bool) -> None:
    """List saved consortia, newest first; as JSON in the order they were saved."""
    saved, broken = _consortia()
    if as_json:
        show_json([{"name": each.name, **each.config.to_dict()} for each in saved])
    elif not saved:
        say("No consortia were found. Save one with: llm consortium save NAME -m MODEL --arbiter MODEL")
    for number, each in enumerate(reversed(saved) if not as_json else ()):
        if number:
            say()
        _show(each)
    for name, error in broken.items():
        remark(f"{name} cannot be read: {error}")


@click.command()
@click.argument("name")
@json_flag
def info(name: str, as_json: bool) -> None:
    """Show a saved consortium."""
    saved = saved_consortium(name)
    if as_json:
        show_json({"name": name, **saved.config.to_dict()})
    else:
        _show(saved)


@click.command()
@click.argument("name")
@json_flag
def remove(name: str, as_json: bool) -> None:
    """Delete a saved consortium."""
    saved_consortium(name)
    file = Shelf(home_folder()).remove(name)
    if as_json:
        show_json({"removed": name})
    else:
        say(f"Removed the consortium {name} ({file}).")


@click.command("strategies")
@json_flag
def strategies_command(as_json: bool) -> None:
    """List the strategies a consortium can follow."""
    rows = [(name, strategies.find(name)) for name in sorted(strategies.names())]
    if as_json:
        show_json([{"name": name, "class": type(each).__name__, "description": each.title} for name, each in rows])
        return
    width = max(len(name) for name, _ in rows)
    wide = max(len(type(each).__name__) for _, each in rows)
    for name, each in rows:
        say(f"{name.ljust(width)}  {type(each).__name__.ljust(wide)}  {each.title}")


@click.command("import")
@click.argument("path", required=False, type=click.Path(path_type=Path))
@click.option("--replace", "over", is_flag=True, help="Write over consortia of the same name.")
@json_flag
def import_command(path: Path | None, over: bool, as_json: bool) -> int:
    """Take over the consortia of an existing consortium database.

    PATH is its file; without one, `consortium_logs.db` in the folder of the `llm` program. It is only read. Whatever
    could not be taken over is said.
    """
    file = path or default_path()
    rows, names, shelf = rows_in(file), llm_names(), Shelf(home_folder())

    async def work(house: House) -> list[Taken]:
        found: list[Taken] = []
        saved: dict[str, str] = {}
        for row in rows:
            taken = taken_from(row, names, house.directory.rows())
            if taken.prepared is not None:
                name = taken.prepared.council.name
                try:
                    if name in saved:
                        raise Conflict(f"{saved[name]!r} was saved as {name!r} a moment ago.", RENAME)
                    await could_sit(house, taken.prepared)
                    _must_be_free(name)
                    shelf.save(taken.prepared.council, replace=over)
                    saved[name] = row.name
                except (BadInput, Conflict) as error:
                    taken = Taken(name=row.name, prepared=None, lost=(str(error),))
            found.append(taken)
        return found

    found = run(in_house(work))
    if as_json:
        show_json({"path": str(file), "consortia": [_taken_as_json(each) for each in found]})
    else:
        for each in found:
            say(f"{'Took over' if each.prepared is not None else 'Left out'} {each.name}.")
            for line in (*each.lost, *(each.prepared.warnings if each.prepared is not None else ())):
                remark(f"  - {line}", err=False)
        kept = sum(each.prepared is not None for each in found)
        say(f"{kept} of {len(found)} consortia taken over from {file}.")
    return 0 if all(each.prepared is not None for each in found) else 1


def saved_consortium(name: str) -> Saved:
    """The consortium of this name."""
    saved, broken = _consortia()
    if name in broken:
        raise broken[name]
    found = next((each for each in saved if each.name == name), None)
    if found is None:
        raise Absent("consortium", name, [each.name for each in saved], _what_else(name))
    return found


def _what_else(name: str) -> str:
    try:
        other = Shelf(home_folder()).shelved(name)
    except (UnknownName, BadSetting):
        return ""
    return f"The council of this name deliberates by {other.council.protocol}: see `moot councils show {name}`."


def _consortia() -> tuple[list[Saved], dict[str, BadSetting]]:
    """The consortia in the order they were saved, and councils that cannot be read."""
    shelf, saved = Shelf(home_folder()), []
    broken = shelf.broken()
    for name, shelved in shelf.councils().items():
        if shelved.council.protocol != PROTOCOL:
            continue
        try:
            config = config_of(shelved.council, _written(Path(shelved.origin)))
        except BadSetting as error:
            broken[name] = error
            continue
        saved.append(Saved(name=name, config=config, shelved=shelved))
    return sorted(saved, key=lambda each: (each.config.created_at or "", each.name)), broken


def _must_be_free(name: str) -> None:
    """Refuses a name that something else has."""
    holder = taken_by_llm(name)
    if holder is not None:
        raise Conflict(f"`llm` has a model called {name!r} already: {holder}.", "Save it under another name.")
    try:
        shelved = Shelf(home_folder()).shelved(name)
    except UnknownName:
        return
    except BadSetting as error:
        raise Conflict(
            f"There is a council called {name!r} that cannot be read: {error.message}",
            "Mend or delete it first, or save this one under another name.",
        ) from None
    if shelved.council.protocol != PROTOCOL or shelved.layer != "user":
        where = "" if shelved.layer == "user" else f" ({shelved.layer}: {shelved.origin})"
        raise Conflict(
            f"There is a council called {name!r} that is no saved consortium{where}.", "Save it under another name."
        )


def _written(file: Path) -> str | None:
    """When a file was last written, in UTC."""
    try:
        at = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    except OSError:
        return None
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _show(saved: Saved) -> None:
    config = saved.config
    least, most = config.minimum_iterations, config.max_iterations
    embedding = "/".join(filter(None, (config.embedding_backend, config.embedding_model)))
    params = ", ".join(f"{key}={_listed(value)}" for key, value in (config.strategy_params or {}).items())
    rows = [
        ("Name", saved.name),
        ("Created", (config.created_at or "")[:19].replace("T", " ")),
        ("Strategy", config.strategy),
        ("Strategy Params", params),
        ("Models", models_in_words(config.models)),
        ("Arbiter", config.arbiter or "the model that would chair"),
        ("Confidence Threshold", f"{config.confidence_threshold:g}"),
        ("Iterations", str(most) if least == most else f"{least}-{most}"),
        ("Category", config.category or ""),
        ("Judging Method", config.judging_method),
        ("Context", "manual" if config.manual_context else "auto"),
        ("System Prompt", pages(config.system_prompt or "Default", LONGEST_SYSTEM)),
        ("Embedding", embedding),
        ("File", saved.shelved.origin if saved.shelved.layer != "user" else ""),
    ]
    for label, text in rows:
        if text:
            say(f"{label + ':':<22}{text}")


def _listed(value: object) -> str:
    if isinstance(value, list):
        return "[" + "; ".join(pages(each, 40) for each in value) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _taken_as_json(taken: Taken) -> dict[str, Any]:
    made = taken.prepared
    return {
        "name": taken.name,
        "saved_as": made.council.name if made is not None else None,
        "lost": list(taken.lost),
        "warnings": list(made.warnings) if made is not None else [],
    }
