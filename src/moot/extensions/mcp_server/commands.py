"""Declare the command `moot mcp`, which agents start."""

from __future__ import annotations

import click

from moot.errors import BadInput


@click.command(name="mcp")
@click.option("--budget", type=click.FloatRange(0), default=1.0, show_default=True, help="Dollars for a question.")
@click.option("--most", type=click.FloatRange(0), default=10.0, show_default=True, help="Most that an agent may allow.")
def mcp(budget: float, most: float) -> int:
    """Serve Moot's councils to an agent, over stdin and stdout.

    Started by the agent, not by you. With Claude Code:

    \b
      claude mcp add moot -- moot mcp

    The agent gets the tools consult, convene, status, result, follow_up, stop and councils. Sessions that a killed
    server left unfinished go on when it starts again; nothing is paid for twice.
    """
    try:
        from moot.extensions.mcp_server.stdio import serve
    except ModuleNotFoundError as error:
        raise BadInput("MCP is not installed.", "Install it: pip install 'moot[mcp]'.") from error
    from moot.cli.public import run

    return run(serve(budget, most))
