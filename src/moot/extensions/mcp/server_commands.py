"""The commands of `moot settings mcp`."""

from __future__ import annotations

import sys
from typing import Any

import click
import msgspec

from moot.cli.public import is_terminal, one_line, remark, run, safe, say, show_json, table
from moot.errors import BadInput, MootError
from moot.extensions.mcp.catalogue import Catalogue, catalogue_of, forget_catalogue, keep_catalogue
from moot.extensions.mcp.servers import McpServer, ServerFile
from moot.extensions.mcp.service import counted, link_to
from moot.providers.public import is_local
from moot.settings import home_folder

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
LARGEST = 4096


@click.command("list")
@JSON
def list_command(as_json: bool) -> None:
    """List MCP servers and their number of tools."""
    servers = ServerFile(home_folder()).all().values()
    if as_json:
        show_json({"servers": [{**msgspec.to_builtins(each), "tools": _tools(each)} for each in servers]})
    elif not servers:
        say("There is none. Add one: moot settings mcp add NAME -- COMMAND ARGUMENT…")
    else:
        table(
            ["server", "tools", "address or command"],
            [[each.name, _tools(each), each.url or one_line(" ".join(each.command))] for each in servers],
        )


@click.command()
@click.argument("name")
@click.argument("command", nargs=-1)
@click.option("--env", multiple=True, metavar="VARIABLE", help="A variable that the program may see; repeat.")
@click.option("--url", default="", help="The address of a server that speaks streamable HTTP.")
@click.option("--header", default="", metavar="NAME", help="A header with a key, typed unseen or piped in.")
@click.option("--private", is_flag=True, help="The name in the address leads into the local network.")
def add(name: str, command: tuple[str, ...], env: tuple[str, ...], **given: Any) -> int:
    """Add an MCP server: a program, or an address.

    \b
      moot settings mcp add files -- my-file-server /srv/docs
      moot settings mcp add github --env GITHUB_TOKEN -- github-mcp-server stdio
      moot settings mcp add wiki --url https://wiki.example --header X-Key

    A program runs in an empty folder and sees no other variables than PATH, HOME and such. A key for `Authorization`
    is sent as a bearer token.
    """
    given["private"] = given["private"] or is_local(given["url"])
    server = McpServer(name=name, command=command, env=env, **given)
    key = ""
    if server.header:
        shown = is_terminal(sys.stdin)
        key = click.prompt(f"Key for {name}", hide_input=True, err=True) if shown else sys.stdin.read(LARGEST).strip()
        if not key:
            raise BadInput("No key was given.", "Type it, or pipe it in.")
    ServerFile(home_folder()).add(server, key)
    say(f"Added {safe(name)}. Look at its tools: moot settings mcp show {safe(name)}")
    return 0


@click.command()
@click.argument("name")
@JSON
def show(name: str, as_json: bool) -> None:
    """Start a server and show its tools.

    Members can be given the tools as they are shown here. A tool that changes later is not called until it has been
    shown again.
    """
    servers = ServerFile(home_folder())
    found = run(_catalogue(servers, servers.named(name)))
    keep_catalogue(home_folder(), found)
    if as_json:
        show_json(msgspec.to_builtins(found))
        return
    for row in found.tools:
        say(f"{safe(row.name)} ({'read-only' if row.read_only else 'changes things'}): {safe(row.description)}")
        say(f"  {safe(msgspec.json.encode(row.parameters).decode())}")
    for why in found.left_out:
        remark(f"Left out: {safe(why)}")
    say(f"{counted(found)}. Give members those with --tool mcp:{name}, any one with --tool mcp:{name}/TOOL.")


@click.command()
@click.argument("name")
def remove(name: str) -> None:
    """Remove an MCP server, and its key."""
    ServerFile(home_folder()).remove(name)
    forget_catalogue(home_folder(), name)
    say(f"Removed {safe(name)}.")


async def _catalogue(servers: ServerFile, server: McpServer) -> Catalogue:
    link = link_to(server, servers)
    try:
        return await link.catalogue()
    finally:
        await link.close()


def _tools(server: McpServer) -> str:
    try:
        return counted(catalogue_of(home_folder(), server))
    except MootError:
        return "not looked at"
