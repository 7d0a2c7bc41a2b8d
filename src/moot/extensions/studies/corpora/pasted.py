"""Read the questions of a text: one a line, JSON, or a table whose first line names its columns.

A question never includes its answer: lines that look like a table without column names are rejected until the user
confirms that each line is a question. Tested by `tests/extensions/studies/corpora/test_corpora.py`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from moot.errors import BadInput
from moot.extensions.studies.corpora.column_names import NAMES, Role, role_of
from moot.extensions.studies.corpora.corpus import CorpusItem

MOST_PASTED = 1_000
"""Maximum number of questions in one text."""
LONGEST = 100_000
"""Maximum number of characters in one question."""
Taken = Literal["lines", "JSON Lines", "a JSON array", "a table", ""]
TEXTS = ("text", "question", "prompt", "content")
"""Names of a question field, for messages."""
BESIDE = ("id", "domain", "answer")
MOST_FAULTS = 20
"""Maximum number of faults listed. In a text of another kind, every line is one."""
SEPARATORS = "\t;|,"
_MARK = re.compile(r"\s*(?:[-*+•]|\(?\d{1,4}[.)])\s+(?=\S)")
_RULE_OF_TABLE = re.compile(r"[\s|:-]+")


class Fault(Struct, frozen=True, kw_only=True):
    """A line of pasted text that is not a question, with the reason."""

    line: int
    """Number of the line from 1; in an array, the position of the entry."""
    why: str
    """Why the line is not a question."""


class PastedText(Struct, frozen=True, kw_only=True):
    """How a pasted text was understood: its format, the lines that are not questions, and ignored columns."""

    faults: tuple[Fault, ...] = ()
    """The first lines that are no questions."""
    wrong: int = 0
    """Number of lines that are no questions."""
    taken: Taken = "lines"
    """The detected format; empty for a table without column names, which gives no questions."""
    unknown: tuple[str, ...] = ()
    """Names of the first ignored columns or fields, which no question has."""


class PastedItems(PastedText, frozen=True, kw_only=True):
    """The questions in a pasted text, and how the text was understood."""

    items: tuple[CorpusItem, ...] = ()
    """Questions of the text, in order."""

    def refuse_unnamed(self) -> None:
        """Raise if the text looks like a table that does not say which column has the questions."""
        if not self.taken:
            raise BadInput(
                "The lines look like a table, and which column is the question is not known.",
                "Name the columns in the first line, e.g. `question;answer`, or say that every line is a question.",
            )


class _PastedLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str | int = ""
    domain: str = ""
    question: str = ""
    role: str = ""
    answer: str | int | float | bool | None = None


class _PastedRow(Struct, frozen=True, kw_only=True):
    line: int
    says: object
    """The question, or an object that contains the question."""
    fault: str = ""


def pasted(text: str, *, plain: bool = False) -> PastedItems:
    """Parse the questions in a pasted text: one question per line, JSON, or a table.

    Args:
        text: The text.
        plain: Whether to take every line as a question, whatever it looks like.
    """
    found, faults, ids = list[CorpusItem](), list[Fault](), dict[str, int]()
    said, unknown = dict[tuple[str, str], int](), dict[str, None]()
    taken, rows = _read(text, plain)
    for row in rows:
        try:
            item = _item(row, f"q{len(found) + 1}", unknown)
            if item.id in ids:
                raise BadInput(f"Line {ids[item.id]} has the id {item.id!r} already.")
            if (item.text, item.answer) in said:
                raise BadInput(f"Line {said[item.text, item.answer]} asks the same.")
        except BadInput as error:
            faults.append(Fault(line=row.line, why=error.message))
            continue
        ids[item.id] = said[item.text, item.answer] = row.line
        found.append(item)
    return PastedItems(
        items=tuple(found),
        faults=tuple(faults[:MOST_FAULTS]),
        wrong=len(faults),
        taken=taken,
        unknown=tuple(unknown)[:MOST_FAULTS],
    )


def _read(text: str, plain: bool) -> tuple[Taken, Sequence[_PastedRow]]:
    whole = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = [
        _PastedRow(line=at, says=line.strip()) for at, line in enumerate(whole.split("\n"), start=1) if line.strip()
    ]
    if plain:
        return "lines", lines
    if whole.lstrip().startswith("["):
        try:
            array = msgspec.json.decode(whole, type=list[Any])
            return "a JSON array", [_PastedRow(line=at, says=each) for at, each in enumerate(array, start=1)]
        except (ValueError, RecursionError):
            pass  # a line that begins with a bracket
    if lines and all(str(row.says).startswith("{") for row in lines):
        return "JSON Lines", [_object(row) for row in lines]
    table = _table(whole.split("\n"))
    if table is not None:
        return "a table", table
    if _has_columns([str(row.says) for row in lines]):
        return "", ()
    marks = [_MARK.match(str(row.says)) for row in lines]
    if len(lines) > 1 and all(marks):
        lines = [_PastedRow(line=row.line, says=_MARK.sub("", str(row.says), count=1)) for row in lines]
    return "lines", lines


def _object(row: _PastedRow) -> _PastedRow:
    try:
        return _PastedRow(line=row.line, says=msgspec.json.decode(str(row.says)))
    except (ValueError, RecursionError) as error:
        return _PastedRow(line=row.line, says="", fault=f"It is no such object: {str(error).rstrip('.')}.")


def _table(lines: Sequence[str]) -> list[_PastedRow] | None:
    """Return the rows of a table by its column names; `None` if no column contains questions."""
    first = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    body = [line.strip().strip("|") if line.strip().startswith("|") else line for line in lines[first:]]
    separator = next((mark for mark in SEPARATORS if body and mark in body[0]), "\t")
    reader = csv.reader((f"{line}\n" for line in body), delimiter=separator, skipinitialspace=True)
    found, began = list[tuple[int, list[str]]](), 0
    try:
        for cells in reader:
            number, began = first + began + 1, reader.line_num
            if any(cell.strip() for cell in cells) and not all(map(_RULE_OF_TABLE.fullmatch, cells)):
                found.append((number, [cell.strip() for cell in cells]))
    except csv.Error:  # a cell longer than the reader's limit: no table
        return None
    if len(found) < 2 or [role_of(name) for name in found[0][1]].count("question") != 1:
        return None
    names, *rows = (cells for _, cells in found)
    return [
        _PastedRow(line=line, says=dict(zip(names, cells, strict=False)))
        if len(cells) == len(names) or not any(cells[len(names) :])
        else _PastedRow(line=line, says="", fault=_too_wide(len(cells), len(names)))
        for (line, _), cells in zip(found[1:], rows, strict=True)
    ]


def _too_wide(cells: int, columns: int) -> str:
    return f"It has {cells} cells and the table {columns} columns; quote what holds a separator."


def _has_columns(lines: Sequence[str]) -> bool:
    """Return whether the lines look like a table: all have the same number of cells, separated by a character that is
    unusual in prose, or by a comma if each first cell ends with a question mark.
    """
    for mark in SEPARATORS:
        rows = [line.split(mark) for line in lines]
        asks = all(row[0].rstrip(' "').endswith(("?", "？")) for row in rows)
        if len(lines) > 1 and len(set(map(len, rows))) == 1 and len(rows[0]) > 1 and (asks or mark != ","):
            return True
    return False


def _item(row: _PastedRow, by_place: str, unknown: dict[str, None]) -> CorpusItem:
    if row.fault:
        raise BadInput(row.fault)
    if isinstance(row.says, str):
        return CorpusItem(id=by_place, text=_worded(row.says))
    if not isinstance(row.says, dict):
        raise BadInput("It is neither a text nor an object.")
    try:
        read = msgspec.convert(dict(_fields(row.says, unknown)), type=_PastedLine)
    except msgspec.ValidationError as error:
        raise BadInput(f"It is no such object: {str(error).replace(' - at `$.', ' at `').rstrip('.')}.") from None
    if read.role not in ("", "user"):
        raise BadInput(f"A line of the role {read.role[:40]!r} is no question.")
    answer = "" if read.answer is None else str(read.answer).lower() if isinstance(read.answer, bool) else read.answer
    return CorpusItem(
        id=str(read.id).strip() or by_place,
        domain=read.domain.strip(),
        text=_worded(read.question),
        answer=str(answer).strip(),
    )


def _fields(table: dict[str, Any], unknown: dict[str, None]) -> Iterator[tuple[str, Any]]:
    """Yield each field's meaning (such as `question`) and value. Unknown fields of an object with a question are
    skipped and added to `unknown`.
    """
    met, asks = set[Role](), "question" in map(role_of, table)
    for name, value in table.items():
        role = role_of(name)
        if name == "role":
            yield "role", value
        elif role is None and asks:
            unknown[name[:40]] = None
        elif role is None:
            raise BadInput(f"It has a field {name[:40]!r}; a question has `text`, and may have {_listed(BESIDE)}.")
        elif role in met:
            known = TEXTS if role == "question" else NAMES[role][:4]
            raise BadInput(f"It has more than one of {_listed(known)}.")
        else:
            met.add(role)
            yield role, value


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _worded(text: str) -> str:
    words = text.strip()
    if not words:
        raise BadInput("It asks nothing.")
    if not any(map(str.isalnum, words)):
        raise BadInput("It asks nothing: no letter and no digit stands in it.")
    if len(words) > LONGEST:
        raise BadInput(f"It is longer than {LONGEST:,} characters.")
    return words
