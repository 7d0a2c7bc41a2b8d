"""What is told of questions that were sent along: what they were taken for, the first ones, and what was left out?"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from pydantic import Field

from moot.library.corpora.pasted import Pasted
from moot.library.corpora.pasting.tables import Choice, Table
from moot.server.shapes.bodies import Body

MOST_COLUMNS = 200
"""Columns that are told, and may be chosen."""
Column = Annotated[int, Field(ge=0, lt=MOST_COLUMNS)]
FIRST = 100
"""Questions that are told back."""
BEGINS = 240
"""Characters of a question, an answer or a cell that are told back."""


class ColumnsBody(Body):
    """Which columns of a table are asked, where somebody chose them."""

    question: Column = Field(description="The column of the questions, from 0.")
    answer: Column | None = Field(default=None, description="That of the answers known to be right, if one is.")
    headed: bool = Field(default=False, description="Whether the first line names the columns.")

    def choice(self) -> Choice:
        """As it is read."""
        return Choice(question=self.question, answer=self.answer, headed=self.headed)


class LineFault(msgspec.Struct, frozen=True, kw_only=True):
    """A line that is no question."""

    line: int
    """Which line, from 1."""
    why: str
    """What is wrong with it."""


class LineLeft(msgspec.Struct, frozen=True, kw_only=True):
    """A line that was left out."""

    line: int
    """Which line, from 1."""
    text: str
    """How it begins."""
    because: Literal["heading", "rule", "outside"]
    """Why: a heading, a mere rule, or it stands outside the list."""


class QuestionRead(msgspec.Struct, frozen=True, kw_only=True):
    """A question as it would be put."""

    text: str
    """How it begins."""
    answer: str
    """How the answer that is known to be right begins; empty where none is."""


class ColumnRead(msgspec.Struct, frozen=True, kw_only=True):
    """A column of a table."""

    first: str
    """What stands in its first row, which may be its name."""
    second: str
    """What stands in its second one."""
    taken: Literal["question", "answer", "id", "domain", ""]
    """What it is taken for; empty where it is left out."""


class TableRead(msgspec.Struct, frozen=True, kw_only=True):
    """A table, or what looks like one."""

    columns: list[ColumnRead]
    """Its columns, in order."""
    by: Literal[",", ";", "tab", "|", "below", "behind", ""]
    """What parts them; `below` and `behind` where the second line, or what follows the question, is the other one."""
    headed: bool
    """Whether its first row names them."""
    sure: bool
    """Whether it is certain which is the question. Where it is not, nothing is taken until `columns` says it, or
    `plain` that each line is a question."""


class QuestionsRead(msgspec.Struct, frozen=True, kw_only=True):
    """What a text that was sent along holds."""

    taken: Literal["lines", "JSON Lines", "a JSON array", "a table", "a list", "questions and answers"]
    """What it was taken for."""
    table: TableRead | None
    """Its columns, where it has some."""
    first: list[QuestionRead]
    """Its first questions."""
    answered: int
    """How many have an answer that is known to be right."""
    left: list[LineLeft]
    """Lines that were left out, the first of them."""
    left_out: int
    """How many were."""
    doubtful: list[int]
    """Lines of questions that may hold their answers, the first of them."""
    unknown: list[str]
    """Fields of objects that no question has, which were left out."""
    faults: list[LineFault]
    """Lines that are no question, the first of them."""
    wrong: int
    """How many lines are none."""


def questions_read(told: Pasted) -> QuestionsRead:
    """What is told of a text."""
    return QuestionsRead(
        taken=told.taken,
        table=None if told.table is None else _table(told.table),
        first=[QuestionRead(text=each.text[:BEGINS], answer=each.answer[:BEGINS]) for each in told.items[:FIRST]],
        answered=sum(bool(each.answer) for each in told.items),
        left=[LineLeft(line=each.line, text=each.text[:BEGINS], because=each.because) for each in told.left],
        left_out=told.left_out,
        doubtful=list(told.doubtful),
        unknown=list(told.unknown),
        faults=[LineFault(line=each.line, why=each.why) for each in told.faults],
        wrong=told.wrong,
    )


def _table(table: Table) -> TableRead:
    rows = [table.first, *table.rows][:2]
    cells = [tuple(row.cells[at] if at < len(row.cells) else "" for row in rows) for at in range(table.width)]
    return TableRead(
        columns=[
            ColumnRead(first=told[0][:BEGINS], second=told[-1][:BEGINS], taken=table.roles.get(at) or "")
            for at, told in enumerate(cells[:MOST_COLUMNS])
        ],
        by=table.by,
        headed=table.headed,
        sure=table.sure,
    )
