"""Test how often members and the council are counted as right on questions with known answers."""

from __future__ import annotations

from moot.analytics.grade_book import answered_from
from moot.extensions.studies.runs.known_answers import known_answers
from moot.protocols.grading.findings import VERDICT
from moot.protocols.grading.grader import all_grades, graded_by_code
from moot.stats.evidence.known_answers import AnsweredQuestion

QUESTION = "Which planet is the largest?\na) Mars\nb) Jupiter\nc) Venus"


def asked(known: str, verdict: str = "", question: str = QUESTION, **answers: str) -> AnsweredQuestion:
    """What code alone tells of these answers."""
    given = {**answers, **({VERDICT: verdict} if verdict else {})}
    grades = all_grades(known, list(given), graded_by_code(question, known, given))
    return answered_from(answers, {name: name for name in answers}, grades)


def test_right_wrong_and_what_cannot_be_told() -> None:
    found = known_answers(
        [
            asked("b", verdict="b", ada="b)", bo="(B)", cy="It depends on what one means by large, and on the day."),
            asked("b", verdict="", ada="a", bo="b", cy="c"),
            asked(
                "42 km", question="How far?", verdict="42 km", ada="42 km", bo="43 km", cy="about as far as one can see"
            ),
        ],
    )
    assert found is not None
    assert {each.name: (each.right, each.wrong, each.unread) for each in found.members} == {
        "ada": (2, 1, 0),
        "bo": (2, 1, 0),
        "cy": (0, 1, 2),
    }
    assert (found.council.right, found.council.wrong, found.council.unread) == (2, 0, 1)
    assert (found.most_votes.right, found.most_votes.wrong, found.most_votes.unread) == (1, 0, 2)
    assert (found.beside_best.right, found.beside_best.wrong) == (2, 0)
    assert found.members[-1].name == "cy"


def test_a_few_right_answers_make_nobody_the_best_and_the_council_stands_beside_it_on_the_same_questions() -> None:
    rows = [asked("b", verdict="a", ada="b") for _ in range(18)] + [asked("b", verdict="b", ada="a", bo="b")] * 2
    found = known_answers(rows)
    assert found is not None
    assert [each.name for each in found.members] == ["ada", "bo"]
    assert (found.beside_best.right, found.beside_best.wrong) == (2, 18)
