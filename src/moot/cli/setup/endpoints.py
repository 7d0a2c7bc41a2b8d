"""Implement `moot models endpoints`: services that offer models.

An endpoint that needs only an address is a row in a file.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, TypeVar

import click
import msgspec

from moot.cli.asking.flags import pairs_from, together
from moot.cli.completion import model_names
from moot.cli.lazy import LazyGroup
from moot.cli.screen.terminal import say, show_json, table
from moot.cli.screen.watching import run
from moot.cli.screen.words import seconds
from moot.cli.setup.keys import directory_here, last_test
from moot.egress.addresses import is_local
from moot.errors import BadInput
from moot.providers.directory import Directory
from moot.providers.endpoint_check import LastTests, offered, tried, what_came
from moot.providers.endpoints import packaged_rows
from moot.settings import home_folder
from moot.settings.tomlfile import Value

T = TypeVar("T")

COMMANDS = {
    "list": "moot.cli.setup.endpoints:list_command",
    "explain": "moot.cli.setup.endpoints:explain",
    "add": "moot.cli.setup.endpoints:add",
    "set": "moot.cli.setup.endpoints:set_command",
    "test": "moot.cli.setup.endpoints:test",
    "remove": "moot.cli.setup.endpoints:remove",
}


@click.group(cls=LazyGroup, places=COMMANDS, default="list")
def endpoints() -> None:
    """List, add, test, remove services that offer models."""


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_command(as_json: bool) -> None:
    """List endpoints and whether they can be asked."""
    directory = directory_here()
    own = directory.endpoints.own()
    rows, tests = directory.rows().values(), LastTests(home_folder())
    if as_json:
        found = [
            {
                "endpoint": row.name,
                "title": row.title,
                "url": row.url,
                "wire": row.wire,
                "key": directory.key_source(row.name),
                "needs_key": row.needs_key,
                "own": row.name in own,
                "last_test": msgspec.to_builtins(tests.of("endpoints", row.name, row.origin)),
            }
            for row in rows
        ]
        show_json({"endpoints": found})
        return
    table(
        ["endpoint", "key", "last test (UTC)", "from", "address"],
        [
            [
                row.name,
                directory.key_source(row.name) or ("missing" if row.needs_key else "not needed"),
                last_test(tests.of("endpoints", row.name, row.origin)),
                "yours" if row.name in own else "packaged",
                row.url or row.title,
            ]
            for row in rows
        ],
    )


@click.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def explain(name: str, as_json: bool) -> None:
    """Show every value of an endpoint and where it comes from."""
    directory = directory_here()
    row, own, packaged = directory.row(name), directory.endpoints.own().get(name, {}), packaged_rows()
    values = [
        (key, value, "yours" if key in own else "packaged" if name in packaged else "default")
        for key, value in msgspec.to_builtins(row).items()
        if key != "name"
    ]
    if as_json:
        show_json({"endpoint": name, "values": [{"name": k, "value": v, "origin": o} for k, v, o in values]})
        return
    table(["value", "from", "is"], [[key, origin, _plain(value)] for key, value, origin in values], wrap=True)


row_flags = together(
    click.option("--url", metavar="URL", help="Its base address."),
    click.option("--key-env", multiple=True, metavar="VARIABLE", help="A variable that may hold its key."),
    click.option("--format", "--wire", "--kind", "wire", metavar="NAME", help="Its API; else `openai`."),
    click.option("--title", metavar="TEXT", help="What people call it."),
    click.option("--private", is_flag=True, help="Its name leads into the local network."),
    click.option("--concurrency", type=click.IntRange(1, 1024), help="Most calls at once."),
    click.option("--price", nargs=2, type=float, metavar="INPUT OUTPUT", help="Dollars a million tokens."),
    click.option("--free", is_flag=True, help="It costs nothing."),
    click.option("--unknown", is_flag=True, help="Nobody knows its price, even at a local address."),
    click.option("--header", multiple=True, metavar="NAME=VALUE", help="A header for every request, never a key."),
    click.option("--moot", is_flag=True, help="It is itself a Moot."),
)
"""Flags for the values of an endpoint's configuration."""


@click.command()
@click.argument("name")
@row_flags
def add(name: str, **given: Any) -> None:
    """Add an endpoint of your own, or change a packaged one.

    \b
      moot models endpoints add lab --url http://10.0.0.5:8000/v1
      moot models endpoints add acme --url https://acme.ai/v1 --key-env ACME_KEY
    """
    directory = directory_here()
    if not given["url"] and name not in directory.rows() and given["wire"] in (None, "openai"):
        raise BadInput("An endpoint needs an address.", "Give it with `--url`.")
    row = directory.endpoints.add(name, _values(given), directory.keys)
    local = ", on this machine or in its network" if row.private else ""
    say(f"{row.name} is {row.url or row.wire}{local}. Test it with: moot models endpoints test {row.name}")
    if row.needs_key and not directory_here().has_key(name):
        say(f"Give it a key with: moot keys set {row.name}", err=True)


@click.command("set")
@click.argument("name")
@row_flags
def set_command(name: str, **given: Any) -> None:
    """Set single values of an endpoint and leave the others as they are.

    \b
      moot models endpoints set acme --price 1.25 10
      moot models endpoints set lab --free
    """
    directory = directory_here()
    row = directory.row(name)
    before = dict(directory.endpoints.own().get(name, {}))
    values = before | _values(given)
    if values == before:
        raise BadInput(f"Nothing of {row.name} was to be set, or all of it is so already.", "Say what: see --help.")
    directory.endpoints.add(name, values, directory.keys)
    say(f"{row.name} is set.")


def _values(given: Mapping[str, Any]) -> dict[str, Value]:
    """Return the fields of an endpoint's configuration that the user set by flags."""
    price, free, unknown = given["price"], given["free"], given["unknown"]
    if (price is not None) + free + unknown > 1:
        raise BadInput("A price is one of --price, --free and --unknown.")
    values: dict[str, Value] = {
        key: given[key] for key in ("url", "wire", "title", "private", "concurrency", "moot") if given[key]
    }
    if given["key_env"]:
        values["key_env"] = list(given["key_env"])
    if free or unknown:
        values["price"] = "free" if free else "unknown"
    elif price is not None:
        values["price"] = {"input": price[0], "output": price[1]}
    if given["header"]:
        values["headers"] = dict(pairs_from(given["header"], "NAME=VALUE", "--header X-Team=blue"))
    if is_local(str(values.get("url", ""))):
        values["private"] = True  # a typed local address is meant; a name that resolves to one still needs the flag
    return values


@click.command()
@click.argument("names", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def test(names: tuple[str, ...], as_json: bool) -> int:
    """Ask endpoints for their models.

    Without a name, every endpoint that has its key is tested. A list of models proves that the address answers; `moot
    models test` proves that a key is accepted. `moot models endpoints list` shows the last result.
    """
    directory, tests = directory_here(), LastTests(home_folder())
    rows = [directory.row(name) for name in names] or [
        row for row in directory.configured() if directory.has_key(row.name)
    ]
    began = time.monotonic()
    found = run(_done(directory, [offered(directory, row.name) for row in rows]))
    for row, each in zip(rows, found, strict=True):
        error = each.trouble if not each.models else ""
        came = what_came(began, row.origin, "listing", found=len(each.models), error=error)
        tests.keep("endpoints", row.name, came)
    if as_json:
        show_json({"endpoints": found})
    else:
        for each in found:
            key = " (the key was not tried)" if directory.has_key(each.endpoint) else ""
            say(f"{each.endpoint}: {each.trouble or f'{len(each.models):,} models{key}'}")
        if not found:
            say("No endpoint has a key. Give one with: moot keys set openrouter")
    return 1 if any(each.trouble for each in found) else 0


@click.command("test")
@click.argument("models", nargs=-1, required=True, metavar="MODEL…", shell_complete=model_names)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def test_models(models: tuple[str, ...], as_json: bool) -> int:
    """Ask models for one token each, which proves that their endpoint accepts its key.

    \b
      moot models test openai/gpt-5.1 ollama/qwen3:8b
    """
    directory, tests = directory_here(), LastTests(home_folder())
    rows = [directory.endpoint_of(model) for model in models]
    began = time.monotonic()
    calls = run(_done(directory, [tried(directory, model) for model in models]))
    for row, call in zip(rows, calls, strict=True):
        came = what_came(began, row.origin, "answer", asked=call.model, error=call.error, remedy=call.remedy)
        tests.keep("endpoints", row.name, came)
    if as_json:
        show_json({"calls": calls})
    for call in [] if as_json else calls:
        say(f"{call.model}: {call.says} after {seconds(call.seconds)}")
    return 0 if all(call.ok for call in calls) else 1


async def _done(directory: Directory, work: Sequence[Awaitable[T]]) -> list[T]:
    try:
        return await asyncio.gather(*work)
    finally:
        await directory.close()


@click.command()
@click.argument("name")
def remove(name: str) -> None:
    """Remove an endpoint of your own, and its key."""
    directory = directory_here()
    directory.endpoints.remove(name, directory.keys)
    say(f"Removed {name}.")


def _plain(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or "–"
    return str(value).lower() if isinstance(value, bool) else str(value or "–")
