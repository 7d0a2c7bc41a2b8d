"""Test that embedding texts is a move: recorded once, paid once, retried, kept through a kill and a fork."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from moot.errors import BadInput
from moot.floor.calls.retry import Pace
from moot.floor.embedded_texts import UNRELATED
from moot.protocols.floor_interface import Floor
from moot.protocols.protocol import Options, protocol
from moot.providers.embedding.lexical import vector_of
from moot.providers.endpoints import Endpoint
from moot.providers.openai.wire import OpenAIWire
from moot.providers.provider import Provider
from moot.sessions.fork import ForkChanges
from moot.sessions.runner import Runner, RunnerRules
from moot.stats.vectors.geometry import cosine, geometric_confidence
from moot.transcripts import crash_points as boundary
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.events import FindingMade, SeatAsked, SeatFailed, SeatSpoke, VerdictReached
from moot.vocabulary.findings import Note
from moot.vocabulary.state import state_of
from moot.vocabulary.vectors import Vectors, packed, unpacked
from moot.vocabulary.verdicts import Verdict
from rig.script import Asked, Plan
from rig.upstream import Upstream
from sessions.backend import Backend, Phones, Voice, app, dies, enrolled
from sessions.small_protocols import SUM

SEEN: list[Vectors | None] = []
SAYS = {
    "seat-a": "Deploy the service on Friday, when the load is lowest.",
    "seat-b": "Deploying on Friday is best, the load is lowest then.",
    "seat-c": "Friday: the service has its lowest load.",
    "seat-d": "Tomatoes need warm soil and steady watering.",
}


@protocol(name="measured", title="t", stages=("one", "two"), offices=("embedder",))
async def measured(floor: Floor, options: Options) -> Verdict:
    async with floor.stage("one"):
        first = await floor.ask_all(floor.seats, floor.question)
        vectors = await floor.embed(first)
        SEEN.append(vectors)
        if vectors is not None:
            found = geometric_confidence(vectors.rows, unrelated=vectors.unrelated)
            floor.record(Note(title="Nearness", text=f"{found.calibrated:.6f}"), rests_on=(vectors.key,))
    async with floor.stage("two"):
        return await floor.conclude(floor.chair, SUM, answers=first)


@pytest.fixture(autouse=True)
def unseen() -> None:
    SEEN.clear()


def say(call: object) -> str:
    return SAYS.get(call.seat.id, "In short: Friday.")  # type: ignore[attr-defined]


class Measurers(Phones):
    """Also knows `up/…`, which is reached over a real socket."""

    def __init__(self, voice: Voice, url: str) -> None:
        super().__init__(voice)
        self.row = Endpoint(name="up", url=url, private=True)
        self.wire = OpenAIWire(self.row, None)

    def endpoint_of(self, model_id: str) -> Endpoint:
        return self.row if model_id.startswith("up/") else super().endpoint_of(model_id)

    def provider_for(self, model_id: str) -> Provider:
        return self.wire if model_id.startswith("up/") else super().provider_for(model_id)


@asynccontextmanager
async def measuring_hall(up: Upstream) -> AsyncIterator[Backend]:
    async with Backend(say) as here:
        directory = Measurers(here.voice, up.url)
        here.runner = Runner(here.transcript, directory, RunnerRules(door="python"), Pace(chance=lambda: 0.001))
        yield here
        await directory.wire.close()


def by(embedder: str) -> dict[str, object]:
    return {"offices": {"embedder": embedder}}


async def test_answers_come_back_as_vectors_and_the_move_is_recorded() -> None:
    async with Backend(say) as here:
        session = await here.convene(measured)
        bodies = await here.bodies(session)
    asked, spoke = bodies["one/embedder~1"], bodies["one/embedder"]
    assert isinstance(asked, SeatAsked)
    assert isinstance(spoke, SeatSpoke)
    assert (spoke.text, spoke.settled, spoke.attempt) == ("10 texts measured in 512 dimensions", "ok", 1)
    assert asked.reserved is not None
    assert spoke.cost is not None
    assert spoke.cost <= asked.reserved
    (vectors,) = SEEN
    assert vectors is not None
    assert (vectors.model, vectors.key) == ("lexical/words", "one/embedder")
    assert vectors.keys == ("one/seat-a", "one/seat-b", "one/seat-c", "one/seat-d")
    assert vectors.of("one/seat-b") == pytest.approx(vector_of(SAYS["seat-b"]), abs=1e-6)
    assert cosine(vectors.rows[0], vectors.rows[1]) > cosine(vectors.rows[0], vectors.rows[3]) + 0.2
    assert len(vectors.unrelated) == len(UNRELATED)
    verdict = bodies["verdict"]
    assert isinstance(verdict, VerdictReached)
    assert verdict.verdict.degraded == ()
    assert "one/embedder" in verdict.verdict.rests_on


@pytest.mark.parametrize(
    ("council", "why"),
    [
        (by("rehearsal/ada"), "rehearsal/ada speaks, and cannot measure texts"),
        ({"stand_ins": ("lexical/words",)}, "lexical/words measures texts, and cannot speak"),
        (by("nowhere/words"), "nowhere"),
    ],
)
async def test_who_cannot_hold_a_seat_is_refused_when_it_opens(council: dict[str, object], why: str) -> None:
    async with Backend(say) as here:
        with pytest.raises(BadInput, match=why):
            await here.convene(measured, council=council)


async def test_a_failure_that_may_pass_is_tried_again_and_paid_once() -> None:
    def script(asked: Asked) -> str | None:
        return "503" if asked.number == 1 else None

    async with Upstream(script) as up, measuring_hall(up) as here:
        bodies = await here.bodies(await here.convene(measured, council=by("up/measurer")))
        assert len(up.calls) == 2
    spoke = bodies["one/embedder"]
    assert isinstance(spoke, SeatSpoke)
    assert spoke.attempt == 2
    assert SEEN[0] is not None


@pytest.mark.parametrize("mode", ["401", "one_missing", "nan", "reset_before_headers"])
async def test_when_it_fails_for_good_the_council_goes_on_and_says_so(mode: str) -> None:
    async with Upstream(default=Plan(mode=mode)) as up, measuring_hall(up) as here:
        session = await here.convene(measured, council=by("up/measurer"))
        bodies, state = await here.bodies(session), await here.state(session)
    failed = bodies["one/embedder"]
    assert isinstance(failed, SeatFailed)
    assert failed.final
    assert SEEN == [None]
    assert state.verdict is not None
    assert state.verdict.outcome == "verdict"
    assert any(line.startswith("the embedder (up/measurer) is missing in ") for line in state.verdict.degraded)
    assert [lost.seat for lost in state.verdict.missing] == ["embedder"]


async def test_no_measurement_starts_that_does_not_fit_under_the_cap() -> None:
    async with Upstream() as up, measuring_hall(up) as here:
        here.voice.say = lambda call: "Many words. " * 400 if call.key.startswith("one") else "In short."
        council, options = by("up/measurer"), {"max_output": 50, "allowance": 100}
        bodies = await here.bodies(await here.convene(measured, council=council, options=options))
        reserved = [body.reserved or 0 for body in bodies.values() if isinstance(body, SeatAsked)]
        wave, measuring = sum(reserved[:4]), reserved[4]
        assert measuring > 10 * 4 * len("Many words. " * 400) > wave
        poor = await here.convene(measured, council=council, options=options, cap=measuring)
        state = await here.state(poor)
        assert len(up.calls) == 1
        assert (await here.transcript.balance(poor)).reserved == 0
    assert state.status == "out_of_budget"


async def test_a_fork_computes_from_copied_vectors_and_measures_nothing() -> None:
    async with Upstream() as up, measuring_hall(up) as here:
        first = await here.convene(measured, council=by("up/measurer"))
        fork = await here.runner.fork(first, ForkChanges(stage="two", chair="fake/other"))
        await here.runner.ended(fork)
        events = await here.events(fork)
        assert len(up.calls) == 1
    assert state_of(events).status == "verdict"
    assert SEEN[0] == SEEN[-1]
    (copied,) = [event for event in events if event.key == "one/embedder"]
    assert copied.origin is not None


@pytest.mark.slow
async def test_killed_at_every_commit_it_is_measured_once_and_ends_alike(path: Path) -> None:
    async def convene(at: int, place: str) -> None:
        boundary.order(f"commit:{place}:{at}")
        here = app(path, say)
        await here.convene(measured)
        await here.runner.close()

    enrolled(measured)  # the child's enrolment dies with it
    digests, kills = set(), 0
    for place in ("before", "after"):
        for at in range(1, 40):
            if not dies(lambda at=at, place=place: convene(at, place)):
                break
            kills += 1
            async with app(path, say, clock=60.0) as here:
                for listing in await unfinished(here):
                    await here.resume(listing)
    async with app(path, say) as here:
        for session in await sessions(here):
            bodies = await here.bodies(session)
            verdict = bodies["verdict"]
            assert isinstance(verdict, VerdictReached)
            digests.add(verdict.digest)
            assert isinstance(bodies["one/embedder"], SeatSpoke)
            found = [body for body in bodies.values() if isinstance(body, FindingMade)]
            assert len(found) == 1
    assert kills > 8
    assert len(digests) == 1


async def sessions(here: Backend) -> list[str]:
    transcript = here.transcript
    assert isinstance(transcript, SqlTranscript)
    return [listing.id for listing in await Register(transcript._store).list(limit=100)]


async def unfinished(here: Backend) -> Iterable[str]:
    return [session for session in await sessions(here) if (await here.state(session)).verdict is None]


def test_a_transcript_keeps_vectors_as_floats_of_32_bits() -> None:
    rows = ((1.0, -0.5, 0.1), (0.0, 3e38, 1e-30))
    kept = unpacked(packed(rows), 2)
    assert kept == unpacked(packed(kept), 2)
    assert kept[0] == pytest.approx(rows[0], rel=1e-7)
    assert packed(()) == ""
    assert unpacked("", 0) == ()
    for data, count in (("", 2), ("AAAA", 1), ("****", 1), (packed(rows), 4), (packed(rows), 0)):
        with pytest.raises(BadInput):
            unpacked(data, count)
