"""What does a client get of voters and councils? The same figures as the terminal, and words for one nobody knows."""

from __future__ import annotations

import pytest

from analytics.drawn_votes import drawn
from moot.transcripts.sql.transcript import SqlTranscript
from server.running import Running


@pytest.mark.slow
async def test_voters_are_told_and_one_by_its_fingerprint_or_its_model(server: Running) -> None:
    async with server.client() as client:
        assert (await client.get("/api/upkeep")).json() == {
            "sessions": 0,
            "voters": [],
            "councils": [],
            "pairs": [],
            "alarms": [],
            "due": 0,
        }
        await drawn(SqlTranscript(server.hall.house.store), 25)
        found = (await client.get("/api/upkeep")).json()
        assert found["sessions"] > 10
        for voter in found["voters"]:
            one = (await client.get(f"/api/upkeep/voters/{voter['fingerprint']}")).json()
            assert one["voter"] == voter
            assert len({each["session"] for each in one["sessions"]}) >= voter["sessions"]
        models = [voter["model"] for voter in found["voters"]]
        lone = next((model for model in models if models.count(model) == 1), None)
        if lone is not None:
            assert (await client.get(f"/api/upkeep/voters/{lone}")).json()["voter"]["model"] == lone
        answer = await client.get("/api/upkeep/voters/up/nobody")
        assert answer.status_code == 404
        assert "no voter" in answer.json()["error"]["message"]


@pytest.mark.slow
async def test_an_alarm_is_acknowledged_snoozed_and_told_again(server: Running) -> None:
    async with server.client() as client:
        await drawn(SqlTranscript(server.hall.house.store), 25)
        alarms = (await client.get("/api/upkeep")).json()["alarms"]
        key = alarms[0]["key"]
        assert {each["seen"] for each in alarms} == {""}

        def seen(reply: dict[str, object]) -> str:
            return next(each["seen"] for each in reply["alarms"] if each["key"] == key)  # type: ignore[attr-defined, no-any-return]

        assert seen((await client.put(f"/api/upkeep/alarms/{key}", json={})).json()) == "acknowledged"
        assert seen((await client.put(f"/api/upkeep/alarms/{key}", json={"days": 2})).json()) == "snoozed"
        assert seen((await client.delete(f"/api/upkeep/alarms/{key}")).json()) == ""
        assert (await client.delete(f"/api/upkeep/alarms/{key}")).status_code == 404
        assert (await client.put("/api/upkeep/alarms/nothing", json={})).status_code == 404
        assert (await client.put(f"/api/upkeep/alarms/{key}", json={"days": 0})).status_code == 422
        controls = (await client.get("/api/upkeep/controls")).json()["controls"]
        assert {each["hit"] for each in controls} == {True, False}


async def test_weights_and_calibrations_are_told(server: Running) -> None:
    async with server.client() as client:
        assert (await client.get("/api/upkeep/calibrations")).json() == {"calibrations": []}
        assert (await client.get("/api/upkeep/weights/steady")).status_code == 404
        await drawn(SqlTranscript(server.hall.house.store), 25)
        found = (await client.get("/api/upkeep/weights/steady")).json()
        assert not found["in_force"]
        assert found["waiting"]
        assert all(1 / 3 < each["weight"] <= 1 for each in found["voters"])
        councils = (await client.get("/api/upkeep")).json()["councils"]
        for council in councils:  # one without a name is known by its members, with slashes and commas
            assert (await client.get(f"/api/upkeep/weights/{council['name']}")).json()["council"] == council["name"]
