"""Test that a fork follows its source session, and that asking again removes no finding."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from extensions.studies.asking.test_running import JUDGED, MODELS, STUDY, Refusing, lab
from extensions.studies.terminal.conftest import FIVE
from moot.app import Application
from moot.errors import OutOfBudget
from moot.extensions.studies.asking.checks import looked_ahead
from moot.extensions.studies.asking.run_budget import RunBudget
from moot.extensions.studies.asking.running import StudyRun
from moot.extensions.studies.progress import ArmAdded, BudgetSet
from moot.extensions.studies.reports.study_report import report_on
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.report import ArmReport
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.store import StudyCost
from moot.extensions.studies.study import Arm, StudyCell, study_from
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


@pytest.mark.parametrize(("mode", "held"), [("500", False), ("502", False), ("eof_midstream", True)])
async def test_only_what_may_have_been_charged_is_held_against_the_budget(
    mode: str, held: bool, tmp_path: Path
) -> None:
    """One call in ten breaks, and is made again: no money is held for an error in place of an answer."""
    async with lab(tmp_path, lambda asked: mode if asked.number % 10 == 3 else None) as (app, _):
        study = (await studies_of(app).open(study_from(FORKED.format(questions=json.dumps(FIVE[:3])), "broken"))).id
        run = await ran(app, study)
        cost = await studies_of(app).cost_of(study)
    assert all(fate.state in FINISHED for fate in run.fates.values())
    assert cost.spent > 0
    assert (cost.pending > cost.spent) is held, (cost.spent, cost.pending)
    assert held or cost.pending == 0


CELLS = [StudyCell("base", f"q{n}", 1) for n in range(6)]


async def asked(budget: int, at_once: int, costs: list[int], needs: list[int]) -> tuple[set[int], int]:
    """Which of these sessions end where each needs so much room and then costs less, and what they cost together."""

    async def nothing() -> StudyCost:
        return StudyCost()

    shares, turn, ended = RunBudget(budget / 1e9, at_once, nothing), asyncio.Semaphore(at_once), set[int]()
    shares.begin({})

    async def one(n: int) -> None:
        try:
            async with turn:
                cap = await shares.share(CELLS[n])
                while cap is not None:
                    await asyncio.sleep(0.001)
                    if cap >= needs[n]:
                        shares.counted(f"s{n}", costs[n])
                        ended.add(n)
                        return
                    shares.counted(f"s{n}", 0)
                    cap = await shares.more(CELLS[n], f"s{n}", lambda: False)
        except OutOfBudget:
            return
        finally:
            shares.give_back(CELLS[n])

    await asyncio.gather(*(one(n) for n in range(len(costs))))
    return ended, shares.spent


@pytest.mark.parametrize("at_once", [1, 2, 3, 4])
async def test_sessions_that_need_more_than_their_share_wait_for_it(at_once: int) -> None:
    costs, needs = [10, 30, 20, 10, 25, 5], [50, 60, 90, 40, 100, 30]
    for budget in range(100, 260, 7):
        ended, spent = await asked(budget, at_once, costs, needs)
        assert spent <= budget
        left = budget - sum(costs)
        if left >= max(needs):
            assert ended == set(range(6)), budget
        for n in set(range(6)) - ended:
            assert budget - spent < needs[n], "whatever is left out had all there was"


OTHER = ("lab/epsilon",)
PEERS = Arm(name="next", chair="lab/gamma", protocol="peer-review")
PANEL = Arm(name="next", adjudicators=("lab/alpha",), protocol="adjudication")
STUDIES: list[tuple[str, Arm]] = [
    (JUDGED, Arm(name="next", of="base", stage="adjudication", adjudicators=OTHER)),
    (JUDGED, Arm(name="next", of="base", stage="refinement", adjudicators=OTHER)),
    (JUDGED, Arm(name="next", of="base", stage="refinement", options={"reverse_rebuttals": True})),
    (JUDGED, Arm(name="next", of="base", stage="adjudication", repeats=2)),
    (JUDGED, Arm(name="next", of="base", stage="adjudication", options={"axes_apart": False})),
    (JUDGED, replace(PANEL, members=("lab/beta", "lab/epsilon"))),
    (STUDY, Arm(name="next", of="base", stage="synthesis", chair="lab/epsilon")),
    (STUDY, Arm(name="next", of="base", stage="review")),
    (STUDY, replace(PEERS, members=("lab/delta", "lab/epsilon"))),
    (STUDY, replace(PEERS, members=("lab/alpha", "lab/beta", "lab/delta"))),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("at", range(len(STUDIES)))
async def test_what_is_told_beforehand_is_what_it_costs(at: int, tmp_path: Path) -> None:
    """Of an arm that comes to a study, whoever sits in it: what this stage has written here is what it writes."""
    text, arm = STUDIES[at]
    async with lab(tmp_path) as (app, up):
        kept = studies_of(app)
        progress = await kept.open(study_from(text.format(questions=json.dumps(FIVE[:3])), "told"))
        corpus = kept.corpus_of(progress)
        whole = await looked_ahead(app, progress.study, corpus, progress.questions)
        first = await ran(app, progress.id)
        assert whole.most is not None
        assert whole.typical is not None
        assert first.spent <= whole.most
        grown = replace(first.progress.study, arms=(*first.progress.study.arms, arm))
        told = await looked_ahead(app, grown, corpus, progress.questions, [arm.name], first.progress.cells)
        await kept.add(progress.id, f"arm/{arm.name}", ArmAdded(arm=arm))
        calls = len(up.calls)
        later = await ran(app, progress.id)
        spent = later.spent - first.spent
    assert told.typical is not None
    assert told.most is not None
    assert 0 < spent <= told.most
    assert 0.75 * spent <= told.typical <= 1.3 * spent, (told.typical, spent)
    assert 0.6 * told.calls <= len(up.calls) - calls <= 1.3 * told.calls
