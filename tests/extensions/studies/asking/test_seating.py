"""Test that a council on the shelf deliberates in a study as saved, whatever the rubric of its questions."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.app import Application
from moot.extensions.studies.asking.checks import looked_ahead
from moot.extensions.studies.asking.seating import sitting_of
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import Arm, Study

KEPT = 'members = ["rehearsal/ada", "rehearsal/bo", "rehearsal/cyn"]\nchair = "rehearsal/cyn"\n'


@pytest.mark.parametrize(
    ("protocol", "arm", "asked", "rubric"),
    [
        ("peer-review", Arm(name="kept", council="mine"), "peer-review", ""),
        ("adjudication", Arm(name="kept", council="mine"), "adjudication", "stress-test"),
        ("peer-review", Arm(name="kept", council="mine", protocol="debate"), "debate", ""),
        ("peer-review", Arm(name="kept", council="mine", protocol="adjudication"), "adjudication", "stress-test"),
        ("peer-review", Arm(name="kept", members=("rehearsal/ada", "rehearsal/bo")), "adjudication", "stress-test"),
    ],
)
async def test_a_council_deliberates_as_it_was_kept_unless_an_arm_says_otherwise(
    protocol: str, arm: Arm, asked: str, rubric: str, tmp_path: Path
) -> None:
    (tmp_path / "councils").mkdir()
    (tmp_path / "councils" / "mine.toml").write_text(f'{KEPT}protocol = "{protocol}"\n')
    app = await Application.opened("python", tmp_path)
    try:
        study = Study(name="tried", corpus="two-sided", arms=(arm,), questions=("housing-1",))
        corpus = studies_of(app).corpus_named(study)
        item = corpus.item("housing-1")
        assert item is not None
        council = (await sitting_of(app, arm, corpus, item)).council
        assert (council.protocol, council.rubric) == (asked, rubric)
        if arm.council:
            assert council.members == ("rehearsal/ada", "rehearsal/bo", "rehearsal/cyn"), (
                "nobody is taken off its panel"
            )
        if protocol == asked == "peer-review":
            (cost,) = (await looked_ahead(app, study, corpus, study.questions)).arms
            assert "rehearsal/cyn" in cost.seats
            assert "adjudicator" not in cost.seats
    finally:
        await app.close()
