"""Read the grades of a session's answers, by graders and by people, and overrule them.

A person's grade is stored beside the transcript, which is closed after its verdict. It applies to every session with
the same answer to the same question and the same known answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, and_, or_, select

from moot.errors import Conflict, UnknownName
from moot.protocols.grading.findings import PERSON, REFERENCE, VERDICT, AnswerGrade, AnswerGrades
from moot.protocols.planned import GRADING
from moot.stats.evidence.known_answers import THE_COUNCIL, AnsweredQuestion, names_of
from moot.transcripts.session_record import BENCH, IMPORTED
from moot.transcripts.sql.grades import GradeStore, graded_by
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from
from moot.transcripts.sql.schema import events, sessions
from moot.transcripts.sql.store import Store
from moot.transcripts.transcript import Transcript
from moot.vocabulary import event_keys
from moot.vocabulary.events import Event, FindingMade, SessionOpened

GRADES = event_keys.finding(GRADING, str(AnswerGrades.__struct_config__.tag))
"""Transcript key of a session's grades."""
Overruled = Mapping[str, AnswerGrade]
"""Grades by people, by the digest of question, reference and answer."""


def answered_from(
    first: Iterable[str],
    names: Mapping[str, str],
    grades: AnswerGrades | None,
    *,
    overruled: Overruled | None = None,
) -> AnsweredQuestion:
    """Return which members answered one question correctly, from the grades of its answers.

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
    """Return the grade that counts for an answer: the person's grade in `overruled`. If there is none, return
    `grade`."""
    said = overruled.get(grade.digest)
    return said if said is not None else grade


read_grade = msgspec.json.Decoder(AnswerGrade).decode


def people_said(connection: Connection, grades: AnswerGrades | None) -> dict[str, AnswerGrade]:
    """Return the grades that people gave a session's answers, by digest of question, known answer and answer."""
    digests = [each.digest for each in grades.grades] if grades is not None else []
    return {digest: read_grade(body) for digest, body in graded_by(connection, PERSON, digests).items()}


def grades_among(events: Iterable[Event]) -> AnswerGrades | None:
    """Return the grades among a session's events; `None` if its answers are not graded."""
    found = (event.body.finding for event in events if isinstance(event.body, FindingMade))
    return next((each for each in found if isinstance(each, AnswerGrades)), None)


def graded_questions(connection: Connection) -> list[AnsweredQuestion]:
    """Return which members were right on each question, over the latest sessions of real models that
    asked all members.
    """
    return [
        answered_from((), names_of(opened.roster.seats), grades, overruled=people_said(connection, grades))
        for _, opened, grades in _graded(connection)
    ]


def _graded(connection: Connection) -> list[tuple[str, SessionOpened, AnswerGrades]]:
    """Return the sessions behind `graded_questions`. Of several sessions that put one question to the same models,
    only the latest counts.
    """
    found = {}
    for session, group in groupby(map(event_from, connection.execute(_GRADED)), key=lambda event: event.session):
        each = list(group)
        opened, grades = each[0].body, grades_among(each)
        if isinstance(opened, SessionOpened) and opened.asks.when == "always" and grades is not None:
            models = tuple(sorted(names_of(opened.roster.seats).values()))
            found[opened.question.asked, opened.graded, models] = session, opened, grades
    return list(found.values())


MOST_SESSIONS = 300
_ended = (
    select(sessions.c.id, sessions.c.number)
    .where(
        or_(sessions.c.state == "verdict", sessions.c.state == "inconclusive"),
        sessions.c.scripted.is_(False),
        sessions.c.fork_of.is_(None),
        sessions.c.door.not_in((IMPORTED, BENCH)),
    )
    .order_by(sessions.c.number.desc())
    .limit(MOST_SESSIONS)
    .subquery("ended")
)
_known = select(_ended.c.id).join(events, and_(events.c.session == _ended.c.id, events.c.key == GRADES))
_GRADED = (
    select(*(events.c[name] for name in EVENT_COLUMNS))
    .join(_ended, _ended.c.id == events.c.session)
    .where(events.c.session.in_(_known), or_(events.c.seq == 1, events.c.key == GRADES))
    .order_by(_ended.c.number, events.c.seq)
)

MOST_WHY = 500
"""Maximum number of characters of a person's reason."""


class GradeBook:
    """Reads the grades of a session's answers from the store, and stores corrections by people."""

    def __init__(self, store: Store, transcript: Transcript) -> None:
        self._store, self._transcript = store, transcript
        self._grades = GradeStore(store)

    async def latest(self) -> list[str]:
        """Return the latest graded sessions of real models that asked all members, one for each question."""
        return [session for session, *_ in await self._store.read(_graded)]

    async def events(self, session: str) -> list[Event]:
        """Return a session's events for display, with people's grades in place of the grader's.

        To verify or replay a session, read the transcript itself.
        """
        events = await self._transcript.read(session)
        made, said = grades_among(events), await self.overruled(events)
        if made is None or not said:
            return events
        whole = replace(made, grades=tuple(replace(in_force(each, said), seat=each.seat) for each in made.grades))
        return [
            replace(event, body=replace(event.body, finding=whole))
            if isinstance(event.body, FindingMade) and isinstance(event.body.finding, AnswerGrades)
            else event
            for event in events
        ]

    async def overruled(self, events: Iterable[Event]) -> dict[str, AnswerGrade]:
        """Return the grades that people stored for the answers that appear in these events.

        The key is the digest of question, known answer and answer. The result is empty if the events contain no grades.
        """
        made = grades_among(events)
        return await self._store.read(lambda connection: people_said(connection, made)) if made is not None else {}

    async def of(self, session: str) -> AnswerGrades:
        """Return the grades of a session's answers. If a person graded an answer, this grade replaces the grader's.

        Raises:
            Conflict: No answer is known, or the session has not ended.
        """
        made = grades_among(await self.events(session))
        if made is None:
            raise Conflict(
                "This session's answers are not graded.", "Grades need a known answer and a session that has ended."
            )
        return made

    async def overrule(self, session: str, seat: str, right: bool | None, why: str = "") -> AnswerGrades:
        """Store a person's grade of an answer, and return the session's grades with it.

        Args:
            session: The session's whole id.
            seat: The seat that gave the answer; `verdict` for the council's.
            right: The grade; `None` removes an earlier one by a person.
            why: The reason, if any.

        Raises:
            Conflict: The session's answers are not graded.
            UnknownName: There is no answer by that seat.
        """
        made = await self.of(session)
        grade = made.of(seat)
        if grade is None:
            raise UnknownName("answer", seat, [each.seat for each in made.grades])
        if right is None:
            await self._grades.withdraw(PERSON, grade.digest)
        else:
            await self._grades.keep(session, {(grade.digest, PERSON): _said(grade, right, why)}, anew=True)
        await self._grades.forget_results(grade.digest)
        return await self.of(session)


def _said(grade: AnswerGrade, right: bool, why: str) -> str:
    other = 0 if grade.group == REFERENCE else grade.group
    group = REFERENCE if right else other
    words = " ".join(why.split())[:MOST_WHY]
    made = replace(grade, right=right, declined=False, by=PERSON, group=group, session="", why=words)
    return msgspec.json.encode(made).decode()
