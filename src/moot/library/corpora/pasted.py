"""Which questions does a text hold, pasted or from a file? Lines, JSON, a table or a list; never half of them.

A line that begins with `{` is an object: `{"text": "…"}` as a corpus has it, or `{"role": "user", "content": "…"}` as a
run reads it, either with the `answer` that is known to be right. What a text was taken for is told, with what was left
out of it; what cannot be read is told by its line. Where it cannot be told which words are the question and which its
answer, none is taken until somebody says so: held by `tests/library/corpora/test_pasted_shapes.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from moot.errors import BadInput
from moot.library.corpora.corpus import Item
from moot.library.corpora.pasting.column_names import NAMES, Role, role_of
from moot.library.corpora.pasting.json_text import array_in, lists_in, objects_in, question_of
from moot.library.corpora.pasting.lines import Left, Listed, listed
from moot.library.corpora.pasting.shapes import Line
from moot.library.corpora.pasting.tables import Choice, Table, may_hold_answer, table_in

MOST_PASTED = 1_000
"""Questions of one text."""
LONGEST = 100_000
"""Characters of one question."""
Taken = Literal["lines", "JSON Lines", "a JSON array", "a table", "a list", "questions and answers"]
TEXTS = ("text", "question", "prompt", "content")
"""What a field of questions is called where one is to be named."""
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
    table: Table | None = None
    """Its columns, where it is a table or may be one; of one that is not `sure` nothing is taken."""
    left: tuple[Left, ...] = ()
    """Lines that were left out, the first of them."""
    left_out: int = 0
    """How many lines were left out."""
    doubtful: tuple[int, ...] = ()
    """Lines of questions that may hold their answers, the first of them."""
    unknown: tuple[str, ...] = ()
    """Fields of objects that no question has, which were left out; the first of them."""

    @property
    def unsure(self) -> bool:
        """Whether somebody has to say which column is the question."""
        return self.table is not None and not self.table.sure

    def refuse_unsure(self) -> None:
        """Refuses a text of which it cannot be told what its questions are."""
        if self.unsure:
            names = ", ".join(f"`{name}`" for name in ("question", "prompt", "Frage", "问题"))
            answers = ", ".join(f"`{name}`" for name in ("answer", "expected", "Antwort", "答案"))
            raise BadInput(
                "The text looks like questions with their answers, and which part is which is not known.",
                f"Name its columns in the first line: the questions {names} or the like, the answers {answers}.",
            )


class _Line(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str | int = ""
    domain: str = ""
    question: str = ""
    role: str = ""
    answer: str | int | float | bool | None = None


class _Row(Struct, frozen=True, kw_only=True):
    line: int
    says: str | dict[str, Any]
    cells: int = 0
    """How many cells it has, where that is another number than its table has `columns`."""
    columns: int = 0


class _Read(Struct, frozen=True, kw_only=True):
    taken: Taken
    rows: Sequence[_Row]
    table: Table | None = None
    left: tuple[Left, ...] = ()


def pasted(text: str, choice: Choice | None = None, *, plain: bool = False) -> Pasted:
    """The questions of a text, and what of it is none; a table's columns as they were chosen, or with `plain` every
    line a question, where somebody said so."""
    found, faults, ids = list[Item](), list[Fault](), dict[str, int]()
    said, doubtful, unknown = dict[tuple[str, str], int](), list[int](), dict[str, None]()
    read = _read(text, choice, plain=plain)
    for row in read.rows:
        number = row.line
        try:
            if row.columns:
                raise BadInput(
                    f"It has {row.cells} cells and the table {row.columns} columns; quote what holds a separator."
                )
            item = _item(row.says, f"q{len(found) + 1}", unknown)
            if item.id in ids:
                raise BadInput(f"Line {ids[item.id]} has the id {item.id!r} already.")
            if (item.text, item.answer) in said:
                raise BadInput(f"Line {said[item.text, item.answer]} asks the same.")
        except BadInput as error:
            faults.append(Fault(line=number, why=error.message))
            continue
        ids[item.id] = said[item.text, item.answer] = number
        if not item.answer and may_hold_answer(item.text):
            doubtful.append(number)
        found.append(item)
    return Pasted(
        items=tuple(found), faults=tuple(faults[:MOST_FAULTS]), wrong=len(faults), taken=read.taken, table=read.table,
        left=read.left[:MOST_FAULTS], left_out=len(read.left), doubtful=tuple(doubtful[:MOST_FAULTS]),
        unknown=tuple(unknown)[:MOST_FAULTS],
    )  # fmt: skip


def _read(text: str, choice: Choice | None, *, plain: bool) -> _Read:
    """What a text is, and its rows, each by its line; of an array by its place."""
    whole = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = [Line(number=number, text=line) for number, line in enumerate(whole.split("\n"), start=1)]
    said = [line for line in lines if line.text.strip()]
    array = array_in(whole.strip())
    if isinstance(array, Table) and (array.sure or not plain):
        return _tabled(array.chosen(choice), json=True)
    if array is not None and not isinstance(array, Table):
        return _Read(taken="a JSON array", rows=[_Row(line=each.line, says=each.says) for each in array])
    if said and all(line.text.lstrip().startswith("{") for line in said):
        return _Read(taken="JSON Lines", rows=[_Row(line=line.number, says=line.text.strip()) for line in said])
    if (objects := objects_in(whole)) is not None:
        return _Read(taken="JSON Lines", rows=[_Row(line=each.line, says=each.says) for each in objects])
    lists = lists_in([(line.number, line.text.strip()) for line in said])
    if lists is not None and (lists.sure or not plain):
        return _tabled(lists.chosen(choice), json=True)
    table = None if plain else table_in(lines)
    if table is not None:
        return _tabled(table.chosen(choice))
    found = listed(lines, plain=plain)
    if found.pairs is not None:
        return _tabled(found.pairs.chosen(choice), found)
    return _Read(taken=found.taken, rows=[_row(each.line, each.text, each.answer) for each in found.said],
                 left=found.left)  # fmt: skip


def _row(line: int, text: str, answer: str) -> _Row:
    return _Row(line=line, says={"question": text, "answer": answer} if answer else text)


def _tabled(table: Table, found: Listed | None = None, *, json: bool = False) -> _Read:
    """The rows of a table whose question is known; none of one of which a person has to say it."""
    left = found.left if found else ()
    taken: Taken = "questions and answers" if found or json else "a table"
    if not table.sure:
        return _Read(taken=taken, rows=(), table=table, left=left)
    rows = list[_Row]()
    for each in table.asked():
        if len(each.cells) != table.width:
            rows.append(_Row(line=each.line, says="", cells=len(each.cells), columns=table.width))
        else:
            rows.append(_Row(line=each.line, says={role: each.cells[at] for at, role in table.roles.items()}))
    return _Read(taken=taken, rows=rows, table=table, left=left)


def _item(said: str | dict[str, Any], by_place: str, unknown: dict[str, None]) -> Item:
    if isinstance(said, str) and not said.startswith("{"):
        return Item(id=by_place, text=_worded(said))
    read = _object(said, unknown)
    if read.role not in ("", "user"):
        raise BadInput(f"A line of the role {read.role[:40]!r} is no question.")
    answer = "" if read.answer is None else str(read.answer).lower() if isinstance(read.answer, bool) else read.answer
    return Item(
        id=str(read.id).strip() or by_place,
        domain=read.domain.strip(),
        text=_worded(read.question),
        answer=str(answer).strip(),
    )


def _object(said: str | dict[str, Any], unknown: dict[str, None]) -> _Line:
    try:
        table = msgspec.json.decode(said) if isinstance(said, str) else said
        if not isinstance(table, dict):
            raise BadInput("It is no such object.")
        return msgspec.convert(dict(_fields(question_of(table), unknown)), type=_Line)
    except (ValueError, RecursionError) as error:
        why = str(error).replace(" - at `$.", " at `").rstrip(".")
        raise BadInput(f"It is no such object: {why}.") from None


def _fields(table: dict[str, Any], unknown: dict[str, None]) -> Iterator[tuple[str, Any]]:
    """Its fields by what they hold, under whatever name; beside a question an `unknown` one is left out, and told."""
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
