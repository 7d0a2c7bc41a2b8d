"""Test that a wave settles every key, once, before it returns, whenever and however it closes."""

from __future__ import annotations

import asyncio

import pytest

from moot.errors import CallFailed
from moot.providers.provider import Call
from moot.vocabulary.events import SeatFailed, SeatSpoke
from sessions.backend import Backend, ranked
from sessions.small_protocols import judged, waves


@pytest.mark.parametrize(("failing", "status"), [("a", "verdict"), ("ab", "verdict"), ("abc", "failed")])
async def test_a_stage_goes_on_while_its_quorum_stands(failing: str, status: str) -> None:
    def say(call: Call) -> str | CallFailed:
        return CallFailed("refused", "It would rather not.") if call.seat.id[-1] in failing else "words"

    async with Backend(say) as here:
        session = await here.convene(waves)
        state = await here.state(session)
        assert state.status == status
        if status == "failed":
            assert state.reason == "quorum"
            assert "1 of 4 members answered; 2 are needed" in state.message
            assert "stage:two" not in await here.bodies(session)
        else:
            expected = [(f"seat-{letter}", stage) for stage in ("one", "two") for letter in failing]
            assert [(lost.seat, lost.stage) for lost in state.missing] == expected
            assert (await here.runner.replay(session)).digest == state.digest


@pytest.mark.parametrize("options", [{"stage_deadline": 2.0}, {"patience": 2.0}], ids=["deadline", "patience"])
async def test_a_wave_closes_early_and_the_late_answer_is_kept_but_not_used(options: dict[str, float]) -> None:
    gate = asyncio.Event()

    async def say(call: Call) -> str:
        if call.key == "one/seat-d":
            await gate.wait()
        elif call.key.startswith("two/"):
            gate.set()
            await asyncio.sleep(0.05)  # the straggler comes in while the second stage goes on
        return f"words on {call.key}"

    async with Backend(say) as here:
        session = await here.convene(waves, options=options)
        bodies, state = await here.bodies(session), await here.state(session)
        closed, late = bodies["one/seat-d"], bodies["one/seat-d:late"]
        assert isinstance(closed, SeatFailed)
        assert (closed.failed, closed.final) == ("late", True)
        assert isinstance(late, SeatSpoke)
        assert late.text == "words on one/seat-d"
        # nobody waits for a late seat twice, and no reader sees what came late
        assert "two/seat-d~1" not in bodies
        assert "words on one/seat-d" not in await here.prompt(session, "three/chair")
        assert [(lost.seat, lost.failed) for lost in state.missing] == [("seat-d", "late")]
        assert "one/seat-d:late" not in bodies["verdict"].verdict.rests_on  # type: ignore[union-attr]
        assert (await here.runner.replay(session)).digest == state.digest


async def test_an_answer_committed_while_the_wave_closes_counts() -> None:
    gate = asyncio.Event()

    async def say(call: Call) -> str:
        if call.key == "one/seat-d":
            await gate.wait()
        return f"words on {call.key}"

    async with Backend(say) as here:
        append = here.transcript._append

        async def slow(lease, drafts, texts):  # type: ignore[no-untyped-def]
            if any(getattr(draft.body, "failed", "") == "late" for draft in drafts):
                gate.set()
                await asyncio.sleep(0.1)  # the answer is committed before the closing is
            return await append(lease, drafts, texts)

        here.transcript._append = slow  # type: ignore[method-assign]
        session = await here.convene(waves, options={"patience": 1.0})
        bodies = await here.bodies(session)
        assert isinstance(bodies["one/seat-d"], SeatSpoke)
        assert "one/seat-d:late" not in bodies
        assert "two/seat-d" in bodies
        assert "words on one/seat-d" in await here.prompt(session, "three/chair")
        assert (await here.runner.replay(session)).digest == (await here.state(session)).digest


async def test_no_attempt_is_made_after_the_wave_has_closed() -> None:
    tries = []

    async def say(call: Call) -> str | CallFailed:
        if call.key == "one/seat-d":
            tries.append(call.id)
            return CallFailed("error", "Busy.", error="rate", retry_after=0.2)
        if call.key == "two/seat-a":
            await asyncio.sleep(0.4)
        return "words"

    async with Backend(say) as here:
        session = await here.convene(waves, options={"stage_deadline": 5.0, "patience": 1.0})
        bodies = await here.bodies(session)
        assert isinstance(bodies["one/seat-d"], SeatFailed)
        assert len(tries) == 1
        assert "one/seat-d~2" not in bodies
        assert (await here.transcript.balance(session)).reserved == 0


@pytest.mark.parametrize("moment", ["repair under way", "answer beside the close"])
async def test_an_early_close_settles_repairs_too(moment: str) -> None:
    gate = asyncio.Event()

    async def say(call: Call) -> str:
        if call.key == "two/seat-d+repair":
            await asyncio.sleep(0.3 if moment == "repair under way" else 0)
        elif call.key == "two/seat-d":
            if moment == "answer beside the close":
                await gate.wait()
            return "no ballot at all"
        elif call.key == "three/chair":
            await asyncio.sleep(0.1)
        return ranked(call)

    async with Backend(say) as here:
        append = here.transcript._append

        async def slow(lease, drafts, texts):  # type: ignore[no-untyped-def]
            if any(getattr(draft.body, "failed", "") == "late" for draft in drafts):
                gate.set()
                await asyncio.sleep(0.02)
            return await append(lease, drafts, texts)

        here.transcript._append = slow  # type: ignore[method-assign]
        session = await here.convene(judged, options={"patience": 3.0})
        bodies = await here.bodies(session)
        assert isinstance(bodies["two/seat-d"], SeatSpoke)
        repair = bodies["two/seat-d+repair"]
        assert isinstance(repair, SeatFailed)
        assert repair.failed == "late"
        if moment == "answer beside the close":
            assert "two/seat-d+repair" not in here.asked
            assert not repair.spent
        assert (await here.runner.replay(session)).digest == (await here.state(session)).digest
        assert (await here.transcript.balance(session)).reserved == 0
