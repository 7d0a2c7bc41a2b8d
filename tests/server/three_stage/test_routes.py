"""The three-stage council's contract, call by call and event by event, as its untouched page reads it."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from moot.server.three_stage.stream import StageStream, Telling
from moot.server.three_stage.view import labels_of, metadata, stage2
from moot.vocabulary.events import Event
from moot.vocabulary.state import state_of
from server.running import Running, running

ORIGIN = {"Origin": "http://localhost:5173"}
NAIVE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}")
ORDER = [
    "stage1_start", "stage1_complete", "stage2_start", "stage2_complete", "stage3_start", "stage3_complete",
]  # fmt: skip


@pytest.fixture
async def page(tmp_path: Path) -> Any:
    """What the untouched page has: its origin, and no token."""
    async with (
        running(tmp_path, trust_origins=["http://localhost:5173"]) as server,
        server.client(headers=ORIGIN) as client,
    ):
        yield client


async def begun(page: Any) -> str:
    made = await page.post("/api/conversations", json={})
    assert made.status_code == 200
    return str(made.json()["id"])


def check_stages(stage1: Any, stage2: Any, stage3: Any, told: Any) -> None:
    """The shapes the page cannot do without."""
    models = [item["model"] for item in stage1]
    assert all(isinstance(item["response"], str) and item["response"] for item in stage1)
    labels = told["label_to_model"]
    assert list(labels) == [f"Response {chr(65 + n)}" for n in range(len(stage1))]
    assert list(labels.values()) == models
    for item in stage2:
        assert isinstance(item["ranking"], str)
        assert set(item["parsed_ranking"]) <= set(labels)
        assert len(item["parsed_ranking"]) == len(stage1), "its own answer is among them, and nobody told it which"
    for item in told["aggregate_rankings"]:
        assert isinstance(item["average_rank"], float)
        assert isinstance(item["rankings_count"], int)
        assert item["model"] in models
    ranks = [item["average_rank"] for item in told["aggregate_rankings"]]
    assert ranks == sorted(ranks)
    assert isinstance(stage3["response"], str)
    assert stage3["model"]


async def test_the_calls(page: Any) -> None:
    assert (await page.get("/")).json() == {"status": "ok", "service": "LLM Council API"}
    assert (await page.get("/api/conversations")).json() == []
    assert (await page.post("/api/conversations")).status_code == 422
    made = (await page.post("/api/conversations", json={})).json()
    assert made == {"id": made["id"], "created_at": made["created_at"], "title": "New Conversation", "messages": []}
    assert UUID(made["id"]).version == 4
    assert NAIVE.fullmatch(made["created_at"])
    listed = (await page.get("/api/conversations")).json()
    assert listed == [
        {"id": made["id"], "created_at": made["created_at"], "title": "New Conversation", "message_count": 0}
    ]
    assert (await page.get(f"/api/conversations/{made['id']}")).json() == made
    for method, path in (
        ("GET", "/api/conversations/nobody"),
        ("POST", "/api/conversations/nobody/message"),
        ("POST", "/api/conversations/nobody/message/stream"),
    ):
        missing = await page.request(method, path, json={"content": "?"})
        assert missing.status_code == 404
        assert missing.json() == {"detail": "Conversation not found"}
    for path in ("message", "message/stream"):
        wrong = await page.post(f"/api/conversations/{made['id']}/{path}", json={"text": "?"})
        assert wrong.status_code == 422
        assert wrong.json()["detail"][0]["loc"] == ["body", "content"]


async def told(page: Any, conversation: str, content: str) -> list[dict[str, Any]]:
    """The events of one message; each must arrive in a piece of its own."""
    events = []
    address = f"/api/conversations/{conversation}/message/stream"
    async with page.stream("POST", address, json={"content": content}) as stream:
        assert stream.status_code == 200
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["cache-control"] == "no-cache"
        assert stream.headers["access-control-allow-origin"] == "http://localhost:5173"
        async for chunk in stream.aiter_raw():
            assert chunk.isascii()
            assert chunk.endswith(b"\n\n")
            for line in chunk.decode().removesuffix("\n\n").split("\n\n"):
                assert line.startswith("data: ")
                assert "\n" not in line
                events.append(json.loads(line.removeprefix("data: ")))
    return events


async def test_the_stream_event_by_event(page: Any) -> None:
    conversation = await begun(page)
    events = await told(page, conversation, "Sollen wir größere Räte wählen? ✓")
    assert [event["type"] for event in events] == [*ORDER, "title_complete", "complete"]
    by = {event["type"]: event for event in events}
    assert by["stage1_start"] == {"type": "stage1_start"}
    assert by["complete"] == {"type": "complete"}
    stage1, stage2_told = by["stage1_complete"]["data"], by["stage2_complete"]["data"]
    check_stages(stage1, stage2_told, by["stage3_complete"]["data"], by["stage2_complete"]["metadata"])
    assert len(stage1) == 4
    assert by["title_complete"]["data"]["title"]
    kept = (await page.get(f"/api/conversations/{conversation}")).json()
    assert kept["title"] == by["title_complete"]["data"]["title"]
    user, assistant = kept["messages"]
    assert user == {"role": "user", "content": "Sollen wir größere Räte wählen? ✓"}
    assert assistant["role"] == "assistant"
    assert assistant["stage1"] == stage1
    assert assistant["stage2"] == stage2_told
    assert assistant["stage3"] == by["stage3_complete"]["data"]
    assert assistant["metadata"] == by["stage2_complete"]["metadata"]


async def test_several_turns_and_no_second_title(page: Any) -> None:
    conversation = await begun(page)
    whole = await page.post(f"/api/conversations/{conversation}/message", json={"content": "What is a moot?"})
    body = whole.json()
    assert list(body) == ["stage1", "stage2", "stage3", "metadata"]
    check_stages(body["stage1"], body["stage2"], body["stage3"], body["metadata"])
    events = await told(page, conversation, "And who may speak?")
    assert [event["type"] for event in events] == [*ORDER, "complete"]
    kept = (await page.get(f"/api/conversations/{conversation}")).json()
    assert [message["role"] for message in kept["messages"]] == ["user", "assistant"] * 2
    (row,) = (await page.get("/api/conversations")).json()
    assert row["message_count"] == 4
    assert row["title"] not in ("", "New Conversation")
    other = await begun(page)
    assert [row["id"] for row in (await page.get("/api/conversations")).json()] == [other, conversation]


async def test_private_labels_are_put_back_into_the_readers_words(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.client() as client:
        made = (await client.post("/api/conversations", json={})).json()
        answer = await client.post(f"/api/conversations/{made['id']}/message", json={"content": "What is a moot?"})
        session = (await client.get("/api/sessions")).json()["sessions"][0]["session"]
        events = await server.hall.events(session)
        private = {e.label for event in events for e in getattr(event.body, "entries", ())}
        assert private
        said = json.dumps(answer.json())
        assert not [label for label in private if re.search(rf"\b{label}\b", said)]
        for item in answer.json()["stage2"]:
            listed = re.findall(r"\d+\. (Response [A-Z])", item["ranking"])
            assert listed[-len(item["parsed_ranking"]) :] == item["parsed_ranking"]


async def test_other_doors_conversations_are_not_seen_here(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.client() as client:
        native = (await client.post("/api/threads", json={})).json()["conversation"]
        assert (await client.get("/api/conversations")).json() == []
        assert (await client.get(f"/api/conversations/{native}")).status_code == 404


async def test_nobody_answers(tmp_path: Path) -> None:
    (tmp_path / "councils").mkdir(parents=True)
    (tmp_path / "councils" / "mute.toml").write_text('members = ["rehearsal/failing:3"]\nchair = "rehearsal/hana"\n')
    (tmp_path / "settings.toml").write_text('council = "mute"\n')
    async with running(tmp_path) as server, server.client(headers=server.bearer) as client:
        made = (await client.post("/api/conversations", json={})).json()
        whole = await client.post(f"/api/conversations/{made['id']}/message", json={"content": "?"})
        body = whole.json()
        assert (body["stage1"], body["stage2"], body["metadata"]) == ([], [], {})
        assert body["stage3"]["model"] == "error"
        assert body["stage3"]["response"].startswith("All models failed to respond. Please try again.")
        events = []
        address = f"/api/conversations/{made['id']}/message/stream"
        async with client.stream("POST", address, json={"content": "?"}) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("data: "):
                    events.append(json.loads(line.removeprefix("data: ")))
        assert [event["type"] for event in events] == [*ORDER, "complete"]
        assert events[1] == {"type": "stage1_complete", "data": []}
        assert events[-2]["data"] == body["stage3"] | {"response": events[-2]["data"]["response"]}
        assert events[-2]["data"]["response"].startswith("All models failed to respond.")


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
    async with running(tmp_path, speed=1) as server, server.client() as client:
        made = (await client.post("/api/conversations", json={})).json()
        address = f"/api/conversations/{made['id']}/message/stream"
        lines = []
        async with client.stream("POST", address, json={"content": "What is a moot?"}) as stream:
            async for line in stream.aiter_lines():
                lines.append(line)
                server.server.should_exit = True
        assert json.loads([line for line in lines if line][-1].removeprefix("data: "))["type"] == "error"


async def test_whoever_waits_for_the_end_is_told_when_the_server_stops(tmp_path: Path) -> None:
    async with running(tmp_path, speed=1) as server, server.client() as client:
        made = (await client.post("/api/conversations", json={})).json()
        asked = client.post(f"/api/conversations/{made['id']}/message", json={"content": "What is a moot?"})
        chat = {"model": "moot", "messages": [{"role": "user", "content": "What is a moot?"}]}
        waiting = [asyncio.create_task(asked), asyncio.create_task(client.post("/v1/chat/completions", json=chat))]
        while len(server.hall.house.runner.running) < 2:  # nobody tells a test that a session began
            await asyncio.sleep(0.02)
        server.server.should_exit = True
        told, answered = await asyncio.wait_for(asyncio.gather(*waiting), 60)
        assert (told.status_code, list(told.json())) == (503, ["detail"])
        assert answered.status_code == 502
        assert answered.headers["moot-session"]


async def test_who_begins_to_wait_while_the_server_stops_is_told_too(tmp_path: Path) -> None:
    async with running(tmp_path, speed=1) as server, server.client() as client:
        session = (await client.post("/api/sessions", json={"question": "What is a moot?"})).json()["session"]
        await server.hall.close()
        await asyncio.wait_for(server.hall.until_over(session), 60)
        assert session in server.hall.house.runner.running, "it was not the session's end that was waited for"


@pytest.mark.slow
async def test_beyond_z_the_best_twenty_six_are_labelled(server: Running) -> None:
    session = await server.asked(members=["rehearsal/ada:15", "rehearsal/bo:14"])
    async with server.client() as client:
        await client.get(f"/api/sessions/{session}", params={"wait": 60})
    events = await server.hall.events(session)
    state = state_of(events)
    labels = labels_of(state)
    assert list(labels.values()) == [f"Response {chr(65 + n)}" for n in range(26)]
    assert list(labels) == [seat.id for seat in state.seats if seat.id in labels]
    told = metadata(state)
    assert len(told["aggregate_rankings"]) == 26
    for item in stage2(state):
        assert set(item["parsed_ranking"]) <= set(labels.values())
        assert not re.search(r"Response (?![A-Z]\b)", item["ranking"])


async def test_the_telling_always_ends(server: Running) -> None:
    """Whatever prefix of a session is told, and then its end: nothing twice, nothing after the end."""
    session = await server.asked()
    async with server.client() as client:
        await client.get(f"/api/sessions/{session}", params={"wait": 60})
    events: list[Event] = await server.hall.events(session)
    telling = Telling(first=False)
    kinds = [told["type"] for event in events for told in telling.told(event)]
    assert kinds == [*ORDER, "complete"]
    assert StageStream.__call__.__doc__
