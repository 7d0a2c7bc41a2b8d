"""Adjudication: members answer, rebut and refine; adjudicators label and score; the rubric's rules decide.

The rubric is data: its wording goes into the prompts, its axes and labels into the ballots, and its rules decide.
Members test each other's answers blind, each sees only the rebuttals aimed at its own answer, and first answers are
kept beside final ones. An adjudicator, never a member, judges every final answer alone: whether its author changed its
position and because of which rebuttal, its labels, and its score on each axis; then all answers side by side. The
adjudicator's ranking does not affect scores. What an adjudicator leaves out is missing, and counts for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from moot.protocols.adjudication import ballots as adjudication_ballots
from moot.protocols.adjudication import judging, members
from moot.protocols.adjudication import words as adjudication_words
from moot.protocols.adjudication.prompts import (
    AXIS,
    CHECK,
    COMPARISON,
    FLIP,
    LABELS,
    REBUTTAL,
    REFINEMENT,
    VERDICT,
)
from moot.protocols.adjudication.rubric import PLAIN
from moot.protocols.adjudication.scores import measures_of_panel, panel_from, scores_from
from moot.protocols.at_once import AGREED, agreed_answer
from moot.protocols.checks.check import CHECK as CHECK_STAGE
from moot.protocols.checks.check import POINT, CheckOptions, checked, checking
from moot.protocols.floor_interface import Floor
from moot.protocols.planned import PlannedCalls, judging_room
from moot.protocols.protocol import Stage, protocol
from moot.vocabulary.verdicts import Ruling, Verdict

WORDINGS = (REBUTTAL, REFINEMENT, FLIP, LABELS, CHECK, AXIS, COMPARISON, VERDICT, AGREED, POINT)
TOO_LITTLE_READ = "{read} of the {due} scores that were due could be read: too few to score any reply or rule on it."
AXES_PLANNED = 6
"""Number of axes assumed for a cost estimate. Most rubrics have five or six."""


class AdjudicationOptions(CheckOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Options of an adjudication."""

    rebuttal: bool = True
    """Whether members test each other's answers."""
    refine: bool = True
    """Whether members revise their answers in view of the rebuttals aimed at them; needs `rebuttal`."""
    reverse_rebuttals: bool = False
    """Whether each member is shown its rebuttals in reverse order. Compare with a fork to see the
    effect of the order.
    """
    axes_apart: bool = True
    """Whether each axis is scored in a separate call. If not, one call scores an answer on all axes."""

    @classmethod
    def shown(cls) -> Mapping[str, Mapping[str, Any]]:
        return {"reverse_rebuttals": {"x-in-sight": True}}

    def troubles(self) -> tuple[str, ...]:
        if self.refine and not self.rebuttal:
            return ("`refine` needs `rebuttal`: there is nothing to revise an answer for.",)
        if self.reverse_rebuttals and not self.refine:
            return ("`reverse_rebuttals` needs `refine`: otherwise nobody is shown a rebuttal.",)
        if self.check and not self.rebuttal:
            return ("`check` needs `rebuttal`: otherwise no member is shown the result of the check.",)
        return ()


def planned(seats: int, options: AdjudicationOptions, offices: Mapping[str, int]) -> Sequence[PlannedCalls]:
    """Return the planned calls of an adjudication with `seats` members in which no call fails, for the estimate.

    `offices` is the number of seats in each office.
    """
    judges = offices.get("adjudicator", 1)
    axes = AXES_PLANNED if options.axes_apart else 1
    evidence = int(options.check)  # the result of the check is one more text to read
    plan = [PlannedCalls(stage="discovery", calls=seats, tools=True)]
    if options.check:
        plan.append(checking("adjudicator", seats))
    if options.rebuttal:
        plan.append(PlannedCalls(stage="rebuttal", calls=seats, reads=seats + evidence, **judging_room(seats)))
    if options.refine:
        plan.append(PlannedCalls(stage="refinement", calls=seats, reads=2 + evidence))
        plan.append(
            PlannedCalls(
                stage="adjudication", what="changes", calls=seats * judges, by="adjudicator", reads=3, **judging_room(1)
            )
        )
    alone = seats * judges * (1 + axes)
    plan.append(
        PlannedCalls(
            stage="adjudication",
            what="labels and scores",
            calls=alone,
            by="adjudicator",
            reads=1,
            at_once=seats * judges,  # labels, and each axis apart, are separate calls
            **judging_room(1),
        )
    )
    plan.append(
        PlannedCalls(
            stage="adjudication", what="comparison", calls=judges, by="adjudicator", reads=seats, **judging_room(seats)
        )
    )
    plan.append(PlannedCalls(stage="verdict", calls=1, by="adjudicator", reads=seats + evidence))
    return tuple(plan)


@protocol(
    name="adjudication",
    title="Answer, rebut, refine; an outside adjudicator judges; code decides the verdict",
    stages=(
        "discovery",
        CHECK_STAGE,
        Stage("rebuttal", when="rebuttal"),
        Stage("refinement", when="refine"),
        "adjudication",
        "verdict",
    ),
    offices=("adjudicator",),
    chairless="In an adjudication the adjudicator judges and writes: name an `adjudicator`.",
    plan=planned,
    answers=("discovery", "refinement"),
    answers_now=True,
    rubric=PLAIN,
    ballots=adjudication_ballots.KINDS,
    words=adjudication_words.BALLOTS,
    findings=adjudication_words.FINDINGS,
    files="moot.protocols.adjudication.runs.files:FILES",
)
async def adjudication(floor: Floor, options: AdjudicationOptions) -> Verdict:
    """Everyone answers and tests the others, the adjudicator judges, and the rubric's rules give the class."""
    rubric = floor.rubric or PLAIN

    async with floor.stage("discovery"):
        firsts = await members.answers(floor, rubric)

    evidence = await checked(floor, firsts, floor.office("adjudicator")[0]) if options.check else ""

    made = members.NO_REBUTTALS
    if options.rebuttal:
        async with floor.stage("rebuttal"):
            made = await members.rebuttals(floor, rubric, firsts, evidence, allowance=options.allowance)

    revised = members.unrevised(firsts)
    if options.refine:
        async with floor.stage("refinement"):
            revised = await members.refined(
                floor, rubric, firsts, made, evidence, reverse=options.reverse_rebuttals, allowance=options.allowance
            )

    async with floor.stage("adjudication"):
        judged = await judging.judged(floor, rubric, firsts, revised, made, apart=options.axes_apart)
        scores = scores_from(rubric, judged.texts, judged.axes, judged.flips, judged.labels)
        scores = floor.record(scores, rests_on=judged.rests_on)
        panel = panel_from(
            rubric,
            judged.texts,
            scores,
            judged.flips,
            judged.labels,
            judged.compared,
            axes=judged.axes,
            seated=len(floor.seats),
        )
        ruled = floor.record(measures_of_panel(rubric, panel), rests_on=judged.rests_on)

    async with floor.stage("verdict"):
        (writer, *_) = floor.office("adjudicator")
        ruling, says = None, ruled.says
        if ruled.rule:
            ruling = Ruling(
                verdict_class=ruled.verdict_class, certainty=ruled.certainty, basis=ruled.basis, rule=ruled.rule
            )
        else:
            given = [each.score is not None for each in judged.axes.scores]
            says = TOO_LITTLE_READ.format(read=sum(given), due=len(given))
        if (ruling is None or ruled.withheld) and floor.at_once:
            return await agreed_answer(floor, writer, revised.finals, says, ruling)
        if ruling is None or ruled.withheld:
            return await floor.withhold(says, ruling=ruling)
        return await floor.conclude(
            writer,
            VERDICT,
            ruling=ruling,
            reason=says,
            answers=revised.finals,
            scores=scores,
            labels=judged.labels,
            compared=judged.compared,
            outcome=ruled.verdict_class,
            framing=rubric.wording.verdict.strip() + evidence,
        )
