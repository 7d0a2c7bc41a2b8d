"""Grade answers to a question with a known right answer: the members' first answers, and the council's.

Grading runs once the answer exists. An installed grader comes first if one is named, then our own code; a grade from an
earlier session is reused; the rest goes to the grader's model in one call, which is left out if the budget is too
small.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from moot.errors import StorageFailed
from moot.floor.agreement import MappingFloor
from moot.protocols import registry
from moot.protocols.grading.findings import VERDICT, AnswerGrade, AnswerGrades, GradesFound
from moot.protocols.grading.grader import all_grades, graded_by_code, graded_by_installed, graded_by_model, grader_of
from moot.protocols.planned import GRADING
from moot.vocabulary import event_keys
from moot.vocabulary.events import FindingMade, SeatAsked
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Statement

FOUND = str(GradesFound.__struct_config__.tag)


class GradingFloor(MappingFloor):
    """The part of a running session that grades the answers if the right answer to the question is known."""

    async def _graded(self, verdict: str | None) -> AnswerGrades | None:
        """Return the grades of the members' first answers and of the verdict's text; `None` if the right answer is not
        known."""
        if GRADING not in self._opened.stages:
            return None
        async with self._stage_beside(GRADING):
            answers = [*self._first_answers()]
            if verdict:
                answers.append(Statement(key=event_keys.VERDICT, seat=VERDICT, text=verdict, settled="ok"))
            return await self._grade(self._opened.graded, answers)

    async def _grade(self, known: str, answers: list[Statement]) -> AnswerGrades:
        order = [each.seat for each in answers]
        texts = {each.seat: each.text for each in answers}
        grades = graded_by_code(self.question.text, known, texts)
        grader = grader_of(self, registry.find(self._opened.protocol).grades)
        found = await self._without_call(texts, grades, grader)
        found = {seat: each for seat, each in found.items() if each.right is not None or each.declined}
        left = [each for each in answers if grades[each.seat].right is None and each.seat not in found]
        asked: dict[str, AnswerGrade] = {}
        rests_on = tuple(each.key for each in answers if each.seat != VERDICT)
        if left:
            asked, ballots = await graded_by_model(self, known, left, grades, grader)
            rests_on += ballots
        made = self.record(all_grades(known, order, grades, found, asked), rests_on=rests_on)
        kept = {(each.digest, each.by): msgspec.json.encode(each).decode() for each in asked.values() if each.by}
        with suppress(StorageFailed):  # the finding is recorded; only the next session may pay once more
            await self._log.transcript.keep_grades(self._log.session, kept)
        return made

    async def _without_call(
        self, texts: Mapping[str, str], grades: dict[str, AnswerGrade], grader: Seat | None
    ) -> dict[str, AnswerGrade]:
        """Return the grades that need no model call: those of an installed grader, and those that this grader's model
        gave to the same answers in earlier sessions.

        Once recorded in a session, they do not change.
        """
        stands = self._log.body(event_keys.finding(GRADING, FOUND))
        if isinstance(stands, FindingMade) and isinstance(stands.finding, GradesFound):
            digests = {seat: each.digest for seat, each in grades.items()}
            found = {each.seat: each for each in stands.finding.grades if digests.get(each.seat) == each.digest}
        elif any(isinstance(e.body, SeatAsked) and event_keys.stage_of(e.key) == GRADING for e in self._log.events()):
            found = {}
        else:
            named = self._opened.grader_name
            found = graded_by_installed(named, self.question.text, self._opened.graded, texts) if named else {}
            marked = {seat for seat, each in found.items() if each.right is not None}
            open_ = {seat: each.digest for seat, each in grades.items() if each.right is None and seat not in marked}
            if open_ and grader is not None:
                kept = await self._log.transcript.grades(sorted(set(open_.values())), grader.model)
                earlier = {digest: msgspec.json.decode(body, type=AnswerGrade) for digest, body in kept.items()}
                found |= {seat: replace(earlier[each], seat=seat) for seat, each in open_.items() if each in earlier}
        if found:
            self.record(GradesFound(grades=tuple(found.values())))
        return found

    def _first_answers(self) -> list[Statement]:
        """Return the members' answers in the first stage in which they answered the question, in seat order, without
        empty ones."""
        spoken = self._answers_spoken()
        first = next(iter(self._answering(spoken)), None)
        said = spoken.get(first, {}) if first is not None else {}
        return [said[seat.id] for seat in self.seats if seat.id in said and said[seat.id].text.strip()]
