"""Conversations over HTTP: begun with their first question, gone on with, listed as one row each."""

from __future__ import annotations

import asyncio
import base64
from pathlib import Path
from typing import Any

import httpx

from server.running import MEMBERS, Running, running

FILE = {"name": "owls.txt", "data": base64.b64encode(b"Owls hunt at night.").decode(), "media_type": "text/plain"}


async def asked(client: httpx.AsyncClient, question: str, **body: Any) -> dict[str, Any]:
    sent = {"question": question, "members": MEMBERS, "chair": "rehearsal/hana", **body}
    answer = await client.post("/api/sessions", json=sent, params={"wait": 60})
    assert answer.status_code == 201, answer.text
    result: dict[str, Any] = answer.json()
    assert result["outcome"] == "verdict"
    return result


async def prompt_of(client: httpx.AsyncClient, session: str, key: str = "opinions/seat-a") -> str:
    answer = await client.get(f"/api/sessions/{session}/prompt", params={"key": key})
    assert answer.status_code == 200, answer.text
    return "\n".join(message["text"] for message in answer.json()["messages"])


async def test_the_first_question_begins_a_conversation_with_a_title_by_the_chair(server: Running) -> None:
    async with server.client() as client:
        first = await asked(client, "Should owls be counted at night?", conversation="new", attachments=[FILE])
        rows = (await client.get("/api/threads")).json()["conversations"]
        assert len(rows) == 1
        assert rows[0]["conversation"]
        assert rows[0]["turns"] == 1
        title = (await client.get(f"/api/threads/{rows[0]['conversation']}")).json()["conversation"]["title"]
        assert title == rows[0]["title"]
        assert 0 < len(title.split()) <= 7
        state = (await client.get(f"/api/sessions/{first['session']}/state")).json()
        assert state["thread"] == rows[0]["conversation"]
        assert state["moves"]["title/chair"]["state"] == "spoke"


async def test_the_third_question_remembers_the_first_and_its_file(server: Running) -> None:
    async with server.client() as client:
        long = "Is it about owls? " + "hoo " * 15_000
        first = await asked(client, long, conversation="new", attachments=[FILE])
        second = await asked(client, "And at dusk?", follows=first["session"])
        third = await asked(client, "And in winter?", follows=second["session"])
        prompt = await prompt_of(client, third["session"])
        assert long.strip() in prompt
        assert "Owls hunt at night." in prompt
        assert "And at dusk?" in prompt
        rows = (await client.get("/api/threads")).json()["conversations"]
        assert [(row["turns"], row["latest"]["session"]) for row in rows] == [(3, third["session"])]


async def test_a_session_without_conversation_becomes_the_first_of_one(server: Running) -> None:
    async with server.client() as client:
        lone = await asked(client, "Should owls be counted?")
        (row,) = (await client.get("/api/threads")).json()["conversations"]
        assert (row["conversation"], row["turns"], row["title"]) == (None, 1, "Should owls be counted?")
        second = await asked(client, "And at dusk?", follows=lone["session"][:8])
        (row,) = (await client.get("/api/threads")).json()["conversations"]
        assert (row["turns"], row["title"]) == (2, "Should owls be counted?")
        assert row["latest"]["session"] == second["session"]
        third = await asked(client, "And in winter?", follows=lone["session"])
        view = (await client.get(f"/api/threads/{row['conversation']}")).json()
        ids = [each["session"] for each in view["sessions"]]
        assert ids == [lone["session"], second["session"], third["session"]]
        prompt = await prompt_of(client, third["session"])
        assert prompt.index("Should owls be counted?") < prompt.index("And at dusk?") < prompt.index("And in winter?")


async def test_lists_hold_one_row_a_conversation_by_page_state_and_words(server: Running) -> None:
    async with server.client() as client:
        owls = await asked(client, "Should owls be counted?", conversation="new")
        await asked(client, "Is chalk better than slate?")
        await asked(client, "And barn owls?", follows=owls["session"], protocol="consensus")
        await asked(client, "Which bread keeps longest?")
        seen: list[str] = []
        before: dict[str, Any] = {}
        while True:
            page = (await client.get("/api/threads", params={"limit": 2, **before})).json()
            seen += [row["latest"]["question"] for row in page["conversations"]]
            if page["next"] is None:
                break
            before = {"before": page["next"]}
        assert seen == ["Which bread keeps longest?", "And barn owls?", "Is chalk better than slate?"]

        async def found(**params: Any) -> list[str]:
            answer = await client.get("/api/threads", params=params)
            return [row["latest"]["question"] for row in answer.json()["conversations"]]

        assert await found(q="counted") == ["And barn owls?"], "an earlier turn's words find the conversation"
        assert await found(protocol="consensus") == ["And barn owls?"]
        assert await found(state="failed") == []
        assert len(await found(state="verdict")) == 3


async def test_what_cannot_be_gone_on_with_is_refused_in_words(tmp_path: Path) -> None:
    async with running(tmp_path, speed=1.0) as server, server.client() as client:
        session = await server.asked()
        for body, status, words in (
            ({"follows": session}, 409, "has not ended"),
            ({"follows": "nowhere-at-all"}, 404, "nowhere-at-all"),
            ({"conversation": "nowhere"}, 404, "nowhere"),
            ({"conversation": "new", "follows": session}, 422, "Name one of them"),
        ):
            answer = await client.post("/api/sessions", json={"question": "And then?", "members": MEMBERS, **body})
            assert (answer.status_code, words in answer.text) == (status, True), answer.text
        await client.post(f"/api/sessions/{session}/stop")
        assert len((await client.get("/api/threads")).json()["conversations"]) == 1, "refusals leave nothing"
        await asyncio.sleep(0)
