"""Define the group `moot models`. The extension that runs models on this machine adds commands."""

from __future__ import annotations

import click

from moot.cli.lazy import CommandPath, LazyGroup

COMMANDS = {
    "list": CommandPath("moot.cli.models.listing:list_command", "List the models that can be seated."),
    "show": CommandPath("moot.cli.models.show:show", "Show what is known of a model."),
    "compare": CommandPath("moot.cli.models.show:compare", "Show how two models fared against each other."),
}


class Models(LazyGroup):
    """A group that takes words that are no command as a filter for the list."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """List the models with `qwen` in their names for `moot models qwen`."""
        if args and not args[0].startswith("-") and self.place_of(args[0]) is None:
            args = [self.default, *args]
        return super().parse_args(ctx, args)


@click.group(cls=Models, places=COMMANDS, default="list")
def models() -> None:
    """List, fetch and load models.

    \b
      moot models                  every model that can be seated
      moot models qwen             those with "qwen" in their names
      moot models pull tiny        five tiny models for this machine
    """
