"""Test that every unfinished cell has a reported cause, and that a study stops that fails for one reason."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from extensions.studies.asking.test_running import STUDY, lab, under_a_budget
from extensions.studies.terminal.conftest import FIVE
from moot.app import Application
from moot.extensions.studies.asking.causes import MOST_ALIKE
from moot.extensions.studies.asking.checks import ArmCost, Before, looked_ahead
from moot.extensions.studies.asking.remaining import asked_again, rest_of
from moot.extensions.studies.asking.running import StudyRun
from moot.extensions.studies.progress import (
    StudyProgress,
)
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.overview import StudyHead
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.study import study_from
from moot.floor.calls.retry import REFUSED_BEFORE
from rig.script import Asked

ALL = [*FIVE, "housing-3", "housing-4", "carbon-2", "carbon-3", "privacy-2", "privacy-3", "cloud-2"]


async def ran(app: Application, progress: StudyProgress, *, again: bool = False, at_once: int = 2) -> StudyRun:
    kept = studies_of(app)
    progress = await kept.progress(progress.id)
    run = StudyRun(app, progress, kept.corpus_of(progress), at_once=at_once, told=lambda cell: None)
    async with kept.run_of(progress, run.ended):
        await run.run(await kept.to_ask_again(progress, degraded=False) if again else ())
    return run


def every_cause_is_told(run: StudyRun, head: StudyHead) -> None:
    left = [fate for fate in run.fates.values() if fate.state not in (*FINISHED, "failed")]
    assert left
    assert all(fate.why for fate in left), left
    assert sum(each.sessions for each in run.ended(1).left) == len(left) == head.study.left
    assert [(each.why, each.sessions) for each in head.left] == [
        (each.why, each.sessions) for each in run.ended(1).left
    ]


@pytest.mark.parametrize("failing", [False, True])
async def test_what_is_left_for_want_of_money_says_so_and_where_the_money_is(failing: bool, tmp_path: Path) -> None:
    """What a call that failed may still be charged is held, and named."""

    def broken(asked: Asked) -> str | None:
        return "eof_midstream" if failing and asked.body["model"] == "beta" else None

    async with lab(tmp_path, broken) as (app, _):
        progress = await under_a_budget(app, 1.001)
        run = await ran(app, progress)
        head = await studies_of(app).head(progress.id)
    every_cause_is_told(run, head)
    assert head.wants_budget
    held = [each.why for each in head.left if "held for calls that failed" in each.why]
    assert bool(held) == failing == bool(head.study.pending), head.left


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["401", "402"])
async def test_a_study_whose_sessions_all_fail_alike_stops_and_goes_on_later(mode: str, tmp_path: Path) -> None:
    broken = True
    async with lab(tmp_path, lambda asked: mode if broken else None) as (app, _):
        progress = await studies_of(app).open(study_from(STUDY.format(questions=json.dumps(ALL)), "broken"))
        run = await ran(app, progress)
        head = await studies_of(app).head(progress.id)
        begun = len(run.progress.cells)
        broken = False
        later = await ran(app, progress)  # at once, in the same process
        again = await ran(app, progress, again=True)
    assert MOST_ALIKE <= begun < MOST_ALIKE + 2, (
        "whoever was under way when it was known ends, and no further one begins"
    )
    every_cause_is_told(run, head)
    (cause,) = run.ended(1).left
    failed = next(fate.why for fate in run.fates.values() if fate.state == "failed")
    assert failed
    assert f"{MOST_ALIKE} sessions in a row failed alike" in cause.why
    told = cause.why.lower().partition("what was asked is kept")[0]
    assert {"401": "key", "402": "lacks money"}[mode] in told, cause.why
    assert not head.wants_budget
    assert any(REFUSED_BEFORE in fate.why for fate in run.fates.values()), "whom nobody asked says so"
    states = [fate.state for fate in later.fates.values()]
    assert (states.count("verdict"), states.count("failed")) == (len(ALL) - begun, begun)
    assert {fate.state for fate in again.fates.values()} == {"verdict"}


async def test_going_on_is_priced_by_what_is_left_of_every_arm(tmp_path: Path) -> None:
    async with lab(tmp_path) as (app, _):
        progress = await studies_of(app).open(study_from(STUDY.format(questions=json.dumps(FIVE)), "part"))
        corpus = studies_of(app).corpus_of(progress)
        whole = await looked_ahead(app, progress.study, corpus, FIVE)
        run = StudyRun(app, progress, corpus, at_once=1, told=lambda cell: stop.set())
        stop = asyncio.Event()
        await run.run(stop=stop)
        begun = await studies_of(app).progress(progress.id)
        done = [fate.state for fate in run.fates.values()].count("verdict")
        ahead = (await rest_of(app, begun, begun.study.budget)).before
    assert 0 < done < len(FIVE)
    assert ahead.arms[0].sessions == len(FIVE) - done
    assert ahead.calls == whole.calls * (len(FIVE) - done) / len(FIVE)


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
