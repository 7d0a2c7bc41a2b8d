"""Test that every prompt fits its reader, and that no member is lost when its process is killed.

Five real engines with random weights and contexts of 2,048 to 8,192 tokens debate on a machine of 8 GB, which holds
them all.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from cases import slow_except
from extensions.local.weights.engines import needs_engine
from extensions.local.weights.make_gguf import make_gguf
from extensions.local.weights.small_model import PATIENT
from moot.extensions.local import process as processes
from moot.extensions.local import supervisor as supervising
from moot.extensions.local.process import Address, Process
from moot.extensions.local.provider import LocalProvider
from moot.extensions.local.supervisor import Supervisor
from moot.providers.directory import Directory
from moot.request import Ask
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary.councils import Council
from moot.vocabulary.events import Body, FindingMade, SeatFailed, SeatSpoke, SheetDealt
from moot.vocabulary.state import SessionState, state_of

pytestmark = pytest.mark.local
CONTEXTS = (2_048, 3_072, 4_096, 6_144, 8_192)
DEBATES = 20
MEMORY = 8_000_000_000
IDLE = 60_000_000
"""Bytes a model may hold once it sleeps."""
QUESTION = "How strong is a stone bridge, and by which test would one find that out before the first cart crosses it?"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a model of each context, which Moot's own engine runs."""
    needs_engine()
    folder = tmp_path_factory.mktemp("contexts")
    (folder / "models").mkdir()
    for seed, context in enumerate(CONTEXTS, start=1):
        make_gguf(folder / "models" / f"of-{context}.gguf", seed, context)
    return folder


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is loaded, in this order, on a machine of 8 GB."""
    loaded: list[str] = []
    load, running = Process.load, list[Process]()

    async def noted(process: Process) -> Address:
        loaded.append(process.spec.name)
        running.append(process)
        return await load(process)

    def free() -> int:
        return MEMORY - sum(process.memory() or 0 for process in running if process.alive)

    monkeypatch.setattr(Process, "load", noted)
    monkeypatch.setattr(supervising, "free_memory", free)
    monkeypatch.setattr(supervising, "WAITS", (0.01, 0.02, 0.03))
    return loaded


async def debated(home: Path, number: int, kills: random.Random | None = None) -> tuple[SessionState, list[Body], int]:
    """A debate, in which processes are killed now and then; how it ended, all that happened, how many were killed."""
    directory, transcript = Directory(home, {}), MemoryTranscript()
    await directory.lists.fetch("local")
    runner = Runner(transcript, directory, RunnerRules(door="python", limits=PATIENT))
    members = tuple(f"local/of-{context}" for context in CONTEXTS)
    council = Council(members=members, chair=members[-1], protocol="debate", options={"temperature": 1.0})
    session = await runner.convene(SessionOpening(ask=Ask(question=QUESTION, council=council, seed=str(number))))
    ending, killed = asyncio.create_task(runner.ended(session)), dict[str, int]()
    while kills is not None and not ending.done():
        await asyncio.wait([ending], timeout=kills.uniform(0.05, 1.5))
        provider = directory.provider_for(members[0])
        assert isinstance(provider, LocalProvider)
        supervisor = provider.engine.supervisor
        there = supervisor._running.items() if supervisor is not None else ()
        # A model that dies a fourth time within a minute is given up, and rightly so.
        found = [(name, each.pid) for name, each in there if each.alive and each.pid and killed.get(name, 0) < 3]
        if found and not ending.done():
            name, pid = kills.choice(found)
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue  # it has died of the last one, which the system knows a moment before we do
            killed[name] = killed.get(name, 0) + 1
    await ending
    events = await transcript.read(session)
    await runner.close()
    await directory.close()
    return state_of(events), [event.body for event in events], sum(killed.values())


def check_nobody_is_lost(state: SessionState, bodies: Sequence[Body]) -> None:
    spoke = [body for body in bodies if isinstance(body, SeatSpoke)]
    # By chance such a model ends its turn before it has said a word; that is neither its prompt's doing nor a killer's.
    failed = [body for body in bodies if isinstance(body, SeatFailed) and body.failed != "empty"]
    assert [f"{body.seat}: {body.cause}" for body in failed if body.final] == []
    assert [f"{body.seat}: {body.usage}" for body in spoke if body.settled == "truncated"] == []
    assert state.status in ("verdict", "inconclusive"), (state.reason, state.message)


@pytest.mark.slow
@pytest.mark.parametrize("number", slow_except(range(DEBATES), 0))
async def test_no_seat_of_a_debate_is_lost_to_length(home: Path, loads: list[str], number: int) -> None:
    state, bodies, _ = await debated(home, number)
    spoke = [body for body in bodies if isinstance(body, SeatSpoke)]
    widest = max(body.usage.input + body.usage.output for body in spoke if body.seat == "seat-a")
    cut = sum(any(entry.cut for entry in body.entries) for body in bodies if isinstance(body, SheetDealt))
    print(f"\n{state.status}: {len(spoke)} answers, {cut} sheets shortened, {widest} of {CONTEXTS[0]} tokens at most")
    check_nobody_is_lost(state, bodies)
    assert [body.cause for body in bodies if isinstance(body, SeatFailed) and body.failed != "empty"] == []
    roles = next(body.finding for body in bodies if isinstance(body, FindingMade) and body.name == "roles")
    assert roles.chair != "seat-a"  # it could not be shown what the chair of five reads
    assert sorted(loads) == sorted(f"of-{context}" for context in CONTEXTS)  # each once: all of them fit


@pytest.mark.slow
@pytest.mark.parametrize("number", slow_except(range(DEBATES), 0))
async def test_no_seat_is_lost_whose_process_is_killed(home: Path, loads: list[str], number: int) -> None:
    state, bodies, killed = await debated(home, number, random.Random(number))
    broken = [body for body in bodies if isinstance(body, SeatFailed)]
    print(f"\n{state.status}: {killed} processes killed, {len(loads)} loads, {len(broken)} answers broken off")
    check_nobody_is_lost(state, bodies)
    assert killed >= 2
    assert len(loads) <= len(CONTEXTS) + killed


async def test_a_model_that_nobody_asks_gives_its_memory_back(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "SLEEPS_AFTER", 1)
    supervisor = Supervisor(home)
    try:
        for context in (CONTEXTS[0], CONTEXTS[-1]):
            await supervisor.ready(f"of-{context}")
        for _ in range(300):
            told = await supervisor.told()
            if all(each.status == "sleeping" for each in told):
                break
            await asyncio.sleep(0.1)
        print(f"\nasleep: {[(each.model, each.memory) for each in told]}")
        assert [each.status for each in told] == ["sleeping"] * 2
        assert all(each.memory is not None and each.memory <= IDLE for each in told)
    finally:
        await supervisor.close()
