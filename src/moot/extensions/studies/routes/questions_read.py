"""Report how the questions in a request were parsed: format, first questions, and what was ignored."""

from __future__ import annotations

import msgspec

from moot.extensions.studies.corpora.pasted import PastedItems, PastedText

FIRST = 100
"""Questions returned."""
BEGINS = 240
"""Characters of a question or an answer returned."""


class QuestionRead(msgspec.Struct, frozen=True, kw_only=True):
    """A question as it would be asked."""

    text: str
    """Its beginning."""
    answer: str
    """Beginning of the known correct answer; empty if there is none."""


class QuestionsRead(PastedText, frozen=True, kw_only=True):
    """Questions parsed from the request's text."""

    first: list[QuestionRead]
    """Its first questions."""
    answered: int
    """Questions with a known correct answer."""


def questions_read(told: PastedItems) -> QuestionsRead:
    """Return the report on a parsed text."""
    return QuestionsRead(
        taken=told.taken,
        first=[QuestionRead(text=each.text[:BEGINS], answer=each.answer[:BEGINS]) for each in told.items[:FIRST]],
        answered=sum(bool(each.answer) for each in told.items),
        unknown=told.unknown,
        faults=told.faults,
        wrong=told.wrong,
    )
