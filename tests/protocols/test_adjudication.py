"""Does an adjudication show everyone only what is theirs to see, and does code decide from what was said?"""

from __future__ import annotations

import asyncio
import json
from typing import Any, TypeVar

import pytest

from moot.errors import BadSetting, CallFailed
from moot.protocols.adjudication import NOTHING_READ, AdjudicationOptions, adjudication
from moot.reading.sheets import texts_in
from moot.vocabulary.adjudication_findings import (
    AxisScores,
    Compared,
    Flips,
    Labels,
    Measures,
    RebuttalsMade,
    ReplyScores,
    Revisions,
)
from moot.vocabulary.events import BallotSpoiled, Body, FindingMade, SeatAsked, SheetDealt, VerdictReached
from moot.vocabulary.verdicts import Verdict
from protocols.panel import Panel, instance, rubric
from sessions.hall import Hall

F = TypeVar("F")


class Sat:
    """A session that is over."""

    def __init__(self, panel: Panel, bodies: dict[str, Body]) -> None:
        self.panel, self.bodies = panel, bodies

    def found(self, kind: type[F]) -> F:
        """The finding of a kind."""
        (found,) = [
            body.finding
            for body in self.bodies.values()
            if isinstance(body, FindingMade) and isinstance(body.finding, kind)
        ]
        return found

    @property
    def verdict(self) -> Verdict:
        body = self.bodies["verdict"]
        assert isinstance(body, VerdictReached)
        return body.verdict

    def shown(self, key: str) -> dict[str, str]:
        """What the sheet of a move showed, by whose it is, in order."""
        sheet = self.bodies[f"{key}:sheet"]
        assert isinstance(sheet, SheetDealt)
        texts = texts_in(self.panel.prompt(key), sheet.fence)
        return {entry.seat: texts[entry.label] for entry in sheet.entries}


async def sat(
    panel: Panel | None = None,
    *,
    members: int = 3,
    mode: str = "general",
    council: dict[str, Any] | None = None,
    **more: Any,
) -> Sat:
    """Runs one."""
    panel = panel or Panel()
    async with Hall(panel) as here:
        session = await here.convene(
            "adjudication", members=members, rubric=rubric(mode), council=council or {}, **more
        )
        state = await here.state(session)
        assert state.status in ("verdict", "inconclusive"), state.message
        return Sat(panel, await here.bodies(session))


# --- what members see -----------------------------------------------------------------------------------------------


async def test_answers_are_framed_by_the_rubric_and_nothing_else_is_said() -> None:
    done = await sat()
    prompt = done.panel.prompt("discovery/seat-b")
    assert rubric().wording.answer.strip() in prompt
    assert prompt.endswith("Is it moot?")


async def test_everyone_tests_the_others_answers_and_never_its_own() -> None:
    done = await sat(members=4)
    for seat in ("seat-a", "seat-b", "seat-c", "seat-d"):
        shown = done.shown(f"rebuttal/{seat}")
        assert len(shown) == 3
        assert seat not in shown
        assert f"First answer of {seat}" in done.panel.prompt(f"rebuttal/{seat}")
        assert rubric().wording.rebuttal.strip() in done.panel.prompt(f"rebuttal/{seat}")
    assert len(done.found(RebuttalsMade).rebuttals) == 12


async def test_everyone_sees_only_the_rebuttals_aimed_at_it_in_order_and_without_names() -> None:
    done = await sat()
    made = done.found(RebuttalsMade)
    assert [(each.by, each.target) for each in made.rebuttals] == [
        ("seat-a", "seat-b"),
        ("seat-a", "seat-c"),
        ("seat-b", "seat-a"),
        ("seat-b", "seat-c"),
        ("seat-c", "seat-a"),
        ("seat-c", "seat-b"),
    ]
    prompt = done.panel.prompt("refinement/seat-b")
    assert list(done.shown("refinement/seat-b").values()) == [
        "The load is not shown by seat-a.",
        "The load is not shown by seat-c.",
    ]
    assert prompt.count("The load is not shown") == 2
    assert "First answer of seat-b" in prompt
    assert "First answer of seat-a" not in prompt
    assert rubric().wording.refinement.strip() in prompt
    assert done.found(Revisions).replies[1].saw == ("rebuttal-01", "rebuttal-06")


async def test_reversed_rebuttals_are_the_same_in_the_other_order() -> None:
    plain, turned = await sat(members=4), await sat(members=4, options={"reverse_rebuttals": True})
    for seat in ("seat-a", "seat-c"):
        shown = list(plain.shown(f"refinement/{seat}").values())
        assert len(shown) == 3
        assert list(turned.shown(f"refinement/{seat}").values()) == shown[::-1]


async def test_whom_nobody_disputes_is_not_asked_to_revise_and_holds() -> None:
    def conceding(call: Any) -> dict[str, Any]:
        points = call.schema["properties"]["points"]["properties"]
        first = sorted(points)[0]
        return {"points": {label: {"point": "It stands.", "disputes": label == first} for label in points}}

    done = await sat(Panel({"rebuttal": conceding}))
    made = done.found(RebuttalsMade)
    assert (len(made.rebuttals), len(made.conceded)) == (3, 3)
    targets = {each.target for each in made.rebuttals}
    for reply in done.found(Revisions).replies:
        assert (f"refinement/{reply.seat}" in done.bodies) == (reply.seat in targets)
        assert reply.why == ("unchanged" if reply.seat in targets else "unchallenged")
    assert {flip.change for flip in done.found(Flips).flips} == {"none"}


async def test_without_rebuttals_or_revisions_nobody_held_anything() -> None:
    done = await sat(options={"rebuttal": False, "refine": False})
    assert not any(key.startswith(("rebuttal", "refinement", "stage:r")) for key in done.bodies)
    assert {flip.change for flip in done.found(Flips).flips} == {"unread"}
    assert {score.conviction for score in done.found(ReplyScores).places} == {0}
    once = await sat(options={"refine": False})
    assert "rebuttal/seat-a" in once.bodies
    assert not any(key.startswith("refinement") for key in once.bodies)


def test_options_that_contradict_each_other_are_refused() -> None:
    assert AdjudicationOptions().troubles() == ()
    assert AdjudicationOptions(rebuttal=False).troubles()
    assert AdjudicationOptions(refine=False, reverse_rebuttals=True).troubles()


async def test_they_are_refused_before_anything_is_asked() -> None:
    async with Hall() as here:
        with pytest.raises(BadSetting, match="needs `rebuttal`"):
            await here.convene("adjudication", rubric=rubric(), options={"rebuttal": False})
        assert here.asked == []


# --- what the adjudicator sees --------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["general", "stress-test", "code-review", "research-synthesis", "legal-analysis"])
async def test_every_axis_reaches_the_adjudicator_with_what_1_3_and_5_look_like(mode: str) -> None:
    done = await sat(mode=mode)
    for number, axis in enumerate(rubric(mode).axes, start=1):
        for seat in ("seat-a", "seat-b", "seat-c"):
            prompt = done.panel.prompt(f"adjudication/adjudicator#axis-{number}.{seat}")
            for said in (axis.name, axis.asks, axis.one, axis.three, axis.five, axis.note):
                assert said in prompt
            others = [other for other in rubric(mode).axes if other is not axis]
            assert not any(other.asks in prompt for other in others)


async def test_who_scores_an_axis_is_told_of_no_rank_label_score_or_flip() -> None:
    told = Panel(
        {
            "labels": {"label": "overclaiming", "reason": "LABELREASON"},
            "flip": {"reason": "FLIPREASON"},
            "replies": {"dispute": "DISPUTE"},
            "axis-1": {"axes": {"commitment": {"reason": "AXISREASON", "score": 4}}},
        },
        final={"seat-a": "Another text."},
    )
    done = await sat(told)
    prompts = done.panel.prompts("#axis-")
    assert len(prompts) == 15
    for prompt in prompts:
        assert not any(
            word in prompt for word in ("LABELREASON", "FLIPREASON", "DISPUTE", "AXISREASON", "overclaiming")
        )
        assert prompt.count("<answer label=") == 1
    assert "LABELREASON" in done.panel.prompt("#replies")
    assert "DISPUTE" in done.panel.prompt("verdict/adjudicator")


async def test_one_call_scores_all_axes_when_asked_to() -> None:
    done = await sat(options={"axes_apart": False})
    assert len(done.panel.prompts("#axis-")) == 3
    assert all(axis.five in done.panel.prompt("#axis-1.seat-c") for axis in rubric().axes)
    assert len([each for each in done.found(AxisScores).scores if each.score == 3]) == 15


async def test_no_prompt_of_the_adjudicator_names_anybody() -> None:
    texts = {seat: f"A text of {number}." for number, seat in enumerate(("seat-a", "seat-b", "seat-c"))}
    done = await sat(
        Panel({"discovery": "Build it.", "rebuttal": lambda call: {}}, final=texts),
        council={"offices": {"adjudicator": ["fake/judge", "fake/second"]}},
    )
    for prompt in [*done.panel.prompts("adjudication/"), *done.panel.prompts("verdict/")]:
        quoted = prompt.replace("not shown by seat-", "")
        assert "fake/" not in quoted
        assert "seat-" not in quoted


async def test_final_texts_are_judged_and_first_ones_are_kept() -> None:
    done = await sat(Panel(final={"seat-a": "Build it of wood."}))
    for move in ("labels.seat-a", "axis-1.seat-a"):
        assert done.shown(f"adjudication/adjudicator#{move}") == {"seat-a": "Build it of wood."}
    assert done.shown("adjudication/adjudicator#replies")["seat-a"] == "Build it of wood."
    reply = done.found(Revisions).replies[0]
    assert (reply.first, reply.final, reply.why) == ("discovery/seat-a", "refinement/seat-a", "revised")
    assert "First answer of seat-a" in done.panel.prompt("#flip.seat-a")


async def test_whose_text_is_the_same_word_for_word_is_not_asked_about() -> None:
    done = await sat(Panel(final={"seat-a": "Build it of wood."}))
    assert [key for key in done.bodies if "#flip" in key and "~" not in key and ":" not in key] == [
        "adjudication/adjudicator#flip.seat-a"
    ]


async def test_a_private_label_in_a_reason_is_shown_to_nobody_else() -> None:
    def telling(call: Any) -> dict[str, Any]:
        return {"reason": f"{call.schema['properties']['mark']['enum'][0]} shows no source."}

    done = await sat(Panel({"labels": telling}))
    assert {reply.labels[0].reason for reply in done.found(Labels).replies} == {"this answer shows no source."}


# --- flips ----------------------------------------------------------------------------------------------------------


async def flip(says: dict[str, Any]) -> Any:
    panel = Panel({"flip.seat-a": says}, final={"seat-a": "Build it of wood."})
    return (await sat(panel)).found(Flips).flips[0]


async def test_a_citation_is_held_against_the_rebuttals_that_were_seen() -> None:
    cited = await flip({"change": "cited_rebuttal", "words": "“The load is NOT shown by seat-c”"})
    assert (cited.change, cited.source, cited.verified) == ("cited", "seat-c", True)
    invented = await flip({"change": "cited_rebuttal", "words": "The moon is made of cheese"})
    assert (invented.change, invented.verified) == ("uncited", False)
    assert "no rebuttal" in invented.flag
    assert (await flip({"change": "uncited"})).change == "uncited"
    assert (await flip({"change": "no_change"})).change == "none"


async def test_words_for_somebody_else_are_no_source() -> None:
    def aimed(call: Any) -> dict[str, Any]:
        labels = call.schema["properties"]["points"]["properties"]
        text = "\n".join(message.text for message in call.messages)
        at_b = next(
            (label for label in labels if f'"{label}"' in text and "of seat-b" in text.split(f'"{label}"')[1][:120]), ""
        )
        return {
            "points": {
                label: {"point": "Arches need abutments." if label == at_b else "The load is open.", "disputes": True}
                for label in labels
            }
        }

    panel = Panel(
        {"rebuttal": aimed, "flip.seat-a": {"change": "cited_rebuttal", "words": "Arches need abutments"}},
        final={"seat-a": "Build it of wood."},
    )
    done = await sat(panel)
    assert any("abutments" in each.text for each in done.found(RebuttalsMade).rebuttals if each.target == "seat-b")
    assert done.found(Flips).flips[0].change == "uncited"


# --- what is not said is missing ------------------------------------------------------------------------------------


async def test_an_axis_that_cannot_be_read_is_missing_and_flagged() -> None:
    done = await sat(Panel({"axis-1.seat-a": "I would rather not.", "axis-2.seat-b": CallFailed("server", "down")}))
    places = {each.seat: each for each in done.found(ReplyScores).places}
    assert places["seat-a"].missing == ("commitment",)
    assert places["seat-b"].missing == ("mechanism",)
    assert places["seat-a"].base == places["seat-c"].base == 21
    assert isinstance(done.bodies["adjudication/adjudicator#axis-1.seat-a:ballot"], BallotSpoiled)
    assert any("adjudicator" in line for line in done.verdict.degraded)


async def test_an_adjudicator_that_cannot_be_read_scores_nothing_and_the_verdict_is_withheld() -> None:
    done = await sat(Panel({"adjudication/adjudicator": "It is all very good."}))
    assert {each.score for each in done.found(ReplyScores).places} == {None}
    assert done.found(ReplyScores).winner is None
    assert done.verdict.outcome == "inconclusive"
    assert done.verdict.reason == NOTHING_READ
    assert done.verdict.text is None


async def test_an_adjudicator_that_fails_is_missing_and_never_scored() -> None:
    done = await sat(Panel({"adjudication/adjudicator": CallFailed("refused", "no")}))
    assert done.verdict.outcome == "inconclusive"
    assert done.verdict.reason == NOTHING_READ
    assert {reply.read for reply in done.found(Labels).replies} == {False}
    assert done.found(Compared).by is None


async def test_a_member_that_fails_has_no_reply_and_no_score() -> None:
    done = await sat(Panel({"discovery/seat-b": CallFailed("server", "HTTP 500")}))
    assert [each.seat for each in done.found(ReplyScores).places] == ["seat-a", "seat-c"]
    assert any(gone.seat == "seat-b" for gone in done.verdict.missing)


async def test_a_member_whose_revision_fails_is_judged_by_its_first_answer_and_gains_nothing() -> None:
    done = await sat(Panel({"refinement/seat-b": CallFailed("server", "HTTP 500")}))
    reply = done.found(Revisions).replies[1]
    assert (reply.why, reply.final) == ("failed", "discovery/seat-b")
    assert done.found(Flips).flips[1].change == "unread"
    assert {each.seat: each.conviction for each in done.found(ReplyScores).places}["seat-b"] == 0


async def test_nested_json_in_a_fence_is_read() -> None:
    def fenced(call: Any) -> str:
        made = {**instance(call), "order": {}}
        labels = call.schema["properties"]["order"]["properties"]
        made["order"] = {label: at for at, label in enumerate(labels, start=1)}
        made["findings"] = [
            {
                "finding": "The loop runs once too often {off by one}.",
                "severity": "high",
                "status": "confirmed",
                "agree": list(labels)[:2],
                "disagree": [],
            }
        ]
        return "Here is the list:\n\n```json\n" + json.dumps(made, indent=2) + "\n```\n"

    done = await sat(Panel({"replies": fenced}), mode="code-review")
    (merged,) = done.found(Compared).findings
    assert (merged.status, merged.severity, len(merged.agree)) == ("confirmed", "high", 2)
    assert done.found(Measures).verdict_class == "confirmed"


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


async def test_when_nobody_can_write_the_strongest_answer_stands_verbatim() -> None:
    done = await sat(Panel({"verdict": CallFailed("server", "down"), "axis-3.seat-b": 5}))
    assert done.verdict.verbatim
    assert done.verdict.by == "seat-b"
    assert done.verdict.text == "First answer of seat-b: build it of stone."


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
    compared = done.found(Compared)
    assert (compared.agreement, compared.by) == ("agree", "adjudicator-2")
    agreement = done.bodies["adjudication/adjudicator-agreement"]
    assert isinstance(agreement, FindingMade)
    assert agreement.finding.units == 15  # type: ignore[union-attr]
    assert agreement.finding.scores is not None  # type: ignore[union-attr]


async def test_one_adjudicator_has_nobody_to_agree_with() -> None:
    assert "adjudication/adjudicator-agreement" not in (await sat()).bodies


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

    async with Hall(say) as here:
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
