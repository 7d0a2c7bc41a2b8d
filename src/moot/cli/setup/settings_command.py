"""Implement `moot settings`: list, read and change settings."""

from __future__ import annotations

import click
import msgspec

from moot.cli.lazy import LazyGroup
from moot.cli.screen.terminal import say, show_json, table
from moot.errors import BadInput, UnknownName
from moot.library.shelf import CouncilShelf
from moot.sessions.amounts import dollars_from
from moot.settings import SECRET, change_setting, home_folder
from moot.views.settings import SettingRow, setting_rows

COMMANDS = {
    "list": "moot.cli.setup.settings_command:list_command",
    "get": "moot.cli.setup.settings_command:get",
    "set": "moot.cli.setup.settings_command:set_command",
    "unset": "moot.cli.setup.settings_command:unset",
    "searchers": "moot.cli.setup.searchers:searchers",
    "completion": "moot.cli.completion:completion",
}

MONEY = frozenset({"budget", "day_budget", "call_budget"})
"""Names of the settings that are amounts of money."""


@click.group(cls=LazyGroup, places=COMMANDS, default="list")
def settings() -> None:
    """List, read and change settings.

    They are stored in settings.toml in Moot's folder; an environment variable MOOT_NAME overrides the file.
    """


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_command(as_json: bool) -> None:
    """List settings with their values and meaning."""
    rows = setting_rows(home_folder())
    if as_json:
        show_json({"settings": msgspec.to_builtins(rows)})
        return
    cells = [[row.name, _shown(row), row.origin, row.says] for row in rows]
    table(["setting", "value", "from", "meaning"], cells, wrap=True)


@click.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def get(name: str, as_json: bool) -> None:
    """Print one setting."""
    row = _row(name)
    if as_json:
        show_json(msgspec.to_builtins(row))
    else:
        say(_shown(row))


@click.command("set", context_settings={"ignore_unknown_options": True})  # an amount may be typed as -1
@click.argument("name")
@click.argument("value")
def set_command(name: str, value: str) -> None:
    """Change a setting.

    A list is written with commas.
    """
    if name == "council" and value.strip():
        CouncilShelf(home_folder()).shelved(value.strip())
    change_setting(home_folder(), name, _typed(name, value))
    row = _row(name)
    say(f"{name} = {_shown(row)}")
    if row.origin == "environment":
        say(f"The environment variable {row.variable} goes before it.", err=True)


@click.command()
@click.argument("name")
def unset(name: str) -> None:
    """Put a setting back to its default."""
    change_setting(home_folder(), name, None)
    say(f"{name} = {_shown(_row(name))}")


def _typed(name: str, value: str) -> str:
    """Return the value to store for what the user typed. An amount of money may be written as for `--budget`."""
    if name not in MONEY or not value.strip():
        return value
    amount = dollars_from(value)
    if amount is None:
        raise BadInput(
            f"{value!r} is no amount of money.",
            "Write dollars, such as 0.50 or $0.50, or cents, such as 50c; nothing was changed.",
        )
    return repr(amount)


def _row(name: str) -> SettingRow:
    rows = {row.name: row for row in setting_rows(home_folder())}
    if name not in rows:
        raise UnknownName("setting", name, rows)
    return rows[name]


def _shown(row: SettingRow) -> str:
    if row.name in SECRET:
        return "unset" if row.origin == "default" else "set, not shown"
    if isinstance(row.value, list):
        return ", ".join(map(str, row.value)) or "unset"
    return (
        "unset"
        if row.value in (None, "")
        else str(row.value).lower()
        if isinstance(row.value, bool)
        else f"{row.value}"
    )
