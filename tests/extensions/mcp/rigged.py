"""Set up the MCP server of the rig in a home, and read its ledger."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from msgspec.structs import replace

from moot.extensions.mcp.catalogue import Catalogue, keep_catalogue
from moot.extensions.mcp.servers import McpServer, ServerFile
from moot.extensions.mcp.service import link_to

TESTS = Path(__file__).parents[2]
_listed: list[Catalogue] = []
"""What the server of the rig has listed in this process: starting it takes seconds."""


def rig_server(home: Path, *, name: str = "rig", env: tuple[str, ...] = ()) -> McpServer:
    """Return the server of the rig as a program, whose ledger is in this home."""
    path = f"PYTHONPATH={TESTS}{os.pathsep}{TESTS.parent / 'src'}"
    command = ("env", path, sys.executable, "-m", "rig.mcp_server", str(home / "ledger"))
    return McpServer(name=name, command=command, env=env)


def raw_server(mode: str) -> McpServer:
    """Return the server that misbehaves as its mode says."""
    path = f"PYTHONPATH={TESTS}"
    return McpServer(name="raw", command=("env", path, sys.executable, "-m", "rig.raw_mcp_server", mode))


@asynccontextmanager
async def rig_address(home: Path, port: int = 0) -> AsyncIterator[str]:
    """Run the server of the rig at an address, by default at a free port, and yield it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = port or free.getsockname()[1]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS), str(TESTS.parent / "src")))}
    arguments = ("-m", "rig.mcp_server", str(home / "ledger"), "--port", str(port))
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, env=environment, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
            assert process.returncode is None, "the server ended before it could be reached"
            await asyncio.sleep(0.05)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def looked_at(home: Path, server: McpServer) -> None:
    """Add a server unless it is there, and store its tools, as `moot settings mcp show` does."""
    servers = ServerFile(home)
    if server.name not in servers.all():
        servers.add(server)
    if not _listed:
        _listed.append(await listed(home, server))
    keep_catalogue(home, replace(_listed[0], server=server))


async def listed(home: Path, server: McpServer) -> Catalogue:
    """Start a server and return its tools."""
    link = link_to(server, ServerFile(home))
    try:
        return await link.catalogue()
    finally:
        await link.close()


def ledger(home: Path) -> list[tuple[int, str, str]]:
    """Return the calls that reached the server: its process, the tool, and the word."""
    file = home / "ledger"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [tuple(json.loads(line)) for line in lines]


def is_running(pid: int) -> bool:
    """Whether a process exists and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def until_ended(*pids: int) -> None:
    """Wait until none of these processes is running; the test's time limit ends a wait in vain."""
    while any(map(is_running, pids)):
        await asyncio.sleep(0.05)
