"""Read the grades of a session's answers, including those by people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from sqlalchemy import Connection

from moot.protocols.grading.findings import PERSON, VERDICT, AnswerGrade, AnswerGrades
from moot.protocols.grading.planning import STAGE
from moot.stats.evidence.known_answers import THE_COUNCIL, AnsweredQuestion
from moot.transcripts.sql.grades import graded_by
from moot.vocabulary import event_keys
from moot.vocabulary.events import Event, FindingMade

GRADES = event_keys.finding(STAGE, str(AnswerGrades.__struct_config__.tag))
"""Key of a session's grades."""
Overruled = Mapping[str, AnswerGrade]
"""Grades by people, by the digest of question, reference and answer."""


def answered_from(
    first: Iterable[str],
    names: Mapping[str, str],
    grades: AnswerGrades | None,
    *,
    overruled: Overruled | None = None,
) -> AnsweredQuestion:
    """Build the record of one question from its grades and ballots.

    Args:
        first: The members that gave a first answer, by name.
        names: Name of the member at each seat.
        grades: The session's grades; `None` if the right answer is not known.
        overruled: Grades by people.
    """
    right: dict[str, bool | None] = dict.fromkeys(first)
    groups: dict[str, int] = {}
    for each in grades.grades if grades is not None else ():
        grade = in_force(each, overruled or {})
        name = THE_COUNCIL if each.seat == VERDICT else names.get(each.seat, "")
        if name:
            right[name] = grade.right
            groups |= {name: grade.group} if each.seat != VERDICT and grade.group else {}
    return AnsweredQuestion(right=right, groups=groups)


def in_force(grade: AnswerGrade, overruled: Overruled) -> AnswerGrade:
    """Return a person's grade of an answer if there is one, else its grade."""
    said = overruled.get(grade.digest)
    return said if said is not None else grade


read_grade = msgspec.json.Decoder(AnswerGrade).decode


def people_said(connection: Connection, grades: AnswerGrades | None) -> dict[str, AnswerGrade]:
    """Return the grades by people of a session's answers, by digest."""
    digests = [each.digest for each in grades.grades] if grades is not None else []
    return {digest: read_grade(body) for digest, body in graded_by(connection, PERSON, digests).items()}


def grades_among(events: Iterable[Event]) -> AnswerGrades | None:
    """Return the grades among a session's events; `None` if its answers are not graded."""
    found = (event.body.finding for event in events if isinstance(event.body, FindingMade))
    return next((each for each in found if isinstance(each, AnswerGrades)), None)
