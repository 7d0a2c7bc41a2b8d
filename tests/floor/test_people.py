"""Test that a person in a seat is asked once, waited for without a task, and heard whenever the answer arrives."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import msgspec
import pytest

from moot.errors import BadInput, SessionOver
from moot.providers.provider import Call
from moot.sessions.resume import awaited
from moot.transcripts.lease import LeaseHolder
from moot.transcripts.stored_prompts import prompt_kept
from moot.vocabulary import event_keys
from moot.vocabulary.events import BallotRead, SeatAsked, SeatSpoke
from rig.words import answer_for
from sessions.backend import app
from sessions.small_protocols import two_stages


async def test_a_person_is_waited_for_without_a_task_and_answers_across_a_restart(path: Path) -> None:
    async with app(path) as first:
        session = await first.convene(two_stages, people=1)
        assert first.runner.running == []
        assert first.asked == []  # nobody speaks before the person has
    async with app(path) as second:
        assert await second.transcript.sweep() == []  # it waits; nothing is to be taken up
        asks = [key for key in await second.bodies(session) if key.startswith("one/seat-d~")]
        assert asks == ["one/seat-d~1"]
        with pytest.raises(BadInput, match="one/seat-d"):
            await second.runner.answer(session, "one/seat-z", "mine")
        with pytest.raises(BadInput, match="empty"):
            await second.runner.answer(session, "one/seat-d", "  ")
        await second.runner.answer(session, "one/seat-d", "words of a person")
        await second.runner.ended(session)
        bodies = await second.bodies(session)
        said = bodies["one/seat-d"]
        assert isinstance(said, SeatSpoke)
        assert (said.text, said.model, said.cost) == ("words of a person", "person", 0)
        assert "one/seat-d~2" not in bodies
        assert sorted(second.asked[:-1]) == ["one/seat-a", "one/seat-b", "one/seat-c"]
        assert second.asked[-1] == "two/chair"
        assert (await second.state(session)).status == "verdict"
        assert "words of a person" in await second.prompt(session, "two/chair")
        assert (await second.runner.replay(session)).digest == (await second.state(session)).digest
        with pytest.raises(SessionOver):
            await second.runner.answer(session, "one/seat-d", "changed my mind")


@pytest.mark.parametrize("where", ["here", "elsewhere"])
async def test_an_answer_that_crosses_the_goodbye_is_found(path: Path, where: str) -> None:
    """It is stored after the session's last look for answers and before it has let go of its lease."""
    async with app(path) as here, app(path) as there:
        there.runner._holder = LeaseHolder(host="another-host/0", pid=7, started=1, door="cli")
        release = here.transcript.release
        crossed = []

        async def crossing(lease, state=None):  # type: ignore[no-untyped-def]
            if state == "waiting" and not crossed:
                crossed.append(lease.session)
                await (here if where == "here" else there).runner.answer(lease.session, "one/seat-d", "just in time")
            await release(lease, state)

        here.transcript.release = crossing  # type: ignore[method-assign]
        session = await here.convene(two_stages, people=1)
        for _ in range(100):
            await asyncio.sleep(0.02)
            if (await here.state(session)).status == "verdict":
                break
        assert crossed == [session]
        assert (await here.state(session)).status == "verdict"
        assert (await here.state(session)).resumed == 1


def spoken(call: Call) -> str:
    return answer_for(call.messages[-1].text, call.schema, 60)


@pytest.mark.parametrize("protocol", ["peer-review", "consensus", "claim-vote", "debate"])
async def test_nothing_of_a_wave_is_there_while_a_person_in_it_has_not_answered(path: Path, protocol: str) -> None:
    """What does not exist leaves through no door: no event, no words on their way, no prompt, no call."""
    async with app(path, spoken) as here:
        session = await here.convene(protocol, people=1)
        for _ in range(8):
            open_keys = awaited(await here.events(session))
            if not open_keys:
                break
            (key,) = open_keys
            wave = [
                event
                for event in await here.events(session)
                if event_keys.stage_of(event.key) == event_keys.stage_of(key)
            ]
            others = [event for event in wave if isinstance(event.body, (SeatAsked, SeatSpoke, BallotRead))]
            own = {event.key for event in others if getattr(event.body, "seat", "") == "seat-d"}
            told = [event.key for event in others if event.key not in own]
            # a stage may hold several waves: what an earlier one brought was shown in this one's prompt
            assert not told or key.endswith("#again"), (key, told)
            assert (
                not [said for said in here.voice.calls if event_keys.stage_of(said.key) == event_keys.stage_of(key)]
                or told
            )
            kept = await prompt_kept(here.transcript, session, key)
            schema = json.loads(kept.schema) if kept.schema else None
            await here.runner.answer(session, key, answer_for(kept.messages[-1].text, schema, 60))
            await here.runner.ended(session)
        assert (await here.state(session)).status in ("verdict", "inconclusive")


async def test_of_two_people_neither_reads_the_other_first(path: Path) -> None:
    async with app(path) as here:
        session = await here.convene(two_stages, people=2)
        assert awaited(await here.events(session)) == ["one/seat-c", "one/seat-d"]
        await here.runner.answer(session, "one/seat-c", "a secret until both have spoken")
        await here.runner.ended(session)
        assert "a secret" not in msgspec.json.encode(await here.events(session)).decode()
        assert here.asked == []
        assert await here.runner.handed_in(session) == {"one/seat-c"}
        with pytest.raises(SessionOver, match="handed in already"):
            await here.runner.answer(session, "one/seat-c", "another")
    async with app(path) as later:  # what was handed in outlives the process
        await later.runner.answer(session, "one/seat-d", "the other one's words")
        await later.runner.ended(session)
        bodies = await later.bodies(session)
        said = [bodies["one/seat-c"], bodies["one/seat-d"]]
        assert [body.text for body in said if isinstance(body, SeatSpoke)] == [
            "a secret until both have spoken",
            "the other one's words",
        ]
        assert (await later.state(session)).status == "verdict"
        assert await later.transcript.wishes([session]) == []
