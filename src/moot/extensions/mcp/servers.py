"""Read and write MCP servers in `MOOT_HOME/mcp.toml`. The key for a server's header is in `keys.toml`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from moot.errors import BadInput, Conflict, UnknownName
from moot.library.public import checked_name, rows_in, table_of, text_of, write_private
from moot.providers.public import KeyRing, Secret, target_of

FILE = "mcp.toml"
KEYS = "keys.toml"


class McpServer(Struct, frozen=True, kw_only=True):
    """An MCP server that the user has added: a program, or an address.

    Example, in `mcp.toml`:
        [github]
        command = ["npx", "-y", "@modelcontextprotocol/server-github"]
        env = ["GITHUB_TOKEN"]
    """

    name: str
    """Its name."""
    command: tuple[str, ...] = ()
    """The program and its arguments."""
    env: tuple[str, ...] = ()
    """Names of environment variables that the program may see beside the usual ones."""
    url: str = ""
    """The address, for a server that speaks streamable HTTP."""
    header: str = ""
    """Name of the header with the key, such as `Authorization`; empty if it needs none."""
    private: bool = False
    """Whether the address may be on this machine or in a local network."""


class ServerFile:
    """The servers that the user has added."""

    def __init__(self, home: Path) -> None:
        self._file, self._keys = home / FILE, KeyRing(home / KEYS, {})

    def all(self) -> Mapping[str, McpServer]:
        """Return every server, by name."""
        if not self._file.is_file():
            return {}
        rows = rows_in(text_of(self._file), FILE, McpServer)
        return {name: check_server(row) for name, row in rows.items()}

    def named(self, name: str) -> McpServer:
        """Return the server of this name; raise `UnknownName` if it does not exist."""
        known = self.all()
        if name not in known:
            raise UnknownName("MCP server", name, known, "" if known else "Add one: moot settings mcp add --help")
        return known[name]

    def add(self, server: McpServer, key: str = "") -> None:
        """Save a server, and the key for its header."""
        server, known = check_server(server), self.all()
        if server.name in known:
            raise Conflict(f"There is an MCP server {server.name!r} already.", "Remove it first.")
        if key:
            self._keys.put(f"mcp.{server.name}", target_of(server.url, private=server.private).origin, key)
        self._write({**known, server.name: server})

    def remove(self, name: str) -> None:
        """Delete a server and its key."""
        self.named(name)
        self._keys.remove(f"mcp.{name}")
        self._write({each: row for each, row in self.all().items() if each != name})

    def key(self, server: McpServer) -> Secret | None:
        """Return the key for a server's header; `None` if there is none for its present address."""
        origin = target_of(server.url, private=server.private).origin
        return self._keys.key_for(f"mcp.{server.name}", origin, ())

    def _write(self, servers: Mapping[str, McpServer]) -> None:
        rows = []
        for name, each in sorted(servers.items()):
            values = {field: value for field, value in msgspec.to_builtins(each).items() if value and field != "name"}
            rows.append(table_of((name,), values))
        write_private(self._file, "\n".join(rows))


def check_server(server: McpServer) -> McpServer:
    """Return the server unchanged if it can be used as written.

    Raises:
        BadInput: Its name, command, variables, header or address are invalid.
    """
    checked_name(server.name, "an MCP server")
    if bool(server.command) == bool(server.url):
        raise BadInput(f"The MCP server {server.name!r} needs either a command or an address.", "Give one of them.")
    if server.url:
        target_of(server.url, private=server.private)
        if server.env:
            raise BadInput("Only a program gets environment variables.", "Leave them out, or give a command.")
    elif server.header or server.private:
        raise BadInput("Only an address has a header or is private.", "Leave them out, or give an address.")
    if any("\0" in word for word in server.command) or (server.command and not server.command[0]):
        raise BadInput(f"The command of {server.name!r} is not one that can be run.", "Write it again.")
    for name in server.env:
        if not name.isascii() or not name.isidentifier():
            raise BadInput(f"{name!r} cannot be an environment variable.", "Give the names only, without values.")
    if server.header and not (server.header.isascii() and server.header.replace("-", "").isalnum()):
        raise BadInput(f"{server.header!r} is not the name of a header.", "Write e.g. Authorization.")
    return server


ALLOWED = frozenset(
    (
        *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LANGUAGE", "TZ", "TMPDIR"),
        *("NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"),
    )
)
"""Names of environment variables that every program may see."""
PREFIXES = ("LC_", "XDG_")


def program_environment(server: McpServer) -> dict[str, str]:
    """Return the environment variables that a server's program gets: never a key, unless `env` names it."""
    return {
        name: value
        for name, value in os.environ.items()
        if name in ALLOWED or name in server.env or name.startswith(PREFIXES)
    }
