"""Test importing a session, setting a title and reading a prompt over HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.server.api import transcript_files
from moot.transcripts.sql.repair.rebuild import rebuild
from server.running import MEMBERS, Running, running


async def test_a_session_goes_from_one_server_to_another(server: Running, tmp_path: Path) -> None:
    session = await server.asked()
    async with server.client() as client:
        ended = (await client.get(f"/api/sessions/{session}?wait=30")).json()
        text = (await client.get(f"/api/sessions/{session}/export?format=jsonl")).text
        same = await client.post("/api/sessions/import", json={"text": text})
        assert (same.status_code, same.json()["session"]) == (200, session)
    async with running(tmp_path / "elsewhere") as other, other.client() as client:
        taken = await client.post("/api/sessions/import", json={"text": text})
        assert taken.status_code == 201, taken.text
        assert taken.headers["location"] == f"/api/sessions/{session}"
        assert taken.json()["body"] == ended["body"]
        (row,) = (await client.get("/api/sessions")).json()["sessions"]
        assert (row["door"], row["state"], row["members"]) == ("import", "verdict", MEMBERS)
        assert (await client.post("/api/sessions/import", json={"text": text})).status_code == 200
        newer = text.rpartition('{"seal"')[0].replace('"SeatSpoke"', '"SeatSang"')
        told = await client.post("/api/sessions/import", json={"text": newer})
        assert (told.status_code, told.json()["error"]["code"]) == (422, "bad_input"), "the file is at fault, not we"
        assert (
            await client.post("/api/sessions/import", json={"text": text.replace("moot", "Moot", 1)})
        ).status_code == 422
        bare = text.rstrip("\n").rpartition("\n")[0]  # without its seal
        shorter = bare.rpartition("\n")[0]
        assert (await client.post("/api/sessions/import", json={"text": shorter})).status_code == 409
        broken = await client.post("/api/sessions/import", json={"text": bare.replace('"seq":3', '"seq":4')})
        assert broken.status_code == 422
        assert "Line 3" in broken.json()["error"]["message"]
        assert (await client.get(f"/api/sessions/{session}/prompt?key=review/seat-a~1")).status_code == 404
        assert (await client.get(f"/api/sessions/{session}/export?format=jsonl")).text == text
        assert (await client.get("/api/sessions?q=moot")).json()["sessions"] == [row]


async def test_a_conversation_goes_on_elsewhere(server: Running, tmp_path: Path) -> None:
    async with server.client() as client:
        begun = (await server.backend.app.threads.create("Bridges")).id
        first = await server.asked("Which bridge stands?", conversation=begun)
        await client.get(f"/api/sessions/{first}?wait=30")
        text = (await client.get(f"/api/sessions/{first}/export?format=jsonl")).text
    async with running(tmp_path / "elsewhere") as other, other.client() as client:
        assert (await client.post("/api/sessions/import", json={"text": text})).status_code == 201
        state = (await client.get(f"/api/sessions/{first}/state")).json()
        assert state["thread"] == begun
        second = await other.asked("And in a storm?", conversation=state["thread"])
        (turn,) = (await client.get(f"/api/sessions/{second}/state")).json()["question"]["history"]
        assert turn["question"] == "Which bridge stands?"
        there = (await client.get(f"/api/sessions?conversation={begun}")).json()["sessions"]
        assert [row["session"] for row in there] == [second, first]
        await client.get(f"/api/sessions/{second}?wait=30")
        await rebuild(other.backend.app.store)
        again = (await client.get(f"/api/sessions?conversation={begun}")).json()["sessions"]
        assert [row["session"] for row in again] == [second, first]


async def test_a_title_and_a_prompt(server: Running) -> None:
    session = await server.asked("Which bridge stands?")
    async with server.client() as client:
        await client.get(f"/api/sessions/{session}?wait=30")
        row = (await client.patch(f"/api/sessions/{session}", json={"title": "Bridges"})).json()
        assert (row["session"], row["title"]) == (session, "Bridges")
        assert (await client.patch(f"/api/sessions/{session}", json={"title": ""})).status_code == 422
        row = (await client.patch(f"/api/sessions/{session}", json={"pinned": True})).json()
        assert (row["title"], row["pinned"], row["source"]) == ("Bridges", True, "api")
        listed = [(await client.get(f"/api/threads?pinned={on}")).json()["conversations"] for on in (1, 0)]
        assert [len(each) for each in listed] == [1, 0]
        assert row["answer"]
        prompt = (await client.get(f"/api/sessions/{session}/prompt?key=review/seat-a~1")).json()
        assert prompt["key"] == "review/seat-a~1"
        assert [message["role"] for message in prompt["messages"]] == ["user"]
        assert "Which bridge stands?" in prompt["messages"][0]["text"]
        assert prompt["schema"].startswith("{")
        assert (await client.get(f"/api/sessions/{session}/prompt?key=review/seat-a")).json() == prompt
        unknown = await client.get(f"/api/sessions/{session}/prompt?key=review/seat-x~1")
        assert unknown.status_code == 404
        said = (await client.get(f"/api/sessions/{session}/state")).json()["moves"]["opinions/seat-a"]["text"]
        word = max(said.split(), key=len).strip(".,;:()*")
        assert [each["session"] for each in (await client.get("/api/sessions", params={"q": word})).json()["sessions"]]


async def test_a_file_and_a_session_are_checked(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await server.asked()
    async with server.client() as client:
        await client.get(f"/api/sessions/{session}?wait=30")
        text = (await client.get(f"/api/sessions/{session}/export?format=jsonl")).text
        kept = (await client.get(f"/api/sessions/{session}/check")).json()
        assert (kept["conclusion"], kept["replay"], kept["verdict"], kept["differences"]) == (
            "well",
            "follows",
            True,
            [],
        )
        monkeypatch.setattr(transcript_files, "MOST", 1)
        found = (await client.post("/api/verify", json={"text": text + text.replace(session, "another-one")})).json()
        assert (found["conclusion"], found["unread"], len(found["checked"])) == ("partly", 1, 1)
        monkeypatch.undo()
        found = (await client.post("/api/verify", json={"text": text + text.replace(session, "another-one")})).json()
        assert (found["conclusion"], found["unread"]) == ("changed", 0)
        assert [each["conclusion"] for each in found["checked"]] == ["well", "changed"]
        assert found["checked"][0]["says"][0] == "Unchanged since it was exported."
        bare = text.rpartition('{"seal"')[0]
        (one,) = (
            await client.post("/api/verify", json={"text": bare.replace('"by":"chair"', '"by":"seat-a"')})
        ).json()["checked"]
        assert (one["conclusion"], one["seal"]) == ("diverges", "unsealed")
        assert {"key": "verdict", "field": "verdict.by", "recorded": '"seat-a"', "made": '"chair"'} in one[
            "differences"
        ]
        key = "ed25519:" + "A" * 43 + "="
        (one,) = (await client.post("/api/verify", json={"text": text, "keys": [key]})).json()["checked"]
        assert (one["conclusion"], one["signature"]) == ("unknown_signer", "unsigned")
        for wrong in ({"text": text, "keys": ["x"]}, {"text": 1}, {"texts": ""}):
            assert (await client.post("/api/verify", json=wrong)).status_code == 422
        assert (await client.post("/api/verify", json={"text": "hello"})).json()["conclusion"] == "unreadable"


async def test_what_a_page_asks_is_told_from_what_programs_ask(server: Running) -> None:
    async with server.client() as client:
        body = {"question": "Which bridge stands?", "council": "rehearsal"}
        origin = str(client.base_url).rstrip("/")
        asked = (await client.post("/api/sessions?wait=30", json=body, headers={"Origin": origin})).json()
        rows = {}
        for source in ("browser", "api", "terminal", "imported"):
            rows[source] = (await client.get(f"/api/sessions?source={source}")).json()["sessions"]
        assert [row["session"] for row in rows.pop("browser")] == [asked["session"]]
        assert not any(rows.values())
        assert (await client.get("/api/sessions?source=elsewhere")).status_code == 422
