"""Test that a silent model is waited for once, visibly, and skipped on request. Over sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from cases import slow_except
from moot.errors import Conflict, SessionOver, UnknownName
from moot.floor.calls import waits
from moot.floor.calls.first_word_timeout import DEAD_FOR, FLOOR, SUSPECT, SUSPECT_FOR, TIMES, UNKNOWN, FirstWords
from moot.floor.calls.retry import Pace
from moot.floor.calls.wave import CHOSEN
from moot.protocols import registry
from moot.providers.provider import CallLimits, CallReply
from moot.request import Ask
from moot.sessions import continue_session
from moot.sessions import runner as module_of_runner
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner
from moot.sessions.runner_rules import RunnerRules
from moot.transcripts.followers import follow
from moot.vocabulary.events import Event, SeatFailed, SeatWaiting
from moot.vocabulary.seats import Abilities, Seat
from moot.vocabulary.state import SessionState, state_of
from rig.backend import QUESTION, Backend, council_of
from rig.script import Asked, Plan

BRISK = CallLimits(connect=5, first=0.6, between=5, total=10, most_bytes=1_000_000)
CALM = CallLimits(connect=5, first=30, between=30, total=60, most_bytes=1_000_000)
LIMITS = CallLimits()


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """What may be gone on without is offered, and what others wish is looked for, sooner than people could."""
    monkeypatch.setattr(waits, "BRIEF", 0.1)
    monkeypatch.setattr(module_of_runner, "LOOKS_EVERY", 0.05)
    monkeypatch.setattr(continue_session, "LOOKS_EVERY", 0.02)


def hanging(*names: str) -> Callable[[Asked, str], Plan]:
    return lambda asked, key: Plan(mode="silent" if asked.model.partition("-")[2] in names else "ok", words=40)


# --- how long it is waited for --------------------------------------------------------------------------------------


def seat(reasons: bool = False) -> Seat:
    return Seat(id="seat-a", model="up/a", abilities=Abilities(reasoning_floor=4000 if reasons else 0))


def spoke(first: float) -> CallReply:
    return CallReply(settled="ok", text="x", first_ms=int(first * 1000), total_ms=int(first * 2000))


NO_WORD = CallReply(settled="timeout", cause="Not a word came.", total_ms=60_000, spent=True)


def test_a_model_is_waited_for_by_what_it_usually_takes() -> None:
    words = FirstWords(lambda: 0.0)
    assert words.patience(seat(), LIMITS) == max(UNKNOWN, LIMITS.first / 2)
    assert words.patience(seat(reasons=True), LIMITS) == LIMITS.first
    assert words.patience(seat(), LIMITS, generous=True) == LIMITS.first
    words.heard("up/a", spoke(1))
    assert words.patience(seat(reasons=True), LIMITS) == FLOOR
    words.recall("up/a", [9, 2])
    assert words.patience(seat(), LIMITS) == 9 * TIMES
    words.heard("up/a", spoke(50))
    assert words.patience(seat(), LIMITS) == LIMITS.first  # never longer than the settings say
    home = FirstWords(lambda: 0.0)
    home.heard("up/a", spoke(1))
    assert home.patience(seat(), LIMITS, at_home=True) == LIMITS.first  # the next prompt may be a hundred times longer
    assert words.unknown(["up/a", "up/b", "up/a"]) == ["up/a", "up/b"]
    assert words.unknown(["up/a"]) == []


def test_one_that_kept_somebody_waiting_in_vain_is_suspected_for_a_while_and_then_given_more_time() -> None:
    now = [0.0]
    words = FirstWords(lambda: now[0])
    silence = words.fell_silent("up/a", NO_WORD, LIMITS)
    assert words.patience(seat(), LIMITS) == LIMITS.first / SUSPECT
    now[0] = SUSPECT_FOR
    assert words.patience(seat(), LIMITS) == LIMITS.first
    assert words.stands("up/a", silence)
    now[0] = DEAD_FOR
    assert not words.stands("up/a", silence)
    again = words.fell_silent("up/a", NO_WORD, LIMITS)
    now[0] += 1
    words.heard("up/a", spoke(1))
    assert not words.stands("up/a", again)
    hurried = CallReply(settled="timeout", cause="Not a word came.", total_ms=500, spent=True)
    words.fell_silent("up/a", hurried, LIMITS)  # its session had no more time than that
    assert not words.suspected("up/a")


# --- a dead seat ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", slow_except(registry.names(), "peer-review"))
@pytest.mark.parametrize("mode", ["silent", "503"])
async def test_a_dead_seat_is_not_asked_in_every_stage(protocol: str, mode: str) -> None:
    def says(asked: Asked, key: str) -> Plan:
        return Plan(mode=mode if asked.model.endswith("-b") else "ok", words=40)

    async with Backend(says, limits=BRISK) as backend:
        sitting = await backend.sit(4, protocol=protocol, pace=Pace(chance=lambda: 0.01))
        asked = [call for call in backend.upstream.calls if call.model.endswith("-b")]
    assert sitting.state.status == "verdict", sitting.state.message
    stages = {event.key for event in sitting.events if event.key.endswith("/seat-b")}
    assert len(asked) <= (2 if mode == "silent" else 3 + len(stages))
    assert sitting.state.verdict is not None
    missing = [gone for gone in sitting.state.verdict.missing if gone.seat == "seat-b"]
    assert missing
    if len(stages) > 1 and mode == "silent":
        assert any("not asked again" in gone.cause for gone in missing)


# --- what is waited for, and going on without it --------------------------------------------------------------------


@asynccontextmanager
async def convened(
    backend: Backend, *, pace: Pace | None = None, **options: float
) -> AsyncIterator[tuple[Runner, str]]:
    runner = Runner(backend.transcript, backend.directory, RunnerRules(door="python", limits=CALM), pace or Pace())
    question = SessionOpening(
        ask=Ask(question=QUESTION, council=council_of(4, prefix="m1-"), options=options, seed="s")
    )
    session = await runner.convene(question)
    try:
        yield runner, session
    finally:
        await runner.close()


async def waits_in(backend: Backend, session: str, wanted: Callable[[SeatWaiting], bool]) -> SeatWaiting:
    """The first signal of a wait that is wanted."""
    async with asyncio.timeout(120):
        batches = follow(backend.transcript, session)
        try:
            async for batch in batches:
                for item in batch:
                    if isinstance(item, SeatWaiting) and wanted(item):
                        return item
        finally:
            await batches.aclose()  # type: ignore[attr-defined]  # a generator, whatever its type says
    raise AssertionError("The session ended without it.")


async def ended(backend: Backend, runner: Runner, session: str) -> SessionState:
    async with asyncio.timeout(120):
        await runner.ended(session)
    return state_of(await backend.transcript.read(session))


@pytest.mark.slow
async def test_a_member_is_gone_on_without_and_asked_no_more(brief: None) -> None:
    async with Backend(hanging("b")) as backend, convened(backend) as (runner, session):
        wait = await waits_in(backend, session, lambda wait: wait.optional)
        assert (wait.key, wait.seat) == ("opinions/seat-b", "seat-b")
        assert await runner.go_on(session, ["seat-b"]) == ["seat-b"]
        state = await ended(backend, runner, session)
        with pytest.raises(SessionOver):
            await runner.go_on(session)
        calls = sum(call.model.endswith("-b") for call in backend.upstream.calls)
        events = await backend.transcript.read(session)
        await runner.replay(session)
    assert state.status == "verdict"
    assert calls == 1
    body = next(event.body for event in events if event.key == "opinions/seat-b")
    assert isinstance(body, SeatFailed)
    assert (body.failed, body.cause, body.final) == ("late", CHOSEN, True)
    assert state.verdict is not None
    assert any("seat-b" in line and CHOSEN in line for line in state.verdict.degraded)


@pytest.mark.slow
async def test_a_chair_is_gone_on_without_when_another_can_take_over(brief: None) -> None:
    async with Backend(hanging("chair")) as backend, convened(backend) as (runner, session):
        wait = await waits_in(backend, session, lambda wait: wait.optional and wait.seat == "chair")
        assert wait.key == "synthesis/chair"
        assert await runner.go_on(session) == ["chair"]
        state = await ended(backend, runner, session)
    assert state.verdict is not None
    assert state.verdict.by == "stand-in-1"


@pytest.mark.slow
async def test_nobody_is_gone_on_without_who_is_needed(brief: None) -> None:
    async with Backend(hanging("a", "b", "c")) as backend, convened(backend) as (runner, session):
        async with asyncio.timeout(120):
            async for batch in follow(backend.transcript, session):
                if any(isinstance(item, Event) and item.key == "opinions/seat-d" for item in batch):
                    break
        with pytest.raises(Conflict, match="cannot go on without seat-a now"):
            await runner.go_on(session, ["seat-a"])
        with pytest.raises(UnknownName):
            await runner.go_on(session, ["seat-z"])
        state = state_of(await backend.transcript.read(session))
    assert state.status == "running"


@pytest.mark.slow
async def test_a_session_held_elsewhere_goes_on_as_soon_as_its_holder_looks(brief: None) -> None:
    async with Backend(hanging("b")) as backend, convened(backend) as (runner, session):
        await waits_in(backend, session, lambda wait: wait.optional)
        other = Runner(backend.transcript, backend.directory, RunnerRules(door="python", limits=CALM), Pace())
        assert await other.go_on(session, ["seat-b"]) == ["seat-b"]
        state = await ended(backend, runner, session)
        assert await backend.transcript.wishes([session]) == []
    assert state.status == "verdict"


async def test_a_model_that_asked_to_wait_is_shown_as_waited_for() -> None:
    def says(asked: Asked, key: str) -> Plan:
        busy = asked.model.endswith("-b") and asked.nth == 1
        return Plan(mode="429" if busy else "ok", header={"Retry-After": "30"} if busy else {}, words=40)

    async with Backend(says) as backend, convened(backend) as (_, session):
        again = await waits_in(backend, session, lambda wait: wait.seat == "seat-b" and wait.why != "")
    assert again.why == "again"
    assert again.seconds is not None
    assert 0 < again.seconds <= 31
    assert again.says.startswith("it is asked again after: ")
