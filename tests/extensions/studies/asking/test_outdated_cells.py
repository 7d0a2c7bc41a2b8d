"""Test that a fork follows its source session, and that asking again removes no finding."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from extensions.studies.asking.test_running import JUDGED, MODELS, Refusing, lab
from extensions.studies.terminal.conftest import FIVE
from moot.app import Application
from moot.extensions.studies.asking.running import StudyRun
from moot.extensions.studies.progress import BudgetSet
from moot.extensions.studies.reports.study_report import report_on
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.report import ArmReport
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.study import StudyCell, study_from
from moot.vocabulary.event_keys import stage_of
from moot.vocabulary.events import SeatSpoke
from rig.script import Asked

FORKED = (
    JUDGED
    + """
[[arms]]
name = "judged"
of = "base"
from = "adjudication"
adjudicators = ["lab/epsilon"]
"""
)
MEMBERS = MODELS[:3]
KEPT_STAGES = ("discovery", "rebuttal", "refinement")


async def ran(
    app: Application, study: str, *, again: bool = False, at_once: int = 3, stop: asyncio.Event | None = None
) -> StudyRun:
    """A run over a study, as any door makes it."""
    progress = await studies_of(app).progress(study)
    cells = await studies_of(app).to_ask_again(progress, degraded=True) if again else ()
    run = StudyRun(app, progress, studies_of(app).corpus_of(progress), at_once=at_once, told=lambda cell: None)
    async with studies_of(app).run_of(progress, run.ended):
        await run.run(cells, stop)
    return run


async def members_said(app: Application, session: str) -> dict[str, str]:
    """What members said before they were judged."""
    return {
        event.key: event.body.text
        for event in await app.transcript.read(session)
        if isinstance(event.body, SeatSpoke) and stage_of(event.key) in KEPT_STAGES
    }


async def shared(app: Application, study: str) -> None:
    """Whether both arms of every question rest on the same answers."""
    cells = (await studies_of(app).progress(study)).cells
    for cell, session in cells.items():
        if cell.arm == "judged":
            base = cells[StudyCell("base", cell.item, cell.repeat)]
            assert await members_said(app, session) == await members_said(app, base), cell


async def told_of_arms(app: Application, study: str) -> tuple[ArmReport, ...]:
    """What the report says of each arm."""
    progress = await studies_of(app).progress(study)
    results, spent = await studies_of(app).results(progress), await studies_of(app).spent_by_arm(progress)
    return report_on(progress, results, "", spent, await studies_of(app).older(progress)).arms


def asked_of(calls: Sequence[Asked], models: Sequence[str]) -> list[Asked]:
    return [call for call in calls if call.body["model"] in models]


@pytest.mark.slow
@pytest.mark.parametrize("nth", [1, 2])
async def test_a_fork_follows_the_session_it_is_made_of(nth: int, tmp_path: Path) -> None:
    """Members are asked once for both arms, whatever of theirs is asked again."""
    member = Refusing("beta", nth)
    async with lab(tmp_path, member) as (app, up):
        text = FORKED.format(questions=json.dumps(FIVE[:2]))
        study = (await studies_of(app).open(study_from(text, "follow"))).id
        first = await ran(app, study)
        assert any(fate.degraded for fate in first.fates.values())
        await shared(app, study)
        member.on, before = False, len(up.calls)
        again = await ran(app, study, again=True)
        assert not any(fate.degraded for fate in again.fates.values()), again.fates
        await shared(app, study)
        asked = [call.sha for call in asked_of(up.calls[before:], MEMBERS)]
        assert asked
        assert len(asked) == len(set(asked)), "no member is asked the same for both arms"
        after = len(up.calls)
        await ran(app, study)
        assert len(up.calls) == after, "there is nothing left to ask"
        arms = await told_of_arms(app, study)
        spent = (await studies_of(app).cost_of(study)).spent
    assert sum(arm.cost for arm in arms) == spent, "to the last nano-dollar"
    assert all(0 < arm.cost_again < arm.cost for arm in arms), "what was asked again is a part of it"
    base, fork = arms
    assert base.kept == 0 < fork.kept


@pytest.mark.slow
@pytest.mark.parametrize(("judge", "arm"), [("epsilon", "judged"), ("delta", "base")])
async def test_only_the_judgement_that_failed_is_asked_again(judge: str, arm: str, tmp_path: Path) -> None:
    """The base stays where its fork's judge failed, and the fork where the base's own did."""
    refusing = Refusing(judge, 3, every=True)
    async with lab(tmp_path, refusing) as (app, up):
        study = (await studies_of(app).open(study_from(FORKED.format(questions=json.dumps(FIVE[:1])), "own"))).id
        held = (await ran(app, study)).progress.cells
        refusing.on, before = False, len(up.calls)
        again = await ran(app, study, again=True)
        await shared(app, study)
    assert again.progress.cells[StudyCell(arm, FIVE[0], 1)] != held[StudyCell(arm, FIVE[0], 1)]
    (other,) = {"base", "judged"} - {arm}
    assert again.progress.cells[StudyCell(other, FIVE[0], 1)] == held[StudyCell(other, FIVE[0], 1)]
    assert {call.body["model"] for call in up.calls[before:]} == {judge}


@pytest.mark.slow
async def test_no_fork_is_made_of_answers_that_are_being_replaced(tmp_path: Path) -> None:
    """It would be paid for, and made anew as soon as they are there."""
    failing, stop = True, asyncio.Event()

    def member(asked: Asked) -> str | None:
        if failing and asked.body["model"] == "epsilon":
            stop.set()
        return "filter_400" if failing and asked.body["model"] == "beta" and asked.nth == 2 else None

    async with lab(tmp_path, member) as (app, up):
        kept = studies_of(app)
        study = (await kept.open(study_from(FORKED.format(questions=json.dumps(FIVE[:1])), "half"))).id
        first = await ran(app, study, stop=stop)
        failing, before = False, len(up.calls)
        await kept.add(study, "budget/1", BudgetSet(budget=first.spent / 1e9 + 0.00002))
        poor = await ran(app, study, again=True)
        assert poor.fates[StudyCell("base", FIVE[0], 1)].asked_again, poor.fates
        assert not asked_of(up.calls[before:], ["epsilon"])
        told = " ".join(cause.why for cause in (await kept.head(study)).left)
        assert "It is made of a session of 'base' that has no result yet" in told
        await kept.add(study, "budget/2", BudgetSet(budget=10.0))
        rich = await ran(app, study, again=True)
        assert {fate.state for fate in rich.fates.values()} <= set(FINISHED)
        await shared(app, study)
