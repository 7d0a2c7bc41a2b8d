"""The three-stage routes beyond `tests/published`: labels, other doors, pages that leave, a server that stops."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

from moot.extensions.compat.three_stage.view import labels_of, metadata, stage2
from moot.vocabulary.state import state_of
from server.running import Running, running


async def test_private_labels_are_put_back_into_the_readers_words(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.client() as client:
        made = (await client.post("/api/conversations", json={})).json()
        answer = await client.post(f"/api/conversations/{made['id']}/message", json={"content": "What is a moot?"})
        session = (await client.get("/api/sessions")).json()["sessions"][0]["session"]
        events = await server.backend.events(session)
        private = {e.label for event in events for e in getattr(event.body, "entries", ())}
        assert private
        said = json.dumps(answer.json())
        assert not [label for label in private if re.search(rf"\b{label}\b", said)]
        for item in answer.json()["stage2"]:
            listed = re.findall(r"\d+\. (Response [A-Z])", item["ranking"])
            assert listed[-len(item["parsed_ranking"]) :] == item["parsed_ranking"]


async def test_other_doors_conversations_are_not_seen_here(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.client() as client:
        native = (await server.backend.app.threads.create()).id
        assert (await client.get("/api/conversations")).json() == []
        assert (await client.get(f"/api/conversations/{native}")).status_code == 404


async def test_a_page_that_leaves_stops_nothing_and_a_second_message_waits(tmp_path: Path) -> None:
    async with running(tmp_path, speed=12) as server, server.client() as client:
        made = (await client.post("/api/conversations", json={})).json()
        address = f"/api/conversations/{made['id']}/message/stream"
        async with client.stream("POST", address, json={"content": "What is a moot?"}) as stream:
            async for _ in stream.aiter_raw():
                break
            session = stream.headers["moot-session"]
        running_now = (await client.get(f"/api/conversations/{made['id']}")).json()
        assert [message["role"] for message in running_now["messages"]] == ["user"]
        assert (await client.get("/api/conversations")).json()[0]["message_count"] == 1
        busy = await client.post(address, json={"content": "And?"})
        assert busy.status_code == 409
        assert list(busy.json()) == ["detail"]
        await client.get(f"/api/sessions/{session}", params={"wait": 60})
        await asyncio.sleep(0.1)
        kept = (await client.get(f"/api/conversations/{made['id']}")).json()
        assert kept["messages"][1]["stage3"]["response"]
        assert kept["title"] != "New Conversation"


async def test_a_server_that_stops_ends_the_stream_with_an_error(tmp_path: Path) -> None:
    async with running(tmp_path, speed=0.01) as server, server.client() as client:
        made = (await client.post("/api/conversations", json={})).json()
        address = f"/api/conversations/{made['id']}/message/stream"
        lines = []
        async with client.stream("POST", address, json={"content": "What is a moot?"}) as stream:
            async for line in stream.aiter_lines():
                lines.append(line)
                server.server.should_exit = True
        assert json.loads([line for line in lines if line][-1].removeprefix("data: "))["type"] == "error"


async def test_whoever_waits_for_the_end_is_told_when_the_server_stops(tmp_path: Path) -> None:
    async with running(tmp_path, speed=0.01) as server, server.client() as client:
        made = (await client.post("/api/conversations", json={})).json()
        asked = client.post(f"/api/conversations/{made['id']}/message", json={"content": "What is a moot?"})
        chat = {"model": "moot", "messages": [{"role": "user", "content": "What is a moot?"}]}
        waiting = [asyncio.create_task(asked), asyncio.create_task(client.post("/v1/chat/completions", json=chat))]
        while len(server.backend.app.runner.running) < 2:  # nobody tells a test that a session began
            await asyncio.sleep(0.02)
        server.server.should_exit = True
        told, answered = await asyncio.wait_for(asyncio.gather(*waiting), 60)
        assert (told.status_code, list(told.json())) == (503, ["detail"])
        assert answered.status_code == 502
        assert answered.headers["moot-session"]


async def test_beyond_z_the_best_twenty_six_are_labelled(server: Running) -> None:
    session = await server.asked(members=["rehearsal/ada:15", "rehearsal/bo:14"])
    async with server.client() as client:
        await client.get(f"/api/sessions/{session}", params={"wait": 60})
    events = await server.backend.events(session)
    state = state_of(events)
    labels = labels_of(state)
    assert list(labels.values()) == [f"Response {chr(65 + n)}" for n in range(26)]
    assert list(labels) == [seat.id for seat in state.seats if seat.id in labels]
    told = metadata(state)
    assert len(told["aggregate_rankings"]) == 26
    for item in stage2(state):
        assert set(item["parsed_ranking"]) <= set(labels.values())
        assert not re.search(r"Response (?![A-Z]\b)", item["ranking"])
