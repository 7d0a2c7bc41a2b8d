"""Open the two ways to an MCP server: a program behind its guard, and streamable HTTP to a checked address."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import anyio
import httpx2
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from moot.errors import MootError
from moot.extensions.mcp.servers import McpServer, program_environment
from moot.providers.public import Gate, Secret, shown

GUARD = str(Path(__file__).with_name("guard.py"))
MOST_BYTES = 8_000_000
"""Most bytes of one message, or of one answer over HTTP."""
QUOTED = 300
"""Most characters of what a server wrote that are quoted in an error."""


class ServerTrouble(MootError):
    """An MCP server cannot be started or reached, or has broken off. The message says why."""

    code, status = "mcp_server", 502
    remedy_by_default = "Try it by hand: moot settings mcp show NAME"


class Traffic:
    """What is known of a connection beside its messages."""

    def __init__(self) -> None:
        self.over = asyncio.Event()
        """Set when the server has closed the connection, or when it is to be closed."""
        self.garbage = ""
        """The latest line that is no message."""
        self.last_words = ""
        """The end of a program's standard error, once it has ended."""


@asynccontextmanager
async def transport_to(
    server: McpServer, key_of: Callable[[McpServer], Secret | None], traffic: Traffic
) -> AsyncIterator[Any]:
    """Open the transport to a server, and yield its streams for `mcp.Client`."""
    opened = _over_http(server, key_of) if server.url else _over_pipes(server, traffic)
    async with opened as (incoming, outgoing), anyio.create_task_group() as group:
        into, messages = anyio.create_memory_object_stream[SessionMessage | Exception](0)

        async def pass_on() -> None:
            async with into:
                with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
                    async for message in incoming:
                        if isinstance(message, Exception):
                            line = message.errors()[0]["input"] if isinstance(message, ValidationError) else message
                            traffic.garbage = shown(str(line), QUOTED)
                        else:
                            await into.send(message)
                traffic.over.set()

        group.start_soon(pass_on)
        try:
            yield messages, outgoing
        finally:
            group.cancel_scope.cancel()
            messages.close()


@asynccontextmanager
async def _over_pipes(server: McpServer, traffic: Traffic) -> AsyncIterator[Any]:
    """Start a server's program in an empty folder, in a process group of its own, with the allowed part of the
    environment."""
    environment = program_environment(server)
    program = _program(server, environment)
    with (
        tempfile.TemporaryDirectory(prefix="moot-mcp-", ignore_cleanup_errors=True) as folder,
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as words,
    ):
        guarded = StdioServerParameters(
            command=sys.executable,
            args=["-I", "-S", GUARD, str(MOST_BYTES), program, *server.command[1:]],
            env=environment,
            cwd=folder,
            encoding_error_handler="replace",
        )
        try:
            async with stdio_client(guarded, words) as streams:
                yield streams
        finally:
            words.seek(0)
            traffic.last_words = shown(words.read()[-QUOTED:], QUOTED)


def _program(server: McpServer, environment: Mapping[str, str]) -> str:
    """Return the absolute path of a server's program; raise `ServerTrouble` if it cannot be run."""
    path = shutil.which(server.command[0], path=environment.get("PATH"))
    if path is None:
        raise ServerTrouble(
            f"{shown(server.command[0])} is not installed, or not on the PATH of Moot.",
            f"Install it, or remove the server: moot settings mcp remove {server.name}",
        )
    if sys.platform == "win32":
        raise ServerTrouble("Programs are no MCP servers on Windows: they could not be ended.", "Use an address.")
    return str(Path(path).absolute())


@asynccontextmanager
async def _over_http(server: McpServer, key_of: Callable[[McpServer], Secret | None]) -> AsyncIterator[Any]:
    headers = {"Accept-Encoding": "identity"}
    if server.header:
        key = key_of(server)
        if key is None:
            raise ServerTrouble(
                f"There is no key for the header {server.header} of {server.name}.",
                f"Remove the server and add it again: moot settings mcp remove {server.name}",
            )
        headers[server.header] = f"Bearer {key.reveal()}" if server.header.lower() == "authorization" else key.reveal()
    client = httpx2.AsyncClient(
        transport=CheckedTransport(Gate(private=server.private)),
        headers=headers,
        timeout=httpx2.Timeout(30.0, read=300.0),
        trust_env=False,
    )
    async with client, streamable_http_client(server.url, http_client=client) as streams:
        yield streams


class CheckedTransport(httpx2.AsyncBaseTransport):
    """Connects to checked addresses only, and limits the size of answers."""

    def __init__(self, gate: Gate) -> None:
        self._gate, self._inner = gate, httpx2.AsyncHTTPTransport(trust_env=False)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request to one of the addresses of its host, once all of them have been checked."""
        url = request.url
        port = url.port or (443 if url.scheme == "https" else 80)
        *others, last = await self._gate.addresses(url.host, port)
        for address in others:
            with suppress(httpx2.ConnectError, httpx2.ConnectTimeout):
                return await self._sent(request, str(address))
        return await self._sent(request, str(last))

    async def _sent(self, request: httpx2.Request, address: str) -> httpx2.Response:
        response = await self._inner.handle_async_request(
            httpx2.Request(
                request.method,
                request.url.copy_with(host=address),
                headers=request.headers,
                stream=request.stream,
                extensions={**request.extensions, "sni_hostname": request.url.host},
            )
        )
        encoding = response.headers.get("content-encoding", "identity")
        if encoding != "identity":
            await response.aclose()
            raise httpx2.RemoteProtocolError(f"its answer is encoded as {shown(encoding, 40)}, which was not asked for")
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = LimitedStream(response.stream)
        return response

    async def aclose(self) -> None:
        """Close all connections."""
        await self._inner.aclose()


class LimitedStream(httpx2.AsyncByteStream):
    """The body of an answer, which ends with an error after `MOST_BYTES`."""

    def __init__(self, inner: httpx2.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for piece in self._inner:
            size += len(piece)
            if size > MOST_BYTES:
                raise httpx2.RemoteProtocolError(f"its answer has more than {MOST_BYTES:,} bytes")
            yield piece

    async def aclose(self) -> None:
        """Close the inner stream."""
        await self._inner.aclose()
