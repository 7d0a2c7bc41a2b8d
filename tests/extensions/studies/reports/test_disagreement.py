"""Test that two arms differ if one is right and the other wrong, and not if both are right in two classes."""

from __future__ import annotations

import pytest

from moot.extensions.studies.reports.disagreement import KnownMark
from moot.extensions.studies.reports.matrix import compared, matrix_page
from moot.extensions.studies.store import CellStanding
from moot.extensions.studies.study import Arm, Study

STUDY = Study(name="tried", corpus="c", arms=(Arm(name="base"), Arm(name="other")), repeats=1)


def cell(arm: str, item: str, ruled: str, *, state: str = "verdict", repeat: int = 1) -> CellStanding:
    return CellStanding(
        arm=arm, item=item, repeat=repeat, session=f"{arm} {item} {repeat}", state=state, degraded=0,
        verdict_class=ruled, winner="",
    )  # fmt: skip


def right(**values: float) -> dict[str, KnownMark]:
    return {name.replace("_", " "): KnownMark(by="right", value=value) for name, value in values.items()}


STANDING = [
    cell("base", "q", "CLEAR"), cell("other", "q", "CLEAR"),
    cell("base", "r", "CLEAR"), cell("other", "r", "SPLIT"),
]  # fmt: skip


def test_one_class_right_and_wrong_differs_and_two_classes_that_are_right_do_not() -> None:
    marks = right(base_q_1=1.0, other_q_1=0.0, base_r_1=1.0, other_r_1=1.0)
    page = matrix_page(compared(STUDY, STANDING, marks), ["q", "r"], "", 0, 50)
    assert [(row.question, row.differs, row.by) for row in page.rows] == [("q", True, "right"), ("r", False, "right")]
    assert page.differing == 1
    assert [each.share for each in page.rows[0].cells] == [1.0, 0.0]
    assert [
        row.question for row in matrix_page(compared(STUDY, STANDING, marks), ["q", "r"], "differs", 0, 50).rows
    ] == ["q"]


def test_nothing_known_is_told_by_the_class() -> None:
    page = matrix_page(compared(STUDY, STANDING, {}), ["q", "r"], "", 0, 50)
    assert [(row.question, row.differs, row.by) for row in page.rows] == [("q", False, "class"), ("r", True, "class")]


def test_repeats_differ_by_how_many_of_them_are_right() -> None:
    standing = [cell(arm, "q", "CLEAR", repeat=at) for arm in ("base", "other") for at in (1, 2)]
    marks = right(base_q_1=1.0, base_q_2=0.0, other_q_1=0.0, other_q_2=1.0)
    assert matrix_page(compared(STUDY, standing, marks), ["q"], "", 0, 50).differing == 0
    assert matrix_page(compared(STUDY, standing, marks | right(base_q_2=1.0)), ["q"], "", 0, 50).differing == 1


@pytest.mark.parametrize("state", ["running", "failed", ""])
def test_a_session_without_a_result_differs_from_none(state: str) -> None:
    standing = [cell("base", "q", "CLEAR"), cell("other", "q", "", state=state)]
    page = matrix_page(compared(STUDY, standing, right(base_q_1=1.0)), ["q"], "", 0, 50)
    assert (page.differing, page.rows[0].cells[1].share) == (0, None)
