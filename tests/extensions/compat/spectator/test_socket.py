"""Starting and watching debates over the server's one socket, as a page of the published contract does."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import websockets

from extensions.compat.spectator.test_moments import WHOLE
from moot.extensions.compat.spectator.socket import speaks
from moot.protocols.debate.topics import NOT_AGAIN, TOPICS, theme_drawn, topic_drawn
from moot.vocabulary.seeded_draws import Lot
from server.running import MEMBERS, Running, running

ORIGIN = "http://localhost:5173"


def line(server: Running, **headers: str) -> Any:
    """A connection to the socket; with the token unless headers are given."""
    return websockets.connect(
        f"ws://127.0.0.1:{server.port}/ws", additional_headers=headers or server.bearer, proxy=None
    )


async def received(socket: Any, until: str = "complete") -> list[dict[str, Any]]:
    """Every frame up to one of this type."""
    told: list[dict[str, Any]] = []
    while not told or told[-1]["type"] != until:
        told.append(json.loads(await asyncio.wait_for(socket.recv(), 120)))
    return told


def types_of(told: list[dict[str, Any]]) -> str:
    kinds = [f"stage{each['stage']}" if each["type"] == "stage" else each["type"] for each in told]
    return "".join(f"{kind} " for kind in kinds if kind != "delta")


async def test_the_first_message_picks_the_dialect(server: Running) -> None:
    assert speaks('{"action": 1}')
    assert speaks('{"action": 1}' + " " * 4000), "one that is too long is refused in the dialect it is in"
    assert not any(map(speaks, ('{"do": "ping"}', "[]", "{", '"action"')))
    async with line(server) as ours, line(server) as theirs:
        await ours.send('{"do": "ping"}')
        assert json.loads(await ours.recv()) == {"pong": True}
        session = await server.asked("Is it moot?", protocol="debate")
        await theirs.send(json.dumps({"action": "watch", "session": session}))
        told = await received(theirs)
        assert all("type" in each for each in told), "notes on the list are for those who know them"
        await ours.send('{"action": "new_session"}')
        refused: dict[str, Any] = {}
        while "error" not in refused:
            refused = json.loads(await asyncio.wait_for(ours.recv(), 120))
        assert refused["error"]["code"] == "bad_input"


async def test_a_page_that_is_trusted_by_its_origin_sees_what_was_started_here(tmp_path: Path) -> None:
    async with running(tmp_path / "home", trust_origins=[ORIGIN]) as server:
        secret = await server.asked("Who gets the raise?", protocol="debate")
        await server.backend.until_over(secret)
        async with line(server, Origin=ORIGIN) as page:
            await page.send(json.dumps({"action": "watch", "session": secret}))
            (refused,) = await received(page, "error")
            assert refused["code"] == "unknown_name"
            await page.send(json.dumps({"do": "subscribe", "session": secret}))
            (refused,) = await received(page, "error")
            assert refused["code"] == "bad_input"
            await page.send(json.dumps({"action": "new_session", "models": MEMBERS}))
            told = await received(page)
        assert WHOLE.fullmatch(types_of(told))
        for origin in ("http://localhost:5174", "null"):
            with pytest.raises(websockets.exceptions.InvalidStatus):
                await line(server, Origin=origin)


async def test_a_debate_goes_on_when_its_page_leaves_and_when_the_server_starts_again(tmp_path: Path) -> None:
    async with running(tmp_path / "home", speed=1.0) as server, line(server) as socket:
        await socket.send(json.dumps({"action": "new_session", "models": MEMBERS}))
        session = (await received(socket, "roles"))[0]["session"]
    async with running(tmp_path / "home") as server:
        await server.backend.until_over(session, 30)
        assert (await server.backend.state(session)).status == "verdict"


def test_no_topic_comes_again_soon() -> None:
    recent: list[str] = []
    for number in range(200):
        topic = topic_drawn(recent[:NOT_AGAIN], Lot(str(number), "topic"))
        assert topic not in recent[:NOT_AGAIN]
        recent.insert(0, topic)
    assert len({*recent}) > 80
    everything = {each for topics in TOPICS.values() for each in topics}
    assert len(everything) == 100
    assert topic_drawn(everything, Lot("x", "topic")) in everything, "where nothing is left, one comes again"
    asked = theme_drawn(recent, Lot("x", "theme"))
    assert all(each in asked for each in recent[:8])
    assert recent[8] not in asked
