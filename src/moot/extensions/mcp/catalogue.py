"""Store the tools of each MCP server as a person has last looked at them, in `MOOT_HOME/mcp/NAME.json`.

Members are offered what is stored here, so that a session needs no server to begin or to go on. When a server is
started, each tool that is called is compared with it (`connection.py`). What a server says is cleaned and cut.
"""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from moot.errors import BadInput
from moot.extensions.mcp.servers import McpServer
from moot.library.public import text_of, write_private
from moot.providers.public import shown
from moot.vocabulary.public import ToolSpec

if TYPE_CHECKING:
    from mcp import types

FOLDER = "mcp"
MOST_TOOLS = 128
"""Most tools of one server."""
MOST_DESCRIPTION = 2_000
"""Most characters of a tool's description."""
MOST_SCHEMA = 16_000
"""Most bytes of the schema of a tool's arguments, as JSON."""
DEEPEST = 16
"""Most levels of a schema."""
LONGEST_TOOL = 128
"""Most characters of a tool's name."""
LONGEST_WIRE_NAME = 64
_NOT_ON_THE_WIRE = re.compile(r"[^a-zA-Z0-9_-]")


class Catalogue(Struct, frozen=True, kw_only=True):
    """The tools of one server."""

    server: McpServer
    """The server when they were listed."""
    tools: tuple[ToolSpec, ...]
    """The tools that can be offered, each by the name that the server gave it."""
    left_out: tuple[str, ...] = ()
    """Why others cannot, in words."""


def catalogue_of(home: Path, server: McpServer) -> Catalogue:
    """Return the stored tools of a server.

    Raises:
        BadInput: Nobody has looked at them since the server was added or changed.
    """
    file = home / FOLDER / f"{server.name}.json"
    if file.is_file():
        try:
            found = msgspec.json.decode(text_of(file), type=Catalogue)
        except msgspec.DecodeError:
            found = None
        if found is not None and found.server == server:
            return found
    raise BadInput(
        f"The tools of the MCP server {server.name!r} have not been looked at.",
        f"Look at them first: moot settings mcp show {server.name}",
    )


def keep_catalogue(home: Path, catalogue: Catalogue) -> None:
    """Store the tools of a server."""
    write_private(home / FOLDER / f"{catalogue.server.name}.json", msgspec.json.encode(catalogue).decode())


def forget_catalogue(home: Path, name: str) -> None:
    """Delete the stored tools of a server, if there are any."""
    (home / FOLDER / f"{name}.json").unlink(missing_ok=True)


def catalogue_from(server: McpServer, listed: list[types.Tool], *, more: bool = False) -> Catalogue:
    """Return the tools that a server has listed, cleaned; `more` says that it has others, which were not read."""
    rows: dict[str, ToolSpec] = {}
    left_out = [f"It has more than {MOST_TOOLS} tools."] if more or len(listed) > MOST_TOOLS else []
    for tool in listed[:MOST_TOOLS]:
        name, why = shown(tool.name, LONGEST_TOOL), ""
        try:
            schema = _cleaned(tool.input_schema)
        except RecursionError:
            schema = None
        if name != tool.name or not name:
            why = f"its name is not plain text of at most {LONGEST_TOOL} characters"
        elif name in rows:
            why = "it has the name of another one"
        elif schema is None or len(msgspec.json.encode(schema)) > MOST_SCHEMA:
            why = f"the schema of its arguments is too large: {MOST_SCHEMA:,} bytes and {DEEPEST} levels are allowed"
        if why:
            left_out.append(f"{name or '(no name)'}: {why}.")
            continue
        rows[name] = ToolSpec(
            name=name,
            description=shown(tool.description or "", MOST_DESCRIPTION),
            parameters={"type": "object", **schema},
            read_only=tool.annotations is not None and tool.annotations.read_only_hint is True,
        )
    return Catalogue(server=server, tools=tuple(rows.values()), left_out=tuple(left_out))


def wire_name(server: str, tool: str) -> str:
    """Return the name by which models call a tool: letters, digits, `_` and `-`, at most 64, and no other tool's.

    Example:
        >>> wire_name("github", "search_issues")
        'github__search_issues'
    """
    name = f"{server}__{tool}"
    plain = _NOT_ON_THE_WIRE.sub("_", name)
    if plain == name and len(name) <= LONGEST_WIRE_NAME and name.count("__") == 1 and name.count("___") == 0:
        return name
    digest = sha256(f"{server}\0{tool}".encode()).hexdigest()[:10]
    return f"{plain[: LONGEST_WIRE_NAME - 11]}-{digest}"


def _cleaned(value: Any, level: int = 0) -> Any:
    """Return a schema with every text in it cleaned and cut; raise `RecursionError` if it has too many levels."""
    if level > DEEPEST:
        raise RecursionError
    if isinstance(value, str):
        return shown(value, MOST_DESCRIPTION)
    if isinstance(value, list):
        return [_cleaned(each, level + 1) for each in value]
    if isinstance(value, dict):
        return {shown(str(key), LONGEST_TOOL): _cleaned(each, level + 1) for key, each in value.items()}
    return value
