"""Test that two sessions are compared by their findings, with a note if they are no experiment."""

from __future__ import annotations

from typing import Any

from moot.sessions.fork import ForkChanges
from moot.views.comparison import SideBySide, compared
from moot.vocabulary.state import state_of
from protocols.adjudication.panel import Panel, rubric
from protocols.fusion.test_fusion import Voices, lying
from sessions.backend import Backend, ranked


def changes(found: SideBySide) -> dict[tuple[str, str], tuple[Any, Any]]:
    """What differs, by what and whom."""
    return {(each.what, each.who): (each.a, each.b) for each in found.differences}


async def test_a_session_is_the_same_as_itself() -> None:
    async with Backend(Panel()) as backend:
        state = await backend.state(await backend.convene("adjudication", members=3, rubric=rubric()))
    found = compared(state, state)
    assert found.differences == ()
    assert found.order_sensitive is False
    assert {"score", "flip", "labels", "conviction", "verdict class", "final answer"} <= set(found.same)


async def test_rebuttals_in_reverse_order_show_who_moves_with_the_order() -> None:
    panel = Panel(final={"seat-a": "Build it of wood."})
    async with Backend(panel) as backend:
        session = await backend.convene("adjudication", members=3, rubric=rubric())
        panel.says["flip.seat-a"] = {"change": "uncited"}
        panel.says["axis-1.seat-b"] = 5
        fork = await backend.runner.fork(session, ForkChanges(stage="refinement", options={"reverse_rebuttals": True}))
        await backend.runner.ended(fork)
        found = compared(await backend.state(session), await backend.state(fork))
    assert found.forks
    assert "The second session is a fork of the first from refinement on" in found.related
    assert "reverse_rebuttals = True" in found.related
    told = changes(found)
    assert told["flip", "seat-a"] == ("none", "uncited")
    assert told["conviction", "seat-a"] == (2, -1)
    assert told["axis commitment", "seat-b"] == (3, 5)
    score = next(each for each in found.differences if (each.what, each.who) == ("score", "seat-a"))
    assert score.delta == -3
    assert ("score", "seat-c") not in told
    assert ("first answer", "seat-a") not in told
    assert found.order_sensitive is True
    assert found.names["seat-a"] == "fake/a"
    reverse = compared(state_of([]), state_of([]))
    assert reverse.differences == ()


async def test_what_an_analyst_found_is_compared() -> None:
    voices = Voices()
    async with Backend(voices) as backend:
        session = await backend.convene("fusion")
        voices.analyst = lying
        fork = await backend.runner.fork(session, ForkChanges(stage="analysis"))
        await backend.runner.ended(fork)
        found = compared(await backend.state(session), await backend.state(fork))
    told = changes(found)
    assert "Paint it red." in told["analysis: struck", ""][1]
    assert "Cut the limit." in told["analysis: consensus", ""][0]


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
