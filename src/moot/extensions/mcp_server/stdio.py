"""Serve the council tools over stdin and stdout."""

from __future__ import annotations

from moot.app import Application
from moot.extensions.mcp_server.council_tools import CouncilTools


async def serve(budget: float, most: float) -> int:
    """Serve one client until it closes stdin, and return the exit code. Unfinished sessions of earlier servers are
    resumed first.
    """
    app = await Application.opened("mcp")
    try:
        await app.recover()
        tools = CouncilTools(app, lambda ask, once: app.convene(ask, once=once), budget=budget, most=most)
        await tools.server().run_stdio_async()
    finally:
        await app.close()
    return 0
