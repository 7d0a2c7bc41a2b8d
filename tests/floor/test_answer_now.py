"""Test "Answer now": the concluding seat writes from what has arrived."""

from __future__ import annotations

import asyncio

import pytest

from moot.errors import CallFailed, Conflict
from moot.providers.provider import Call
from moot.views.contract import contract_of
from rig.words import answer_for
from sessions.backend import Backend


@pytest.mark.parametrize("protocol", ["peer-review", "fusion", "consensus", "debate"])
async def test_the_answer_is_written_from_what_has_arrived(protocol: str) -> None:
    arrived = asyncio.Event()

    async def say(call: Call) -> str | CallFailed:
        first = call.key.partition("/")[0] in ("opinions", "panel", "round.1")
        if first and call.seat.id in ("seat-c", "seat-d"):
            await asyncio.Event().wait()
        if first and call.seat.id == "seat-b":
            arrived.set()
        return answer_for(call.messages[-1].text, call.schema, 40)

    async with Backend(say) as backend:
        session = await backend.convene(protocol, until_over=False)
        await arrived.wait()
        while len([move for move in (await backend.state(session)).moves.values() if move.state == "spoke"]) < 2:
            await asyncio.sleep(0.01)
        assert set(await backend.runner.answer_now(session)) == {"seat-c", "seat-d"}
        await backend.runner.ended(session)
        state = await backend.state(session)
        asked = set(backend.asked)
        digest = (await backend.runner.replay(session)).digest

    assert state.status == "verdict", (state.reason, state.message)
    assert state.verdict is not None
    assert {lost.seat for lost in state.missing} >= {"seat-c", "seat-d"}
    assert any("asked for the answer at once" in line for line in state.verdict.degraded)
    assert not any(
        key.startswith(("review/", "analysis/", "rebuttals/", "alliances/", "round.2/seat")) for key in asked
    )
    assert contract_of(state).body
    assert digest == state.digest


async def test_it_needs_two_answers_and_a_protocol_that_can() -> None:
    async def say(call: Call) -> str:
        await asyncio.Event().wait()
        return ""

    async with Backend(say) as backend:
        session = await backend.convene("peer-review", until_over=False)
        while not backend.asked:
            await asyncio.sleep(0.01)
        with pytest.raises(Conflict, match="0 members have answered"):
            await backend.runner.answer_now(session)
        other = await backend.convene("claim-vote", until_over=False)
        with pytest.raises(Conflict, match="claim-vote"):
            await backend.runner.answer_now(other)
