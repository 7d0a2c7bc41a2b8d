"""`moot models ps`, `load` and `unload`: what the Moot that runs models has in memory."""

from __future__ import annotations

import time
from collections.abc import Coroutine
from typing import TypeVar

import click
import msgspec

from moot.cli.screen.terminal import say, show_json, table
from moot.cli.screen.watching import run
from moot.engine.pulling import in_megabytes
from moot.engine.sharing import Engine
from moot.errors import CallFailed, Conflict
from moot.settings import home_folder

T = TypeVar("T")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def ps(as_json: bool) -> None:
    """Show which models are loaded, and what they take.

    Models are loaded by the Moot that needs them (`moot serve`, `moot ask`) and end with it; one that nobody has asked
    for two minutes sleeps, and gives most of its memory back until the next question.
    """
    found = run(Engine(home_folder()).told())
    if as_json:
        show_json({"models": [msgspec.to_builtins(each) for each in found]})
        return
    if not found:
        say("No model is loaded.")
        return
    table(
        ["model", "is", "memory", "context", "port", "for", "died lately"],
        [
            [
                f"local/{each.model}",
                each.status,
                in_megabytes(each.memory) if each.memory else "–",
                f"{each.context:,}",
                str(each.port or "–"),
                f"{(time.time() - each.since) / 60:.0f} min",
                f"{each.deaths}: {each.cause}" if each.deaths else "–",
            ]
            for each in found
        ],
        right=frozenset({2, 3, 4, 5}),
    )


@click.command()
@click.argument("name")
def load(name: str) -> None:
    """Load a model, so that the next question does not wait for it."""
    done(Engine(home_folder()).load(name))
    say(f"{name} is loaded.")


@click.command()
@click.argument("name")
def unload(name: str) -> None:
    """End a loaded model and free its memory.

    One that is just answering is left alone.
    """
    done(Engine(home_folder()).unload(name))
    say(f"{name} is unloaded.")


def done(work: Coroutine[None, None, T]) -> T:
    """What came of asking the Moot that runs models."""
    try:
        return run(work)
    except CallFailed as failed:
        raise Conflict(failed.cause, "See what is loaded: `moot models ps`.") from None
