"""Which questions does a text hold, pasted or from a file? Lines, JSON, a table or a list; never half of them.

A line that begins with `{` is an object: `{"text": "…"}` as a corpus has it, or `{"role": "user", "content": "…"}` as a
run reads it, either with the `answer` that is known to be right. Every other line that is not blank is a question in
plain words. A JSON array as a whole, a table whose first line names a column of questions (CSV), and a list each of
whose lines has a mark are taken for what they are, and what a text was taken for is told. What cannot be read is told
by its line.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec import Struct

from moot.errors import BadInput
from moot.library.corpora.corpus import Item

MOST_PASTED = 1_000
"""Questions of one text."""
LONGEST = 100_000
"""Characters of one question."""
Taken = Literal["lines", "JSON Lines", "a JSON array", "a table", "a list"]
TEXTS = ("text", "question", "prompt", "content")
"""What a column or a field of questions is called."""
FIELDS = ("id", "domain", *TEXTS, "role", "answer")
"""What a question may say of itself."""
BESIDE = ("id", "domain", "answer")
MOST_FAULTS = 20
"""Lines that are told; a text of another kind is wrong in all of them."""


class Fault(Struct, frozen=True, kw_only=True):
    """A line that is no question."""

    line: int
    """Which line, from 1."""
    why: str
    """What is wrong with it."""


class Pasted(Struct, frozen=True, kw_only=True):
    """What a text holds."""

    items: tuple[Item, ...] = ()
    """Its questions, in order."""
    faults: tuple[Fault, ...] = ()
    """Lines that are none, the first of them."""
    wrong: int = 0
    """How many lines are none."""
    taken: Taken = "lines"
    """What the text was taken for."""


_MARK = re.compile(r"(?:[-*+•]|\d{1,4}[.)])[ \t]+(?=\S)")
"""What stands before each thing of a list."""
_MARKS_OF_TABLES = ",;\t"


class _Line(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str | int = ""
    domain: str = ""
    text: str = ""
    question: str = ""
    prompt: str = ""
    role: str = ""
    content: str = ""
    answer: str | int | float | bool | None = None

    @property
    def said(self) -> list[str]:
        """What it asks, under whatever name."""
        return [each for each in (self.text, self.question, self.prompt, self.content) if each]


class _Row(Struct, frozen=True, kw_only=True):
    line: int
    says: str | dict[str, Any]
    cells: int = 0
    """How many cells it has, where that is another number than its table has `columns`."""
    columns: int = 0


def pasted(text: str) -> Pasted:
    """The questions of a text, and what of it is none."""
    found, faults, ids = list[Item](), list[Fault](), dict[str, int]()
    said = dict[tuple[str, str], int]()
    taken, rows = _taken(text)
    for row in rows:
        number = row.line
        try:
            if row.columns:
                raise BadInput(
                    f"It has {row.cells} cells and the table {row.columns} columns; quote what holds a separator."
                )
            item = _item(row.says, f"q{len(found) + 1}")
            if item.id in ids:
                raise BadInput(f"Line {ids[item.id]} has the id {item.id!r} already.")
            if (item.text, item.answer) in said:
                raise BadInput(f"Line {said[item.text, item.answer]} asks the same.")
        except BadInput as error:
            faults.append(Fault(line=number, why=error.message))
            continue
        ids[item.id] = said[item.text, item.answer] = number
        found.append(item)
    return Pasted(items=tuple(found), faults=tuple(faults[:MOST_FAULTS]), wrong=len(faults), taken=taken)


def _taken(text: str) -> tuple[Taken, list[_Row]]:
    """What a text is, and its rows, each by its line; of an array by its place."""
    lines = list(_lines(text))
    whole = text.removeprefix("\ufeff").strip()
    if whole.startswith("[") and (array := _array(whole)) is not None:
        return "a JSON array", [_Row(line=at, says=each) for at, each in enumerate(array, start=1)]
    if not lines or all(line.startswith("{") for _, line in lines):
        return "JSON Lines" if lines else "lines", [_Row(line=number, says=line) for number, line in lines]
    table = _table(lines)
    if table is not None:
        return "a table", table
    if len(lines) > 1 and all(_MARK.match(line) for _, line in lines):
        return "a list", [_Row(line=number, says=_MARK.sub("", line, count=1)) for number, line in lines]
    return "lines", [_Row(line=number, says=line) for number, line in lines]


def _array(whole: str) -> list[str | dict[str, Any]] | None:
    """What an array holds; `None` where the text is none, such as a line that begins with a bracket."""
    try:
        read = msgspec.json.decode(whole)
    except (ValueError, RecursionError):
        return None
    if not isinstance(read, list):
        return None
    return [each if isinstance(each, str | dict) else msgspec.json.encode(each).decode() for each in read]


def _table(lines: list[tuple[int, str]]) -> list[_Row] | None:
    """Rows of a table whose first line is made of names of fields, one of which is a question's; else `None`."""
    mark = next((each for each in _MARKS_OF_TABLES if each in lines[0][1]), ",")
    heads = [each.strip().strip('"').lower() for each in lines[0][1].split(mark)]
    asks = [each for each in heads if each in TEXTS]
    if len(lines) < 2 or len(asks) != 1 or not set(heads) <= set(FIELDS) or len(set(heads)) < len(heads):
        return None
    rows, reader, began = [], csv.reader((line for _, line in lines[1:]), delimiter=mark), 1
    for cells in reader:
        number = lines[began][0] if began < len(lines) else lines[-1][0]
        began = reader.line_num + 1
        if len(heads) == 1:
            rows.append(_Row(line=number, says={heads[0]: mark.join(cells)}))
        elif len(cells) != len(heads):
            rows.append(_Row(line=number, says="", cells=len(cells), columns=len(heads)))
        else:
            rows.append(_Row(line=number, says=dict(zip(heads, cells, strict=True))))
    return rows


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if line.strip():
            yield number, line.strip()


def _item(said: str | dict[str, Any], by_place: str) -> Item:
    if isinstance(said, str) and not said.startswith("{"):
        return Item(id=by_place, text=_worded(said))
    read = _object(said)
    if read.role not in ("", "user"):
        raise BadInput(f"A line of the role {read.role[:40]!r} is no question.")
    if len(read.said) > 1:
        raise BadInput(f"It has more than one of {_listed(TEXTS)}.")
    answer = "" if read.answer is None else str(read.answer).lower() if isinstance(read.answer, bool) else read.answer
    return Item(
        id=str(read.id).strip() or by_place,
        domain=read.domain.strip(),
        text=_worded("".join(read.said)),
        answer=str(answer).strip(),
    )


def _object(said: str | dict[str, Any]) -> _Line:
    try:
        table = msgspec.json.decode(said) if isinstance(said, str) else said
        if not isinstance(table, dict):
            raise BadInput("It is no such object.")
        unknown = [name for name in table if name not in FIELDS]
        if unknown:
            raise BadInput(
                f"It has a field {unknown[0][:40]!r}; a question has `text`, and may have {_listed(BESIDE)}."
            )
        return msgspec.convert(table, type=_Line)
    except (ValueError, RecursionError) as error:
        why = str(error).replace(" - at `$.", " at `").rstrip(".")
        raise BadInput(f"It is no such object: {why}.") from None


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _worded(text: str) -> str:
    words = text.strip()
    if not words:
        raise BadInput("It asks nothing.")
    if len(words) > LONGEST:
        raise BadInput(f"It is longer than {LONGEST:,} characters.")
    return words
