"""`moot councils`: which councils there are, and how one is read, saved, edited and checked."""

from __future__ import annotations

import click

from moot.cli.lazy import LazyGroup, Place

COMMANDS = {
    "list": Place("moot.cli.council_shelf:list_command", "List councils by name."),
    "show": Place("moot.cli.council_shelf:show", "Print a council as TOML."),
    "explain": Place("moot.cli.council_shelf:explain", "Show every value of a council and where it comes from."),
    "check": Place("moot.cli.council_changes:check", "Check that councils could sit."),
    "default": Place("moot.cli.council_shelf:default", "Show or set the council that sits by default."),
    "save": Place("moot.cli.council_changes:save", "Save a council under a name."),
    "edit": Place("moot.cli.council_changes:edit", "Edit a council in your editor."),
    "remove": Place("moot.cli.council_changes:remove", "Delete one of your councils."),
}


@click.group(cls=LazyGroup, places=COMMANDS, default="list")
def councils() -> None:
    """List, show, save, edit, explain councils.

    A council is a small TOML file: packaged, in your folder, or in a project's moot.toml, which goes first.
    """
