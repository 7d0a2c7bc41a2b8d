"""Implement `moot keys`: list, store and remove keys of services. No key is ever shown, whole or in part."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from moot.cli.lazy import LazyGroup
from moot.cli.screen.terminal import is_terminal, remark, say, show_json, table
from moot.egress.api_keys import assignments_in
from moot.errors import BadInput
from moot.providers.directory import Directory
from moot.providers.endpoint_check import LastTest, LastTests
from moot.providers.endpoints import Endpoint
from moot.providers.searchers.searcher import Searchers, Service
from moot.settings import home_folder, settings_from

COMMANDS = {
    "list": "moot.cli.setup.keys:list_command",
    "set": "moot.cli.setup.keys:set_command",
    "import": "moot.cli.setup.keys:import_command",
    "remove": "moot.cli.setup.keys:remove",
}
LARGEST = 1_000_000


@click.group(cls=LazyGroup, places=COMMANDS, default="list")
def keys() -> None:
    """Store keys for services; none is ever shown.

    A stored key is used only at the address it was given for. Keys in the environment need not be stored.
    """


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_command(as_json: bool) -> None:
    """List which services have a key, and where it comes from."""
    directory = directory_here()
    searchers = searchers_here(directory)
    endpoints = [row for row in directory.rows().values() if row.key_env or directory.has_key(row.name)]
    rows = [(row.name, "endpoint", directory.key_source(row.name), row.key_env) for row in endpoints]
    for row in searchers.rows().values():
        if row.needs_key or row.key_env:
            rows.append((row.name, "searcher", searchers.key_source(row.name), row.key_env))
    if as_json:
        names = ("endpoint", "kind", "key", "variables")
        show_json({"keys": [dict(zip(names, row, strict=True)) for row in rows]})
        return
    table(
        ["service", "is", "key", "variables"],
        [[name, kind, source or "–", ", ".join(variables)] for name, kind, source, variables in rows],
    )


@click.command("set")
@click.argument("name")
def set_command(name: str) -> None:
    """Store a key for an endpoint or a searcher.

    The key is typed unseen, or piped in; it is never taken from the command line, where others could read it.
    """
    directory = directory_here()
    searchers = searchers_here(directory)
    if name not in directory.rows() and name in searchers.rows():
        row: Endpoint | Service = searchers.row(name)
        trial = f"moot settings searchers test {name} WORDS"
    else:
        row, trial = directory.row(name), f"moot models test {name}/MODEL"
    if is_terminal(sys.stdin):
        text = click.prompt(f"Key for {row.title or name}", hide_input=True, err=True)
    else:
        text = sys.stdin.read(LARGEST)
    directory.keys.put(name, row.origin, text.strip())
    LastTests(home_folder()).forget(name)
    say(f"Stored a key for {name}. Try it with: {trial}")


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path), default=".env")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def import_command(file: Path, as_json: bool) -> None:
    """Store the keys that a .env file holds.

    Lines whose variable belongs to an endpoint or a searcher are imported; all others are ignored.
    """
    try:
        with file.open(encoding="utf-8") as opened:
            text = opened.read(LARGEST)
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{file} cannot be read ({type(error).__name__}).") from None
    directory = directory_here()
    taken: dict[str, str] = {}
    for assignment in assignments_in(text):
        rows: list[Endpoint | Service] = [*directory.rows().values(), *searchers_here(directory).rows().values()]
        for row in rows:
            if assignment.name in row.key_env:
                directory.keys.put(row.name, row.origin, assignment.value.reveal())
                LastTests(home_folder()).forget(row.name)
                taken[row.name] = assignment.name
    if as_json:
        show_json({"stored": [{"endpoint": name, "variable": variable} for name, variable in taken.items()]})
    elif taken:
        say("\n".join(f"Stored {variable} for {name}." for name, variable in taken.items()))
    else:
        say(f"{file} names no variable of a known service; see `moot keys list` for the variables.")


@click.command()
@click.argument("name")
def remove(name: str) -> int:
    """Forget a stored key."""
    directory = directory_here()
    if not directory.keys.remove(name):
        raise BadInput(f"No key is stored for {name!r}.", "A key in the environment is not Moot's to remove.")
    LastTests(home_folder()).forget(name)
    say(f"Forgot the key for {name}.")
    return 0


def last_test(test: LastTest | None) -> str:
    """Return as text when a service was last tested, and with which result."""
    if test is None:
        return "never"
    when = test.at[:16].replace("T", " ")
    if test.error:
        return f"{when}: failed"
    return f"{when}: {'listed its models' if test.proved == 'listing' else 'answered'}"


def directory_here() -> Directory:
    """Return the directory of endpoints (services that run models) as configured on this machine."""
    directory = Directory(home_folder(), os.environ)
    directory.lists.on_wait = remark
    return directory


def searchers_here(directory: Directory) -> Searchers:
    """Return the search services as configured on this machine, with their keys."""
    home = home_folder()
    return Searchers(home, directory.keys, setting=settings_from(home).searchers)
