"""Test a provider that refuses most requests, and a seat a hundred times slower than the others.

A storm of refusals must not be amplified: every session ends, nothing is sent before `Retry-After`, and the attempts
per call that was needed stay close to one. A straggler costs a session with patience at most half as much again.
"""

from __future__ import annotations

import asyncio
import email.utils
import math
import time
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from moot.floor.calls.retry import Pace
from moot.protocols import registry
from moot.providers.provider import CallLimits
from moot.vocabulary import event_keys
from moot.vocabulary.events import SeatAsked, SeatFailed, SeatSpoke
from rig.backend import Backend, Sitting
from rig.faults.idle_clock import held_by_idle_clock
from rig.script import Asked, Plan
from rig.words import words_for

CALM = CallLimits(connect=60, first=300, between=300, total=600)
FORMS = ("seconds", "date", "", "0", "-7", "soon")
"""What `Retry-After` may say: sense, nothing, or nonsense."""
IN_FLIGHT = 0.3
"""Seconds in which requests that were under way when the refusal came may still arrive."""


@dataclass
class Turnstile:
    """Lets so many requests through in any second, and refuses the others with some form of header."""

    rate: int
    header: str
    let: deque[float] = field(default_factory=deque)
    refusals: list[tuple[float, float]] = field(default_factory=list)
    """When one was refused, and until when it was told to wait."""
    waits: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    """The same for each model: a refusal is the model's that said it."""
    early: list[float] = field(default_factory=list)
    """How long before the end of its model's wait each request came that came too early."""

    def __call__(self, asked: Asked, key: str) -> Plan | None:
        now = time.time()
        told = [until for at, until in self.waits[asked.model] if at + IN_FLIGHT < now < until - 0.02]
        if told:
            self.early.append(max(told) - now)
        while self.let and self.let[0] <= now - 1:
            self.let.popleft()
        if len(self.let) < self.rate:
            self.let.append(now)
            return None
        free = self.let[0] + 1 - now
        wait, header = 0.0, self.header
        if header == "seconds":
            wait = max(1, math.ceil(free))
            header = str(wait)
        elif header == "date":
            # A date has no fractions of a second: it is at most a second earlier than meant.
            wait = math.floor(now + max(1.0, free) + 1) - now
            header = email.utils.formatdate(now + wait, usegmt=True)
        self.refusals.append((now, now + wait))
        self.waits[asked.model].append((now, now + wait))
        return Plan(mode="429", header={"Retry-After": header} if header else {})


async def storms(
    cases: Sequence[tuple[str, str]], sessions: int, rate: int, deadline: float
) -> list[tuple[Turnstile, list[Sitting]]]:
    """So many sessions at once for each form and protocol, each of these through a gate and with a pace of its own."""
    gates: dict[int, Turnstile] = {}

    def script(asked: Asked, key: str) -> Plan | None:
        return gates[int(asked.model.partition("-")[0][1:])](asked, key)

    async with Backend(script, at_once=sessions * len(cases), limits=CALM) as backend:

        async def one(header: str, protocol: str) -> tuple[Turnstile, list[Sitting]]:
            turnstile, pace = Turnstile(rate, header), Pace()

            def note(number: int) -> None:
                gates[number] = turnstile

            sittings = await asyncio.gather(
                *(
                    backend.sit(4, protocol=protocol, pace=pace, seed=f"{n}", deadline=deadline, note=note)
                    for n in range(sessions)
                )
            )
            return turnstile, list(sittings)

        came = await asyncio.gather(*(one(header, protocol) for header, protocol in cases))
        backend.sort_calls([sitting for _, sittings in came for sitting in sittings])
    assert backend.strays == []
    return list(came)


def attempts_in(turnstile: Turnstile, sittings: list[Sitting]) -> float:
    """Attempts per call that was needed."""
    calls = sum(len(sitting.calls) for sitting in sittings)
    return calls / max(1, calls - len(turnstile.refusals))


EACH_FORM = (("seconds", "peer-review"), ("date", "claim-vote"), ("", "consensus"))
"""Each form in every run, in a protocol of few calls: the pace between them knows no protocol."""


@pytest.mark.parametrize(
    "cases",
    [
        pytest.param(EACH_FORM, id="each form"),
        *(
            pytest.param([(form, name)], marks=pytest.mark.slow, id=f"{form}-{name}")
            for name in registry.names()
            for form in FORMS[:3]
        ),
    ],
)
def test_storm(cases: Sequence[tuple[str, str]]) -> None:
    # Small enough to be over soon: the first burst, sent before anybody could know, is a large part of it.
    for turnstile, sittings in held_by_idle_clock(storms(cases, 8, 24, deadline=60)):
        attempts = attempts_in(turnstile, sittings)
        assert turnstile.refusals
        assert turnstile.early == []
        assert all(sitting.state.status == "verdict" for sitting in sittings)
        assert attempts <= 1.6


@pytest.mark.slow
@pytest.mark.parametrize("protocol", registry.names())
@pytest.mark.parametrize("header", FORMS)
def test_storm_of_a_hundred_sessions(protocol: str, header: str) -> None:
    ((turnstile, sittings),) = held_by_idle_clock(storms([(header, protocol)], 100, 10, deadline=600))
    attempts = attempts_in(turnstile, sittings)
    assert turnstile.early == []
    assert all(sitting.state.status == "verdict" for sitting in sittings)
    assert attempts <= 1.4


@pytest.mark.parametrize("header", ["", pytest.param("3", marks=pytest.mark.slow)])
def test_sessions_that_share_a_model_that_refuses_everything_end_as_soon_as_one(header: str) -> None:
    (alone,), asked_by_one = held_by_idle_clock(sharing_a_refused_model(1, header))
    together, asked_by_ten = held_by_idle_clock(sharing_a_refused_model(10, header))
    for sitting in (alone, *together):
        assert sitting.state.status == "verdict"
        verdict = sitting.state.verdict
        assert verdict is not None
        assert any("Rate limited: " in line and " in a row were refused over " in line for line in verdict.degraded)
        assert sitting.took <= alone.took + 5, "by the clock of the loop"
    assert asked_by_ten <= asked_by_one + 10, "nobody is asked before all have heard of the first refusal"


async def sharing_a_refused_model(sessions: int, header: str) -> tuple[list[Sitting], int]:
    """Hold sessions of the same four models, one of which refuses all, and count the requests to it."""

    def script(asked: Asked, key: str) -> Plan:
        if asked.model == "m1-b":
            return Plan(mode="429", header={"Retry-After": header} if header else {})
        return Plan(delay=1.0)

    async with Backend(script, limits=CALM) as backend:
        pace = Pace()
        sittings = await asyncio.gather(
            *(backend.sit(4, models=1, pace=pace, seed=f"{at}", deadline=600) for at in range(sessions))
        )
        return list(sittings), sum(asked.model == "m1-b" for asked in backend.upstream.calls)


USUAL = 0.25
"""Seconds an answer usually takes."""
SLOW = {"d": 100.0, "e": 2.6}
"""How many times as long two of five models take."""


class Dawdling:
    """Every answer takes its time, and in some sessions some models' answers so many times as long."""

    def __init__(self) -> None:
        self.slower: dict[int, dict[str, float]] = {}
        """By session; who is not here answers at once."""

    def __call__(self, asked: Asked, key: str) -> Plan:
        number, _, name = asked.model.partition("-")
        slower = self.slower.get(int(number[1:]))
        factor = slower.get(name, 1.0) if slower is not None else 0.0
        free = "FINAL RANKING" not in asked.prompt and "<ballot>" not in asked.prompt and asked.schema is None
        # words of their own, so that it can be told whose words a prompt holds
        return Plan(delay=USUAL * factor, chunks=3, text=words_for(f"{asked.model} {key}", 40) if free else None)


def a_stage(sitting: Sitting) -> float:
    """Milliseconds until the last member has spoken, for each stage in which members speak: without two of its answers
    a session may take more rounds or fewer, and its editor may be asked once more or not at all."""
    told = [
        event for event in sitting.events
        if isinstance(event.body, SeatSpoke) and event.body.seat.startswith("seat-") and not event.key.endswith(":late")
    ]  # fmt: skip
    return max(event.t for event in told) / len({event_keys.stage_of(event.key) for event in told})


@pytest.mark.parametrize(
    "protocols",
    [("peer-review", "debate"), pytest.param(registry.names(), marks=pytest.mark.slow)],
    ids=["two", "all"],
)
def test_a_seat_a_hundred_times_slower(protocols: Sequence[str]) -> None:
    held_by_idle_clock(slow_seats(protocols))


async def slow_seats(protocols: Sequence[str]) -> None:
    """Hold a session of each protocol with two slow seats, all of them side by side."""
    script = Dawdling()
    async with Backend(script, limits=CALM) as backend:
        for protocol in protocols:
            await backend.sit(2, protocol=protocol)  # what is only done once is done

        async def sat(protocol: str, slower: dict[str, float], **options: float) -> Sitting:
            def note(number: int) -> None:
                script.slower[number] = slower

            return await backend.sit(5, protocol=protocol, note=note, **options)

        alone = await asyncio.gather(*(sat(protocol, {}) for protocol in protocols))
        slow = await asyncio.gather(*(sat(protocol, SLOW, patience=1) for protocol in protocols))
        backend.sort_calls(slow)
    for one, other in zip(alone, slow, strict=True):
        times = a_stage(other) / a_stage(one)
        assert times <= 1.55  # half as much again, and steps of the clock
        _check_left_out(other)
    assert backend.strays == []


def _check_left_out(slow: Sitting) -> None:
    assert slow.calls
    assert slow.state.status == "verdict", slow.state.message
    verdict = slow.state.verdict
    assert verdict is not None
    assert {(gone.seat, gone.failed) for gone in verdict.missing} == {("seat-d", "late"), ("seat-e", "late")}
    assert all(any(seat in line for line in verdict.degraded) for seat in ("seat-d", "seat-e"))
    # What comes while the session still runs is kept beside the record, and read by nobody.
    late = {event.key: event.body for event in slow.events if event.key.endswith(":late")}
    assert [body.seat for body in late.values() if isinstance(body, SeatSpoke)] == ["seat-e"]
    settled = {event.key: event.body for event in slow.events}
    for key, body in late.items():
        stands = settled[key.removesuffix(":late")]
        assert isinstance(stands, SeatFailed)
        assert (stands.failed, stands.final, stands.spent) == ("late", True, True)
        assert isinstance(body, SeatSpoke)
        assert not any(body.text in asked.prompt for asked in slow.calls)
        assert body.text not in (verdict.text or "")
    # Nobody waits twice for the same seat.
    asked = Counter(event.body.seat for event in slow.events if isinstance(event.body, SeatAsked))
    assert (asked["seat-d"], asked["seat-e"]) == (1, 1)
