"""Test servers that misbehave, what of their tools is kept, the addresses they may have, and the commands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx2
import pytest
from click.testing import CliRunner
from mcp import types

from extensions.mcp.rigged import ledger, listed, raw_server, rig_address, rig_server, until_ended
from moot.cli.main import main
from moot.errors import BadInput, BadSetting, MootError
from moot.extensions.mcp import connection
from moot.extensions.mcp.catalogue import MOST_TOOLS, catalogue_from, wire_name
from moot.extensions.mcp.connection import ServerLink
from moot.extensions.mcp.servers import McpServer, ServerFile, check_server
from moot.extensions.mcp.transports import CheckedTransport, ServerTrouble
from moot.providers.public import EgressRefused, Gate, Secret


def link_to(server: McpServer) -> ServerLink:
    return ServerLink(server, lambda _: None)


async def called(server: McpServer) -> str:
    link = link_to(server)
    try:
        (row,) = (await link.catalogue()).tools
        result = await link.call(row, {"word": "one"}, 60)
    finally:
        await link.close()
    (part,) = result.content
    assert isinstance(part, types.TextContent)
    return part.text


@pytest.mark.parametrize("mode", ["good", "chatter"])
async def test_an_earlier_revision_of_the_protocol(mode: str) -> None:
    assert (await called(raw_server(mode))).startswith("seven")


async def test_what_a_server_asks_for_is_refused() -> None:
    said = json.loads(await called(raw_server("asks")))
    assert said["capabilities"] == {}
    assert said["replies"] == {
        "sampling/createMessage": "Sampling not supported",
        "elicitation/create": "Elicitation not supported",
        "roots/list": "List roots not supported",
    }


@pytest.mark.parametrize(
    ("mode", "says"),
    [
        ("garbage", 'it wrote what is no message: "Welcome to the server!"'),
        ("silent", "did not answer in time"),
        ("version", "1999-01-01"),
        ("ends", 'ended before it answered; its last words: "It has no licence'),
        ("closes", "ended before it answered"),
    ],
)
async def test_a_server_that_does_not_start(mode: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if mode in ("garbage", "silent"):
        monkeypatch.setattr(connection, "START", 3.0)
    link = link_to(raw_server(mode))
    try:
        with pytest.raises(ServerTrouble, match=says) as caught:
            await link.catalogue()
    finally:
        await link.close()
    assert caught.value.message.isprintable()
    assert caught.value.remedy == "Look at it with: moot settings mcp show raw"


async def test_a_server_that_ignores_the_end_and_sigterm_is_killed() -> None:
    await until_ended(int((await called(raw_server("stubborn"))).split()[1]))


async def test_a_program_that_is_not_installed() -> None:
    with pytest.raises(ServerTrouble, match="no-such-program is not installed"):
        await link_to(McpServer(name="raw", command=("no-such-program",))).catalogue()


def test_names_on_the_wire() -> None:
    assert wire_name("github", "search_issues") == "github__search_issues"
    pairs = [
        *(("a", "b__c"), ("a__b", "c"), ("a", "b.c"), ("a", "b/c"), ("a.b", "c"), ("a", "_b"), ("a_", "b")),
        *(("a", "ü" * 100), ("a", "x" * 100), ("a", "x" * 101), ("a", "x" * 60), ("a", "x" * 61), ("a", "")),
    ]
    names = [wire_name(*pair) for pair in pairs]
    assert len(set(names)) == len(pairs)
    for name in names:
        assert 1 <= len(name) <= 64
        assert all(c.isascii() and (c.isalnum() or c in "_-") for c in name)


def test_what_a_server_says_is_cut_and_cleaned() -> None:
    deep: dict[str, Any] = {}
    for _ in range(50):
        deep = {"type": "object", "properties": {"more": deep}}
    schema = {"type": "object", "properties": {"word": {"description": "A\x1b[31m word. " * 900, "default": None}}}
    tools = [
        types.Tool(name="good", description="One\nline\x00. " * 900, input_schema=schema),
        types.Tool(name="hint", input_schema={}, annotations=types.ToolAnnotations(read_only_hint=True)),
        types.Tool(name="good", input_schema={}),
        types.Tool(name="two\nlines", input_schema={}),
        types.Tool(name="deep", input_schema=deep),
        types.Tool(name="wide", input_schema={"enum": ["x" * 100] * 1000}),
    ]
    found = catalogue_from(McpServer(name="s", command=("s",)), tools)
    assert [(row.name, row.read_only) for row in found.tools] == [("good", False), ("hint", True)]
    assert len(found.tools[0].description) <= 2_000
    assert found.tools[0].description.isprintable()
    word = found.tools[0].parameters["properties"]["word"]
    assert word["description"].isprintable()
    assert word["default"] is None
    assert len(found.left_out) == 4
    many = [types.Tool(name=f"tool-{number}", input_schema={}) for number in range(MOST_TOOLS + 1)]
    assert len(catalogue_from(found.server, many).tools) == MOST_TOOLS


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({}, BadInput),
        ({"command": ("a",), "url": "https://example.org/mcp"}, BadInput),
        ({"command": ("a",), "env": ("A=1",)}, BadInput),
        ({"command": ("a",), "header": "Authorization"}, BadInput),
        ({"url": "https://example.org/mcp", "env": ("A",)}, BadInput),
        ({"url": "https://example.org/mcp", "header": "A: b"}, BadInput),
        ({"url": "http://example.org/mcp"}, EgressRefused),
        ({"url": "https://127.0.0.1/mcp"}, EgressRefused),
        ({"url": "http://169.254.169.254/mcp", "private": True}, EgressRefused),
        ({"name": "a/b", "command": ("a",)}, BadSetting),
    ],
)
def test_a_server_that_cannot_be_added(fields: dict[str, Any], error: type[MootError]) -> None:
    with pytest.raises(error):
        check_server(McpServer(**{"name": "s", **fields}))


async def test_a_name_that_leads_into_the_local_network_is_refused() -> None:
    async def lookup(host: str, port: int) -> Sequence[str]:
        return ["127.0.0.1"]

    async with httpx2.AsyncClient(transport=CheckedTransport(Gate(private=False, lookup=lookup))) as client:
        with pytest.raises(EgressRefused, match=r"127\.0\.0\.1"):
            await client.get("https://example.org/mcp")


async def test_the_key_is_sent_and_shown_nowhere(tmp_path: Path) -> None:
    async with rig_address(tmp_path) as url:
        server = McpServer(name="rig", url=url, private=True, header="Authorization")
        with pytest.raises(ServerTrouble, match="no key for the header Authorization"):
            await listed(tmp_path, server)
        ServerFile(tmp_path).add(server, "a-long-secret-key")
        link = ServerLink(server, ServerFile(tmp_path).key)
        try:
            rows = {row.name: row for row in (await link.catalogue()).tools}
            await link.call(rows["lookup"], {"word": "headers"}, 60)
        finally:
            await link.close()
    assert "a-long-secret-key" not in (tmp_path / "mcp.toml").read_text()
    assert [word for _, _, word in ledger(tmp_path)] == ["headers Bearer a-long-secret-key"]
    assert isinstance(ServerFile(tmp_path).key(server), Secret)


async def test_an_address_that_comes_back(tmp_path: Path) -> None:
    async with rig_address(tmp_path) as url:
        link = link_to(McpServer(name="rig", url=url, private=True))
        rows = {row.name: row for row in (await link.catalogue()).tools}
        await link.call(rows["lookup"], {"word": "one"}, 60)
    try:
        with pytest.raises(ServerTrouble, match="The MCP server rig "):
            await link.call(rows["lookup"], {"word": "two"}, 60)
        async with rig_address(tmp_path, int(url.split(":")[2].split("/")[0])):
            await link.call(rows["lookup"], {"word": "three"}, 60)
    finally:
        await link.close()
    assert [word for _, _, word in ledger(tmp_path)] == ["one", "three"]


def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_HOME", str(tmp_path))

    def moot(*words: str, code: int = 0) -> str:
        ended = CliRunner().invoke(main, ["settings", "mcp", *words], input="the-key\n")
        assert ended.exit_code == code, ended.output
        assert "Traceback" not in ended.output
        return ended.output

    assert "There is none" in moot()
    assert "moot settings mcp show rig" in moot("add", "rig", "--", *rig_server(tmp_path).command)
    assert "not looked at" in moot("list")
    assert "lookup (read-only): Look a word up." in moot("show", "rig")
    assert "3 tools, 1 of them read-only" in moot("list")
    added = moot("add", "wiki", "--url", "https://wiki.example/mcp", "--header", "X-Key")
    assert "the-key" not in added + moot("list", "--json")
    assert "already" in moot("add", "rig", "--", "x", code=2)
    moot("remove", "rig")
    assert "wiki" in moot("show", "rig", code=2)
    assert not (tmp_path / "mcp" / "rig.json").exists()
    moot("remove", "wiki")
    assert "the-key" not in (tmp_path / "keys.toml").read_text()
