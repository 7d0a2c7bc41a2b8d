"""Test that right answers are counted of all questions, and of the answered ones apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from moot.analytics.graded_answers import GRADES
from moot.exports.session_files import events_from_jsonl
from moot.extensions.studies.corpora.corpus import CorpusItem
from moot.extensions.studies.reports.cells import CellResult, result_of
from moot.extensions.studies.study import StudyCell
from moot.protocols.grading.findings import VERDICT
from moot.protocols.grading.grader import all_grades, graded_by_code
from moot.vocabulary.state import SessionState, state_of

GOLDEN = Path(__file__).parents[3] / "golden" / "planted"


def ended(text: str | None, *, declined: bool = False) -> SessionState:
    """A session with this verdict, graded as far as code can."""
    state = state_of(events_from_jsonl((GOLDEN / "retry-py.jsonl").read_text("utf-8")))
    assert state.verdict is not None
    given = {VERDICT: text} if text is not None else {}
    grades = all_grades("12", list(given), graded_by_code("What is 3 × 4?", "12", given))
    if declined:
        grades = replace(grades, grades=tuple(replace(each, declined=True, by="up/m") for each in grades.grades))
    made = replace(state.findings[0], key=GRADES, stage="grading", finding=grades)
    return replace(state, verdict=replace(state.verdict, text=text), findings=(*state.findings, made))


def asked(text: str | None, *, declined: bool = False, answer: str = "12") -> CellResult:
    item = CorpusItem(id="q", text="What is 3 × 4?", answer=answer)
    return result_of(StudyCell("base", "q", 1), item, ended(text, declined=declined))


@pytest.mark.parametrize(
    ("found", "measures"),
    [
        (asked("12."), (1.0, 1.0, 0.0)),
        (asked("So:\n**FINAL ANSWER: 13**"), (0.0, 0.0, 0.0)),
        (asked(None), (0.0, None, 0.0)),
        (asked("I will not say.", declined=True), (0.0, None, 0.0)),
        (asked("Well."), (None, None, 1.0)),
        (asked("12.", answer="twelve"), (None, None, 1.0)),
    ],
    ids=["right", "wrong", "withheld", "declines", "not graded", "graded by another known answer"],
)
def test_what_is_not_graded_is_neither_right_nor_wrong(
    found: CellResult, measures: tuple[float | None, float | None, float]
) -> None:
    names = ("right", "right_where_answered", "right_untold")
    assert tuple(found.measures.get(name) for name in names) == measures


def test_what_a_person_said_counts() -> None:
    grade = asked("Well.").grade
    assert grade is not None
    said = replace(grade, right=True, by="person")
    item = CorpusItem(id="q", text="What is 3 × 4?", answer="12")
    found = result_of(StudyCell("base", "q", 1), item, ended("Well."), {grade.digest: said})
    assert (found.right, found.grade) == (True, said)
