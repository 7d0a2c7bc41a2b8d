"""Test that every move of the floor becomes a fact once, and the same fact when the protocol runs again."""

from __future__ import annotations

import asyncio

import pytest

from moot.errors import CallFailed, SessionOver
from moot.protocols.floor_interface import Floor, SeatPrompt
from moot.protocols.prompt_template import PromptTemplate
from moot.protocols.protocol import Options, protocol
from moot.providers.provider import Call
from moot.vocabulary.events import FindingMade, SeatSpoke, SheetDealt, VerdictReached
from moot.vocabulary.findings import Note
from moot.vocabulary.verdicts import Verdict
from rig.words import LABEL
from sessions.backend import Backend, ranked
from sessions.small_protocols import judged

ASK = PromptTemplate("ask", "Say something about $topic.", uses="topic")


# --- keys, stages and what a protocol may not do ---


@protocol(name="twice", title="t", stages=("one",))
async def twice(floor: Floor, options: Options) -> Verdict:
    async with floor.stage("one"):
        await floor.ask(floor.seats[0], "once")
        await floor.ask(floor.seats[0], "again")
    return await floor.withhold("never")


async def test_two_moves_under_one_key_name_both_places() -> None:
    async with Backend() as here:
        state = await here.state(await here.convene(twice))
        first, second = twice.run.__code__.co_firstlineno + 3, twice.run.__code__.co_firstlineno + 4
        assert state.status == "failed"
        assert "'one/seat-a'" in state.message
        assert f"test_floor:{first}," in state.message
        assert f"test_floor:{second}." in state.message
        assert here.asked == ["one/seat-a"]


@protocol(name="undeclared", title="t", stages=("one",))
async def undeclared(floor: Floor, options: Options) -> Verdict:
    async with floor.stage("two"):
        return await floor.withhold("never")


@protocol(name="outside", title="t", stages=("one",))
async def outside(floor: Floor, options: Options) -> Verdict:
    await floor.ask_all(floor.seats, floor.question)
    return await floor.withhold("never")


@protocol(name="nested", title="t", stages=("one", "two"))
async def nested(floor: Floor, options: Options) -> Verdict:
    async with floor.stage("one"), floor.stage("two"):
        return await floor.withhold("never")


@protocol(name="again", title="t", stages=("one",))
async def again(floor: Floor, options: Options) -> Verdict:
    for _ in range(2):
        async with floor.stage("one"):
            pass
    return await floor.withhold("never")


@protocol(name="broken", title="t", stages=("one",))
async def broken(floor: Floor, options: Options) -> Verdict:
    raise ZeroDivisionError("by nothing")


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (undeclared, "enters the stage 'two', which it does not declare (declared: one)"),
        (outside, "made a move outside of a stage"),
        (nested, "The stage 'two' is entered inside 'one'"),
        (again, "Two moves have the key 'stage:one'"),
        (broken, "ZeroDivisionError: by nothing"),
    ],
)
async def test_a_protocol_that_breaks_a_rule_fails_and_asks_nobody(made, says) -> None:  # type: ignore[no-untyped-def]
    async with Backend() as here:
        state = await here.state(await here.convene(made))
        assert state.status == "failed"
        assert says in state.message
        assert here.asked == []


# --- branches, findings, chance ---


@protocol(name="branches", title="t", stages=("one",))
async def branches(floor: Floor, options: Options) -> Verdict:
    async with floor.stage("one"):
        first, second = await floor.together(
            floor.ask_each([SeatPrompt(seat=seat, prompt="left", about="left") for seat in floor.seats]),
            floor.ask_each([SeatPrompt(seat=seat, prompt=ASK, values={"topic": "right"}) for seat in floor.seats]),
        )
        assert [said.key for said in first] == [f"one/{seat.id}#left" for seat in floor.seats]
        assert [said.key for said in second] == [f"one/{seat.id}" for seat in floor.seats]
        return await floor.withhold(f"{len(first)} and {len(second)}")


async def test_branches_run_side_by_side_and_keep_their_order() -> None:
    all_there = asyncio.Barrier(8)

    async def say(call: Call) -> str:
        async with asyncio.timeout(60):
            await all_there.wait()
        return "words"

    async with Backend(say) as here:
        state = await here.state(await here.convene(branches))
        assert (state.status, state.reason) == ("inconclusive", "4 and 4")


@pytest.mark.parametrize("budget", [True, False])
async def test_a_branch_that_has_to_stop_lets_what_is_paid_for_arrive(budget: bool) -> None:
    @protocol(name="halves", title="t", stages=("one",))
    async def halves(floor: Floor, options: Options) -> Verdict:
        async with floor.stage("one"):
            await floor.together(
                floor.ask(floor.seats[0], "left"), floor.ask(floor.seats[1], "x" * 10_000 if budget else "right")
            )
            return await floor.withhold("done")

    async def say(call: Call) -> str:
        await asyncio.sleep(0.05)
        return "words"

    # the long prompt alone does not fit; a person's answer is waited for
    more = {"cap": 95_000} if budget else {"people": 1}
    async with Backend(say) as here:
        session = await here.convene(halves, members=2, council={}, options={"max_output": 8}, **more)
        bodies = await here.bodies(session)
        assert isinstance(bodies["one/seat-a"], SeatSpoke)
        state = await here.state(session)
        assert state.status == ("out_of_budget" if budget else "running")


@protocol(name="noted", title="t", stages=("one", "two"))
async def noted(floor: Floor, options: Options) -> Verdict:
    async with floor.stage("one"):
        await floor.ask_all(floor.seats, floor.question)
        drawn = floor.lot("order").shuffle(list(range(8)))
        note = floor.record(Note(title="drawn", text=f"{drawn}"), name="drawn")
    async with floor.stage("two"):
        assert floor.lot("order").shuffle(list(range(8))) != drawn  # another stage, other chance
        floor.record(Note(title="after", text=f"after {note.text}"), name="after")
        return await floor.withhold("as noted")


async def test_findings_and_lots_are_the_same_whenever_it_is_run() -> None:
    async with Backend() as here:
        session, other = await here.convene(noted), await here.convene(noted)
        bodies = await here.bodies(session)
        (drawn,) = [body for key, body in bodies.items() if key == "one/drawn"]
        assert isinstance(drawn, FindingMade)
        assert drawn == (await here.bodies(other))["one/drawn"]
        verdict = bodies["verdict"]
        assert isinstance(verdict, VerdictReached)
        # a finding made just before the verdict is in it
        assert {"one/drawn", "two/after"} <= set(verdict.verdict.rests_on)
        assert (await here.runner.replay(session)).digest == verdict.digest
        assert "stage:two" in bodies  # what was pending was committed with the verdict
        assert list(bodies).index("stage:two") < list(bodies).index("two/after") < list(bodies).index("verdict")


async def test_what_was_pending_outlives_a_refusal_of_a_stragglers_commit() -> None:
    """A retry that does not fit the budget is refused with its whole commit; what was the protocol's is not lost."""
    close = asyncio.Event()

    @protocol(name="pending", title="t", stages=("one", "two"))
    async def pending(floor: Floor, options: Options) -> Verdict:
        async with floor.stage("one"):
            first = await floor.ask_all(floor.seats, floor.question)
        async with floor.stage("two"):
            floor.deal(first)
            close.set()
            await asyncio.sleep(0.1)  # a real protocol computes here; the straggler's commit comes in between
            await floor.ask(floor.seats[0], "two")
            return await floor.withhold("done")

    async def say(call: Call) -> str:
        if call.key == "one/seat-d":
            await close.wait()
        return f"words on {call.key}"

    async with Backend(say) as here:
        append = here.transcript._append
        refused = []

        async def refusing(lease, drafts, texts):  # type: ignore[no-untyped-def]
            if any(draft.key == "one/seat-d" and isinstance(draft.body, SeatSpoke) for draft in drafts):
                refused.extend(draft.key for draft in drafts)
                raise SessionOver("No room.")
            return await append(lease, drafts, texts)

        here.transcript._append = refusing  # type: ignore[method-assign]
        session = await here.convene(pending, options={"patience": 1.0})
        assert "stage:two" in refused
        bodies = await here.bodies(session)
        assert "two/seat-a:sheet" in bodies
        assert (await here.runner.replay(session)).digest == (await here.state(session)).digest


# --- sheets, ballots and conclusions ---


async def test_sheets_leave_the_readers_own_answer_out_and_balance_the_order() -> None:
    async with Backend(ranked) as here:
        session = await here.convene(judged)
        sheets = [body for body in (await here.bodies(session)).values() if isinstance(body, SheetDealt)]
        places = []
        for sheet in sheets[:4]:
            seats = [entry.seat for entry in sheet.entries]
            assert sheet.reader not in seats
            places += list(enumerate(seats))
        assert len(places) == len(set(places)) == 12  # every answer in every place exactly once
        labels = [entry.label for sheet in sheets for entry in sheet.entries]
        assert len(set(labels)) == len(labels)
        state = await here.state(session)
        assert all(ballot.ballot is not None for ballot in state.ballots.values())


async def test_the_first_stand_in_that_can_write_concludes_and_labels_become_answers() -> None:
    def say(call: Call) -> str | CallFailed:
        if call.key in ("three/chair", "three/stand-in-1"):
            return CallFailed("refused", "It would rather not.")
        if call.key == "three/stand-in-2":
            return "Best is " + " then ".join(LABEL.findall(call.messages[-1].text)) + "."
        return ranked(call)

    async with Backend(say) as here:
        session = await here.convene(judged)
        bodies, state = await here.bodies(session), await here.state(session)
        assert state.verdict is not None
        assert state.verdict.by == "stand-in-2"
        assert any(line.startswith("stand-in-2 took over from the chair (fake/") for line in state.verdict.degraded)
        sheet = bodies["three/stand-in-2:sheet"]
        assert isinstance(sheet, SheetDealt)
        assert state.verdict.text is not None
        for entry in sheet.entries:
            assert entry.label not in state.verdict.text
        said = bodies["three/stand-in-2"]
        assert isinstance(said, SeatSpoke)
        assert any(entry.label in said.text for entry in sheet.entries)
        assert "answer 1" in state.verdict.text


async def test_when_nobody_can_write_an_answer_stands_verbatim_and_says_so() -> None:
    def say(call: Call) -> str | CallFailed:
        return CallFailed("empty", "Nothing.") if call.key.startswith("three/") else ranked(call)

    async with Backend(say) as here:
        session = await here.convene(judged)
        state = await here.state(session)
        assert state.verdict is not None
        assert state.verdict.verbatim
        assert state.verdict.text == f"words of {state.verdict.by} on one/{state.verdict.by}"
        assert "stands verbatim" in state.verdict.reason
        assert (await here.runner.replay(session)).digest == state.digest


async def test_a_withheld_verdict_is_inconclusive_and_last_for_ever() -> None:
    async with Backend() as here:
        session = await here.convene(noted)
        state = await here.state(session)
        assert (state.status, state.verdict and state.verdict.text, state.reason) == ("inconclusive", None, "as noted")
        with pytest.raises(SessionOver):
            await here.runner.resume(session)
