"""`moot bench`: try out models before they are seated."""

from __future__ import annotations

import click

from moot.cli.lazy import LazyGroup, Place

COMMANDS = {
    "models": Place("moot.cli.bench.models:models", "Try out models: can their ballots be read, and are they steady?"),
}


@click.group(cls=LazyGroup, places=COMMANDS)
def bench() -> None:
    """Try out models before they are seated.

    \b
      moot bench models                          the members of your default council
      moot bench models -m openai/gpt-5 --runs 16
    """
