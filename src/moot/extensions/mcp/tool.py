"""Offer a tool of an MCP server to members, and put its results into words."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from moot.extensions.mcp.catalogue import wire_name
from moot.providers.public import Tool, ToolFailed, ToolLimits, ToolResult, shown
from moot.vocabulary.public import ToolSpec

if TYPE_CHECKING:
    from mcp import types

    from moot.extensions.mcp.connection import ServerLink

MOST_CHARACTERS = 1_000_000
"""Most characters of a result that are kept; models read far fewer (`ToolLimits.size`)."""
MOST_ERROR = 600
"""Most characters of an error that a tool reports."""


class McpTool(Tool):
    """A tool of an MCP server."""

    def __init__(self, link: ServerLink, row: ToolSpec, close: Callable[[], Awaitable[None]]) -> None:
        self._link, self._row, self._close = link, row, close
        description = row.description or f"The tool {row.name} of {link.server.name}."
        self.spec = replace(row, name=wire_name(link.server.name, row.name), description=description)

    async def call(self, arguments: dict[str, Any], limits: ToolLimits) -> ToolResult:
        """Call the tool. The caller's time limit ends a slow call before the connection's own does."""
        result = await self._link.call(self._row, arguments, limits.seconds * 2)
        text = text_of_result(result)
        if result.is_error:
            raise ToolFailed(f'the server reports: "{shown(text, MOST_ERROR)}"')
        return ToolResult(text=text)

    async def close(self) -> None:
        """End all servers: no tool is used any more."""
        await self._close()


def text_of_result(result: types.CallToolResult) -> str:
    """Return the texts of a result; what is no text is told in words."""
    parts, size = [], 0
    for part in result.content:
        parts.append(_plain(_part(part)[: MOST_CHARACTERS - size]))
        size += len(parts[-1])
    if not any(part.type == "text" for part in result.content) and result.structured_content is not None:
        parts.append(_plain(json.dumps(result.structured_content, ensure_ascii=False)[:MOST_CHARACTERS]))
    return "\n".join(part for part in parts if part) or "(an empty result)"


def _part(part: types.ContentBlock) -> str:
    if part.type == "text":
        return part.text
    if part.type == "resource_link":
        return f"(a link: {shown(part.name)} {shown(str(part.uri))})"
    if part.type == "resource":
        text = getattr(part.resource, "text", None)
        return text if isinstance(text, str) else f"(a file, not shown: {shown(str(part.resource.uri))})"
    return f"({'an image' if part.type == 'image' else 'a recording'}, not shown)"


def _plain(text: str) -> str:
    """Return a text without control characters and such as change the direction of writing."""
    return "".join(c if c.isprintable() or c in "\n\t" else " " if c.isspace() else "" for c in text)
