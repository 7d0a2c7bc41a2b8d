"""Test that a refusal in words is a refusal everywhere: never dealt, ranked, counted for the quorum or final; and that
a cut-off answer counts as one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from moot.providers.provider import Call, Piece, StreamEnd
from moot.vocabulary.events import BallotSpoiled, SeatFailed, SessionStopped, SheetDealt
from sessions.backend import Backend, ranked

NO = "I'm sorry, but I can't help with that."


def declining(*keys: str):
    def say(call: Call) -> str:
        return NO if call.key.removesuffix("+repair") in keys else ranked(call)

    return say


async def test_a_member_that_declines_is_missing_by_name_and_nobody_ranks_its_words() -> None:
    async with Backend(declining("opinions/seat-b")) as backend:
        session = await backend.convene("peer-review")
        bodies, state = await backend.bodies(session), await backend.state(session)
    failed = bodies["opinions/seat-b"]
    assert isinstance(failed, SeatFailed)
    assert (failed.failed, failed.partial) == ("refused", NO)  # its words are kept, to be shown
    dealt = [entry.seat for body in bodies.values() if isinstance(body, SheetDealt) for entry in body.entries]
    assert "seat-b" not in dealt
    assert state.verdict is not None
    assert [(gone.seat, gone.stage, gone.failed) for gone in state.verdict.missing] == [
        ("seat-b", "opinions", "refused")
    ]
    assert any("seat-b" in line and "declined" in line for line in state.verdict.degraded)


async def test_refusals_make_no_quorum() -> None:
    async with Backend(declining("opinions/seat-b", "opinions/seat-c", "opinions/seat-d")) as backend:
        state = await backend.state(await backend.convene("peer-review"))
    assert (state.status, state.reason) == ("failed", "quorum")
    assert "1 of 4 members" in state.message


async def test_a_chair_that_declines_is_stood_in_for() -> None:
    async with Backend(declining("synthesis/chair")) as backend:
        session = await backend.convene("peer-review")
        state = await backend.state(session)
    assert state.verdict is not None
    assert state.verdict.by == "stand-in-1"
    assert NO not in (state.verdict.text or "")
    assert any("chair" in line for line in state.verdict.degraded)


@pytest.mark.parametrize("key", ["opinions/seat-b", "review/seat-b", "synthesis/chair"])
@pytest.mark.parametrize("said", ["Error: 429 Too Many Requests", '{"error": {"message": "Overloaded", "code": 529}}'])
async def test_an_error_told_as_an_answer_is_tried_again_like_that_error(key: str, said: str) -> None:
    """Two errors with status 200, then an answer: nobody is missing, and nothing of it is an answer or a ballot."""
    tries: dict[str, int] = {}

    def say(call: Call) -> str:
        tries[call.key] = tries.get(call.key, 0) + 1
        return said if call.key == key and tries[key] < 3 else ranked(call)

    async with Backend(say) as backend:
        session = await backend.convene("peer-review")
        bodies, state = await backend.bodies(session), await backend.state(session)
    assert state.verdict is not None
    assert state.verdict.missing == ()
    assert tries[key] == 3
    failed = [body for body in bodies.values() if isinstance(body, SeatFailed)]
    assert [(body.error, body.final, body.spent) for body in failed] == [
        ("rate" if "429" in said else "server", False, True)
    ] * 2
    assert not any(isinstance(body, BallotSpoiled) for body in bodies.values())


async def test_spoiled_ballots_make_no_quorum() -> None:
    async with Backend(
        lambda call: "no ballot" if call.schema and call.seat.id != "seat-a" else ranked(call)
    ) as backend:
        session = await backend.convene("peer-review", options={"quorum": 2})
        bodies, state = await backend.bodies(session), await backend.state(session)
    assert sum(isinstance(body, BallotSpoiled) for body in bodies.values()) == 3
    assert (state.status, state.reason) == ("failed", "quorum")
    assert "1 of 4 members" in state.message


async def test_answers_that_were_cut_off_make_no_quorum_unless_somebody_goes_on_with_them() -> None:
    async with Backend(ranked) as backend:
        whole = backend.voice.stream

        async def stream(call: Call) -> AsyncIterator[Piece]:
            async for piece in whole(call):
                cut = isinstance(piece, StreamEnd) and call.key in (
                    "opinions/seat-b",
                    "opinions/seat-c",
                    "opinions/seat-d",
                )
                yield StreamEnd("truncated", "length") if cut else piece

        backend.voice.stream = stream  # type: ignore[method-assign]
        session = await backend.convene("peer-review")
        stopped = (await backend.events(session))[-1].body
        assert isinstance(stopped, SessionStopped)
        assert stopped.reason == "quorum"
        assert "1 of 4 members answered; 3 answered only in part" in stopped.message
        assert "--at-least 4" in stopped.remedy
        asked = len(backend.asked)
        await backend.resume(session, quorum=4)
        state = await backend.state(session)
    assert state.verdict is not None, state.message
    assert not [key for key in backend.asked[asked:] if key.startswith("opinions/")]  # nothing is paid twice
    assert sum("cut at its output limit" in line for line in state.verdict.degraded) == 3
