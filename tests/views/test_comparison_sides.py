"""Test what a comparison shows of both sessions, and which seats it pairs."""

from __future__ import annotations

from moot.sessions.fork import ForkChanges
from moot.views.comparison import compared
from sessions.backend import Backend, ranked


async def test_a_fork_is_told_with_what_it_cost_alone() -> None:
    async with Backend(ranked) as backend:
        session = await backend.convene("peer-review", members=3)
        fork = await backend.runner.fork(session, ForkChanges(stage="synthesis", chair="fake/other"))
        await backend.runner.ended(fork)
        sides = compared(await backend.state(session), await backend.state(fork)).sides
    assert (sides.a.fork_of, sides.b.fork_of) == ("", session)
    assert sides.b.calls < sides.a.calls
    assert 0 < sides.b.dollars < sides.a.dollars
    assert (sides.a.chair, sides.b.chair) == ("fake/chair", "fake/other")
    assert sides.a.outcome == sides.b.outcome == "verdict"
    assert [(pair.a, pair.b) for pair in sides.members] == [(seat, seat) for seat in ("seat-a", "seat-b", "seat-c")]
    assert all(pair.answer is not None and pair.answer.same == 1 for pair in sides.members)
    assert [pair.a_place for pair in sides.members] == [pair.b_place for pair in sides.members]
    assert sorted(pair.a_place or 0 for pair in sides.members)[0] == 1


async def test_other_councils_and_protocols_are_paired_by_model_and_the_rest_stands_alone() -> None:
    async with Backend(ranked) as backend:
        one = await backend.state(await backend.convene("peer-review", members=4))
        other = await backend.state(await backend.convene("consensus", members=2, question="Another?"))
    sides = compared(one, other).sides
    assert [(pair.a, pair.b) for pair in sides.members] == [
        ("seat-a", "seat-a"),
        ("seat-b", "seat-b"),
        ("seat-c", ""),
        ("seat-d", ""),
    ]
    assert (sides.members[2].a_answered, sides.members[2].b_answered) == (True, False)
    assert (sides.a.protocol, sides.b.protocol) == ("peer-review", "consensus")
