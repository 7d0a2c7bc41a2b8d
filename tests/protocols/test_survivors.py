"""Test every protocol when members fail permanently: with two answers the session continues, marked.

With one it stops and names who answered; a person may continue with that, or set another quorum beforehand.
"""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from moot.errors import BadInput, CallFailed, Conflict
from moot.protocols import registry
from moot.protocols.claim_vote.findings import Tiers
from moot.providers.provider import Call
from moot.views.result import result_of
from moot.vocabulary import event_keys
from moot.vocabulary.events import SeatAsked, SeatSpoke, SessionResumed
from moot.vocabulary.findings import Standing
from rig.backend import Backend as Sockets
from rig.backend import Sitting, seat_of
from rig.faults.idle_clock import held_by_idle_clock
from rig.script import Asked, Plan
from rig.words import answer_for
from sessions.backend import Backend

GONE = {
    "seat-d": CallFailed("error", "404: No endpoints found for fake/d.", error="not_found"),
    "seat-b": CallFailed("error", "401: User not found.", error="auth"),
    "seat-c": CallFailed("refused", "The model refused."),
}

FIRST = ("opinions", "panel", "round", "round.1", "discovery", "topic", "title")
"""The stages in which members answer the question."""


def without(*failing: str):  # type: ignore[no-untyped-def]
    def say(call: Call) -> str | CallFailed:
        if call.seat.id in failing:
            return GONE[call.seat.id]
        return answer_for(call.messages[-1].text, call.schema, 60)

    return say


@pytest.mark.parametrize("protocol", registry.OURS)
async def test_two_of_four_fail_and_the_session_goes_on_with_two(protocol: str) -> None:
    async with Backend(without("seat-d", "seat-b")) as backend:
        session = await backend.convene(protocol)
        state = await backend.state(session)
        assert state.status in ("verdict", "inconclusive"), (state.reason, state.message)
        result = result_of(state)
        assert {lost.seat for lost in result.missing} >= {"seat-b", "seat-d"}
        for seat in ("seat-b", "seat-d"):
            assert len([line for line in result.degraded if line.startswith(f"{seat} is missing")]) == 1, (
                result.degraded
            )
        assert (await backend.runner.replay(session)).digest == state.digest


@pytest.mark.parametrize("protocol", registry.OURS)
async def test_a_quorum_that_a_person_names_holds(protocol: str) -> None:
    async with Backend(without("seat-d", "seat-b")) as backend:
        session = await backend.convene(protocol, options={"quorum": 3})
        state = await backend.state(session)
        assert (state.status, state.reason) == ("failed", "quorum")
        assert set(state.unanswered) == {"seat-b", "seat-d"}


@pytest.mark.parametrize("protocol", registry.OURS)
async def test_nobody_judges_and_the_result_is_unranked(protocol: str) -> None:
    """Members answer, and fail in every later stage."""

    def say(call: Call) -> str | CallFailed:
        later = call.key.partition("/")[0] not in FIRST
        if later and call.seat.id.startswith("seat-"):
            return CallFailed("error", "402: Insufficient credits.", error="credit")
        return answer_for(call.messages[-1].text, call.schema, 60)

    async with Backend(say) as backend:
        session = await backend.convene(protocol)
        state = await backend.state(session)
        assert state.status in ("verdict", "inconclusive"), (state.reason, state.message)
        result = result_of(state)
        if protocol == "peer-review":
            assert (result.verdict_by, result.winner) == ("chair", None)
        if protocol in ("peer-review", "debate"):
            assert any("not ranked" in line for line in result.degraded), result.degraded
        assert (await backend.runner.replay(session)).digest == state.digest


@pytest.mark.parametrize("protocol", registry.OURS)
async def test_it_goes_on_with_the_one_that_answered_if_somebody_says_so(protocol: str) -> None:
    failing = ("seat-d", "seat-b", "seat-c")
    async with Backend(without(*failing)) as backend:
        session = await backend.convene(protocol)
        state = await backend.state(session)
        assert (state.status, state.reason) == ("failed", "quorum")
        assert len(state.answered) == 1
        assert set(state.unanswered) == set(failing)
        with pytest.raises(Conflict, match="would change nothing") as refused:
            await backend.runner.resume(session)
        assert "--at-least 1" in refused.value.remedy
        assert "--retry-failed" in refused.value.remedy
        for wrong in (2, 4, 0):
            with pytest.raises(BadInput):
                await backend.runner.resume(session, quorum=wrong)
        asked = len(backend.asked)
        await backend.resume(session, quorum=1)
        state = await backend.state(session)
        assert state.status in ("verdict", "inconclusive"), (state.reason, state.message)
        first = state.stages[0] if protocol != "debate" else "opinions"
        assert not [key for key in backend.asked[asked:] if key.startswith(f"{first}/seat-")]
        result = result_of(state)
        assert {lost.seat for lost in result.missing} >= set(failing)
        assert any("somebody chose" in line for line in result.degraded)
        resumed = [e.body for e in await backend.events(session) if isinstance(e.body, SessionResumed)]
        assert [body.quorum for body in resumed] == [1]
        assert (await backend.runner.replay(session)).digest == state.digest
        for view in state.findings:
            if isinstance(view.finding, Standing):
                assert not view.finding.rankable
            if isinstance(view.finding, Tiers):
                assert {claim.tier for claim in view.finding.claims} == {"MEDIUM"}, "one voter agrees with nobody"


async def test_the_only_answer_of_a_peer_review_stands_and_nothing_is_ranked() -> None:
    async with Backend(without("seat-d", "seat-b", "seat-c")) as backend:
        session = await backend.convene("peer-review", options={"quorum": 1})
        result = result_of(await backend.state(session))
        assert result.outcome == "verdict"
        assert result.verdict_by == "seat-a"
        assert result.verbatim
        assert result.standing is None
        assert result.winner is None
        assert backend.asked[-1].startswith("opinions/"), "no chair is paid to write one answer anew"
        assert "Only one member answered" in " ".join(result.degraded)


async def test_where_nobody_answered_nothing_is_offered_but_asking_again() -> None:
    async with Backend(lambda call: CallFailed("error", "401: User not found.", error="auth")) as backend:
        session = await backend.convene("peer-review")
        state = await backend.state(session)
        assert state.answered == ()
        assert len(state.unanswered) == 4
        with pytest.raises(Conflict) as refused:
            await backend.runner.resume(session)
        assert "--at-least" not in refused.value.remedy
        assert "--retry-failed" in refused.value.remedy
        with pytest.raises(BadInput, match="no member answered"):
            await backend.runner.resume(session, quorum=1)


SEATS = 4
MOST = {"401": 1, "402": 1, "404": 1, "404_model": 1, "404_feature": 2, "402_amount": 2, "500": 99, "silent": 99}
"""Faults, and how often an office may be called that has each for good."""


async def offices_of(protocol: str) -> list[str]:
    """The offices that a session without faults asks."""
    async with Sockets() as backend:
        sitting = await backend.sit(SEATS, protocol=protocol, deadline=60)
    assert sitting.state.status == "verdict", sitting.state.message
    asked = {event.body.seat for event in sitting.events if isinstance(event.body, SeatAsked)}
    return sorted(seat for seat in asked if not seat.startswith("seat-") and seat != "embedder")


async def with_dead_offices(protocol: str) -> list[tuple[str, str, Sitting, int]]:
    dead: dict[int, tuple[str, str]] = {}
    called: Counter[int] = Counter()

    def script(asked: Asked, key: str) -> Plan | str | None:
        number = int(asked.model.partition("-")[0][1:])
        office, fault = dead.get(number, ("", ""))
        if seat_of(asked.model) != office:
            return None
        called[number] += 1
        return Plan(mode=fault)

    async with Sockets(script, at_once=20) as backend:

        async def one(office: str, fault: str) -> tuple[str, str, Sitting, int]:
            sitting = await backend.sit(
                SEATS, protocol=protocol, deadline=120, note=lambda number: dead.update({number: (office, fault)})
            )
            return office, fault, sitting, called[sitting.number]

        offices = await offices_of(protocol)
        return list(await asyncio.gather(*(one(office, fault) for office in offices for fault in MOST)))


@pytest.mark.parametrize("protocol", registry.OURS)
def test_a_dead_office_is_called_once_and_a_stand_in_takes_over(protocol: str) -> None:
    for office, fault, sitting, calls in held_by_idle_clock(with_dead_offices(protocol)):
        case = f"{protocol}, {office}, {fault}"
        state = sitting.state
        assert state.status == "verdict", f"{case}: {state.message}"
        assert 1 <= calls <= MOST[fault], f"{case}: {calls} calls"
        spoke = [
            event_keys.stage_of(e.key)
            for e in sitting.events
            if isinstance(e.body, SeatSpoke) and e.body.seat == "stand-in-1"
        ]
        assert spoke, case
        lines = [line for line in state.verdict.degraded if office in line]
        assert len(lines) == 1, f"{case}: {state.verdict.degraded}"
        assert "stand-in-1" in lines[0], lines
