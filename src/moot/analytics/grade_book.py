"""Read and overrule the grades of a session's answers.

A person's grade is stored beside the transcript, which is closed after its verdict. It applies to every session with
the same answer to the same question and the same known answer.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from moot.analytics.graded_answers import grades_among, in_force, people_said
from moot.errors import Conflict, UnknownName
from moot.protocols.grading.ballots import REFERENCE
from moot.protocols.grading.findings import PERSON, AnswerGrade, AnswerGrades
from moot.transcripts.sql.grades import GradeStore
from moot.transcripts.sql.store import Store
from moot.transcripts.transcript import Transcript
from moot.vocabulary.events import Event, FindingMade

MOST_WHY = 500
"""Maximum characters of a person's reason."""


class GradeBook:
    """The grades of a home's sessions."""

    def __init__(self, store: Store, transcript: Transcript) -> None:
        self._store, self._transcript = store, transcript
        self._grades = GradeStore(store)

    async def events(self, session: str) -> list[Event]:
        """Return a session's events for display: grades by people replace those of the grader.

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
        """Return the grades by people among a session's events, by digest."""
        made = grades_among(events)
        return await self._store.read(lambda connection: people_said(connection, made)) if made is not None else {}

    async def of(self, session: str) -> AnswerGrades:
        """Return a session's current grades.

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
        """Store a person's grade of an answer, and return the session's grades after it.

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
