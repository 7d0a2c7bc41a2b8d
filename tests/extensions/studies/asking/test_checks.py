"""Test the warnings before money is spent: limits of a study, sources of prices, identical arms."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.app import Application
from moot.errors import UnknownName
from moot.extensions.studies.asking.checks import Before, looked_ahead
from moot.extensions.studies.asking.seating import sitting_of
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import Arm, Study

QUESTIONS = ("housing-1", "carbon-1")
VOICES = ("rehearsal/ada", "rehearsal/bo")
BASE = Arm(name="base", members=VOICES, protocol="adjudication")
LAB = Arm(name="base", members=("lab/alpha", "lab/beta"), chair="lab/gamma", protocol="peer-review")
ROW = '[lab]\nurl = "http://127.0.0.1:9999/v1"\nprivate = true\nprice = { input = 1, output = 1 }\n'


async def looked(home: Path, *arms: Arm, corpus: str = "two-sided", questions: tuple[str, ...] = QUESTIONS) -> Before:
    """What is known of a study of these arms."""
    app = await Application.opened("python", home)
    try:
        study = Study(name="tried", corpus=corpus, arms=arms, questions=questions)
        found = studies_of(app).corpus_named(study)
        return await looked_ahead(app, study, found, studies_of(app).questions_of(study, found))
    finally:
        await app.close()


async def test_a_protocol_that_measures_nothing_is_told_where_nothing_is_known_either(tmp_path: Path) -> None:
    peer = Arm(name="peer", members=VOICES, protocol="peer-review")
    found = await looked(tmp_path, BASE, peer)
    assert [(arm.protocol, arm.measured) for arm in found.arms] == [("adjudication", True), ("peer-review", False)]
    known = await looked(tmp_path, peer, corpus="known-answers", questions=())
    assert [arm.measured for arm in known.arms] == [True], "right answers are counted by any protocol"


async def test_an_estimate_says_what_it_rests_on(tmp_path: Path) -> None:
    (tmp_path / "endpoints.toml").write_text(ROW)
    assert (await looked(tmp_path, LAB)).basis == "from a table", "nothing was asked of these models here"
    assert (await looked(tmp_path, BASE)).basis == "", "what costs nothing rests on nothing"


async def test_an_unknown_name_is_told_what_there_is_and_twins_their_ids(tmp_path: Path) -> None:
    app = await Application.opened("python", tmp_path)
    try:
        ids = [
            (await studies_of(app).open(Study(name=name, corpus="two-sided", arms=(BASE,), questions=questions))).id
            for name, questions in (("tried", QUESTIONS), ("tried", QUESTIONS[:1]), ("other", QUESTIONS))
        ]
        with pytest.raises(UnknownName) as refused:
            await studies_of(app).id_of("zz")
        found = await studies_of(app).id_of("tried")
    finally:
        await app.close()
    names = sorted(["other", f"tried ({ids[0][:8]})", f"tried ({ids[1][:8]})"])
    assert refused.value.remedy == f"Known: {', '.join(names)}."
    assert found == ids[1], "a name alone means the newest"


async def test_a_measure_nobody_has_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    app = await Application.opened("python", tmp_path)
    try:
        study = Study(name="tried", corpus="two-sided", arms=(BASE,), questions=QUESTIONS, primary="nonsense")
        found = studies_of(app).corpus_named(study)
        with pytest.raises(UnknownName, match="no measure called 'nonsense'"):
            await looked_ahead(app, study, found, studies_of(app).questions_of(study, found))
    finally:
        await app.close()


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
