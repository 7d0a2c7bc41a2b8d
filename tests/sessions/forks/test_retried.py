"""Test that retrying what failed asks nothing settled twice, wherever it failed."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest
from msgspec.structs import replace

from moot.errors import CallFailed
from moot.protocols import registry
from moot.sessions.fork import ForkChanges
from moot.sessions.replay import traced
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary import event_keys
from moot.vocabulary.events import BallotSpoiled, Event, SeatAsked, SeatSpoke, SessionOpened
from protocols.adjudication.panel import Panel, rubric
from rig.script import Asked, Plan
from sessions.backend import Backend
from sessions.forks.test_forks import Application

FAILED = "rebuttal/seat-a"


def failing(*where: str) -> Panel:
    """A panel in which these moves are refused, until nothing is left of the list."""
    refused = CallFailed("refused", "It would rather not.")
    return Panel(dict.fromkeys(where, refused))


async def convened(here: Backend, **more: Any) -> str:
    council = {"offices": {"adjudicator": "fake/judge"}}
    return await here.convene("adjudication", members=3, rubric=rubric(), council=council, **more)


async def retried(here: Backend, source: str, **more: Any) -> str:
    session = await here.runner.fork(source, ForkChanges(retry_failed=True, **more))
    await here.runner.ended(session)
    return session


def settled(events: list[Event]) -> dict[str, str]:
    """What was asked where an answer came, by key; of what could not be read nothing was settled."""
    spoiled = {event_keys.move_of(event.key) for event in events if isinstance(event.body, BallotSpoiled)}
    return {
        event.key: event.body.prompt
        for event in events
        if isinstance(event.body, SeatSpoke)
        and not event.key.endswith(":late")
        and event_keys.move_of(event.key) not in spoiled
    }


def asked(events: list[Event]) -> dict[str, str]:
    return {event_keys.call_of(event.key): event.body.prompt for event in events if isinstance(event.body, SeatAsked)}


def twice(source: list[Event], fork: list[Event]) -> set[str]:
    """Moves of the fork that ask a seat what it had answered in the source."""
    return {key for key, prompt in asked(fork).items() if settled(source).get(key) == prompt}


async def test_one_failed_rebuttal_costs_what_rests_on_it() -> None:
    panel = failing(FAILED)
    async with Backend(panel) as here:
        source = await convened(here)
        assert (await here.state(source)).status == "verdict"
        whole, panel.says = len(here.voice.calls), {}
        fork = await retried(here, source)
        sent = here.asked[whole:]
        before, after = await here.events(source), await here.events(fork)
        assert twice(before, after) == set()
        assert sorted(sent) == sorted(asked(after)), "every call stands in the transcript"
        assert FAILED in sent
        anew = [key for key in sent if event_keys.stage_of(key) != "rebuttal"]
        later = [
            key for key in settled(before) if event_keys.stage_of(key) in ("refinement", "adjudication", "verdict")
        ]
        assert 0 < len(anew) < len(later), "some of what comes later rests on that rebuttal, most does not"
        state = await here.state(fork)
        assert (state.status, state.missing) == ("verdict", ())
        assert (await here.runner.replay(fork)).digest == state.digest
        assert state.cost == 1_000 * len(sent), "what stands was paid for in the session that it is of"


@pytest.mark.fast(3)
@pytest.mark.parametrize("place", [0.0, 0.5, 0.99])
@pytest.mark.parametrize("protocol", registry.names())
async def test_no_protocol_asks_twice_what_was_settled(app: Application, protocol: str, place: float) -> None:
    seen = defaultdict[str, int](int)
    fails = 0

    def script(asked: Asked) -> Plan:
        seen[asked.model] += 1
        return Plan(mode="filter_400") if asked.model == "beta" and seen["beta"] == fails else Plan(chunks=2)

    app.upstream.script = script
    await app.convene(protocol)
    fails = 1 + int(place * seen["beta"])
    seen.clear()
    source = await app.convene(protocol)
    fails = 0
    app.asked()
    fork = await app.fork(source, retry_failed=True)
    sent = app.asked().total()
    before, after = await app.events(source), await app.events(fork)
    assert twice(before, after) == set()
    assert 0 < sent == sum(isinstance(e.body, SeatAsked) and e.body.model.startswith("fake/") for e in after)
    state = await app.state(fork)
    assert state.status == "verdict", state.message
    trace = await traced(after, MemoryTranscript())
    assert trace.differences == ()
    assert (await app.runner.replay(fork)).digest == state.digest


async def test_a_retry_that_changes_something_else_asks_everything_after_it_again() -> None:
    panel = failing(FAILED)
    async with Backend(panel) as here:
        source = await convened(here)
        panel.says = {}
        before = len(here.voice.calls)
        await retried(here, source, options={"temperature": 0.3})
        later = [
            key for key in here.asked[:before] if event_keys.stage_of(key) in ("refinement", "adjudication", "verdict")
        ]
        anew = [key for key in here.asked[before:] if event_keys.stage_of(key) != "rebuttal"]
        assert sorted(anew) == sorted(later)


async def test_what_failed_later_or_could_not_be_read_is_asked_again() -> None:
    panel = failing(FAILED, "refinement/seat-c", "adjudication/adjudicator#axis-2.seat-b")
    panel.says["labels.seat-b"] = lambda call: "No form at all."
    async with Backend(panel) as here:
        source = await convened(here)
        before = await here.events(source)
        lost = {event_keys.call_of(e.key) for e in before if getattr(e.body, "final", False)}
        spoiled = {event_keys.move_of(event.key) for event in before if isinstance(event.body, BallotSpoiled)}
        assert {FAILED, "refinement/seat-c"} <= lost
        assert spoiled
        panel.says = {}
        at = len(here.voice.calls)
        fork = await retried(here, source)
        assert lost | spoiled <= set(here.asked[at:])
        state = await here.state(fork)
        assert (state.status, state.missing) == ("verdict", ())


async def test_a_retry_that_is_cut_short_goes_on_and_asks_nothing_twice() -> None:
    panel = failing(FAILED)
    async with Backend(panel) as here:
        source = await convened(here)
        forks: list[str] = []

        def cut(_: object) -> str:
            here.runner._attempts[forks[0]].park()
            return "Cut off."

        panel.says = {"refinement/seat-b": cut}
        forks.append(fork := await here.runner.fork(source, ForkChanges(retry_failed=True)))
        await here.runner.ended(fork)
        assert (await here.state(fork)).status == "running"
        panel.says = {}
        await here.resume(fork)
        before, after = await here.events(source), await here.events(fork)
        state = await here.state(fork)
        assert state.status == "verdict"
        assert twice(before, after) == set()
        assert (await here.runner.replay(fork)).digest == state.digest


async def test_a_copy_that_could_not_stand_there_is_found() -> None:
    panel = failing(FAILED)
    async with Backend(panel) as here:
        source = await convened(here)
        panel.says = {}
        events = await here.events(await retried(here, source))
        opened = events[0].body
        assert isinstance(opened, SessionOpened)
        assert opened.fork is not None
        late = next(
            n for n, e in enumerate(events) if e.origin is not None and event_keys.stage_of(e.key) == "adjudication"
        )
        origin = events[late].origin
        assert origin is not None
        first = next(event for event in events if event.origin is not None)
        own = next(n for n, event in enumerate(events) if event.origin is None and event.kind == "FindingMade")
        unsaid = replace(events[0], body=replace(opened, fork=replace(opened.fork, reuses=False)))
        for tampered in (
            [unsaid, *events[1:]],
            [*events[:late], replace(events[late], origin=replace(origin, session="another")), *events[late + 1 :]],
            [*events[:late], replace(events[late], origin=first.origin), *events[late + 1 :]],
            [*events[:own], replace(events[own], origin=replace(origin, seq=9_999)), *events[own + 1 :]],
        ):
            assert (await traced(tampered, MemoryTranscript())).differences
        assert not (await traced(events, MemoryTranscript())).differences
