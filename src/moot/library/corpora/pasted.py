"""Which questions does a text hold, pasted or from a file? One a line, as plain words or as JSON; never half of them.

A line that begins with `{` is an object: `{"text": "…"}` as a corpus has it, or `{"role": "user", "content": "…"}` as a
run reads it, either with the `answer` that is known to be right. Every other line that is not blank is a question in
plain words. What cannot be read is told by its line.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from moot.errors import BadInput
from moot.library.corpora.corpus import Item

MOST_PASTED = 1_000
"""Questions of one text."""
LONGEST = 100_000
"""Characters of one question."""
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


class _Line(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str = ""
    domain: str = ""
    text: str = ""
    role: str = ""
    content: str = ""
    answer: str | int | float | bool | None = None


def pasted(text: str) -> Pasted:
    """The questions of a text, and what of it is none."""
    found, faults, ids = list[Item](), list[Fault](), dict[str, int]()
    said = dict[tuple[str, str], int]()
    for number, line in _lines(text):
        try:
            item = _item(line, f"q{len(found) + 1}")
            if item.id in ids:
                raise BadInput(f"Line {ids[item.id]} has the id {item.id!r} already.")
            if (item.text, item.answer) in said:
                raise BadInput(f"Line {said[item.text, item.answer]} asks the same.")
        except BadInput as error:
            faults.append(Fault(line=number, why=error.message))
            continue
        ids[item.id] = said[item.text, item.answer] = number
        found.append(item)
    return Pasted(items=tuple(found), faults=tuple(faults[:MOST_FAULTS]), wrong=len(faults))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if line.strip():
            yield number, line.strip()


def _item(line: str, by_place: str) -> Item:
    if not line.startswith("{"):
        return Item(id=by_place, text=_worded(line))
    try:
        read = msgspec.json.decode(line, type=_Line)
    except (ValueError, RecursionError) as error:
        why = str(error).replace(" - at `$.", " at `").rstrip(".")
        raise BadInput(f"It is no such object: {why}.") from None
    if read.role not in ("", "user"):
        raise BadInput(f"A line of the role {read.role[:40]!r} is no question.")
    if read.text and read.content:
        raise BadInput("It has both `text` and `content`.")
    answer = "" if read.answer is None else str(read.answer).lower() if isinstance(read.answer, bool) else read.answer
    return Item(
        id=read.id.strip() or by_place,
        domain=read.domain.strip(),
        text=_worded(read.text or read.content),
        answer=str(answer).strip(),
    )


def _worded(text: str) -> str:
    words = text.strip()
    if not words:
        raise BadInput("It asks nothing.")
    if len(words) > LONGEST:
        raise BadInput(f"It is longer than {LONGEST:,} characters.")
    return words
