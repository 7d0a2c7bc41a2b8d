"""Test that an arm equal to the base is reported as no change, and a judge without a task as unused."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from moot.app import Application
from moot.extensions.studies.asking.additions import arm_ahead
from moot.extensions.studies.progress import StudyOpened, StudyProgress, progress_from
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import Arm, Study

VOICES, JUDGE = ("rehearsal/ada", "rehearsal/bo"), "rehearsal/dov"
BASE = Arm(name="base", members=VOICES, protocol="adjudication", offices={"adjudicator": JUDGE})
CAREFUL = Arm(name="careful", of="base", stage="adjudication", adjudicators=("rehearsal/hana",))


def fork(**more: object) -> Arm:
    return Arm(**{"name": "fork", "of": "base", "stage": "adjudication", **more})  # type: ignore[arg-type]


def begun(*arms: Arm) -> StudyProgress:
    study = Study(name="tried", corpus="two-sided", arms=arms, questions=("housing-1", "carbon-1"))
    opened = StudyOpened(
        study=study, digest="", corpus_digest="", corpus_version="1", questions=study.questions, moot=""
    )
    return progress_from("0" * 32, [opened])


NOTHING = "The arm 'fork' changes nothing of 'base': what differs between them is chance."
TOLD = [
    (fork(adjudicators=(JUDGE,)), NOTHING),
    (fork(rubric="stress-test"), NOTHING),
    (fork(stage="refinement", options={"reverse_rebuttals": False}), NOTHING),
    (fork(chair="rehearsal/eli"), NOTHING),  # an adjudication whose judge is named asks nobody in the chair
    (fork(adjudicators=("rehearsal/hana",)), "The arms 'careful' and 'fork' ask the same council the same"),
    (fork(of="careful", adjudicators=(JUDGE,)), "The arms 'base' and 'fork' ask the same council the same"),
    (fork(stage="verdict", adjudicators=("rehearsal/hana",)), "keeps how 'base' was judged: who is named to judge"),
    (fork(adjudicators=("rehearsal/eli",)), ""),
    (fork(stage="discovery", rubric="general"), ""),
]


@pytest.mark.parametrize(("arm", "says"), TOLD)
async def test_an_arm_that_comes_to_what_is_there_is_told_as_one(arm: Arm, says: str, tmp_path: Path) -> None:
    app = await Application.opened("python", tmp_path)
    try:
        progress = begun(BASE, CAREFUL)
        digest = studies_of(app).corpus_named(progress.study).digest
        progress = replace(progress, opened=replace(progress.opened, corpus_digest=digest))
        remarks = (await arm_ahead(app, progress, arm)).remarks
    finally:
        await app.close()
    assert len(remarks) == bool(says), remarks
    assert says in "".join(remarks)
