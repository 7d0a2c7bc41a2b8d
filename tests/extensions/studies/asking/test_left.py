"""Test that every unfinished cell has a reported cause, and that a study stops that fails for one reason."""

from __future__ import annotations

import asyncio
import json
import re
from decimal import Decimal
from pathlib import Path

import pytest
from msgspec.structs import replace

from extensions.studies.asking.test_outdated_cells import FORKED, MODELS
from extensions.studies.asking.test_running import STUDY, lab, under_a_budget
from extensions.studies.terminal.conftest import FIVE
from moot.app import Application
from moot.extensions.studies.asking.causes import MOST_ALIKE, ONLY_AGAIN, short_of
from moot.extensions.studies.asking.checks import looked_ahead
from moot.extensions.studies.asking.remaining import rest_of
from moot.extensions.studies.asking.running import StudyRun
from moot.extensions.studies.progress import (
    BudgetSet,
    LeftCause,
    RunBegan,
    RunEnded,
    StudyOpened,
    StudyProgress,
    progress_from,
)
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.overview import StudyHead
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.store import StudyCost
from moot.extensions.studies.study import study_from
from moot.extensions.studies.terminal.board import held_line, spent_line
from moot.floor.calls.budget import nano_dollars
from moot.floor.calls.retry import REFUSED_BEFORE
from rig.script import Asked

ALL = [*FIVE, "housing-3", "housing-4", "carbon-2", "carbon-3", "privacy-2", "privacy-3", "cloud-2"]


async def ran(app: Application, progress: StudyProgress, *, again: bool = False, at_once: int = 2) -> StudyRun:
    kept = studies_of(app)
    progress = await kept.progress(progress.id)
    run = StudyRun(app, progress, kept.corpus_of(progress), at_once=at_once, told=lambda cell: None)
    async with kept.run_of(progress, run.causes):
        await run.run(await kept.to_ask_again(progress, degraded=False) if again else ())
    return run


def every_cause_is_told(run: StudyRun, head: StudyHead) -> None:
    left = [fate for fate in run.fates.values() if fate.state not in (*FINISHED, "failed")]
    assert left
    assert all(fate.why for fate in left), left
    assert sum(each.sessions for each in run.causes()) == len(left) == head.study.left
    assert [(each.why, each.sessions) for each in head.left] == [(each.why, each.sessions) for each in run.causes()]


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
    told = spent_line(head.study.budget, nano_dollars(head.study.spent), nano_dollars(head.study.pending))
    assert ("held against the budget, and a larger one goes on" in told) == failing


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
    (cause,) = run.causes()
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


@pytest.mark.slow
@pytest.mark.parametrize("at_once", [1, 3])
async def test_an_arm_that_asks_nobody_who_failed_goes_on(at_once: int, tmp_path: Path) -> None:
    """What stops is every arm that asks the model by which sessions failed, forks among them."""
    others = """
[[arms]]
name = "sound"
members = ["lab/alpha", "lab/delta"]
chair = "lab/gamma"
protocol = "peer-review"

[[arms]]
name = "fork"
of = "sound"
from = "synthesis"
chair = "lab/beta"
"""
    async with lab(tmp_path, lambda asked: "401" if asked.body["model"] == "beta" else None) as (app, _):
        text = STUDY.format(questions=json.dumps(ALL)) + others
        run = await ran(app, await studies_of(app).open(study_from(text, "part")), at_once=at_once)
    stood = {name: [fate.state for cell, fate in run.fates.items() if cell.arm == name] for name in ("base", "sound")}
    assert MOST_ALIKE <= stood["base"].count("failed") < MOST_ALIKE + at_once
    assert stood["base"].count("left") == len(ALL) - stood["base"].count("failed")
    assert stood["sound"] == ["verdict"] * len(ALL)
    forks = [fate for cell, fate in run.fates.items() if cell.arm == "fork"]
    assert all("sessions in a row failed alike" in fate.why for fate in forks if fate.state == "left")
    assert [fate.state for fate in forks].count("left") > len(ALL) - MOST_ALIKE


@pytest.mark.slow
async def test_sessions_that_fail_between_others_stop_nothing(tmp_path: Path) -> None:
    seen: dict[str, int] = {}

    def some(asked: Asked) -> str | None:
        question = json.dumps(asked.body["messages"])
        seen.setdefault(next((name for name in WORDS if name in question), ""), len(seen))
        return "bad_400" if seen[next((name for name in WORDS if name in question), "")] % 2 else None

    WORDS = ["rent", "carbon", "privacy", "cloud", "housing"]
    async with lab(tmp_path, some) as (app, _):
        progress = await studies_of(app).open(study_from(STUDY.format(questions=json.dumps(ALL)), "mixed"))
        run = await ran(app, progress, at_once=1)
    assert not run.causes()
    assert {fate.state for fate in run.fates.values()} <= {"verdict", "failed"}


@pytest.mark.slow
async def test_a_retry_asks_what_failed_and_begins_nothing_else(tmp_path: Path) -> None:
    """What it is priced for is what it asks."""
    broken = True
    async with lab(tmp_path, lambda asked: "bad_400" if broken else None) as (app, _):
        progress = await studies_of(app).open(study_from(STUDY.format(questions=json.dumps(ALL)), "part"))
        first = await ran(app, progress)
        begun = len(first.progress.cells)
        assert begun < len(ALL)
        broken = False
        again = await ran(app, progress, again=True)
        head = await studies_of(app).head(progress.id)
    assert len(again.progress.cells) == begun
    assert len(again.todo) == begun
    assert {again.fates[cell].state for cell in again.todo} == {"verdict"}
    assert [(each.why, each.sessions) for each in head.left] == [(ONLY_AGAIN, len(ALL) - begun)]


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


def test_a_run_that_was_killed_tells_no_cause_of_the_run_before_it() -> None:
    opened = StudyOpened(
        study=study_from(STUDY.format(questions=json.dumps(FIVE)), "killed"),
        digest="", corpus_digest="", corpus_version="1", questions=tuple(FIVE), moot="",
    )  # fmt: skip
    first = RunBegan(number=1, host="h", pid=1, started=1, door="cli")
    ended = RunEnded(number=1, left=(LeftCause(why="It is poor.", sessions=5, budget=True),))
    assert progress_from("s", [opened, first, ended]).left == ended.left
    assert progress_from("s", [opened, first, ended, replace(first, number=2)]).left == ()


@pytest.mark.slow
@pytest.mark.parametrize("listed", [False, True])
async def test_a_model_that_is_gone_is_told_as_that_whatever_the_budget(listed: bool, tmp_path: Path) -> None:
    """Of a model that no list has nobody learns that it wants money, and a fork is left for what failed its base."""
    models = MODELS if listed else tuple(model for model in MODELS if model != "delta")
    async with lab(tmp_path, lambda asked: "404" if asked.body["model"] == "delta" else None, models=models) as (
        app,
        _,
    ):
        text = FORKED.format(questions=json.dumps(FIVE[:3]))
        progress = await studies_of(app).open(study_from(text, "gone"))
        await studies_of(app).add(progress.id, "budget/1", BudgetSet(budget=5.0 if listed else 0.001))
        run = await ran(app, progress)
        head = await studies_of(app).head(progress.id)
    assert "out_of_budget" not in {fate.state for fate in run.fates.values()}
    assert not head.wants_budget
    if listed:  # it fails when it is asked, and the council goes on without it
        assert head.again is not None
        assert head.again.degraded == 3
        return
    every_cause_is_told(run, head)
    told = {arms: cause.why for cause in (*head.causes, *head.left) for arms in [cause.arms]}
    gone = "lab does not list it"
    assert set(told) == {("base",), ("judged",)}
    assert all(why.count(gone) == 1 for why in told.values()), told
    assert "The session of 'base' that it is made of" in told["judged",]


async def test_what_a_session_takes_is_never_told_below_it() -> None:
    """Whoever types the amount that is told has enough."""
    cost = StudyCost(spent=0, pending=0, sessions=1, scripted=0)
    for least in (41_200_000, 31_240_001, 999_950_001, 1_000_000_001, 123_456_789):
        told = re.search(r"takes \$([\d.]+) or more", short_of(0, least, cost))
        assert told is not None
        assert Decimal(told[1]) * 10**9 >= least
    typed = re.search(r"--budget ([\d.]+)$", held_line("0" * 32, 0.20, 0.0412, runs=False))
    assert typed is not None
    assert Decimal(typed[1]) >= Decimal("0.2412")
