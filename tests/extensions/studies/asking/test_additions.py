"""Test that an arm is added once, and refused where it cannot be one."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.errors import BadInput, Conflict, TooLarge
from moot.extensions.studies.asking.additions import grown
from moot.extensions.studies.asking.checks import ArmCost, Before
from moot.extensions.studies.progress import StudyOpened, StudyProgress, progress_from
from moot.extensions.studies.study import NO_CORPUS, Arm, Study

BASE = Arm(name="base", members=("rehearsal/ada",))


def begun(*arms: Arm, questions: int = 4, **more: Any) -> StudyProgress:
    study = Study(**{"name": "tried", "corpus": "two-sided", "arms": (BASE, *arms), **more})
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
