"""Test that a budget that is too small is reported with its reach, and that the suggested one suffices."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from extensions.studies.asking.test_left import ran
from extensions.studies.asking.test_outdated_cells import FORKED
from extensions.studies.asking.test_running import JUDGED, STUDY, lab, under_a_budget
from extensions.studies.terminal.conftest import FIVE
from moot.extensions.studies.asking.checks import ArmCost, Before, looked_ahead
from moot.extensions.studies.asking.remaining import rest_of
from moot.extensions.studies.asking.retry import asked_again
from moot.extensions.studies.progress import BudgetSet
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.study import study_from
from moot.vocabulary.seats import dollars


def costs(budget: float | None, *, sessions: int = 10, typical: int | None = 1_000_000_000) -> Before:
    arm = ArmCost(arm="base", sessions=sessions, calls=10, typical=typical, most=2_000_000_000, least=60_000_000)
    return Before(arms=(arm,), budget=budget)


@pytest.mark.parametrize(
    ("budget", "reaches"),
    [(None, None), (0, None), (0.05, None), (0.08, 0), (0.1, 1), (0.55, 5), (0.999, 9), (1.0, None), (5.0, None)],
)
def test_a_budget_between_one_session_and_all_of_them_says_how_far_it_comes(
    budget: float | None, reaches: int | None
) -> None:
    assert costs(budget).reaches == reaches
    assert costs(0.55, typical=None).reaches is None, "where no price is known nobody can say"
    if reaches:
        assert f"about {reaches} of 10 will be finished" in costs(budget).short


@pytest.mark.slow
async def test_a_study_out_of_budget_goes_on_under_the_budget_that_is_offered(tmp_path: Path) -> None:
    async with lab(tmp_path) as (app, up):
        progress = await under_a_budget(app, 1.001)
        await ran(app, progress)
        stood = await studies_of(app).head(progress.id)
        assert stood.wants_budget
        before = len(up.calls)
        rest = await rest_of(app, await studies_of(app).progress(progress.id))
        assert len(up.calls) == before, "nothing is asked for it"
        assert rest.sessions == stood.study.left
        assert stood.study.done
        assert rest.before.basis == "from what its other sessions cost"
        assert rest.budget is not None
        assert rest.most_budget is not None
        assert stood.study.spent < (dollars(rest.budget) or 0) <= (dollars(rest.most_budget) or 0)
        await studies_of(app).add(progress.id, "budget/offered", BudgetSet(budget=dollars(rest.budget)))
        await ran(app, progress, at_once=1)
        went = await studies_of(app).head(progress.id)
        assert went.study.left < stood.study.left, "it goes on"
        await studies_of(app).add(progress.id, "budget/most", BudgetSet(budget=dollars(rest.most_budget)))
        await ran(app, progress, at_once=1)
        assert (await studies_of(app).head(progress.id)).study.left == 0, "under the bound nothing is left"
        whole = await rest_of(app, await studies_of(app).progress(progress.id))
        assert (whole.sessions, whole.before.calls) == (0, 0)


async def test_sessions_that_cannot_be_asked_again_are_told_with_their_cause(tmp_path: Path) -> None:
    async with lab(tmp_path) as (app, _):
        progress = await studies_of(app).open(study_from(STUDY.format(questions=json.dumps(FIVE[:2])), "whole"))
        run = await ran(app, progress)
        told = (await asked_again(app, run.progress, set(run.progress.cells))).arms[0]
    assert (told.sessions, [each.sessions for each in told.refused]) == (0, [2])
    assert "nothing to ask again" in told.refused[0].why
    assert replace(told, refused=()).untold == told.refused[0].why


@pytest.mark.slow
@pytest.mark.parametrize(("text", "share", "spread"), [(JUDGED, 0.7, 1), (FORKED, 0.8, 5)])
async def test_as_many_sessions_end_as_a_budget_was_told_to_finish(
    text: str, share: float, spread: int, tmp_path: Path
) -> None:
    """Of forks, which begin under any budget, it may be more. The budget that is offered then finishes them all."""
    async with lab(tmp_path) as (app, _):
        asked = text.format(questions=json.dumps(FIVE))
        first = await studies_of(app).open(study_from(asked.replace('seed = "', 'seed = "first '), "first"))
        await ran(app, first)  # what models write is known from then on
        progress = await studies_of(app).open(study_from(asked, "second"))
        corpus = studies_of(app).corpus_of(progress)
        ahead = await looked_ahead(app, progress.study, corpus, progress.questions)
        assert ahead.typical is not None
        assert ahead.suffices is not None
        told = replace(ahead, budget=share * ahead.suffices / 1e9)
        assert told.reaches is not None
        assert f"about {told.reaches} of " in told.short
        await studies_of(app).add(progress.id, "budget/1", BudgetSet(budget=told.budget))
        run = await ran(app, progress)
        ended = sum(fate.state in FINISHED for fate in run.fates.values())
        assert told.reaches - 1 <= ended <= told.reaches + spread
        rest = await rest_of(app, await studies_of(app).progress(progress.id))
        if rest.sessions:
            await studies_of(app).add(progress.id, "budget/2", BudgetSet(budget=dollars(rest.budget)))
            await ran(app, progress)
            assert (await studies_of(app).head(progress.id)).study.left == 0
