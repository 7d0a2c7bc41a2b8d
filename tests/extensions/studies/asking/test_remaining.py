"""Test that a budget that is too small is reported with its reach, and that the suggested one suffices."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from extensions.studies.asking.test_left import ran
from extensions.studies.asking.test_running import STUDY, lab
from extensions.studies.terminal.conftest import FIVE
from moot.extensions.studies.asking.checks import ArmCost, Before
from moot.extensions.studies.asking.remaining import asked_again
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import study_from


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


async def test_sessions_that_cannot_be_asked_again_are_told_with_their_cause(tmp_path: Path) -> None:
    async with lab(tmp_path) as (app, _):
        progress = await studies_of(app).open(study_from(STUDY.format(questions=json.dumps(FIVE[:2])), "whole"))
        run = await ran(app, progress)
        told = (await asked_again(app, run.progress, set(run.progress.cells))).arms[0]
    assert (told.sessions, [each.sessions for each in told.refused]) == (0, [2])
    assert "nothing to ask again" in told.refused[0].why
    assert replace(told, refused=()).untold == told.refused[0].why
