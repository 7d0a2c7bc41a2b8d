"""Store a person's verdict on a session's answer beside its transcript, and read the record that the verdicts make.

A verdict judges what was shown: the council's answer. It judges a member's first answer if the person says so, or if
the question is closed and its right answer is known by the verdict: code then compares the choices. The record never
mixes with that of known answers (`member_record.py`), by which `moot ask` chooses whom to ask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import Connection, and_, select

from moot.analytics.grade_book import MOST_SESSIONS, MOST_WHY
from moot.errors import BadInput, Conflict, UnknownName
from moot.stats.answers.matching import compare, names_choice, same_choice
from moot.stats.evidence.known_answers import THE_COUNCIL, AnsweredQuestion, Spoke, first_answers, names_of
from moot.stats.evidence.person_verdicts import PersonVerdict, VerdictRecord, verdict_record
from moot.transcripts.session_record import BENCH, IMPORTED
from moot.transcripts.sql.grades import GradeStore
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from
from moot.transcripts.sql.schema import events, grades, sessions
from moot.transcripts.sql.store import Store
from moot.transcripts.transcript import Transcript
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.questions import NUMBER
from moot.vocabulary.state import SessionState, state_of

BY = "verdict"
"""Value stored instead of a grader's name for a person's verdict."""
MOST_ANSWER = 2_000
"""Maximum number of characters of a right answer."""


class VerdictBook:
    """Stores people's verdicts on the answers of sessions, and summarises them."""

    def __init__(self, store: Store, transcript: Transcript) -> None:
        self._store, self._transcript = store, transcript
        self._grades = GradeStore(store)

    async def of(self, session: str) -> PersonVerdict:
        """Return the verdict on a session's answer; an empty one if there is none."""
        body = (await self._grades.by(BY, [session])).get(session)
        return _read(body) if body is not None else PersonVerdict()

    async def give(
        self,
        session: str,
        right: bool | None = None,
        *,
        right_answer: str = "",
        note: str = "",
        members: Mapping[str, bool] | None = None,
    ) -> PersonVerdict:
        """Store a verdict on a session's answer in place of an earlier one, and return it. The transcript is unchanged.

        Args:
            session: The session's whole id.
            right: Whether the council's answer is right. May be left out if the right answer is stated: then code
                compares the two if it can, or the council's answer stays unjudged.
            right_answer: The right answer.
            note: A note, if any.
            members: Whether first answers of members are right, by seat.

        Raises:
            BadInput: Nothing is judged, the right answer is not among the choices, or `right` contradicts it.
            Conflict: The session has no answer yet or gave none, or its right answer is known already.
            UnknownName: There is no first answer by such a seat.

        Example:
            await app.verdicts.give(session, right=False, right_answer="Canberra")
        """
        opened, state = await self._shown(session)
        shown, choices = state.verdict.text or "" if state.verdict else "", opened.question.options
        right_answer, note = right_answer.strip(), " ".join(note.split())[:MOST_WHY]
        if right is None and not right_answer and not members:
            raise BadInput("Nothing is judged.", "Say whether the answer is right, or what the right answer is.")
        if len(right_answer) > MOST_ANSWER:
            raise BadInput(f"The right answer has more than {MOST_ANSWER:,} characters.")
        if right_answer:
            right_answer = _chosen(right_answer, choices)
            same = _same(right_answer, shown, choices)
            if same is not None and right is not None and same != right:
                told = "equals" if same else "differs from"
                raise BadInput(f"The right answer {told} the council's answer, which contradicts the verdict on it.")
            right = same if same is not None else right
        first = _first_answers(state)
        if unknown := sorted((members or {}).keys() - first.keys()):
            raise UnknownName("first answer", unknown[0], list(first))
        verdict = PersonVerdict(
            right=right,
            right_answer=right_answer,
            note=note,
            members={**_by_code(right_answer or _implied(right, shown, choices), first, choices), **(members or {})},
        )
        await self._grades.keep(session, {(session, BY): msgspec.json.encode(verdict).decode()}, anew=True)
        return verdict

    async def withdraw(self, session: str) -> None:
        """Remove the verdict on a session's answer, if there is one."""
        await self._grades.withdraw(BY, session)

    async def record(self) -> VerdictRecord | None:
        """Return how often the council and its members were right by the verdicts on the latest sessions of real
        models; `None` without verdicts.
        """
        return verdict_record(await self._store.read(judged_questions))

    async def _shown(self, session: str) -> tuple[SessionOpened, SessionState]:
        record = await self._transcript.read(session)
        opened, state = record[0].body, state_of(record)
        if not isinstance(opened, SessionOpened) or state.verdict is None or state.verdict.text is None:
            raise Conflict("This session has given no answer.", "A verdict judges an answer that was shown.")
        if opened.graded:
            raise Conflict(
                "The right answer to this question is known already.",
                "Say that an answer is graded wrongly with `moot sessions grade`.",
            )
        return opened, state


def judged_questions(connection: Connection) -> list[AnsweredQuestion]:
    """Return the verdicts on the latest sessions of real models. Members are left out where not all were asked."""
    found = []
    for body, *row in connection.execute(_JUDGED):
        verdict, opened = _read(body), event_from(tuple(row)).body
        if isinstance(opened, SessionOpened):
            names = names_of(opened.roster.seats) if opened.asks.when == "always" else {}
            marks = {name: verdict.members.get(seat) for seat, name in names.items()}
            found.append(AnsweredQuestion(right={**marks, THE_COUNCIL: verdict.right}))
    return found


_JUDGED = (
    select(grades.c.body.label("said"), *(events.c[name] for name in EVENT_COLUMNS))
    .join(events, and_(events.c.session == grades.c.digest, events.c.seq == 1))
    .join(sessions, sessions.c.id == grades.c.digest)
    .where(grades.c.grader == BY, sessions.c.scripted.is_(False), sessions.c.door.not_in((IMPORTED, BENCH)))
    .order_by(sessions.c.number.desc())
    .limit(MOST_SESSIONS)
)
_read = msgspec.json.Decoder(PersonVerdict).decode


def _first_answers(state: SessionState) -> dict[str, str]:
    """Return the members' first answers, by seat."""
    spoken = [Spoke(move.seat, move.stage, move.text) for move in state.moves.values() if move.state == "spoke"]
    first = first_answers(spoken, state.seats)
    return {seat: first[name] for seat, name in names_of(state.seats).items() if name in first}


def _chosen(right_answer: str, choices: Sequence[str]) -> str:
    """Return the choice that the right answer to a closed question names; for other questions the answer itself."""
    if not choices or tuple(choices) == (NUMBER,):
        return right_answer
    named = next((choice for choice in choices if same_choice(right_answer, choice, choices)), None)
    if named is None:
        raise BadInput(f"The right answer is none of the choices: {', '.join(choices)}.")
    return named


def _implied(right: bool | None, shown: str, choices: Sequence[str]) -> str:
    """Return the right answer to a closed question that follows from the verdict on the answer `shown`; empty if none
    follows.
    """
    if not choices or not names_choice(shown, choices):
        return ""
    if right or right is None:
        return shown if right else ""
    others = [choice for choice in choices if same_choice(shown, choice, choices) is False]
    return others[0] if len(others) == len(choices) - 1 == 1 else ""


def _same(right_answer: str, answer: str, choices: Sequence[str]) -> bool | None:
    return same_choice(right_answer, answer, choices) if choices else compare(right_answer, answer)


def _by_code(right_answer: str, first: Mapping[str, str], choices: Sequence[str]) -> dict[str, bool]:
    """Return whether members' first answers to a closed question are right, by seat. Answers that code cannot compare
    are left out.
    """
    marks = {
        seat: same_choice(right_answer, text, choices)
        for seat, text in first.items()
        if right_answer and names_choice(text, choices)
    }
    return {seat: mark for seat, mark in marks.items() if mark is not None}
