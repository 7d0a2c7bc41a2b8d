"""Which questions does a text of JSON hold: an array, an object around one, pairs, or objects one behind the other?

A pair is an array of two, or a question with its answer as a field of an object (`{"Is it so?": "yes"}`). Where the
field asks, that is certain; else a person says which part is the question, as with any table.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from moot.library.corpora.pasting.column_names import Role, role_of
from moot.library.corpora.pasting.tables import ENDS_ASKING, Cells, Table, paired, rows_of_cells

_WRAPPERS = ("questions", "items", "data", "examples", "rows", "fragen", "问题")
"""The one field of an object that holds all questions."""


class Told(Struct, frozen=True, kw_only=True):
    """What one place of a text holds."""

    line: int
    """Its line, from 1; of an array its place."""
    says: str | dict[str, Any]
    """A question, or an object that has one."""


def array_in(whole: str) -> list[Told] | Table | None:
    """What an array holds, or the one of an object; `None` where the text is none, such as a line that begins with a
    bracket."""
    if whole[:1] not in ("[", "{"):
        return None
    try:
        read = msgspec.json.decode(whole)
    except (ValueError, RecursionError):
        return None
    return _of_object(read) if isinstance(read, dict) else _of_list(read) if isinstance(read, list) else None


def lists_in(lines: Sequence[tuple[int, str]]) -> Table | None:
    """Arrays one a line, each a row of one table; `None` where a line is anything else."""
    rows = []
    for number, text in lines:
        if not text.startswith("["):
            return None
        try:
            read = msgspec.json.decode(text)
        except (ValueError, RecursionError):
            return None
        if not isinstance(read, list) or not read or not all(_plain(each) for each in read):
            return None
        rows.append(Cells(line=number, cells=tuple(map(_cell, read))))
    return rows_of_cells(rows) if len(rows) > 1 else None


def objects_in(whole: str) -> list[Told] | None:
    """Objects one behind the other, each over several lines; `None` where the text is anything else."""
    if not whole.lstrip().startswith("{"):
        return None
    reader, at, found = json.JSONDecoder(), 0, list[Told]()
    try:
        while at < len(whole):
            while at < len(whole) and whole[at] in " \t\n,":
                at += 1
            if at < len(whole):
                read, end = reader.raw_decode(whole, at)
                if not isinstance(read, dict):
                    return None
                found.append(Told(line=whole.count("\n", 0, at) + 1, says=read))
                at = end
    except (ValueError, RecursionError):
        return None
    return found


def question_of(read: Mapping[str, Any]) -> dict[str, Any]:
    """An object as one that has a question; `{"Is it so?": "yes"}` is a question with its answer."""
    if len(read) == 1:
        ((name, value),) = read.items()
        if ENDS_ASKING.search(name) and _plain(value):
            return {"question": name, "answer": value}
    return dict(read)


def _of_object(read: dict[str, Any]) -> list[Told] | Table | None:
    for name in _WRAPPERS:
        held = read.get(name)
        if isinstance(held, list):
            beside = next(
                (each for key, each in read.items() if role_of(key) == "answer" and _beside(held, each)), None
            )
            if beside is not None:
                return paired(
                    [Cells(line=at, cells=(_cell(one), _cell(other)))
                     for at, (one, other) in enumerate(zip(held, beside, strict=True), start=1)],
                    "", sure=True,
                )  # fmt: skip
            return _of_list(held)
        if isinstance(held, dict):
            return _of_object(held)
    if not read or "question" in _roles(read):
        return None
    if all(isinstance(each, dict) and "question" in _roles(each) for each in read.values()):
        return [
            Told(line=at, says=each if "id" in _roles(each) else {**each, "id": name})
            for at, (name, each) in enumerate(read.items(), start=1)
        ]
    asks = all(ENDS_ASKING.search(name) for name in read)
    if all(map(_plain, read.values())) and (asks or (len(read) > 1 and all(" " in name.strip() for name in read))):
        rows = [Cells(line=at, cells=(name, _cell(each))) for at, (name, each) in enumerate(read.items(), start=1)]
        return paired(rows, "", sure=asks)
    return None


def _of_list(read: list[Any]) -> list[Told] | Table:
    rows = [each for each in read if isinstance(each, list) and len(each) > 1 and all(map(_plain, each))]
    if read and len(rows) == len(read):
        return rows_of_cells([Cells(line=at, cells=tuple(map(_cell, row))) for at, row in enumerate(rows, start=1)])
    return [
        Told(line=at, says=each if isinstance(each, str | dict) else msgspec.json.encode(each).decode())
        for at, each in enumerate(read, start=1)
    ]


def _beside(held: Sequence[Any], other: object) -> bool:
    """Whether there is an answer for each of these questions."""
    return isinstance(other, list) and len(other) == len(held) and all(map(_plain, (*held, *other)))


def _roles(read: Mapping[str, Any]) -> set[Role]:
    return {role for name in read if (role := role_of(name))}


def _plain(value: object) -> bool:
    return value is None or isinstance(value, str | int | float)


def _cell(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value).strip()
