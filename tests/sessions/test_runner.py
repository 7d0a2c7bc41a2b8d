"""Test that a session ends as asked and keeps its budget, whenever it is stopped, resumed or answered."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from moot.errors import BadInput, SessionOver
from moot.protocols.floor_interface import Floor
from moot.protocols.protocol import Options, protocol
from moot.sessions.fork import ForkChanges
from moot.sessions.runner import RunnerRules
from moot.transcripts.followers import follow
from moot.transcripts.transcript import HolderRequest
from moot.vocabulary.events import Event, SeatAsked, SessionStopped
from moot.vocabulary.seats import Price
from moot.vocabulary.verdicts import Verdict

from .backend import Backend, Phones
from .drafts import DEAD
from .small_protocols import two_stages

# --- stopping ---


async def test_a_session_stopped_before_its_first_step_ends_as_stopped() -> None:
    async with Backend() as here:
        session = await here.convene(two_stages, until_over=False)
        assert await here.runner.stop(session)
        state = await here.state(session)
        assert (state.status, state.reason) == ("stopped", "asked")
        assert here.asked == []
        await here.resume(session)
        assert (await here.state(session)).status == "verdict"


async def _left_running(here: Backend) -> str:
    """A session whose holder died, with a wish to stop that it never saw."""
    session = await here.convene(two_stages, until_over=False)
    await here.runner.close()
    await here.transcript.take(session, DEAD)
    await here.transcript.wish(HolderRequest(id=0, session=session, kind="stop"))
    return session


async def test_a_wish_to_stop_outlives_the_process_it_was_meant_for() -> None:
    first = Backend()
    session = await _left_running(first)
    async with Backend(transcript=first.transcript) as here:
        await here.resume(session, automatic=True)
        state = await here.state(session)
        assert (state.status, state.reason, state.resumed) == ("stopped", "asked", 1)
        assert here.asked == []
        assert await here.transcript.wishes([session]) == []


async def test_a_wish_to_stop_is_heeded_by_a_session_on_its_way_to_waiting() -> None:
    async with Backend() as here:
        session = await here.convene(two_stages, members=3, people=1, until_over=False)
        await here.transcript.wish(HolderRequest(id=0, session=session, kind="stop"))
        async with asyncio.timeout(120):
            async for batch in follow(here.transcript, session):
                last = batch[-1]
        assert isinstance(last, Event)
        assert isinstance(last.body, SessionStopped)


# --- a protocol's own faults ---


@protocol(name="cancels-itself", title="t", stages=("one",))
async def cancels_itself(floor: Floor, options: Options) -> Verdict:
    raise asyncio.CancelledError


@protocol(name="unprintable", title="t", stages=("one",))
async def unprintable(floor: Floor, options: Options) -> Verdict:
    raise ValueError("a lone \ud800 surrogate")


@protocol(name="says-nothing", title="t", stages=("one",))
async def says_nothing(floor: Floor, options: Options) -> Verdict:
    return Verdict(outcome="verdict", text="Made up, and on no record.")


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (cancels_itself, "CancelledError"),
        (unprintable, "a lone ? surrogate"),
        (says_nothing, "without a verdict"),
    ],
)
async def test_a_protocol_that_breaks_oddly_still_ends_its_session(made, says) -> None:  # type: ignore[no-untyped-def]
    async with Backend() as here:
        state = await here.state(await here.convene(made))
        assert (state.status, state.reason) == ("failed", "error")
        assert says in state.message


# --- people ---


async def test_only_a_person_who_was_asked_is_answered_for() -> None:
    async with Backend() as here:
        session = await here.convene(two_stages, members=3, people=1)
        for key in ("one/seat-a", "one/seat-x", "two/chair"):
            with pytest.raises(BadInput, match=r"does not wait for an answer"):
                await here.runner.answer(session, key, "words")
        await here.runner.answer(session, "one/seat-c", "words with a lone \ud800")
        await here.runner.ended(session)
        with pytest.raises(SessionOver, match="answered already"):
            await here.runner.answer(session, "one/seat-c", "words")
        assert (await here.state(session)).status == "verdict"


# --- money ---


class Priceless(Phones):
    """A directory in which nobody knows what a model costs."""

    def price_of(self, model_id: str, *, whole: bool = False) -> Price | None:
        return None


def priceless(**rules: object) -> Backend:
    here = Backend(rules=RunnerRules(door="python", **rules))  # type: ignore[arg-type]
    here.runner._directory = Priceless(here.voice)
    return here


@pytest.mark.parametrize("way", ["resume", "fork", "day"])
async def test_a_cap_that_comes_later_counts_unknown_prices_as_the_dearest(way: str) -> None:
    async with priceless(day_capped=way == "day") as here:
        session = await here.convene(two_stages, until_over=False)
        if way == "resume":
            await here.runner.stop(session)
            await here.resume(session, cap=1_000)
        elif way == "fork":
            await here.runner.ended(session)
            session = await here.runner.fork(session, ForkChanges(stage="two", cap=1_000))
        await here.runner.ended(session)
        if way != "day":
            assert (await here.state(session)).status == "out_of_budget"
            return
        asked = [event.body for event in await here.events(session) if isinstance(event.body, SeatAsked)]
        assert asked
        assert all(body.reserved for body in asked)


async def test_prices_are_as_strict_as_they_are_now_for_a_fork_and_as_they_were_for_what_runs() -> None:
    """A setting that is changed in mid-session holds for what begins after it; a price that was set since is known."""
    async with priceless() as here:
        session = await here.convene(two_stages, until_over=False, cap=10**12)
        here.runner.rules = replace(here.runner.rules, strict_prices=True)
        await here.runner.stop(session)
        await here.resume(session)
        assert (await here.state(session)).status == "verdict", "it goes on as it began"
        with pytest.raises(BadInput, match="prices are strict"):
            await here.runner.fork(session, ForkChanges(stage="two"))
        with pytest.raises(BadInput, match="prices are strict"):
            await here.runner.would_fork(session, ForkChanges(stage="two"))
        here.runner._directory.price_of = lambda model, whole=False: Price(input=1, output=1)  # type: ignore[method-assign]
        fork = await here.runner.fork(session, ForkChanges(stage="two"))
        await here.runner.ended(fork)
        assert (await here.state(fork)).status == "verdict"
