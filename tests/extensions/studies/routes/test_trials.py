"""Test trials of a voter over HTTP: the last request, the agreed budget, and the reported result."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from analytics.voter_quality.simulated import Skilled, voted
from moot.extensions.studies.trials.claims import TESTED, fixture_in
from moot.request import Ask
from moot.stats.voter_quality.fitness import wilson
from moot.transcripts.session_record import BENCH
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.events import SessionOpened
from server.running import Running, running
from world.gateway import Gateway
from world.homes import SEATS, gateway_at

SOUND, BROKEN, GONE = SEATS[0], SEATS[1], "nowhere/gone"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[tuple[Running, Gateway]]:
    with gateway_at(
        tmp_path, says=lambda asked: "It rains." if asked.model == BROKEN.partition("/")[2] else None
    ) as up:
        async with running(tmp_path) as server:
            voters = [Skilled(model, 1.0, 1.0) for model in (SOUND, BROKEN, GONE)]
            await voted(SqlTranscript(server.backend.app.store), "sat", voters, 2, Random(1))
            yield server, up


async def ended(client: Any, voter: str) -> dict[str, Any]:
    """The trial once it no longer runs."""
    while True:
        trials = (await client.get("/api/upkeep/trials")).json()["trials"]
        (row,) = [each for each in trials if each["voter"] == voter]
        if row["state"] != "running":
            return dict(row)
        await asyncio.sleep(0.02)


async def until_asked(up: Gateway) -> None:
    for _ in range(500):
        if [call for call in up.calls if call.body.get("messages")]:
            return
        await asyncio.sleep(0.02)
    raise AssertionError("nobody is asked")


async def voters_of(client: Any) -> dict[str, dict[str, Any]]:
    return {each["model"]: each for each in (await client.get("/api/upkeep")).json()["report"]["voters"]}


async def test_what_it_takes_is_told_first_and_what_came_of_it_stands_in_the_table(
    server: tuple[Running, Gateway],
) -> None:
    running, up = server
    async with running.client() as client:
        voter = (await voters_of(client))[SOUND]["fingerprint"]
        ahead = (await client.post("/api/upkeep/trials/estimate", json={"voter": voter})).json()
        assert (ahead["model"], ahead["runs"], ahead["earlier"], ahead["anew"]) == (SOUND, 5, 0, False)
        assert 0 < ahead["typical"] <= ahead["most"]
        assert not [call for call in up.calls if call.body.get("messages")], "nothing is asked before it is agreed to"
        begun = await client.post("/api/upkeep/trials", json={"voter": voter, "budget": ahead["most"]})
        assert begun.status_code == 201
        assert begun.json() | {"done": 0} == {
            "voter": voter, "model": SOUND, "state": "running", "done": 0, "of": 5, "verdict": None, "read": None,
            "more": 0, "troubles": [],
        }  # fmt: skip
        row = await ended(client, voter)
        assert (row["state"], row["done"], row["verdict"], row["more"]) == ("ended", 5, "unproven", 11), row
        found = wilson(5, 5)
        assert found is not None
        assert row["read"] == {"good": 5, "of": 5, "low": found.low, "high": found.high}
        assert row["troubles"] == []
        assert (await voters_of(client))[SOUND]["trial"] == "unproven"
        again = (await client.post("/api/upkeep/trials/estimate", json={"voter": SOUND})).json()
        assert (again["runs"], again["earlier"], again["anew"]) == (10, 5, False), "kept runs are not paid again"
        listed = await running.backend.app.register.list(100, door=BENCH)
        assert len(listed) == 5
        assert sum(each.spent for each in listed) / 1e9 <= ahead["most"]


@pytest.mark.slow
async def test_a_trial_is_stopped_and_goes_on_and_is_refused_twice_and_where_nobody_can_be_asked(
    server: tuple[Running, Gateway],
) -> None:
    running, up = server
    async with running.client() as client:
        voters = await voters_of(client)
        voter = voters[SOUND]["fingerprint"]
        up.behaves = {**up.behaves, SOUND.partition("/")[2]: "silent"}
        await client.post("/api/upkeep/trials", json={"voter": voter})
        twice = await client.post("/api/upkeep/trials", json={"voter": voter})
        assert twice.status_code == 409
        assert "being tried out already" in twice.json()["error"]["message"]
        await until_asked(up)
        assert (await client.post(f"/api/upkeep/trials/{voter}/stop")).status_code == 200
        row = await ended(client, voter)
        assert (row["state"], row["done"], row["verdict"]) == ("stopped", 0, None)
        up.behaves = {}
        await client.post("/api/upkeep/trials", json={"voter": voter})
        row = await ended(client, voter)
        assert (row["state"], row["done"], row["read"]["of"]) == ("ended", 5, 5)
        assert len(await running.backend.app.register.list(100, door=BENCH)) == 5, "the one that was stopped went on"
        for path in ("estimate", ""):
            answer = await client.post(f"/api/upkeep/trials/{path}".rstrip("/"), json={"voter": GONE})
            assert answer.status_code in (400, 404, 409, 422), answer.text
            assert "nowhere" in answer.json()["error"]["message"]
        assert (await client.post("/api/upkeep/trials/none/stop")).status_code == 404
        assert (await client.post("/api/upkeep/trials", json={"voter": "up/nobody"})).status_code == 404


async def test_it_is_asked_with_the_settings_and_words_with_which_it_sat(tmp_path: Path) -> None:
    with gateway_at(tmp_path):
        async with running(tmp_path) as server, server.client() as client:
            app = server.backend.app
            council = (await app.sits(Ask(members=[SEATS[2]] * 3))).council
            member = council.lines()[0]
            told = replace(member, count=3, temperature=0.4, reasoning="low", system="You are terse.")
            council = replace(council, members=(told,), protocol="claim-vote", system="Be kind.", chair=SEATS[3])
            session = await app.convene(
                Ask(question="Should the library buy seven machines?", council=council, seed="1")
            )
            await app.runner.ended(session)
            (voter,) = [
                each for each in (await client.get("/api/upkeep")).json()["report"]["voters"] if each["sessions"]
            ]
            await client.post("/api/upkeep/trials", json={"voter": voter["fingerprint"]})
            await ended(client, voter["fingerprint"])
            (after,) = (await client.get("/api/upkeep")).json()["report"]["voters"]
            assert (after["fingerprint"], after["trial"]) == (voter["fingerprint"], "unproven")
            first = (await app.transcript.read((await app.register.list(1, door=BENCH))[0].id))[0].body
            assert isinstance(first, SessionOpened)
            (seat,) = first.roster.seats
            assert (seat.temperature, seat.reasoning, seat.system) == (0.4, "low", "Be kind.\n\nYou are terse.")
            assert fixture_in(tmp_path, TESTED).digest == first.options["digest"]
