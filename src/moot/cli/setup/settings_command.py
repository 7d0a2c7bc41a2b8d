"""Implement `moot settings`: list, read and change settings."""

from __future__ import annotations

from typing import Any

import click

from moot.cli.lazy import CommandPath, LazyGroup
from moot.cli.screen.terminal import say, show_json, table
from moot.errors import BadInput, UnknownName
from moot.library.shelf import CouncilShelf
from moot.sessions.amounts import dollars_from
from moot.settings import SECRET, Settings, change_setting, home_folder, origin_of, settings_from
from moot.settings.fields import setting_fields

COMMANDS = {
    "list": CommandPath("moot.cli.setup.settings_command:list_command", "List settings with their values and meaning."),
    "get": CommandPath("moot.cli.setup.settings_command:get", "Print one setting."),
    "set": CommandPath("moot.cli.setup.settings_command:set_command", "Change a setting."),
    "unset": CommandPath("moot.cli.setup.settings_command:unset", "Put a setting back to its default."),
    "searchers": CommandPath("moot.cli.setup.searchers:searchers", "List and try services that look things up."),
    "completion": CommandPath("moot.cli.completion:completion", "Print what makes a shell complete `moot`."),
}

MONEY = frozenset({"budget", "day_budget", "call_budget"})
"""Settings that are amounts of money."""


@click.group(cls=LazyGroup, places=COMMANDS, default="list")
def settings() -> None:
    """List, read and change settings.

    They are stored in settings.toml in Moot's folder; an environment variable MOOT_NAME overrides the file.
    """


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_command(as_json: bool) -> None:
    """List settings with their values and meaning."""
    home = home_folder()
    values = settings_from(home)
    rows = [(doc, _shown(values, doc.name), origin_of(doc.name, home)) for doc in setting_fields()]
    if as_json:
        show_json({"settings": [_as_json(values, doc.name, origin, doc.says) for doc, _, origin in rows]})
        return
    cells = [[doc.name, value, origin, doc.says] for doc, value, origin in rows]
    table(["setting", "value", "from", "meaning"], cells, wrap=True)


@click.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def get(name: str, as_json: bool) -> None:
    """Print one setting."""
    home = home_folder()
    values = settings_from(home)
    meanings = {doc.name: doc.says for doc in setting_fields()}
    if name not in meanings:
        raise UnknownName("setting", name, meanings)
    if as_json:
        show_json(_as_json(values, name, origin_of(name, home), meanings[name]))
    else:
        say(_shown(values, name))


@click.command("set", context_settings={"ignore_unknown_options": True})  # an amount may be typed as -1
@click.argument("name")
@click.argument("value")
def set_command(name: str, value: str) -> None:
    """Change a setting.

    A list is written with commas.
    """
    if name == "council" and value.strip():
        CouncilShelf(home_folder()).shelved(value.strip())
    values = change_setting(home_folder(), name, _typed(name, value))
    say(f"{name} = {_shown(values, name)}")
    if origin_of(name, home_folder()) == "environment":
        say(f"The environment variable MOOT_{name.upper()} goes before it.", err=True)


@click.command()
@click.argument("name")
def unset(name: str) -> None:
    """Put a setting back to its default."""
    values = change_setting(home_folder(), name, None)
    say(f"{name} = {_shown(values, name)}")


def _typed(name: str, value: str) -> str:
    """Return the typed value; an amount of money is parsed as `--budget` is."""
    if name not in MONEY or not value.strip():
        return value
    amount = dollars_from(value)
    if amount is None:
        raise BadInput(
            f"{value!r} is no amount of money.",
            "Write dollars, such as 0.50 or $0.50, or cents, such as 50c; nothing was changed.",
        )
    return repr(amount)


def _shown(values: Settings, name: str) -> str:
    value = getattr(values, name)
    if name in SECRET:
        return "set, not shown" if value else "unset"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "unset"
    return "unset" if value in (None, "") else str(value).lower() if isinstance(value, bool) else f"{value}"


def _as_json(values: Settings, name: str, origin: str, meaning: str) -> dict[str, Any]:
    value = None if name in SECRET else getattr(values, name)
    return {"name": name, "value": value, "origin": origin, "meaning": meaning, "secret": name in SECRET}
