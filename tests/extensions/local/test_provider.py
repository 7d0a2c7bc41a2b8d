"""Test that a council of local models loses no member when their processes are killed."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from extensions.local.weights.engines import needs_engine
from extensions.local.weights.make_gguf import make_gguf
from moot.convening.council_choice import Seats
from moot.errors import NoModels
from moot.extensions.local import supervisor as supervising
from moot.extensions.local.provider import LocalProvider
from moot.floor.calls.move import Move
from moot.floor.calls.prompt_length import counted
from moot.floor.calls.request_adaptation import MARGIN
from moot.floor.prompts import prompt_of
from moot.library.rubric_shelf import RubricShelf
from moot.library.shelf import CouncilShelf
from moot.providers.call_outcome import hear
from moot.providers.directory import Directory
from moot.providers.provider import Call, CallLimits, CallMessage, CallReply
from moot.request import Ask
from moot.sessions.opening import SessionOpening
from moot.sessions.runner import Runner, RunnerRules
from moot.transcripts.in_memory import MemoryTranscript
from moot.vocabulary.councils import Council
from moot.vocabulary.events import SeatFailed, SeatSpoke
from moot.vocabulary.seats import Seat
from moot.vocabulary.state import state_of

pytestmark = pytest.mark.local
PATIENT = CallLimits(connect=10, first=60, between=60, total=120)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with two models of random weights."""
    needs_engine()
    (tmp_path / "models").mkdir()
    for name, seed in (("one", 1), ("two", 2)):
        make_gguf(tmp_path / "models" / f"{name}.gguf", seed)
    monkeypatch.setattr(supervising, "WAITS", (0.01, 0.02, 0.03))
    return tmp_path


@pytest.fixture
async def directory(home: Path) -> AsyncIterator[Directory]:
    made = Directory(home, {})
    yield made
    await made.close()


def local_of(directory: Directory) -> LocalProvider:
    provider = directory.provider_for("local/any")
    assert isinstance(provider, LocalProvider)
    return provider


async def asked(directory: Directory, model: str = "local/one", *, most: int = 40) -> CallReply:
    call = Call(
        id="1",
        key="opinions/seat-a",
        seat=Seat(id="seat-a", model=model, abilities=directory.abilities_of(model)),
        messages=(CallMessage(role="user", text="How strong is a stone bridge?"),),
        max_output=most,
        limits=PATIENT,
    )
    return await hear(directory.provider_for(model), call)


async def kill(directory: Directory) -> int:
    """Kills what is loaded, or loading; returns how many that were."""
    supervisor = local_of(directory).engine.supervisor
    pids = [each.pid for each in supervisor._running.values() if each.alive and each.pid] if supervisor else []
    there = 0
    for pid in pids:
        with suppress(ProcessLookupError):  # that it has died the system knows a moment before we do
            os.kill(pid, signal.SIGKILL)
            there += 1
    return there


async def test_a_call_loads_its_model_and_is_answered(directory: Directory) -> None:
    replies = [await asked(directory) for _ in range(3)]
    reply = next(each for each in replies if each.settled in ("ok", "truncated"))
    assert reply.text
    assert reply.usage.output > 0
    assert not reply.usage.estimated


async def test_a_prompt_that_a_guess_would_have_cut_short_is_given_the_room_it_leaves(directory: Directory) -> None:
    await directory.models("local")
    text = "The load that a stone bridge can bear depends on the arch, on the stones and on the ground. " * 118
    seat = Seat(id="seat-a", model="local/one", abilities=directory.abilities_of("local/one"))
    move = Move(key="opinions/seat-a", seat=seat, prompt=prompt_of((CallMessage(role="user", text=text),)))
    call = Call(id="1", key=move.key, seat=seat, messages=move.prompt.messages, max_output=move.room, limits=PATIENT)
    guessed, provider = move.room, local_of(directory)
    read = await provider.count(call)
    assert read is not None
    fitted = await counted(provider, move, call)
    assert isinstance(fitted, Call)
    assert guessed < 100 < fitted.max_output == move.room == 8192 - read - MARGIN
    longer = replace(call, messages=(CallMessage(role="user", text=text * 4),))
    refused = await counted(provider, move, longer)
    assert isinstance(refused, CallReply)
    assert refused.error == "context"
    assert "reads and writes 8,192. It was not sent." in refused.cause


@pytest.mark.fast(1)
@pytest.mark.parametrize("moment", ["idle", "loading", "at once"])
async def test_a_model_that_is_killed_before_it_speaks_costs_no_attempt(directory: Directory, moment: str) -> None:
    if moment != "loading":
        await asked(directory)
    if moment == "idle":
        assert await kill(directory) == 1
    call = asyncio.create_task(asked(directory))
    for _ in range(2000 if moment != "idle" else 0):
        if await kill(directory):
            break
        await asyncio.sleep(0.002)
    reply = await call
    # By chance such a model ends its turn at once: it was asked, and said nothing.
    assert reply.settled in ("ok", "truncated", "empty"), reply.cause


@pytest.mark.slow
async def test_no_seat_is_lost_when_processes_are_killed_all_through_a_session(directory: Directory) -> None:
    transcript = MemoryTranscript()
    runner = Runner(transcript, directory, RunnerRules(door="python", limits=PATIENT))
    council = Council(
        members=("local/one:2", "local/two"), chair="local/two", options={"max_output": 6000, "temperature": 1.0}
    )
    session = await runner.convene(
        SessionOpening(ask=Ask(question="How strong is a stone bridge?", council=council, seed="local"))
    )
    ending, killed = asyncio.create_task(runner.ended(session)), 0
    for _ in range(3):
        await asyncio.wait([ending], timeout=0.4)
        killed += 0 if ending.done() else await kill(directory)
    await ending
    events = await transcript.read(session)
    state = state_of(events)
    await runner.close()
    assert killed >= 2
    assert state.status in ("verdict", "inconclusive"), state.message
    lost = [event.body for event in events if isinstance(event.body, SeatFailed)]
    assert not [body for body in lost if "killed" in body.cause or "could not" in body.cause or "hung up" in body.cause]
    spoke = [event.key for event in events if isinstance(event.body, SeatSpoke)]
    assert {"opinions/seat-a", "opinions/seat-b", "opinions/seat-c"} <= {*spoke}


async def test_they_sit_when_they_are_asked_for_or_nothing_else_is_there(
    home: Path, directory: Directory, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(url: str) -> bool:
        return False

    monkeypatch.setattr("moot.convening.default_council._listens", silent)
    seats = Seats(CouncilShelf(home), RubricShelf(home), directory, lambda: "")
    sitting = await seats.by_default()
    assert sitting.council.members == ("local/one", "local/two")
    assert "small" in sitting.why
    seats = Seats(CouncilShelf(home), RubricShelf(home), directory, lambda: "thrifty")
    seats.local = True
    assert (await seats.by_default()).council.chair == "local/one"
    (home / "models" / "two.gguf").unlink()
    (alone,) = (await seats.by_default()).council.members
    assert (getattr(alone, "model", ""), getattr(alone, "count", 0)) == ("local/one", 3)
    (home / "models" / "one.gguf").unlink()
    with pytest.raises(NoModels, match="moot models pull"):
        await seats.by_default()
