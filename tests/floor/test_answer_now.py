"""Test "Answer now": the concluding seat writes from what has arrived, also after the process was killed."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from moot.errors import CallFailed, Conflict
from moot.protocols import registry
from moot.protocols.at_once import UNDECIDED
from moot.providers.provider import Call
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.views.contract import contract_of
from moot.vocabulary.events import AnswerRequested
from moot.vocabulary.state import SessionState
from protocols.claim_vote.claimants import Claimants
from rig.words import answer_for
from sessions.backend import Backend

FIRST = ("opinions", "panel", "round.1", "discovery")
JUDGING = ("review", "analysis", "rebuttals", "alliances", "round.2", "claims", "votes", "rebuttal", "adjudication")


def voices(silent: Callable[[Call], bool], protocol: str = "") -> Callable[[Call], object]:
    """Voices of which some never answer."""
    claimants = Claimants()

    async def say(call: Call) -> str | CallFailed:
        if silent(call):
            await asyncio.Event().wait()
        return claimants(call) if protocol == "claim-vote" else answer_for(call.messages[-1].text, call.schema, 40)

    return say


async def until(backend: Backend, session: str, arrived: Callable[[SessionState], bool]) -> None:
    while not arrived(await backend.state(session)):
        await asyncio.sleep(0.01)


def spoke(state: SessionState, stage: str) -> int:
    return len([move for move in state.moves.values() if move.state == "spoke" and move.stage.startswith(stage)])


async def answered(backend: Backend, session: str) -> SessionState:
    await backend.runner.ended(session)
    state = await backend.state(session)
    assert state.status == "verdict", (state.reason, state.message)
    assert state.verdict is not None
    assert any("asked for the answer at once" in line for line in state.verdict.degraded)
    assert contract_of(state).body
    assert (await backend.runner.replay(session)).digest == state.digest
    return state


@pytest.mark.parametrize("protocol", registry.OURS)
async def test_the_answer_is_written_from_what_has_arrived(protocol: str) -> None:
    def silent(call: Call) -> bool:
        return call.key.partition("/")[0] in FIRST and call.seat.id in ("seat-c", "seat-d")

    async with Backend(voices(silent, protocol)) as backend:
        session = await backend.convene(protocol, until_over=False)
        await until(backend, session, lambda state: sum(spoke(state, stage) for stage in FIRST) == 2)
        assert set(await backend.runner.answer_now(session)) == {"seat-c", "seat-d"}
        state = await answered(backend, session)
        assert {lost.seat for lost in state.missing} >= {"seat-c", "seat-d"}
        assert not any(key.partition("/")[0] in JUDGING for key in backend.asked)
    assert any(UNDECIDED in line for line in state.verdict.degraded) is (protocol in ("adjudication", "claim-vote"))


async def test_a_claim_vote_counts_the_votes_that_have_arrived() -> None:
    def silent(call: Call) -> bool:
        return call.key == "votes/seat-d"

    async with Backend(voices(silent, "claim-vote")) as backend:
        session = await backend.convene("claim-vote", until_over=False)
        await until(backend, session, lambda state: spoke(state, "votes") == 3)
        await backend.runner.answer_now(session)
        state = await answered(backend, session)
    assert "3 of 4 members voted for" in contract_of(state).confidence
    assert not any(key.startswith("narrative/") for key in backend.asked)


async def test_an_adjudication_rules_on_the_scores_that_have_arrived() -> None:
    def silent(call: Call) -> bool:
        return call.key == "adjudication/adjudicator#replies"

    async with Backend(voices(silent)) as backend:
        session = await backend.convene("adjudication", until_over=False)
        await until(backend, session, lambda state: "adjudication/adjudicator#replies" in state.moves)
        assert await backend.runner.answer_now(session) == ["adjudicator"]
        state = await answered(backend, session)
    assert state.verdict.ruling is not None
    assert UNDECIDED in state.verdict.reason


def arbitrating(state: SessionState) -> bool:
    return "round.1/arbiter" in state.moves


async def killed_after_the_wish(path: Path) -> None:
    """Ask for the answer while the arbiter is waited for, and die."""
    transcript = SqlTranscript(Store(path))
    async with Backend(voices(lambda call: call.key == "round.1/arbiter"), transcript=transcript) as backend:
        session = await backend.convene("consensus", until_over=False, options={"min_iterations": 3})
        await until(backend, session, arbitrating)
        assert await backend.runner.answer_now(session) == []
        (path.parent / "session").write_text(session)
        os.kill(os.getpid(), signal.SIGKILL)


async def test_a_wish_outlives_a_killed_process(tmp_path: Path) -> None:
    path = tmp_path / "moot.db"
    if (pid := os.fork()) == 0:
        try:
            asyncio.events._set_running_loop(None)
            asyncio.run(killed_after_the_wish(path))
        finally:
            os._exit(1)
    _, status = await asyncio.to_thread(os.waitpid, pid, 0)
    assert os.WIFSIGNALED(status)
    session = (tmp_path / "session").read_text()
    async with Backend(voices(lambda call: False), transcript=SqlTranscript(Store(path))) as backend:
        assert await backend.transcript.sweep() == [session]
        await backend.resume(session, automatic=True)
        await answered(backend, session)
        asked = [event.body for event in await backend.events(session) if isinstance(event.body, AnswerRequested)]
        assert len(asked) == 1
        assert not any(key.startswith("round.2/seat") for key in backend.asked)


async def test_without_answers_it_says_so() -> None:
    async with Backend(voices(lambda call: True)) as backend:
        session = await backend.convene("peer-review", until_over=False)
        while not backend.asked:
            await asyncio.sleep(0.01)
        with pytest.raises(Conflict, match="No answer has arrived yet"):
            await backend.runner.answer_now(session)
