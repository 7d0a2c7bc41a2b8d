"""Test that a model is loaded no more often than necessary, by one session and by several, without starvation.

An engine that holds k of five models is simulated: real schedulers, the real choice of who makes room, and a clock that
jumps. Waves are those of a peer review, in which calls come in any order.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Any

from moot.extensions.local.supervisor import goes_first
from moot.floor.calls.loading_order import MOST_PASSED
from moot.floor.calls.retry import Pace
from moot.floor.calls.scheduler import Scheduler
from moot.providers.directory import Directory
from moot.providers.provider import Memory
from moot.request import Ask
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary.councils import Council
from moot.vocabulary.events import Event, FindingMade, SheetDealt, VerdictReached
from rig.faults.simulated_endpoint import run_simulated

FIVE = tuple("abcde")
Wave = tuple[Sequence[str], Sequence[str]]
"""Who is asked at once, and whom the next stage asks."""


class Engine(Memory):
    """Holds so many models."""

    def __init__(self, holds: int) -> None:
        self.holds, self.loads, self.there = holds, 0, dict[str, float]()
        self.asked_next: Sequence[str] = ()

    def loaded(self) -> tuple[str, ...]:
        return tuple(self.there)

    def keep(self, models: Sequence[str]) -> None:
        self.asked_next = models

    async def call(self, name: str) -> None:
        """Answers after two seconds, and after three more where the model has to be loaded."""
        if name not in self.there:
            self.loads += 1
            while len(self.there) >= self.holds:
                del self.there[min(self.there, key=lambda each: goes_first(each, self.asked_next, self.there[each]))]
            await asyncio.sleep(3)
        self.there[name] = asyncio.get_running_loop().time()
        await asyncio.sleep(2)


def scheduler_before(engine: Engine, *, in_order: bool = True) -> Scheduler:
    pace = Pace(now=asyncio.get_running_loop().time)
    return pace.scheduler("local", 1, memory=engine if in_order else None)


async def asked(scheduler: Scheduler, engine: Engine, session: str, waves: Sequence[Wave]) -> None:
    """One session: wave after wave, the calls of each at once."""

    async def call(name: str) -> None:
        assert await scheduler.enter(f"local/{name}", session) is None
        try:
            await engine.call(name)
        finally:
            scheduler.leave()

    for names, then in waves:
        scheduler.expect(session, [f"local/{each}" for each in then])
        await asyncio.gather(*map(call, names))
        await asyncio.sleep(0.02)  # what was said is written down


def peer_review(lot: random.Random) -> list[Wave]:
    chair = lot.choice(FIVE)
    return [(mixed(lot), all_but(chair)), (mixed(lot), chair), (chair, ())]


def all_but(one: str) -> list[str]:
    """Whom the next stage may begin with, so that the one that is asked once more after it comes last there."""
    return [name for name in FIVE if name != one]


def mixed(lot: random.Random) -> list[str]:
    """All five, as their calls happen to come."""
    return lot.sample(FIVE, 5)


def test_several_sessions_are_asked_model_by_model() -> None:
    async def loads(holds: int, *, in_order: bool) -> int:
        engine = Engine(holds)
        scheduler = scheduler_before(engine, in_order=in_order)
        sessions = [asked(scheduler, engine, f"s{number}", peer_review(random.Random(number))) for number in range(6)]
        await asyncio.gather(*sessions)
        return engine.loads

    for holds, most in ((1, 15), (2, 12), (3, 10), (4, 8)):
        assert run_simulated(loads(holds, in_order=True)) <= most
    assert run_simulated(loads(1, in_order=False)) > 40


def test_nobody_is_passed_over_for_ever() -> None:
    async def waited() -> tuple[int, int]:
        engine = Engine(1)
        scheduler = scheduler_before(engine)
        began: list[str] = []

        async def call(name: str, session: str) -> None:
            await scheduler.enter(f"local/{name}", session)
            began.append(name)
            await engine.call(name)
            scheduler.leave()

        async def stream() -> None:  # there is always another call of the model that is loaded
            await asyncio.gather(*(call("a", f"s{number}") for number in range(2)))
            calls = set[asyncio.Task[None]]()
            for number in range(200):
                calls.add(asyncio.create_task(call("a", f"s{number}")))
                await asyncio.sleep(1.9)
            await asyncio.gather(*calls)

        streaming = asyncio.create_task(stream())
        await asyncio.sleep(30)
        before = len(began)
        await call("b", "patient")
        passed = began.index("b") - before
        await streaming
        return passed, engine.loads

    passed, loads = run_simulated(waited())
    assert MOST_PASSED <= passed <= MOST_PASSED + 20  # those that came before it are not passed over either
    assert loads == 3


async def session(memory: Engine | None, protocol: str = "debate") -> list[Event]:
    """All that happens in a session of scripted voices that are asked one by one."""
    directory, transcript = Directory(None, {}), MemoryTranscript()
    pace = Pace()
    pace.scheduler("rehearsal", 1, memory=memory)
    runner = Runner(transcript, directory, RunnerRules(door="python"), pace)
    members = tuple((await directory.models("rehearsal"))[:4])
    council = Council(members=members, chair=members[2], protocol=protocol)
    asking = SessionOpening(
        ask=Ask(question="Is a bridge of stone better than one of wood?", council=council, seed="order")
    )
    opened = await runner.convene(asking)
    await runner.ended(opened)
    events = await transcript.read(opened)
    await runner.close()
    await directory.close()
    assert events[-1].key == "verdict"
    return list(events)


async def test_the_order_of_calls_changes_neither_labels_nor_lots() -> None:
    async def kept(memory: Engine | None) -> dict[str, Any]:
        kinds = (SheetDealt, FindingMade, VerdictReached)
        return {event.key: event.body for event in await session(memory) if isinstance(event.body, kinds)}

    class Odd(Engine):
        """Claims that some are loaded, others each time, so that calls come in another order."""

        def loaded(self) -> tuple[str, ...]:
            self.loads += 1
            return self.asked_next[self.loads % 3 :: 3] if isinstance(self.asked_next, tuple) else ()

        def keep(self, models: Sequence[str]) -> None:
            self.asked_next = tuple(models)

    assert await kept(Odd(1)) == await kept(None)
