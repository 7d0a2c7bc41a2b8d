"""Test that what does not fit is summarised once, by a recorded move, and reported wherever it is shown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace as replace_life
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from msgspec.structs import replace

from moot.errors import CallFailed
from moot.exports.session_files import export
from moot.floor.summaries import KEY
from moot.providers.provider import Call
from moot.sessions.conversation.earlier import earlier_from
from moot.views.result import result_of
from moot.vocabulary.events import SessionOpened, SessionStopped
from moot.vocabulary.questions import Turn
from rig.killing import Killing, Life, lived, result
from rig.script import Asked, Plan
from rig.upstream import Upstream
from sessions.backend import Backend, ranked

SAID = tuple(
    Turn(question=f"Question {n}? " + "why " * 4_000, answer=f"Answer {n}. " + "so " * 2_000) for n in range(1, 6)
)
"""Five turns of 22,000 characters: more than half of 32,768 tokens."""


def told(call: Call) -> str:
    return "All of it was about owls." if call.key == KEY else ranked(call)


@asynccontextmanager
async def convened(say: Any = told, **more: Any) -> AsyncIterator[tuple[Backend, str]]:
    async with Backend(say) as backend:
        yield backend, await backend.convene("peer-review", history=SAID, **more)


async def test_the_summary_comes_first_is_asked_once_and_stands_in_every_prompt() -> None:
    async with convened() as (backend, session):
        assert backend.asked[0] == KEY
        assert backend.asked.count(KEY) == 1
        (opened, *_) = await backend.events(session)
        assert isinstance(opened.body, SessionOpened)
        carried = opened.body.question.carried
        assert carried is not None
        whole = SAID[carried.summarise :]
        assert whole, "the newest still go along whole"
        for call in backend.voice.calls[1:]:
            first = call.messages[0]
            assert "All of it was about owls." in first.text
            assert f"Of turns 1 to {carried.summarise} you have a summary" in first.text
            assert [message.role for message in call.messages] == ["user", "assistant"] * (1 + len(whole)) + ["user"]
            assert [message.text for message in call.messages[2:-1:2]] == [turn.question for turn in whole]
            assert not any("Question 1?" in message.text for message in call.messages)
        (asked,) = [call for call in backend.voice.calls if call.key == KEY]
        assert "Question 1? why why" in asked.messages[-1].text
        assert whole[0].question not in asked.messages[-1].text
        state = await backend.state(session)
        assert state.status == "verdict"
        assert any("go along as a summary by the chair" in note for note in state.notes)
        assert (await backend.runner.replay(session)).digest == state.digest


async def test_a_summary_that_fails_leaves_beginnings_with_a_mark_and_is_told() -> None:
    def say(call: Call) -> Any:
        if call.key == KEY:
            return CallFailed("The model refused.", settled="blocked")
        return ranked(call)

    async with convened(say) as (backend, session):
        prompt = backend.voice.calls[-1].messages[0].text
        assert "you have the beginnings" in prompt
        assert "Question 1? why" in prompt
        assert " […]" in prompt
        state = await backend.state(session)
        assert state.status == "verdict"
        found = result_of(state)
        assert any("summary of earlier turns" in line for line in found.degraded), found.degraded
        assert (await backend.runner.replay(session)).digest == state.digest


async def test_a_summary_that_does_not_fit_the_budget_is_not_asked_for() -> None:
    async with convened(cap=1_000) as (backend, session):
        assert backend.asked == []
        last = (await backend.events(session))[-1].body
        assert isinstance(last, SessionStopped)
        assert last.outcome == "out_of_budget"


async def test_the_next_session_takes_the_summary_over_and_a_deleted_turn_takes_it_away() -> None:
    async with convened() as (backend, session):
        events = await backend.events(session)
        earlier = earlier_from([events])
        opened = events[0].body
        assert isinstance(opened, SessionOpened)
        carried = opened.question.carried
        assert carried is not None
        assert (earlier.covers, earlier.summary, earlier.source) == (
            carried.summarise,
            "All of it was about owls.",
            session,
        )
        assert len(earlier.turns) == 6
        second = await backend.convene("peer-review", earlier=earlier, question="And then?")
        assert KEY not in [call.key for call in backend.voice.calls if call.messages[-1].text == "And then?"]
        assert backend.asked.count(KEY) == 1, "nobody pays for it again"
        first = (await backend.events(second))[0].body
        assert isinstance(first, SessionOpened)
        assert first.question.carried is not None
        assert (first.question.carried.before, first.question.carried.source) == (carried.summarise, session)
        assert any("All of it was about owls." in m.text for m in backend.voice.calls[-1].messages)
        third = earlier_from([events, await backend.events(second)])
        assert (third.covers, len(third.turns)) == (carried.summarise, 7)
        without = replace(opened, question=replace(opened.question, history=SAID[1:], carried=None))
        gone = earlier_from([[replace(events[0], body=without), events[-1]], await backend.events(second)])
        assert (gone.summary, gone.covers) == ("", 0), "the second session's summary was made from a turn that is gone"


def calm(asked: Asked) -> Plan:
    return Plan(delay=0.01, chunks=2)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lives(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Upstream, Killing, str]]:
    """The service, a server of processes that are killed, and the digest of a session that none was in."""
    async with Upstream(script=calm) as upstream, Killing(upstream.url) as killing:
        whole = tmp_path_factory.mktemp("whole")
        assert not await killing.live(Life(home=str(whole), session="s", case="whole", earlier=12))
        found = result(whole)
        assert found["digest"] == found["replayed"]
        yield upstream, killing, found["digest"]


@pytest.mark.fast(3)
@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("place", ["before", "inside", "after"])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
async def test_a_kill_in_the_summary_pays_for_nothing_twice(
    lives: tuple[Upstream, Killing, str], tmp_path: Path, place: str, number: int
) -> None:
    upstream, killing, digest = lives
    life = Life(home=str(tmp_path), session="s", case=f"{place} {number}", earlier=12)
    assert await killing.live(replace_life(life, kill_at=f"commit:{place}:{number}"))
    settled = KEY in lived(tmp_path, "s").bodies
    assert not await killing.live(life)
    bodies = lived(tmp_path, "s").bodies
    assert KEY in bodies
    sent = [asked for asked in upstream.calls if asked.headers.get("x-case") == life.case and _summary(asked)]
    intents = [key for key in bodies if key.startswith(f"{KEY}~") and not key.endswith("!")]
    assert len(sent) <= len(intents) <= 2
    if settled:
        assert len(sent) == 1
    assert result(tmp_path)["digest"] == digest == result(tmp_path)["replayed"]


def _summary(asked: Asked) -> bool:
    return "Write the summary that stands in its place" in asked.prompt


async def test_exports_tell_what_went_along_and_what_stood_for_the_rest() -> None:
    async with convened() as (backend, session):
        events = await backend.events(session)
        state = await backend.state(session)
        for form in ("md", "html"):
            told_of = export(state, events, form)
            assert "written by the chair in this session" in told_of
            assert "All of it was about owls." in told_of
            assert "not carried whole" in told_of
