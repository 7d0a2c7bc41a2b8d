"""Test `moot mcp` and `/mcp` with the official client: answers, progress, waiting, cancelling, kills, refusals."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from moot.app import Application
from moot.vocabulary.events import SeatAsked
from server.running import Running, running
from world.gateway import Gateway
from world.homes import SEATS, furnished
from world.hosting import hosted

ROOT = Path(__file__).parents[3]
QUESTION = "Should a shop keep its orders in Postgres or in SQLite?"
START = "import sys; from moot.cli.main import main; sys.argv = ['moot', 'mcp', *sys.argv[1:]]; main()"


@pytest.fixture
def up() -> Iterator[Gateway]:
    with hosted(Gateway()) as gateway:
        yield gateway


@pytest.fixture
def home(tmp_path: Path, up: Gateway) -> Path:
    return furnished(tmp_path, up, council=SEATS)


@asynccontextmanager
async def by_stdio(home: Path, *words: str, pid_file: str = "") -> AsyncIterator[Client]:
    """Start `moot mcp` and connect to it."""
    noted = f"import os; open({pid_file!r}, 'w').write(str(os.getpid())); " if pid_file else ""
    command = ["-c", noted + START, *words]
    env = {**os.environ, "MOOT_HOME": str(home), "PYTHONPATH": str(ROOT / "src")}
    async with Client(StdioServerParameters(command=sys.executable, args=command, env=env)) as client:
        yield client


@asynccontextmanager
async def by_http(server: Running, mode: str = "auto") -> AsyncIterator[Client]:
    """Connect to `/mcp` of a server."""
    async with (
        httpx2.AsyncClient(headers=server.bearer, timeout=300, trust_env=False) as http,
        Client(streamable_http_client(f"{server.url}/mcp", http_client=http), mode=mode) as client,  # type: ignore[arg-type]
    ):
        yield client


async def called(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return what a tool returned as data."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    found: dict[str, Any] = result.structured_content or {}
    return found


async def refusal(client: Client, tool: str, **arguments: Any) -> str:
    """Return the error of a tool in words."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.structured_content
    return str(getattr(result.content[0], "text", ""))


async def every_tool(client: Client) -> None:
    """Use each tool once."""
    heard: list[str] = []

    async def hear(_: float, __: float | None, words: str | None) -> None:
        heard.append(words or "")

    listed = {tool.name for tool in (await client.list_tools()).tools}
    assert listed == {"consult", "convene", "follow_up", "status", "result", "stop", "councils"}
    asked = {"question": QUESTION, "protocol": "peer-review"}
    result = (await client.call_tool("consult", asked, progress_callback=hear)).structured_content or {}
    assert result["outcome"] == "verdict"
    assert result["answer"]
    assert result["answer"] in result["body"]
    assert "All 4 members answered." in result["confidence"]
    assert {name for reason in result["reasons"] for name in reason["by"]} <= set(SEATS)
    assert result["cost"] > 0
    assert heard[0] == "Stage: opinions"
    assert heard[-1] == "The answer is there"
    assert sum(words.endswith(" answered") for words in heard) == 9
    status = await called(client, "status", session=result["session"])
    assert (status["outcome"], status["spoken"], status["cost"]) == ("verdict", 9, result["cost"])
    assert await called(client, "result", session=result["session"]) == result
    further = await called(client, "follow_up", session=result["session"], question="And for ten users?")
    assert further["outcome"] == "verdict"
    assert further["session"] != result["session"]
    assert (await called(client, "status", session=further["session"]))["spoken"] == 1
    councils = (await called(client, "councils"))["result"]
    assert councils[0]["name"] == "ours"
    assert councils[0]["members"] == list(SEATS)
    assert {"frontier", "thrifty"} <= {row["name"] for row in councils}
    (text,) = (await client.read_resource(f"moot://sessions/{result['session']}")).contents
    assert QUESTION in getattr(text, "text", "")
    assert "no session called 'none'" in await refusal(client, "result", session="none")
    assert "no council called 'none'" in await refusal(client, "consult", question=QUESTION, council="none")
    assert "modles" in await refusal(client, "consult", question=QUESTION, modles=["lab/a"])
    with pytest.raises(Exception, match="no session called 'none'"):
        await client.read_resource("moot://sessions/none")
    assert "allows up to $10" in await refusal(client, "consult", question=QUESTION, budget=11)
    keyed = [(await called(client, "convene", question="One?", key="k"))["session"] for _ in range(2)]
    assert keyed[0] == keyed[1]
    assert "used for something else" in await refusal(client, "convene", question="Two?", key="k")


async def test_every_tool_over_stdio(home: Path) -> None:
    async with by_stdio(home) as client:
        await every_tool(client)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_every_tool_over_http(home: Path, mode: str) -> None:
    """In both revisions of the protocol."""
    async with running(home) as server, by_http(server, mode) as client:
        await every_tool(client)


async def test_two_clients_at_once(home: Path) -> None:
    async with running(home) as server, by_http(server) as one, by_http(server) as other:
        found = await asyncio.gather(*(called(each, "consult", question=QUESTION) for each in (one, other)))
        assert found[0]["session"] != found[1]["session"]
        assert [each["outcome"] for each in found] == ["verdict"] * 2


async def test_wait_ends_before_the_session(home: Path, up: Gateway) -> None:
    """The session goes on, and `result` waits for it."""
    up.behaves = {SEATS[0].partition("/")[2]: "slow"}
    async with by_stdio(home) as client:
        early = await called(client, "consult", question=QUESTION, wait=0)
        assert early["outcome"] == "running"
        assert early["message"] == ""
        late = await called(client, "result", session=early["session"], wait=120)
        assert (late["session"], late["outcome"]) == (early["session"], "verdict")


async def test_cancelled_call_leaves_the_session_until_it_is_stopped(home: Path, up: Gateway) -> None:
    """A client's time limit looks like cancelling: the session goes on, and the same key returns it."""
    up.behaves = {SEATS[0].partition("/")[2]: "silent"}
    begun = asyncio.Event()

    async def hear(*_: Any) -> None:
        begun.set()

    async with by_stdio(home) as client:
        asked = {"question": QUESTION, "key": "mine"}
        call = asyncio.create_task(client.call_tool("consult", asked, progress_callback=hear))
        await begun.wait()
        call.cancel()
        with suppress(asyncio.CancelledError):
            await call
        again = await called(client, "consult", **asked, wait=0)
        assert again["outcome"] == "running"
        assert "`result`" in again["remedy"]
        stopped = await called(client, "stop", session=again["session"])
        assert stopped["outcome"] == "stopped"
        assert "may still be charged" in stopped["may_follow"]


async def test_killed_server_goes_on_with_the_session(home: Path, up: Gateway, tmp_path: Path) -> None:
    """The next server resumes the session: it is the same one, and no reply is paid for twice."""
    up.behaves = {SEATS[0].partition("/")[2]: ["silent"]}  # the others have answered when the server is killed
    file = tmp_path / "pid"
    answers = 0
    enough = asyncio.Event()

    async def hear(_: float, __: float | None, words: str | None) -> None:
        nonlocal answers
        answers += bool(words and words.endswith(" answered"))
        if answers == 3:
            enough.set()

    with suppress(Exception):
        async with by_stdio(home, pid_file=str(file)) as client:
            call = asyncio.create_task(client.call_tool("consult", {"question": QUESTION}, progress_callback=hear))
            await enough.wait()
            os.kill(int(file.read_text()), signal.SIGKILL)
            await call
    app = await Application.opened("test", home=home)
    (listing,) = await app.register.list(10)
    await app.close()
    async with by_stdio(home) as client:
        result = await called(client, "result", session=listing.id, wait=120)
        assert result["outcome"] == "verdict"
    app = await Application.opened("test", home=home)
    events = await app.transcript.read(listing.id)
    await app.close()
    asked = Counter(
        event.body.seat for event in events if isinstance(event.body, SeatAsked) and "opinions" in event.key
    )
    assert sorted(asked.values()) == [1, 1, 1, 2], "only the call that was under way is repeated"


async def test_http_needs_the_token_and_no_foreign_origin(home: Path) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    accept = {"Accept": "application/json, text/event-stream"}
    async with running(home) as server, server.client(headers={}) as client:
        assert (await client.post("/mcp", json=body, headers=accept)).status_code == 401
        wrong = {**accept, "Authorization": "Bearer wrong"}
        assert (await client.post("/mcp", json=body, headers=wrong)).status_code == 401
        foreign = {**accept, **server.bearer, "Origin": "https://evil.example"}
        assert (await client.post("/mcp", json=body, headers=foreign)).status_code == 403
        host = {**accept, **server.bearer, "Host": "evil.example"}
        assert (await client.post("/mcp", json=body, headers=host)).status_code in (400, 403, 421)
