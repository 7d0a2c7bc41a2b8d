"""`moot models`: what can be seated, and the models that run on this machine."""

from __future__ import annotations

import click

from moot.cli.lazy import LazyGroup, Place

COMMANDS = {
    "list": Place("moot.cli.models.listing:list_command", "List the models that can be seated."),
    "pull": Place("moot.cli.models.pull:pull", "Fetch a model that runs on this machine."),
    "show": Place("moot.cli.models.shown:show", "Show what is known of a model."),
    "compare": Place("moot.cli.models.shown:compare", "Show how two models fared against each other."),
    "ps": Place("moot.cli.models.running:ps", "Show which models are loaded, and what they take."),
    "load": Place("moot.cli.models.running:load", "Load a model, so that the next question does not wait for it."),
    "unload": Place("moot.cli.models.running:unload", "End a loaded model and free its memory."),
    "rm": Place("moot.cli.models.kept:remove", "Delete a model from this machine."),
}


class Models(LazyGroup):
    """Words that are no command filter the list, as they did when the list was all there was."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`moot models qwen` lists the models with `qwen` in their names."""
        if args and not args[0].startswith("-") and args[0] not in self.places:
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
