"""Implement `moot settings searchers`: list and test search services for councils."""

from __future__ import annotations

import time
from typing import Any

import click
import msgspec

from moot.cli.lazy import LazyGroup
from moot.cli.screen.terminal import one_line, remark, say, show_json, table
from moot.cli.screen.watching import run
from moot.cli.screen.words import seconds
from moot.cli.setup.keys import directory_here, last_test, searchers_here
from moot.errors import MootError
from moot.providers.endpoint_check import LastTests, what_came
from moot.providers.searchers.searcher import Searchers, SearchLimits, SearchResults
from moot.settings import home_folder

COMMANDS = {
    "list": "moot.cli.setup.searchers:list_command",
    "test": "moot.cli.setup.searchers:test",
}
EXCERPT = 300
"""Maximum number of characters shown of an excerpt."""


@click.group(cls=LazyGroup, places=COMMANDS, default="list")
def searchers() -> None:
    """List and try services that look things up.

    The question's words are sent to them, but only by protocols with a research stage. The setting `searchers` names
    those in use; while it is unset, those with a key are used.
    """


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_command(as_json: bool) -> None:
    """List searchers, their keys, and which are in use."""
    found = searchers_here(directory_here())
    in_force = found.in_force()
    rows, tests = found.rows().values(), LastTests(home_folder())
    if as_json:
        show_json(
            {
                "searchers": [
                    {
                        "searcher": row.name,
                        "title": row.title,
                        "url": row.url,
                        "key": found.key_source(row.name),
                        "needs_key": row.needs_key,
                        "in_force": row.name in in_force.names,
                        "last_test": msgspec.to_builtins(tests.of("searchers", row.name, row.origin)),
                    }
                    for row in rows
                ],
                "notes": list(in_force.notes),
            }
        )
        return
    table(
        ["searcher", "key", "in use", "last test (UTC)", "address"],
        [
            [
                row.name,
                found.key_source(row.name) or ("missing" if row.needs_key else "not needed"),
                "yes" if row.name in in_force.names else "no",
                last_test(tests.of("searchers", row.name, row.origin)),
                row.url or row.title,
            ]
            for row in rows
        ],
    )
    for note in in_force.notes:
        remark(note)
    if not in_force.names:
        remark("None is in use. Name some: moot settings set searchers pubmed,arxiv,hacker-news")


@click.command()
@click.argument("name")
@click.argument("query", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def test(name: str, query: tuple[str, ...], as_json: bool) -> int:
    """Look something up with one searcher.

    \b
      moot settings searchers test pubmed statins mild hypertension
    """
    found = searchers_here(directory_here())
    row, words, tests = found.row(name), " ".join(query), LastTests(home_folder())
    began = time.monotonic()
    try:
        result = run(_looked_up(found, name, words))
    except MootError as error:
        came = what_came(began, row.origin, "search", asked=words, error=error.message, remedy=error.remedy)
        tests.keep("searchers", name, came)
        raise
    took = time.monotonic() - began
    tests.keep("searchers", name, what_came(began, row.origin, "search", asked=words, found=len(result.items)))
    if as_json:
        plain: dict[str, Any] = {"searcher": name, "query": " ".join(query), **msgspec.to_builtins(result)}
        show_json(plain)
        return 0
    for number, item in enumerate(result.items, start=1):
        say(f"[{number}] {one_line(item.title, EXCERPT)}" + (f" ({one_line(item.date, 20)})" if item.date else ""))
        if item.url:
            say(f"    {one_line(item.url)}")
        if item.excerpt:
            say(f"    {one_line(item.excerpt, EXCERPT)}")
    say(f"{name} found {len(result.items)} after {seconds(took)}.", err=True)
    return 0


async def _looked_up(found: Searchers, name: str, query: str) -> SearchResults:
    try:
        return await found.searcher(name).search(query, SearchLimits())
    finally:
        await found.close()
