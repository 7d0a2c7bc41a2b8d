"""Declare the command `moot settings mcp`. `moot settings --help` loads this one alone."""

from __future__ import annotations

import click

from moot.cli.lazy import LazyGroup

COMMANDS = "moot.extensions.mcp.server_commands:"


@click.group(
    cls=LazyGroup,
    default="list",
    places={
        "list": f"{COMMANDS}list_command",
        "add": f"{COMMANDS}add",
        "show": f"{COMMANDS}show",
        "remove": f"{COMMANDS}remove",
    },
)
def mcp() -> None:
    """Set up MCP servers, whose tools members can call.

    `--tool mcp:NAME` gives members the tools of a server that change nothing, `--tool mcp:NAME/TOOL` any one tool.
    """
