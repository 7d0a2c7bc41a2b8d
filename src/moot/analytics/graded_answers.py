"""Read how a session's answers are graded, with what people overruled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from sqlalchemy import Connection

from moot.protocols.grading.findings import PERSON, VERDICT, AnswerGrade, AnswerGrades
from moot.protocols.grading.planning import STAGE
from moot.stats.evidence.known_answers import THE_COUNCIL, AnsweredQuestion
from moot.transcripts.sql.grades import graded_by
from moot.vocabulary import keys
from moot.vocabulary.events import Event, FindingMade

GRADES = keys.finding(STAGE, str(AnswerGrades.__struct_config__.tag))
"""Key of a session's grades."""
Overruled = Mapping[str, AnswerGrade]
"""What people said of answers, by the digest of question, reference and answer."""


def answered_from(
    first: Iterable[str],
    names: Mapping[str, str],
    grades: AnswerGrades | None,
    *,
    overruled: Overruled | None = None,
    ranks: Mapping[str, Mapping[str, float]] | None = None,
) -> AnsweredQuestion:
    """Put together what is known of one question's answers.

    Args:
        first: The members that gave a first answer, by name.
        names: What the member at each seat is called.
        grades: The session's grades; `None` where the right answer is not known.
        overruled: What people said of answers.
        ranks: Where ballots put each member's answer.
    """
    right: dict[str, bool | None] = dict.fromkeys(first)
    groups: dict[str, int] = {}
    for each in grades.grades if grades is not None else ():
        grade = in_force(each, overruled or {})
        name = THE_COUNCIL if each.seat == VERDICT else names.get(each.seat, "")
        if name:
            right[name] = grade.right
            groups |= {name: grade.group} if each.seat != VERDICT and grade.group else {}
    return AnsweredQuestion(
        right=right,
        groups=groups,
        ranks={reader: dict(placed) for reader, placed in (ranks or {}).items()},
    )


def in_force(grade: AnswerGrade, overruled: Overruled) -> AnswerGrade:
    """Return what a person said of an answer, else its grade."""
    said = overruled.get(grade.digest)
    return said if said is not None else grade


read_grade = msgspec.json.Decoder(AnswerGrade).decode


def people_said(connection: Connection, grades: AnswerGrades | None) -> dict[str, AnswerGrade]:
    """Return what people said of a session's answers, by digest."""
    digests = [each.digest for each in grades.grades] if grades is not None else []
    return {digest: read_grade(body) for digest, body in graded_by(connection, PERSON, digests).items()}


def grades_among(events: Iterable[Event]) -> AnswerGrades | None:
    """Return the grades among a session's events; `None` where its answers are not graded."""
    found = (event.body.finding for event in events if isinstance(event.body, FindingMade))
    return next((each for each in found if isinstance(each, AnswerGrades)), None)
