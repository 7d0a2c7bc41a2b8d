"""Add the tools of MCP servers to those that members can be given, and report in `moot doctor` on the servers.

This module is loaded with every session, so it imports the SDK only on use.
"""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import TYPE_CHECKING

from moot.app import Application
from moot.errors import BadInput, MootError, UnknownName
from moot.extension_points import DoctorLine, ExtensionService
from moot.extensions.mcp.servers import McpServer, ServerFile
from moot.providers.public import Tool

if TYPE_CHECKING:
    from moot.extensions.mcp.catalogue import Catalogue
    from moot.extensions.mcp.connection import ServerLink

PATIENCE = 20.0
"""Seconds that `moot doctor` waits for a server."""


class McpTools(ExtensionService):
    """Makes the toolset `mcp`: `mcp:NAME` is the read-only tools of a server, `mcp:NAME/TOOL` is any one of them."""

    app: Application

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._servers = ServerFile(app.home)
        self._links: dict[McpServer, ServerLink] = {}
        app.toolbox.add("mcp", self.tools, self.names)

    def tools(self, chosen: str = "") -> list[Tool]:
        """Return the tools that a name chooses.

        Args:
            chosen: `NAME` for the tools of a server that change nothing, `NAME/TOOL` for one tool, whatever it does.

        Raises:
            BadInput: There is no such server or tool, or nobody has looked at the server's tools.
        """
        from moot.extensions.mcp.catalogue import catalogue_of
        from moot.extensions.mcp.tool import McpTool

        name, _, tool = chosen.partition("/")
        if not name:
            raise BadInput("`mcp` needs the name of a server.", "Write `mcp:NAME`; moot settings mcp list names them.")
        server = self._servers.named(name)
        rows = {row.name: row for row in catalogue_of(self.app.home, server).tools}
        if tool and tool not in rows:
            raise UnknownName(f"tool of the MCP server {name}", tool, rows)
        wanted = [rows[tool]] if tool else [row for row in rows.values() if row.read_only]
        if not wanted:
            message = f"No tool of the MCP server {name} says that it changes nothing."
            raise BadInput(message, f"Choose tools one by one: mcp:{name}/TOOL")
        link = self._link(server)
        return [McpTool(link, row, self._close) for row in wanted]

    def names(self) -> list[str]:
        """Return the names of all tools that can be chosen: those of a server that change nothing have one name."""
        from moot.extensions.mcp.catalogue import catalogue_of

        found = []
        try:
            servers = self._servers.all()
        except MootError:
            return []  # `moot doctor` says what is wrong with the file
        for name, server in servers.items():
            try:
                rows = catalogue_of(self.app.home, server).tools
            except MootError:
                continue
            found += [f"mcp:{name}"] if any(row.read_only for row in rows) else []
            found += [f"mcp:{name}/{row.name}" for row in rows if not row.read_only]
        return found

    async def doctor_lines(self) -> list[DoctorLine]:
        """Return a line for each server, which is started for it and ended again."""
        try:
            servers = self._servers.all()
        except MootError as error:
            return [DoctorLine(about="mcp", mark="trouble", says=error.message, remedy=error.remedy)]
        return list(await asyncio.gather(*map(self._line, servers.values())))

    async def _line(self, server: McpServer) -> DoctorLine:
        from moot.extensions.mcp.catalogue import catalogue_of

        about, look = f"mcp:{server.name}", f"Look at them: moot settings mcp show {server.name}"
        try:
            link = link_to(server, self._servers)
            try:
                async with asyncio.timeout(PATIENCE):
                    now = await link.catalogue()
            finally:
                await link.close()
        except TimeoutError:
            says = f"did not start within {PATIENCE:g} s"
            return DoctorLine(about=about, mark="trouble", says=says, remedy=f"moot settings mcp show {server.name}")
        except MootError as error:
            return DoctorLine(about=about, mark="trouble", says=error.message, remedy=error.remedy)
        try:
            seen = catalogue_of(self.app.home, server)
        except MootError as error:
            return DoctorLine(about=about, mark="note", says=error.message, remedy=look)
        if now != seen:
            return DoctorLine(
                about=about, mark="note", says="its tools have changed since they were shown", remedy=look
            )
        return DoctorLine(about=about, mark="ok", says=counted(now))

    async def _close(self) -> None:
        links, self._links = self._links, {}
        await asyncio.gather(*(link.close() for link in links.values()))

    def _link(self, server: McpServer) -> ServerLink:
        """Return the link to a server, which all its tools share."""
        if server not in self._links:
            self._links[server] = link_to(server, self._servers)
        return self._links[server]


def link_to(server: McpServer, servers: ServerFile) -> ServerLink:
    """Return a new link to a server.

    Raises:
        BadInput: The SDK is not installed.
    """
    if find_spec("mcp") is None:
        raise BadInput("Tools of MCP servers take a package.", "Run: pip install 'moot[mcp]'")
    from moot.extensions.mcp.connection import ServerLink

    return ServerLink(server, servers.key)


def counted(catalogue: Catalogue) -> str:
    """Return in words how many tools a server has."""
    number, reading = len(catalogue.tools), sum(row.read_only for row in catalogue.tools)
    return f"{number} tool{'' if number == 1 else 's'}, {reading} of them read-only"
