"""What is told of questions that were sent along: what they were taken for, the first ones, and what was left out?"""

from __future__ import annotations

import msgspec

from moot.extensions.studies.corpora.pasted import Fault, PastedItems, Taken

FIRST = 100
"""Questions that are told back."""
BEGINS = 240
"""Characters of a question or an answer that are told back."""


class QuestionRead(msgspec.Struct, frozen=True, kw_only=True):
    """A question as it would be put."""

    text: str
    """How it begins."""
    answer: str
    """How the answer that is known to be right begins; empty where none is."""


class QuestionsRead(msgspec.Struct, frozen=True, kw_only=True):
    """What a text that was sent along holds."""

    taken: Taken
    """What it was taken for; empty where it looks like a table without names. Then nothing is taken until its first
    line names the columns, or `plain` says that each line is a question."""
    first: list[QuestionRead]
    """Its first questions."""
    answered: int
    """How many have an answer that is known to be right."""
    unknown: list[str]
    """Columns or fields that no question has, which were left out."""
    faults: list[Fault]
    """Lines that are no question, the first of them."""
    wrong: int
    """How many lines are none."""


def questions_read(told: PastedItems) -> QuestionsRead:
    """What is told of a text."""
    return QuestionsRead(
        taken=told.taken,
        first=[QuestionRead(text=each.text[:BEGINS], answer=each.answer[:BEGINS]) for each in told.items[:FIRST]],
        answered=sum(bool(each.answer) for each in told.items),
        unknown=list(told.unknown),
        faults=list(told.faults),
        wrong=told.wrong,
    )
