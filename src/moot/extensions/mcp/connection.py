"""Keep one connection to each MCP server, shared by all sessions of a process; reopen it after the server has ended.

The SDK's client has to be opened and closed in one task, so every connection has a task of its own. Requests of a
server for sampling, for a person's input or for folders are refused by the SDK: no handler is given for them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import httpx2
from mcp import Client, MCPError, types
from pydantic import ValidationError

from moot.errors import MootError
from moot.extensions.mcp.catalogue import MOST_TOOLS, Catalogue, catalogue_from
from moot.extensions.mcp.servers import McpServer
from moot.extensions.mcp.transports import QUOTED, ServerTrouble, Traffic, transport_to
from moot.providers.public import Secret, shown
from moot.vocabulary.public import ToolSpec

START = 60.0
"""Seconds in which a server must have listed its tools; a package may have to be downloaded first."""
ANSWER = 25.0
"""Seconds for one answer before the first call."""
END = 15.0
"""Seconds in which the guard has surely ended a program, also on a busy machine."""
MOST_PAGES = 20
"""Most pages of a list of tools."""
KeyOf = Callable[[McpServer], Secret | None]
"""Returns the key for a server's header."""

logging.getLogger("mcp").setLevel(logging.CRITICAL + 1)  # its lines quote what servers send


class Connection:
    """One start of a server. It is used until the server ends it, or a call fails or is cancelled."""

    def __init__(self, server: McpServer, key_of: KeyOf) -> None:
        self._server, self._key_of, self._traffic = server, key_of, Traffic()
        self._calls, self._retired = 0, False
        self._opened: asyncio.Future[tuple[Client, Catalogue]] = asyncio.get_running_loop().create_future()
        self._opened.add_done_callback(lambda done: done.cancelled() or done.exception())
        self.task = asyncio.create_task(self._live())

    @property
    def usable(self) -> bool:
        """Whether further calls may use it."""
        return not (self._retired or self._traffic.over.is_set() or self.task.done())

    async def catalogue(self) -> Catalogue:
        """Return the server's tools; raise `ServerTrouble` if it cannot be started."""
        return (await asyncio.shield(self._opened))[1]

    async def call(self, tool: str, arguments: dict[str, Any], seconds: float) -> types.CallToolResult:
        """Call a tool; raise `ServerTrouble` if there is no result."""
        client, _ = await asyncio.shield(self._opened)
        self._calls += 1
        try:
            return await client.call_tool(tool, arguments, read_timeout_seconds=seconds)
        except MCPError as error:
            broken = (types.CONNECTION_CLOSED, types.REQUEST_TIMEOUT)
            expired = types.INVALID_REQUEST  # as the SDK calls the end of a session over HTTP
            self._retired |= error.code in broken or (bool(self._server.url) and error.code == expired)
            if error.code == types.CONNECTION_CLOSED and self._server.command:
                await asyncio.wait([self.task], timeout=END)  # for the program's last words
            raise trouble_of(self._server, error, self._traffic) from error
        except asyncio.CancelledError:  # too slow, or not wanted any more: a program may still be at work on it
            self._retired = True
            raise
        except Exception as error:
            self._retired = True
            raise trouble_of(self._server, error, self._traffic) from error
        finally:
            self._calls -= 1
            if self._retired and not self._calls:
                self.end()

    def end(self) -> None:
        """Close the connection; `task` ends when that is done."""
        self._traffic.over.set()
        if not self._opened.done():
            self.task.cancel()

    async def _live(self) -> None:
        try:
            async with AsyncExitStack() as stack:
                async with asyncio.timeout(START):
                    transport = transport_to(self._server, self._key_of, self._traffic)
                    client = await stack.enter_async_context(Client(transport, read_timeout_seconds=ANSWER))
                    listed, more = await _listed(client)
                self._opened.set_result((client, catalogue_from(self._server, listed, more=more)))
                await self._traffic.over.wait()
        except asyncio.CancelledError:
            self._opened.cancel()
            raise
        except Exception as error:
            if not self._opened.done():
                self._opened.set_exception(trouble_of(self._server, error, self._traffic))
        finally:
            self._traffic.over.set()


class ServerLink:
    """One MCP server as its tools use it: started when first needed, and again after it has ended."""

    def __init__(self, server: McpServer, key_of: KeyOf) -> None:
        self.server, self._key_of = server, key_of
        self._connections: list[Connection] = []

    async def catalogue(self) -> Catalogue:
        """Return the server's tools as it lists them now; raise `ServerTrouble` if it cannot be started."""
        return await self._connection().catalogue()

    async def call(self, tool: ToolSpec, arguments: dict[str, Any], seconds: float) -> types.CallToolResult:
        """Call a tool that a person has looked at.

        Raises:
            ServerTrouble: There is no result, or the tool is not what it was.
        """
        connection = self._connection()
        now = {each.name: each for each in (await connection.catalogue()).tools}.get(tool.name)
        if now is None:
            raise ServerTrouble(f"{self.server.name} has no tool {tool.name!r} any more.", _look_again(self.server))
        if (now.parameters, now.read_only) != (tool.parameters, tool.read_only):
            message = f"{tool.name!r} of {self.server.name} has changed since a person looked at it: it is not called."
            raise ServerTrouble(message, _look_again(self.server))
        return await connection.call(tool.name, arguments, seconds)

    async def close(self) -> None:
        """End the server."""
        connections, self._connections = self._connections, []
        for each in connections:
            each.end()
        if tasks := [each.task for each in connections]:
            _, late = await asyncio.wait(tasks, timeout=END)
            for task in late:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _connection(self) -> Connection:
        """Return the connection that is open, or open one."""
        self._connections = [each for each in self._connections if not each.task.done()]
        found = next((each for each in self._connections if each.usable), None)
        if found is None:
            found = Connection(self.server, self._key_of)
            self._connections.append(found)
        return found


async def _listed(client: Client) -> tuple[list[types.Tool], bool]:
    """Return the tools of a server, and whether there are more than were read."""
    tools: list[types.Tool] = []
    cursor = None
    for _ in range(MOST_PAGES):
        page = await client.list_tools(cursor=cursor, cache_mode="bypass")
        tools += page.tools
        cursor = page.next_cursor
        if cursor is None or len(tools) > MOST_TOOLS:
            break
    return tools, cursor is not None


def trouble_of(server: McpServer, error: BaseException, traffic: Traffic) -> MootError:
    """Return an error of a connection in words."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, MootError):
        return error
    code = error.code if isinstance(error, MCPError) else None
    if isinstance(error, TimeoutError) or code == types.REQUEST_TIMEOUT:
        says = "did not answer in time as an MCP server does"
    elif code == types.CONNECTION_CLOSED:
        says = "ended before it answered"
    elif code is not None:
        says = f'answered with an error: "{shown(str(error), QUOTED).rstrip(".")}"'
    elif isinstance(error, httpx2.HTTPError | OSError):
        says = f"cannot be reached: {shown(str(error), QUOTED) or type(error).__name__}"
    elif isinstance(error, ValidationError):
        says = "sent what does not follow the protocol"
    else:
        says = f"does not work: {shown(str(error), QUOTED) or type(error).__name__}"
    notes = [f'it wrote what is no message: "{traffic.garbage}"'] if traffic.garbage else []
    notes += [f'its last words: "{traffic.last_words}"'] if traffic.last_words else []
    return ServerTrouble("; ".join((f"The MCP server {server.name} {says}", *notes)) + ".", _look_again(server))


def _look_again(server: McpServer) -> str:
    return f"Look at it with: moot settings mcp show {server.name}"
