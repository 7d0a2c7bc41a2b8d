"""Test that code rules on the adjudicators' replies, and on nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from moot.errors import BadInput
from moot.protocols.adjudication.deliberation import AdjudicationOptions, adjudication
from moot.protocols.adjudication.findings import (
    AxisScores,
    Flips,
    Labels,
    Measures,
    RepliesCompared,
    ReplyScores,
)
from moot.providers.provider import Call
from moot.sessions.fork import ForkChanges
from moot.vocabulary.events import Body, FindingMade, SeatAsked, SessionOpened, SheetDealt
from protocols.adjudication.panel import Panel, rubric, sat
from sessions.backend import Backend

# --- the ruling -----------------------------------------------------------------------------------------------------


async def test_a_class_that_bears_no_verdict_text_asks_for_none() -> None:
    panel = Panel(
        {"flip": {"change": "uncited"}},
        final={"seat-a": "Build it of wood.", "seat-b": "Do not build it.", "seat-c": "Wait."},
    )
    done = await sat(panel)
    assert done.found(Measures).values["uncited"] == 3
    assert done.verdict.outcome == "inconclusive"
    assert done.verdict.ruling is not None
    assert done.verdict.ruling.verdict_class == "inconclusive"
    assert done.verdict.ruling.rule == done.found(Measures).rule > 0
    assert done.verdict.reason == done.found(Measures).says
    assert not any(key.startswith("verdict/") for key in done.bodies)


async def test_the_verdict_is_written_by_the_adjudicator_and_its_class_by_code() -> None:
    done = await sat(Panel({"axis-3.seat-b": 5}))
    ruled = done.found(Measures)
    assert done.verdict.by == "adjudicator"
    assert done.verdict.text == "Build it of stone, as the council found."
    assert done.verdict.ruling is not None
    assert (done.verdict.ruling.verdict_class, done.verdict.ruling.certainty) == (ruled.verdict_class, ruled.certainty)
    assert done.verdict.winner == "seat-b" == done.found(ReplyScores).winner
    prompt = done.panel.prompt("verdict/adjudicator")
    assert f'the class of the verdict is "{ruled.verdict_class}"' in prompt
    assert rubric().wording.verdict.strip() in prompt


async def test_form_is_counted_on_the_final_text() -> None:
    panel = Panel(
        {"discovery": "One. Two. Three.", "labels": {"label": "length_violation", "reason": "too long"}},
        final={"seat-a": "It holds, as the U.S. survey of 1921 shows."},
    )
    done = await sat(panel, mode="stress-test")
    places = {each.seat: each for each in done.found(ReplyScores).places}
    assert (places["seat-a"].compliant, places["seat-a"].penalty) == (True, 1)
    labels = {each.seat: each for each in done.found(Labels).replies}
    assert labels["seat-a"].labels == ()
    assert labels["seat-a"].cleared[0].label == "length_violation"


# --- several adjudicators, and how long it takes --------------------------------------------------------------------


async def test_several_adjudicators_are_settled_by_median_and_majority() -> None:
    says: dict[str, Any] = {
        "adjudicator:axis-1.seat-a": 1,
        "adjudicator-2:axis-1.seat-a": 4,
        "adjudicator-3:axis-1.seat-a": 5,
        "adjudicator:labels.seat-b": {"label": "generic"},
        "adjudicator-2:labels.seat-b": {"label": "overclaiming"},
        "adjudicator-3:labels.seat-b": {"label": "overclaiming"},
        "adjudicator:replies": {"agreement": "disagree"},
        "adjudicator-3:axis-2.seat-c": "unreadable",
    }
    done = await sat(Panel(says), council={"offices": {"adjudicator": ["fake/x", "fake/y", "fake/z"]}})
    scores = {(each.seat, each.axis): each for each in done.found(AxisScores).scores}
    assert scores["seat-a", "commitment"].score == 4
    assert scores["seat-a", "commitment"].given == {"adjudicator": 1, "adjudicator-2": 4, "adjudicator-3": 5}
    assert scores["seat-c", "mechanism"].given == {"adjudicator": 3, "adjudicator-2": 3}
    labels = {each.seat: each for each in done.found(Labels).replies}
    assert [given.label for given in labels["seat-b"].labels] == ["overclaiming"]
    compared = done.found(RepliesCompared)
    assert (compared.agreement, compared.by) == ("agree", "adjudicator-2")
    agreement = done.bodies["adjudication/adjudicator-agreement"]
    assert isinstance(agreement, FindingMade)
    assert agreement.finding.units == 15  # type: ignore[union-attr]
    assert agreement.finding.scores is not None  # type: ignore[union-attr]


def waves(bodies: dict[str, Body]) -> int:
    """How many calls had to wait for one another: the longest chain of calls that began after the last had ended."""
    depth = open_at = 0
    for body in bodies.values():
        if isinstance(body, SeatAsked):
            open_at = max(open_at, depth + 1)
        elif type(body).__name__ == "SeatSpoke":
            depth = open_at
    return depth


async def test_three_members_and_every_stage_take_few_waves() -> None:
    panel = Panel(final={seat: f"Another text of {seat}." for seat in ("seat-a", "seat-b", "seat-c")})

    async def say(call: Any) -> Any:
        said = panel(call)
        await asyncio.sleep(0.02)  # everything that can be asked is asked before anything is answered
        return said

    async with Backend(say) as here:
        session = await here.convene("adjudication", members=3, rubric=rubric())
        bodies = await here.bodies(session)
    asked = [key for key, body in bodies.items() if isinstance(body, SeatAsked)]
    assert len(asked) == 9 + 3 + 3 + 15 + 1 + 1
    assert waves(bodies) == 6


def test_the_plan_counts_what_is_asked() -> None:
    assert adjudication.plan is not None
    plan = adjudication.plan(3, AdjudicationOptions(), {"adjudicator": 1})
    assert sum(each.calls for each in plan) == 9 + 3 + 3 + 18 + 1 + 1
    fewer = adjudication.plan(3, AdjudicationOptions(rebuttal=False, refine=False, axes_apart=False), {})
    assert sum(each.calls for each in fewer) == 3 + 3 + 3 + 1 + 1


async def test_no_adjudicator_is_told_what_another_one_said() -> None:
    says: dict[str, Any] = {
        "adjudicator:labels": {"label": "generic", "reason": "FIRSTSAID"},
        "adjudicator-2:labels": {"label": "sound", "reason": "SECONDSAID"},
    }
    done = await sat(Panel(says), council={"offices": {"adjudicator": ["fake/x", "fake/y"]}})
    mine, other = done.panel.prompt("/adjudicator#replies"), done.panel.prompt("/adjudicator-2#replies")
    assert "FIRSTSAID" in mine
    assert "SECONDSAID" in other
    assert "SECONDSAID" not in mine
    assert "FIRSTSAID" not in other


# --- money and people -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mended", "conviction"), [(True, 2.0), (False, 0.0)])
async def test_fix_conviction_follows_the_answer_that_stands(mended: bool, conviction: float) -> None:
    """Labels are given to what is judged: a fault mended under rebuttal costs nothing, one brought in does."""
    faulty, clean = "Build it of stone, as everybody does.", "Build it of stone: it outlasts wood by a century."

    def label(call: Call) -> dict[str, Any]:
        return {"label": "hedge" if faulty in "\n".join(part.text for part in call.messages) else "none"}

    first, final = (faulty, clean) if mended else (clean, faulty)
    says = {"discovery/seat-a": first, "labels.seat-a": label}
    done = await sat(Panel(says, final={"seat-a": final}), mode="stress-test")
    assert done.found(Flips).flips[0].change == "none"
    assert {each.seat: each.conviction for each in done.found(ReplyScores).places}["seat-a"] == conviction
    assert sum("#labels.seat-a" in call.key for call in done.panel.calls) == 1, "no call is made for the first answer"


@pytest.mark.parametrize("mode", ["code-review", "threat-assessment"])
async def test_a_disputed_verdict_of_low_certainty_is_rendered(mode: str) -> None:
    """Which findings are denied is what a reader has to look at."""

    def merged(call: Call) -> dict[str, Any]:
        assert call.schema is not None
        item = call.schema["properties"]["findings"]["items"]
        one = {name: (field.get("enum") or [[]])[0] if "enum" in field else [] for name, field in
               item["properties"].items()}  # fmt: skip
        labels = item["properties"]["agree"]["items"]["enum"]
        made = {**one, "finding": "A race.", "status": "disputed", "agree": labels[:1]}
        made["denials"] = [{"by": labels[1], "words": "build it of stone"}]
        return {"findings": [made]}

    done = await sat(Panel({"replies": merged}), mode=mode)
    ruling = done.verdict.ruling
    assert ruling is not None
    assert (ruling.verdict_class, ruling.certainty) == ("disputed", "low")
    assert done.verdict.outcome == "verdict"
    assert done.verdict.text


async def test_a_doubtful_label_is_asked_about_once_more() -> None:
    said: dict[str, Any] = {"labels.seat-a": {"label": "contradiction"}, "labels.seat-b": {"label": "contradiction"}}
    done = await sat(Panel({**said, "check-9.seat-a": {"stands": False, "reason": "A concession."}}))
    labels = {each.seat: each for each in done.found(Labels).replies}
    assert labels["seat-a"].labels == ()
    assert labels["seat-a"].cleared[0].reason == "A concession."
    assert not labels["seat-a"].flawed
    assert labels["seat-b"].flawed
    recheck = rubric().label("contradiction")
    assert recheck is not None
    assert recheck.recheck in done.panel.prompt("#check-9.seat-a")


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


async def test_a_member_cannot_become_the_judge_of_its_own_panel() -> None:
    async with Backend(Panel()) as here:
        source = await convened(here)
        with pytest.raises(BadInput, match="cannot judge"):
            await here.runner.fork(source, ForkChanges(stage="adjudication", offices={"adjudicator": "fake/b"}))
