"""Test that a question's cost is returned before it is asked, and refused alike if it could not be asked."""

from __future__ import annotations

import base64

from server.running import MEMBERS, Running

ASKED = {"question": "Is it time?", "members": MEMBERS, "chair": "rehearsal/hana"}


async def test_an_estimate_opens_nothing(server: Running) -> None:
    async with server.client() as client:
        row = (await client.post("/api/estimate", json=ASKED)).json()
        assert (row["calls"], row["dollars"], row["unknown"]) == (7, 0.0, [])
        assert [(each["stage"], each["calls"]) for each in row["stages"]] == [
            ("opinions", 3),
            ("review", 3),
            ("synthesis", 1),
        ]
        assert [seat["model"] for seat in row["members"][:3]] == MEMBERS
        assert all(seat["scripted"] for seat in row["members"])
        assert row["tokens"] > 0
        assert row["seconds"] is None
        assert row["why"]
        assert (await client.get("/api/sessions")).json()["sessions"] == []
        text = base64.b64encode(b"words " * 1000).decode()
        larger = await client.post("/api/estimate", json={**ASKED, "attachments": [{"name": "a.txt", "data": text}]})
        assert larger.json()["tokens"] > row["tokens"] + 3 * 5000


async def test_time_is_known_from_earlier_sessions(server: Running) -> None:
    session = await server.asked()
    async with server.client() as client:
        await client.get(f"/api/sessions/{session}?wait=30")
        row = (await client.post("/api/estimate", json=ASKED)).json()
        assert row["seconds"] is not None
        assert row["seconds"] >= 0
        assert row["untimed"] == []
        other = {**ASKED, "members": [*MEMBERS[:2], "rehearsal/fay"]}
        guessed = (await client.post("/api/estimate", json=other)).json()
        assert guessed["untimed"] == ["rehearsal/fay"], "its part of the time is a guess"


async def test_what_cannot_sit_is_refused_alike(server: Running) -> None:
    async with server.client() as client:
        for wrong in (
            {"question": ""},
            {**ASKED, "council": "rehearsal"},
            {**ASKED, "members": ["rehearsal/ada"]},
            {**ASKED, "members": ["nobody/here", "rehearsal/ada"]},
            {**ASKED, "options": {"quorum": 9}},
            {**ASKED, "options": {"nothing": 1}},
            {**ASKED, "protocol": "nothing"},
            {**ASKED, "rubric": "nothing"},
            {**ASKED, "conversation": "00000000-0000-4000-8000-000000000000"},
        ):
            estimate = await client.post("/api/estimate", json=wrong)
            convened = await client.post("/api/sessions", json=wrong)
            assert estimate.status_code == convened.status_code >= 400, wrong
            assert estimate.json()["error"]["message"] == convened.json()["error"]["message"]
        deep = [
            await client.post(f"/api/{door}", json=ASKED, headers={"Moot-Depth": "7"})
            for door in ("estimate", "sessions")
        ]
        assert [answer.json()["error"]["code"] for answer in deep] == ["too_deep", "too_deep"]
