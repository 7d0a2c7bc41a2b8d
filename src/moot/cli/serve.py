"""`moot serve`: opens the web door. This file alone in the terminal door may know the server."""

from __future__ import annotations

import click

from moot.cli.screen.terminal import say
from moot.server.serving import run as served


@click.command()
@click.option("--host", metavar="ADDRESS", help="Where to listen; loopback unless set otherwise.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port; 0 takes a free one.")
@click.option("--trust-origin", "origins", multiple=True, metavar="ORIGIN",
              help="Ask this origin for no token: on the three-stage door, on loopback only.")  # fmt: skip
def serve(host: str | None, port: int | None, origins: tuple[str, ...]) -> int:
    """Open the web door: pages, API, OpenAI-compatible API.

    Whoever has the token may put questions and spend money. The address it prints holds the token, unless you set one
    of your own. Sessions that a server left unfinished go on.
    """
    try:
        served(host=host, port=port, trust_origins=origins)
    except KeyboardInterrupt:  # the ordinary way to end a server
        say("Closed. What was running goes on when the server starts again.", err=True)
    return 0
