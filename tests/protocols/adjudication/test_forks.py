"""Test that experiments on an adjudication pay only for their changes: another adjudicator, reversed rebuttals."""

from __future__ import annotations

from typing import Any

import pytest

from moot.errors import BadInput
from moot.protocols.adjudication.findings import AxisScores, RebuttalsMade, RepliesCompared, Revisions
from moot.sessions.fork import ForkChanges
from moot.vocabulary.events import FindingMade, SessionOpened, SheetDealt
from protocols.adjudication.panel import Panel, rubric
from sessions.backend import Backend


async def convened(here: Backend, **more: Any) -> str:
    return await here.convene(
        "adjudication", members=3, rubric=rubric(), council={"offices": {"adjudicator": "fake/judge"}}, **more
    )


async def forked(here: Backend, source: str, **changes: Any) -> str:
    session = await here.runner.fork(source, ForkChanges(**changes))
    await here.runner.ended(session)
    return session


async def finding(here: Backend, session: str, key: str) -> Any:
    body = (await here.bodies(session))[key]
    assert isinstance(body, FindingMade)
    return body.finding


def models(here: Backend, since: int) -> dict[str, set[str]]:
    """Which models were asked since, and in which stages."""
    found: dict[str, set[str]] = {}
    for call in here.voice.calls[since:]:
        found.setdefault(call.seat.model, set()).add(call.key.partition("/")[0])
    return found


async def test_another_adjudicator_judges_the_same_answers_and_no_member_is_asked_again() -> None:
    final = {seat: f"Another text of {seat}." for seat in ("seat-a", "seat-b")}

    def say(call: Any) -> Any:
        stern = Panel({"axis-1": 1, "replies": {"agreement": "disagree"}}, final=final)
        return (stern if call.seat.model == "fake/stern" else Panel(final=final))(call)

    async with Backend(say) as here:
        source = await convened(here)
        asked = len(here.voice.calls)
        fork = await forked(here, source, stage="adjudication", offices={"adjudicator": "fake/stern"})
        assert models(here, asked) == {"fake/stern": {"adjudication", "verdict"}}
        before, after = await here.bodies(source), await here.bodies(fork)
        opened = after["opened"]
        assert isinstance(opened, SessionOpened)
        assert opened.fork is not None
        assert opened.fork.changed == ("adjudicator = fake/stern",)
        assert opened.rubric == rubric()
        for key in ("rebuttal/rebuttals-made", "refinement/revisions", "refinement/seat-a", "discovery/seat-c"):
            assert before[key] == after[key]
        # the same lots: what is compared is the adjudicators, not the orders they read in
        sheets = [key for key, body in before.items() if isinstance(body, SheetDealt) and key in after]
        assert len(sheets) > 20
        assert all(before[key] == after[key] for key in sheets)
        scores: list[AxisScores] = [
            await finding(here, session, "adjudication/axis-scores") for session in (source, fork)
        ]
        assert [scores[0].scores[0].score, scores[1].scores[0].score] == [3, 1]
        compared: RepliesCompared = await finding(here, fork, "adjudication/compared")
        assert compared.agreement == "disagree"
        for session in (source, fork):
            assert (await here.runner.replay(session)).digest == (await here.state(session)).digest


async def test_reversed_rebuttals_are_the_same_rebuttals_and_nothing_before_is_asked_again() -> None:
    async with Backend(Panel()) as here:
        source = await convened(here)
        asked = len(here.voice.calls)
        fork = await forked(here, source, stage="refinement", options={"reverse_rebuttals": True})
        assert all(not stages & {"discovery", "rebuttal"} for stages in models(here, asked).values())
        made: list[RebuttalsMade] = [await finding(here, each, "rebuttal/rebuttals-made") for each in (source, fork)]
        assert made[0] == made[1]
        saw: list[Revisions] = [await finding(here, each, "refinement/revisions") for each in (source, fork)]
        for one, other in zip(saw[0].replies, saw[1].replies, strict=True):
            assert len(one.saw) == 2
            assert one.saw == other.saw[::-1]


async def test_a_member_cannot_become_the_judge_of_its_own_panel() -> None:
    async with Backend(Panel()) as here:
        source = await convened(here)
        with pytest.raises(BadInput, match="cannot judge"):
            await here.runner.fork(source, ForkChanges(stage="adjudication", offices={"adjudicator": "fake/b"}))
