"""Is a text a table, which of its columns is the question, and is that certain?

It is where the first line names a column of questions. Where rows only look like those of a table, or where two columns
could be the question, nothing is taken until a person says which is which: a question must never be put with its answer
in it. Held by `tests/library/corpora/test_pasted_shapes.py`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from moot.library.corpora.pasting.column_names import Role, role_of
from moot.library.corpora.pasting.shapes import Line, is_heading, is_rule, marked

By = Literal[",", ";", "tab", "|", "below", "behind", ""]
"""What parts the columns; `below` and `behind` where the second line, or what follows the question, is the other."""
_MARKS: dict[str, By] = {"\t": "tab", ";": ";", "|": "|", ",": ",", "；": ";", "，": ","}
_LONGEST_NAME = 60
"""Characters of a column's name."""
_SHORT = 40
"""Characters of what may be an answer behind a comma and a space, which prose has as well."""
_ENOUGH = 0.9
"""Share of rows of one width that makes a table of lines no column of which is named."""
_LINE_OF_DASHES = re.compile(r"\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_IN_NUMBER = re.compile(r"(?<=\d)[,，](?=\d)")
ENDS_ASKING = re.compile(r"[?？][\"'”’»)）*_]*\s*$")
_PARTED = re.compile(r"[?？][\"'”’»*_]*\s*(?:[;；|\t]|[,，](?=\S)|->|=>|→|⇒)\s*(\S.*)$")
"""A question, and something that is parted from it by a sign."""


class Cells(Struct, frozen=True, kw_only=True):
    """A row as it stands."""

    line: int
    """Its line, from 1."""
    cells: tuple[str, ...]
    """What it holds, column by column."""


class Choice(Struct, frozen=True, kw_only=True):
    """Which columns somebody chose."""

    question: int
    """The column of the questions, from 0."""
    answer: int | None = None
    """That of the known answers; `None` where no column is."""
    headed: bool = False
    """Whether the first line names the columns."""


class Table(Struct, frozen=True, kw_only=True):
    """A table and what its columns are taken for."""

    first: Cells
    """Its first row, which names the columns where it is `headed`."""
    rows: tuple[Cells, ...]
    """Every other row."""
    by: By
    """What parts its columns."""
    roles: dict[int, Role]
    """What each column holds, as far as that is known."""
    headed: bool
    """Whether the first row names the columns."""
    sure: bool
    """Whether it is certain which column is the question."""

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.first.cells)

    def column(self, role: Role) -> int | None:
        """Which column holds that."""
        return next((at for at, each in self.roles.items() if each == role), None)

    def asked(self) -> tuple[Cells, ...]:
        """The rows that are questions."""
        return self.rows if self.headed else (self.first, *self.rows)

    def chosen(self, choice: Choice | None) -> Table:
        """With the columns that somebody chose, where it has them."""
        picked = () if choice is None else tuple(at for at in (choice.question, choice.answer) if at is not None)
        if choice is None or choice.question == choice.answer or any(at >= self.width for at in picked):
            return self
        kept = {at: role for at, role in self.roles.items() if role in ("id", "domain") and at not in picked}
        roles: dict[int, Role] = {**(kept if choice.headed else {}), choice.question: "question"}
        if choice.answer is not None:
            roles[choice.answer] = "answer"
        return Table(first=self.first, rows=self.rows, by=self.by, roles=roles, headed=choice.headed, sure=True)


def table_in(lines: Sequence[Line]) -> Table | None:
    """The table that a text is; one that is not `sure` only looks like one."""
    body = _body(lines)
    if not body:
        return None
    found = [table for mark in _MARKS if (table := _named(body, mark)) is not None]
    if not found:
        alone = _one_column(body)
        bare = _bare(body)
        found = [alone] if alone else [table for mark in _MARKS if (table := _unnamed(bare, mark)) is not None]
    return max(found, key=lambda table: (table.sure, len(table.roles), table.width), default=None)


def behind(rows: Sequence[Cells]) -> Table | None:
    """Questions each of which has something short behind its question mark, which is not the same everywhere."""
    tails = [(row, _tail(row.cells[0])) for row in rows]
    parted = [row for row in rows if _parted(row.cells[0])]
    said = [tail for _, tail in tails if tail]
    alike = len(rows) > 1 and len(said) == len(rows) and len(set(said)) > 1 and max(map(len, said)) <= _SHORT
    if not alike and 2 * len(parted) < max(1, len(rows)):
        return None
    split = [Cells(line=row.line, cells=(_before(row.cells[0], tail), tail)) for row, tail in tails]
    return paired(split, "behind", sure=False)


def paired(rows: Sequence[Cells], by: By, *, sure: bool) -> Table:
    """Questions and what stands beside each, as a table of two columns."""
    return Table(
        first=rows[0], rows=tuple(rows[1:]), by=by, roles={0: "question", 1: "answer"}, headed=False, sure=sure
    )


def rows_of_cells(rows: Sequence[Cells]) -> Table:
    """Rows that are a table for certain: under names, where the first row has them. Which column of two is the question
    is certain where all of one ask, and none of the other does."""
    width, names = len(rows[0].cells), rows[0].cells
    roles = {at: role for at, name in enumerate(names) if (role := role_of(name))}
    if len(rows) > 1 and list(roles.values()).count("question") == 1:
        return Table(
            first=rows[0], rows=tuple(rows[1:]), by="", roles=_first_of_each(roles), headed=True,
            sure=list(roles.values()).count("answer") <= 1,
        )  # fmt: skip
    guessed = _guessed(rows, width, {})
    asking = [
        at for at in range(width) if all(ENDS_ASKING.search(row.cells[at]) for row in rows if at < len(row.cells))
    ]
    still = [
        at for at in range(width) if not any(ENDS_ASKING.search(row.cells[at]) for row in rows if at < len(row.cells))
    ]
    sure = width == 2 and len(asking) == len(still) == 1
    return Table(
        first=rows[0], rows=tuple(rows[1:]), by="", roles=dict(sorted(guessed.items())), headed=False, sure=sure
    )


def may_hold_answer(text: str) -> bool:
    """Whether a single question looks as if its answer stood in it."""
    return bool(_parted(text))


def _parted(text: str) -> str:
    found = _PARTED.search(text)
    return found[1] if found and not ENDS_ASKING.search(found[1]) else ""


def _tail(text: str) -> str:
    """What stands behind the last question mark of a line, without the signs around it."""
    asked, mark, tail = text.replace("？", "?").rpartition("?")
    return tail.strip(" \t\"'”’»*_;；|,，:：=–—->→⇒()（）[]").strip() if mark and asked.strip() else ""


def _before(text: str, tail: str) -> str:
    return text[: max(text.rfind("?"), text.rfind("？")) + 1] if tail else text


# --- reading rows -----------------------------------------------------------------------------------------------------


def _body(lines: Sequence[Line]) -> list[Line]:
    """The lines from the first on that may belong to a table: titles above it are none of it."""
    first = next((at for at, line in enumerate(lines) if not _above(line.text)), len(lines))
    return list(lines[first:])


def _above(text: str) -> bool:
    return not text.strip() or is_heading(text) or is_rule(text) or bool(re.match(r"sep=.$", text.strip()))


def _bare(body: Sequence[Line]) -> list[Line]:
    """Lines without the marks of a list, where all of them have one."""
    said = [line for line in body if line.text.strip()]
    if not all(marked(line.text) for line in said):
        return list(body)
    return [Line(number=line.number, text=found.rest) for line in said if (found := marked(line.text))]


def _rows(body: Sequence[Line], mark: str) -> list[Cells]:
    """The rows of a text under one mark; a quoted cell may run over several lines."""
    piped = mark == "|" and sum(line.text.lstrip().startswith("|") for line in body) > 1
    if piped:
        body = [Line(number=line.number, text=line.text.strip().strip("|")) for line in body]
    quoting: Literal[0, 3] = csv.QUOTE_NONE if piped else csv.QUOTE_MINIMAL
    reader = csv.reader((f"{line.text}\n" for line in body), delimiter=mark, skipinitialspace=True, quoting=quoting)
    found, began = list[Cells](), 0
    try:
        for cells in reader:
            number, began = body[min(began, len(body) - 1)].number, reader.line_num
            told = tuple(cell.strip() for cell in cells)
            if any(told) and not (mark == "|" and _LINE_OF_DASHES.match("|".join(told))):
                found.append(Cells(line=number, cells=told))
    except csv.Error:  # a cell longer than the reader takes: no table
        return []
    return [_trimmed(row, len(found[0].cells)) for row in found]


def _trimmed(row: Cells, width: int) -> Cells:
    """Without empty cells beyond the width of the first row, as spreadsheets leave them."""
    cells = row.cells
    while len(cells) > width and not cells[-1]:
        cells = cells[:-1]
    return Cells(line=row.line, cells=cells)


def _named(body: Sequence[Line], mark: str) -> Table | None:
    """A table whose first row names a column of questions or of answers."""
    if mark not in body[0].text:
        return None
    rows = _rows(body, mark)
    if len(rows) < 2 or len(rows[0].cells) < 2 or any(len(name) > _LONGEST_NAME for name in rows[0].cells):
        return None
    roles = {at: role for at, name in enumerate(rows[0].cells) if (role := role_of(name))}
    often = list(roles.values())
    if not {"question", "answer"} & set(often):
        return None
    sure = often.count("question") == 1 and often.count("answer") <= 1
    if not sure:
        roles = _first_of_each(roles)
        if "question" not in roles.values():
            roles = {**_guessed(rows[1:], len(rows[0].cells), roles), **roles}
    return Table(
        first=rows[0], rows=tuple(rows[1:]), by=_MARKS[mark], roles=_first_of_each(roles), headed=True, sure=sure
    )


def _first_of_each(roles: dict[int, Role]) -> dict[int, Role]:
    return {at: role for at, role in roles.items() if role not in [roles[other] for other in roles if other < at]}


def _one_column(body: Sequence[Line]) -> Table | None:
    """A single column of questions under its name, as a spreadsheet copies it."""
    said = [line for line in body if line.text.strip()]
    name = said[0].text.strip().strip('"')
    if len(said) < 2 or role_of(name) != "question" or ENDS_ASKING.search(name) or name.endswith((":", "：")):
        return None
    quoted = sum(line.text.lstrip().startswith('"') for line in said) > len(said) / 2
    rows = _rows(said, ",") if quoted else [Cells(line=line.number, cells=(line.text.strip(),)) for line in said]
    joined = [Cells(line=row.line, cells=(", ".join(row.cells),)) for row in rows]
    return Table(first=joined[0], rows=tuple(joined[1:]), by="", roles={0: "question"}, headed=True, sure=True)


# --- rows whose columns nobody named ----------------------------------------------------------------------------------


def _unnamed(body: Sequence[Line], mark: str) -> Table | None:
    """What looks like a table, and which columns its question and answer may be."""
    if not any(mark in line.text for line in body):
        return None
    rows = _rows(body, mark)
    if not rows or not _looks(body, rows, mark):
        return None
    width = len(rows[0].cells)
    headed = len(rows) > 1 and _names(rows)
    roles = _guessed(rows[1:] if headed else rows, width, {})
    return Table(
        first=rows[0], rows=tuple(rows[1:]), by=_MARKS[mark], roles=dict(sorted(roles.items())), headed=headed,
        sure=False,
    )  # fmt: skip


def _looks(body: Sequence[Line], rows: Sequence[Cells], mark: str) -> bool:
    width = len(rows[0].cells)
    if width < 2:
        return False
    if sum(len(row.cells) == width for row in rows) < _ENOUGH * len(rows) or len(rows) < 2:
        return False
    if mark not in ",，":
        return True
    said = [line.text for line in body if line.text.strip()]
    if all(text.lstrip().startswith('"') for text in said):
        return True
    if all(mark not in _IN_NUMBER.sub("", text) for text in said):
        return False  # 1,000 is a number
    after = [text[at + 1 : at + 2] for text in said for at, sign in enumerate(text) if sign == mark]
    if mark == "," and sum(each != " " for each in after) >= _ENOUGH * len(after):
        return True
    short = all(len(row.cells[-1]) <= _SHORT and not re.search(r"[?？.。!！]$", row.cells[-1]) for row in rows)
    asked = all(ENDS_ASKING.search(row.cells[0]) for row in rows)
    return short and (asked or not any(ENDS_ASKING.search(text) for text in said))


def _names(rows: Sequence[Cells]) -> bool:
    """Whether the first row reads like names of columns."""
    first = rows[0].cells
    if any(role_of(name) for name in first):
        return True
    asks = any(ENDS_ASKING.search(cell) for row in rows[1:] for cell in row.cells)
    return asks and not any(ENDS_ASKING.search(name) or len(name) > _SHORT or not name for name in first)


def _guessed(rows: Sequence[Cells], width: int, known: dict[int, Role]) -> dict[int, Role]:
    """Which columns may be the question and the answer: the one that asks most, or the longest; of two the other."""
    free = [at for at in range(width) if at not in known]
    if not free or not rows:
        return {}

    def asks(at: int) -> tuple[int, int]:
        cells = [row.cells[at] for row in rows if at < len(row.cells)]
        return sum(bool(ENDS_ASKING.search(cell)) for cell in cells), sum(map(len, cells))

    question = max(free, key=asks)
    found: dict[int, Role] = {question: "question"}
    if width == 2 and not known:
        found[1 - question] = "answer"
    return found
