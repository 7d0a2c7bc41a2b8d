"""Define the group `moot councils rubrics`."""

from __future__ import annotations

import click

from moot.cli.lazy import CommandPath, LazyGroup

COMMANDS = {
    "list": CommandPath("moot.cli.rubrics.shelf:list_command", "List rubrics by name."),
    "show": CommandPath("moot.cli.rubrics.shelf:show", "Print a rubric as TOML."),
    "explain": CommandPath("moot.cli.rubrics.shelf:explain", "Show every value of a rubric and where it comes from."),
    "check": CommandPath("moot.cli.rubrics.changes:check", "Check rubrics, and find rules that can never decide."),
    "new": CommandPath("moot.cli.rubrics.changes:new", "Write a rubric of your own, to be edited."),
    "remove": CommandPath("moot.cli.rubrics.changes:remove", "Delete one of your rubrics."),
}


@click.group(cls=LazyGroup, places=COMMANDS, default="list")
def rubrics() -> None:
    """List, show, explain, check, begin rubrics.

    A rubric defines how replies are judged: axes, labels, and rules from measures to a verdict. It is a TOML file:
    packaged, in your folder, or in a project's moot.toml, which takes precedence.
    """
