"""Define the group `moot councils`."""

from __future__ import annotations

import click

from moot.cli.lazy import CommandPath, LazyGroup

COMMANDS = {
    "list": CommandPath("moot.cli.councils.shelf:list_command", "List councils by name."),
    "show": CommandPath("moot.cli.councils.shelf:show", "Print a council as TOML."),
    "explain": CommandPath("moot.cli.councils.shelf:explain", "Show every value of a council and where it comes from."),
    "check": CommandPath("moot.cli.councils.changes:check", "Check that councils could sit."),
    "default": CommandPath("moot.cli.councils.shelf:default", "Show or set the council that sits by default."),
    "save": CommandPath("moot.cli.councils.changes:save", "Save a council under a name."),
    "edit": CommandPath("moot.cli.councils.changes:edit", "Edit a council in your editor."),
    "weigh": CommandPath(
        "moot.cli.councils.weighing:weigh", "Have votes weigh by how far their voters can be relied on."
    ),
    "remove": CommandPath("moot.cli.councils.changes:remove", "Delete one of your councils."),
    "protocols": CommandPath("moot.cli.protocols:protocols", "List the ways a council can deliberate."),
    "rubrics": CommandPath("moot.cli.rubrics.group:rubrics", "List, show, explain, check, begin rubrics."),
}


@click.group(cls=LazyGroup, places=COMMANDS, default="list")
def councils() -> None:
    """List, show, save, edit councils, and what they use.

    A council is a small TOML file: packaged, in your folder, or in a project's moot.toml, which takes precedence.
    """
