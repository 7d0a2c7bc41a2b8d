"""Serve the council tools at `/mcp`, by streamable HTTP. The server's token and its checks of host and origin apply."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from moot.errors import NotReady
from moot.server.public import Backend, InBackend, refusals_of

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

MOST_CLIENTS = 200
"""Most clients with an open MCP session."""
IDLE = 1800.0
"""Seconds without a request after which a client's MCP session ends."""

router = APIRouter(tags=["MCP"], responses=refusals_of(401, 403, 413, 503))


class McpDoor:
    """The MCP server of a running Moot. It starts with the first request and ends with the server."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._begun: asyncio.Future[StreamableHTTPSessionManager] | None = None

    async def manager(self) -> StreamableHTTPSessionManager:
        """Return the object that answers requests.

        Raises:
            NotReady: The extra `mcp` is not installed.
        """
        if self._begun is None:
            self._begun = asyncio.get_running_loop().create_future()
            self._backend.beside(asyncio.create_task(self._run(self._begun)))
        return await asyncio.shield(self._begun)

    async def _run(self, begun: asyncio.Future[StreamableHTTPSessionManager]) -> None:
        try:
            from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

            from moot.extensions.mcp_server.council_tools import CouncilTools
        except ModuleNotFoundError:
            begun.set_exception(NotReady(["MCP is not installed."], ["Install it: pip install 'moot[mcp]'."]))
            return
        server = CouncilTools(self._backend.app, self._backend.convene).server()
        manager = StreamableHTTPSessionManager(
            server._lowlevel_server, session_idle_timeout=IDLE, max_sessions=MOST_CLIENTS
        )
        async with manager.run():
            begun.set_result(manager)
            await asyncio.Event().wait()


class McpResponse(Response):
    """A response that the MCP library sends itself."""

    def __init__(self, manager: StreamableHTTPSessionManager) -> None:
        super().__init__()
        self._manager = manager

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._manager.handle_request(scope, receive, send)


@router.api_route("/mcp", methods=["GET", "POST", "DELETE"], include_in_schema=False)
async def mcp(request: Request, backend: InBackend) -> Any:
    """Answer a request of an MCP client."""
    return McpResponse(await backend.part(McpDoor).manager())
