"""Does a study ask as many questions as its budget begins, however many would run at once?"""

from __future__ import annotations

import json
from pathlib import Path

from cli.studies.conftest import FIVE, configured
from moot.house import House
from moot.house.studies.before import looked_ahead
from moot.house.studies.running import StudyRun
from moot.library.corpora.studies.progress import BudgetSet
from moot.library.corpora.studies.study import study_from
from rig.upstream import Upstream

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


async def test_what_begins_two_sessions_asks_two(tmp_path: Path) -> None:
    async with Upstream(models=("alpha", "beta", "gamma")) as up:
        configured(tmp_path, f'[lab]\nurl = "{up.url}"\nprivate = true\nprice = {{ input = 1, output = 1 }}\n')
        house = await House.opened("python", tmp_path)
        try:
            study = study_from(STUDY.format(questions=json.dumps(FIVE)), "poor")
            progress = await house.studies.open(study)
            corpus = house.studies.corpus_of(progress)
            least = (await looked_ahead(house, study, corpus, FIVE)).arms[0].least
            assert least
            budget = 1.5 * least / 1e9
            await house.studies.add(progress.id, "budget/1", BudgetSet(budget=budget))
            progress = await house.studies.progress(progress.id)
            run = StudyRun(house, progress, corpus, at_once=3, told=lambda cell: None)
            await run.run()
        finally:
            await house.close()
    done = [fate for fate in run.fates.values() if fate.state == "verdict"]
    poor = [fate for fate in run.fates.values() if fate.state == "out_of_budget"]
    assert done, "a third of it begins no session, the whole begins one"
    assert len(done) + len(poor) == 5
    assert all("is left; this session takes $" in fate.why for fate in poor), poor
    assert len(run.progress.cells) == len(done), "what cannot be begun is not opened"
    assert run.spent <= budget * 1e9
