"""Test that a study's budget, cost and questions are what its owner meant, after any interruption."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from extensions.studies.terminal.conftest import FIVE, configured
from moot.app import Application, opened_app
from moot.extensions.studies.asking.checks import looked_ahead
from moot.extensions.studies.asking.remaining import asked_again
from moot.extensions.studies.asking.running import StudyRun
from moot.extensions.studies.asking.seating import ArmSeats
from moot.extensions.studies.progress import BudgetSet, StudyProgress
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import StudyCell, study_from
from moot.extensions.studies.terminal.asking import _planned
from rig.script import Asked, Script
from rig.upstream import Upstream

MODELS = ("alpha", "beta", "gamma", "delta", "epsilon")
STUDY = """
name = "poor"
corpus = "two-sided"
questions = {questions}

[[arms]]
name = "base"
members = ["lab/alpha", "lab/beta"]
chair = "lab/gamma"
protocol = "peer-review"
"""

JUDGED = """
name = "once"
corpus = "two-sided"
questions = {questions}
seed = "once"

[[arms]]
name = "base"
members = ["lab/alpha", "lab/beta", "lab/gamma"]
adjudicators = ["lab/delta"]
protocol = "adjudication"
"""


def endpoint(url: str) -> str:
    return f'[lab]\nurl = "{url}"\nprivate = true\nprice = {{ input = 1, output = 1 }}\n'


@asynccontextmanager
async def lab(
    home: Path, script: Script | None = None, models: tuple[str, ...] = MODELS, **more: Any
) -> AsyncIterator[tuple[Application, Upstream]]:
    """A house whose endpoint `lab` is a scripted service, and the service."""
    async with Upstream(script, models=models, **more) as up:
        configured(home, endpoint(up.url))
        async with opened_app(home) as app:
            yield app, up


class Refusing:
    """A service that refuses a model, or the `nth` of its calls, or every so many of them, as long as it is on."""

    def __init__(self, model: str, nth: int = 1, *, every: bool = False) -> None:
        self.model, self.nth, self.every, self.on = model, nth, every or nth == 1, True

    def __call__(self, asked: Asked) -> str | None:
        hit = asked.nth % self.nth == 0 if self.every else asked.nth == self.nth
        return "filter_400" if self.on and asked.body["model"] == self.model and hit else None


async def under_a_budget(app: Application, sessions: float) -> StudyProgress:
    """A study whose budget is so many times the least that one session takes."""
    study = study_from(STUDY.format(questions=json.dumps(FIVE)), "poor")
    opened = await studies_of(app).open(study)
    least = (await looked_ahead(app, study, studies_of(app).corpus_of(opened), FIVE)).arms[0].least
    assert least
    await studies_of(app).add(opened.id, "budget/1", BudgetSet(budget=sessions * least / 1e9))
    return await studies_of(app).progress(opened.id)


UNNAMED = STUDY.replace('members = ["lab/alpha", "lab/beta"]\nchair = "lab/gamma"\n', "")


async def ran(app: Application, study: str, again: bool = False) -> StudyRun:
    progress = await studies_of(app).progress(study)
    cells = await studies_of(app).to_ask_again(progress, degraded=True) if again else ()
    run = StudyRun(app, progress, studies_of(app).corpus_of(progress), at_once=3, told=lambda cell: None)
    await run.run(cells)
    return run


async def test_whoever_sat_first_sits_in_every_session_of_an_arm(tmp_path: Path) -> None:
    async with lab(tmp_path, models=("alpha", "beta", "gamma", "delta")) as (app, _):
        text = UNNAMED.format(questions=json.dumps(FIVE[:2]))
        study = (await studies_of(app).open(study_from(text, "moved"))).id
        run = await ran(app, study)
        assert {fate.state for fate in run.fates.values()} == {"verdict"}
        configured(tmp_path, "")  # the service is gone: without it scripted voices would sit
        seated = (await studies_of(app).progress(study)).seated["base"].council
        assert {str(each) for each in seated.members} <= {f"lab/{name}" for name in ("alpha", "beta", "gamma", "delta")}
        progress = await studies_of(app).progress(study)
        gone = ArmSeats(app, progress, studies_of(app).corpus_of(progress))
        council = await gone.council(StudyCell("base", FIVE[2], 1))
        assert (council.members, council.chair) == (seated.members, seated.chair)
        assert (await studies_of(app).studies.costs(study))[study].scripted == 0


async def test_what_was_paid_for_before_something_was_asked_again_stays_spent(tmp_path: Path) -> None:
    refusing = Refusing("beta")
    async with lab(tmp_path, refusing) as (app, _):
        text = STUDY.format(questions=json.dumps(FIVE[:1])).replace('"lab/beta"', '"lab/beta", "lab/delta"')
        study = (await studies_of(app).open(study_from(text, "paid"))).id
        first = await ran(app, study)
        refusing.on = False
        again = await ran(app, study, again=True)
        later = await ran(app, study)
        cost = (await studies_of(app).studies.costs(study))[study]
        every = await studies_of(app).studies.session_costs(study)
    assert len(every) == 2, "a fork asked again what failed"
    assert 0 < first.spent < again.spent == later.spent == sum(every.values())
    assert cost.spent + cost.pending == again.spent


async def test_a_retry_sends_nothing_that_was_answered_before(tmp_path: Path) -> None:
    refusing = Refusing("beta", 2)
    async with lab(tmp_path, refusing) as (app, up):
        study = (await studies_of(app).open(study_from(JUDGED.format(questions=json.dumps(FIVE[:1])), "once"))).id
        await ran(app, study)
        refusing.on = False
        progress = await studies_of(app).progress(study)
        cells = await studies_of(app).to_ask_again(progress, degraded=True)
        told = await asked_again(app, progress, cells)
        before = len(up.calls)
        await ran(app, study, again=True)
        every = await studies_of(app).studies.session_costs(study)
        spent = (await studies_of(app).studies.costs(study))[study].spent
    answered = {call.sha for call in up.calls[:before] if not (call.body["model"] == "beta" and call.nth == 2)}
    again = [call.sha for call in up.calls[before:]]
    assert again
    assert answered.isdisjoint(again)
    assert len(again) <= told.calls, "what is told before is a bound"
    assert spent == sum(every.values())


async def test_a_file_planned_twice_at_once_is_one_study(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(UNNAMED.format(questions=json.dumps(FIVE[:1])))
    houses = [await Application.opened("python", tmp_path / "home") for _ in range(2)]
    try:
        begun = await asyncio.gather(*(_planned(app, str(file)) for app in houses))
    finally:
        for app in houses:
            await app.close()
    assert begun[0].id == begun[1].id
