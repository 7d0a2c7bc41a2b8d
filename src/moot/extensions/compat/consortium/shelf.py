"""Implement `llm consortium list`, `info`, `remove` and `strategies`: consortia on the shelf.

A consortium is a user's council with the consensus protocol, so the rest of Moot can use it by its name.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from moot.app import fields_of
from moot.cli.public import remark, say, show_json
from moot.errors import BadSetting, UnknownName
from moot.exports.public import ConsensusOptions, Strategy
from moot.exports.public import consensus_strategies as strategies
from moot.extensions.compat.consortium.config import ConsortiumConfig, config_of
from moot.extensions.compat.consortium.output import Absent, json_flag, models_in_words, pages
from moot.extensions.compat.consortium.seats import PROTOCOL
from moot.library.public import CouncilShelf, ShelfCouncil
from moot.settings import home_folder

LONGEST_SYSTEM = 60
PUBLISHED = {"Everyone": "Default", "Semantic": "SemanticClustering"}
"""Published class name of each strategy class that has another name there."""


class SavedConsortium(Struct, frozen=True, kw_only=True):
    """A saved consortium: its name, its settings, and the council it is stored as."""

    name: str
    """The consortium's name."""
    config: ConsortiumConfig
    """The consortium's settings."""
    shelved: ShelfCouncil
    """The consortium's council and the place where it is stored."""


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
        show_json({"name": saved.name, **saved.config.to_dict()})
    else:
        _show(saved)


@click.command()
@click.argument("name")
@json_flag
def remove(name: str, as_json: bool) -> None:
    """Delete a saved consortium."""
    found = saved_consortium(name)
    file = CouncilShelf(home_folder()).remove(found.name)
    if as_json:
        show_json({"removed": found.name})
    else:
        say(f"Removed the consortium {found.name} ({file}).")


@click.command("strategies")
@json_flag
def strategies_command(as_json: bool) -> None:
    """List the strategies a consortium can follow, with the settings of each and their defaults."""
    rows = [(name, strategies.find(name)) for name in sorted(strategies.names())]
    if as_json:
        show_json(
            [
                {"name": name, "class": class_of(each), "description": each.title, "settings": settings_of(name)}
                for name, each in rows
            ]
        )
        return
    for number, (name, each) in enumerate(rows):
        if number:
            say()
        say(f"Name: {name}")
        say(f"  Class: {class_of(each)}")
        say(f"  Description: {each.title}")
        own = ", ".join(f"{setting}={_listed(value)}" for setting, value in settings_of(name).items())
        if own:
            say(f"  Settings: {own}")


def class_of(strategy: Strategy) -> str:
    """Return the name that llm-consortium gives the class of a strategy, such as `VotingStrategy`."""
    own = type(strategy).__name__
    return own if own.endswith("Strategy") else f"{PUBLISHED.get(own, own)}Strategy"


def settings_of(name: str) -> dict[str, Any]:
    """Return the settings that only this strategy uses, with their defaults."""
    defaults = msgspec.to_builtins(ConsensusOptions())
    return {
        field.name: defaults[field.name] for field in fields_of(ConsensusOptions) if field.says.startswith(f"{name}:")
    }


def saved_consortium(name: str) -> SavedConsortium:
    """Return the saved consortium of this name; raise if there is none or its file is invalid."""
    saved, broken = _consortia()
    if name in broken:
        raise broken[name]
    real = CouncilShelf(home_folder()).aliases().get(name, name)
    found = next((each for each in saved if each.name == name), None)
    found = found or next((each for each in saved if each.name == real), None)
    if found is None:
        raise Absent("consortium", name, [each.name for each in saved], _what_else(name))
    return found


def all_saved() -> list[SavedConsortium]:
    """Return every saved consortium that can be read, in the order they were saved."""
    return _consortia()[0]


def _what_else(name: str) -> str:
    try:
        other = CouncilShelf(home_folder()).shelved(name)
    except (UnknownName, BadSetting):
        return ""
    return f"The council of this name deliberates by {other.council.protocol}: see `moot councils show {name}`."


def _consortia() -> tuple[list[SavedConsortium], dict[str, BadSetting]]:
    """Return the consortia in the order they were saved, and councils that cannot be read."""
    shelf, saved = CouncilShelf(home_folder()), []
    broken = shelf.broken()
    for name, shelved in shelf.councils().items():
        if shelved.council.protocol != PROTOCOL:
            continue
        try:
            config = config_of(shelved.council, written_at(Path(shelved.origin)))
        except BadSetting as error:
            broken[name] = error
            continue
        saved.append(SavedConsortium(name=name, config=config, shelved=shelved))
    return sorted(saved, key=lambda each: (each.config.created_at or "", each.name)), broken


def written_at(file: Path) -> str | None:
    """Return when a file was last written, in UTC."""
    try:
        at = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    except OSError:
        return None
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _show(saved: SavedConsortium) -> None:
    config = saved.config
    least, most = config.minimum_iterations, config.max_iterations
    embedding = "/".join(filter(None, (config.embedding_backend, config.embedding_model)))
    params = ", ".join(f"{key}={_listed(value)}" for key, value in (config.strategy_params or {}).items())
    aliases = CouncilShelf(home_folder()).aliases()
    rows = [
        ("Name", saved.name),
        ("Created", (config.created_at or "")[:19].replace("T", " ")),
        ("Strategy", config.strategy),
        ("Strategy Params", params),
        ("Models", models_in_words(config.models)),
        ("Arbiter", config.arbiter or "the first member's model"),
        ("Confidence Threshold", f"{config.confidence_threshold:g}"),
        ("Iterations", str(most) if least == most else f"{least}-{most}"),
        ("Category", config.category or ""),
        ("Judging Method", config.judging_method),
        ("Context", "manual" if config.manual_context else "auto"),
        ("System Prompt", pages(config.system_prompt or "Default", LONGEST_SYSTEM)),
        ("Embedding", embedding),
        ("Quorum", str(quorum) if (quorum := saved.shelved.council.options.get("quorum", 1)) != 1 else ""),
        ("Aliases", ", ".join(sorted(alias for alias, held in aliases.items() if held == saved.name))),
        ("File", saved.shelved.origin if saved.shelved.layer != "user" else ""),
    ]
    for label, text in rows:
        if text:
            say(f"{label + ':':<22}{text}")


def _listed(value: object) -> str:
    if isinstance(value, list):
        return "[" + "; ".join(pages(each, 40) for each in value) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)
