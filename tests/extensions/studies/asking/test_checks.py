"""Test the warnings before money is spent: limits of a study, sources of prices, identical arms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from moot.app import opened_app
from moot.errors import BadInput, Conflict, TooLarge, UnknownName
from moot.extensions.studies.asking.additions import grown
from moot.extensions.studies.asking.checks import ArmCost, Before, looked_ahead
from moot.extensions.studies.asking.seating import sitting_of
from moot.extensions.studies.progress import StudyOpened, StudyProgress, progress_from
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.study import NO_CORPUS, Arm, Study

QUESTIONS = ("housing-1", "carbon-1")
VOICES = ("rehearsal/ada", "rehearsal/bo")
BASE = Arm(name="base", members=VOICES, protocol="adjudication")
LAB = Arm(name="base", members=("lab/alpha", "lab/beta"), chair="lab/gamma", protocol="peer-review")
ROW = '[lab]\nurl = "http://127.0.0.1:9999/v1"\nprivate = true\nprice = { input = 1, output = 1 }\n'


async def looked(home: Path, *arms: Arm, corpus: str = "two-sided", questions: tuple[str, ...] = QUESTIONS) -> Before:
    """What is known of a study of these arms."""
    async with opened_app(home) as app:
        study = Study(name="tried", corpus=corpus, arms=arms, questions=questions)
        found = studies_of(app).corpus_named(study)
        return await looked_ahead(app, study, found, studies_of(app).questions_of(study, found))


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
    async with opened_app(tmp_path) as app:
        ids = [
            (await studies_of(app).open(Study(name=name, corpus="two-sided", arms=(BASE,), questions=questions))).id
            for name, questions in (("tried", QUESTIONS), ("tried", QUESTIONS[:1]), ("other", QUESTIONS))
        ]
        with pytest.raises(UnknownName) as refused:
            await studies_of(app).id_of("zz")
        found = await studies_of(app).id_of("tried")
    names = sorted(["other", f"tried ({ids[0][:8]})", f"tried ({ids[1][:8]})"])
    assert refused.value.remedy == f"Known: {', '.join(names)}."
    assert found == ids[1], "a name alone means the newest"


async def test_a_measure_nobody_has_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    async with opened_app(tmp_path) as app:
        study = Study(name="tried", corpus="two-sided", arms=(BASE,), questions=QUESTIONS, primary="nonsense")
        found = studies_of(app).corpus_named(study)
        with pytest.raises(UnknownName, match="no measure called 'nonsense'"):
            await looked_ahead(app, study, found, studies_of(app).questions_of(study, found))


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
    async with opened_app(tmp_path) as app:
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


ADA = Arm(name="base", members=("rehearsal/ada",))


def begun(*arms: Arm, questions: int = 4, **more: Any) -> StudyProgress:
    study = Study(**{"name": "tried", "corpus": "two-sided", "arms": (ADA, *arms), **more})
    names = tuple(f"q{n}" for n in range(questions))
    opened = StudyOpened(study=study, digest="", corpus_digest="", corpus_version="1", questions=names, moot="")
    return progress_from("0" * 32, [opened])


def test_the_same_arm_once_more_changes_nothing_and_another_of_its_name_is_refused() -> None:
    arm = Arm(name="fork", of="base", stage="adjudication", repeats=2)
    progress = begun(arm)
    assert grown(progress, arm) is progress
    with pytest.raises(Conflict, match="another arm called 'fork'"):
        grown(progress, replace(arm, repeats=3))


def test_what_cannot_be_an_arm_of_the_study_is_refused() -> None:
    with pytest.raises(TooLarge, match="100,004 sessions"):
        grown(begun(questions=25_001), Arm(name="many", repeats=3))
    with pytest.raises(BadInput, match="run cannot be put to another council"):
        grown(begun(corpus=NO_CORPUS), Arm(name="other"))
    assert len(grown(begun(corpus=NO_CORPUS), Arm(name="fork", of="base", stage="adjudication")).study.arms) == 2


def test_where_nothing_of_the_budget_is_left_no_fork_is_begun_and_that_is_said() -> None:
    fork = ArmCost(arm="fork", sessions=2, calls=4, typical=1_000, most=9_000)
    told = Before(arms=(fork,), budget=0.5, gone=500_000_000)
    assert told.lacking == "$0 of the study's budget is left, which starts none of its sessions."
    assert replace(told, gone=400_000_000).lacking == ""
    assert replace(told, arms=(replace(fork, typical=0, most=0),)).lacking == "", "what is free needs no budget"
