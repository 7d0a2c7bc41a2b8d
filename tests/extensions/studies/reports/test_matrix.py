"""Test that two arms differ if one is right and the other wrong, and not if both are right in two classes."""

from __future__ import annotations

import pytest

from extensions.studies.reports.test_report_page import cell
from moot.extensions.studies.reports.cells import CellResult
from moot.extensions.studies.reports.matrix import compared, matrix_page
from moot.extensions.studies.stats.overview import MatrixPage
from moot.extensions.studies.study import Arm, Study

STUDY = Study(name="tried", corpus="c", arms=(Arm(name="base"), Arm(name="other")), repeats=1)
CLASSES = (("base", "q", "CLEAR"), ("other", "q", "CLEAR"), ("base", "r", "CLEAR"), ("other", "r", "SPLIT"))


def page(results: list[CellResult], only: str = "") -> MatrixPage:
    return matrix_page(compared(STUDY, results), ["q", "r"], only, 0, 50, {})


def right(arm: str, item: str, ruled: str, value: float, repeat: int = 1) -> CellResult:
    measures = {"right": value, "right_where_answered": value}
    return cell(item, arm, ruled, repeat, measures=measures, known="yes", ratings=())


def test_one_class_right_and_wrong_differs_and_two_classes_that_are_right_do_not() -> None:
    results = [right(arm, item, ruled, float((arm, item) != ("other", "q"))) for arm, item, ruled in CLASSES]
    found = page(results)
    assert [(row.question, row.differs, row.by) for row in found.rows] == [("q", True, "right"), ("r", False, "right")]
    assert found.differing == 1
    assert [each.share for each in found.rows[0].cells] == [1.0, 0.0]
    assert [row.question for row in page(results, "differs").rows] == ["q"]


def test_without_a_known_answer_the_class_decides() -> None:
    found = page([cell(item, arm, ruled, ratings=()) for arm, item, ruled in CLASSES])
    assert [(row.question, row.differs, row.by) for row in found.rows] == [("q", False, "class"), ("r", True, "class")]


def test_repeats_differ_by_how_many_of_them_are_right() -> None:
    shares = {("base", 1): 1.0, ("base", 2): 0.0, ("other", 1): 0.0, ("other", 2): 1.0}

    def differing() -> int:
        return page([right(arm, "q", "CLEAR", share, at) for (arm, at), share in shares.items()]).differing

    assert differing() == 0
    shares["base", 2] = 1.0
    assert differing() == 1


@pytest.mark.parametrize("outcome", ["running", "failed"])
def test_a_session_without_a_result_does_not_differ(outcome: str) -> None:
    found = page([right("base", "q", "CLEAR", 1.0), cell("q", "other", "", ratings=(), outcome=outcome, measures={})])
    assert (found.differing, found.rows[0].cells[1].share) == (0, None)
