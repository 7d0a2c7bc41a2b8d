"""Define the group `moot models`. The extension that runs models on this machine adds commands."""

from __future__ import annotations

import click

from moot.cli.lazy import CommandPath, LazyGroup

COMMANDS = {
    "list": CommandPath("moot.cli.models.listing:list_command", "List the models that can be seated."),
    "show": CommandPath("moot.cli.models.show:show", "Show what is known of a model."),
    "test": CommandPath("moot.cli.setup.endpoints:test_models", "Ask models for one token each."),
    "compare": CommandPath("moot.cli.models.show:compare", "Show how two models fared against each other."),
    "endpoints": CommandPath(
        "moot.cli.setup.endpoints:endpoints", "List, add, test, remove services that offer models."
    ),
}


@click.group(cls=LazyGroup, places=COMMANDS, default="list")
def models() -> None:
    """List, test, fetch models, and the services that offer them.

    \b
      moot models                  every model that can be seated
      moot models list qwen        those with "qwen" in their names
      moot models pull tiny        five tiny models for this machine
    """
