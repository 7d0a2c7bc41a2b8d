"""`moot serve`: opens the web door. This file alone in the terminal door may know the server."""

from __future__ import annotations

import click


@click.command()
@click.option("--host", metavar="ADDRESS", help="Where to listen; loopback unless set otherwise.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port; 0 takes a free one.")
@click.option(
    "--trust-origin",
    metavar="ORIGIN",
    multiple=True,
    help="Lift the token for this origin on the three-stage door, on loopback only.",
)
def serve(host: str | None, port: int | None, trust_origin: tuple[str, ...]) -> int:
    """Open the web door: pages, API, OpenAI-compatible API.

    The address it prints holds the token; whoever has it may put questions and spend money.
    """
    from moot.server.serving import run

    run(host=host, port=port, trust_origins=trust_origin)
    return 0
