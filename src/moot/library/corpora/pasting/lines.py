"""Which questions stand in a text that is no table: one a line, things of a list, or each with its answer below it?

Headings, rules and what stands around a list are left out and told; a line that goes on with the one above is kept with
it. Where the line below a question may be its answer, a person says whether it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from moot.library.corpora.pasting.shapes import Line, answered, asked, is_heading, is_rule, marked, split_answer
from moot.library.corpora.pasting.tables import ENDS_ASKING, Cells, Table, behind, paired

Because = Literal["heading", "rule", "outside"]
"""Why a line is left out: a heading, a mere rule, or it stands outside the list."""
_ANSWER = 120
"""Characters of a line that may be the answer to the one above."""


class Left(Struct, frozen=True, kw_only=True):
    """A line that was not taken."""

    line: int
    """Which, from 1."""
    text: str
    """What stands there."""
    because: Because
    """Why it was left out."""


class Said(Struct, frozen=True, kw_only=True):
    """One question, and its answer where the text tells it."""

    line: int
    """Its first line."""
    text: str
    """The question, over several lines where it has them."""
    answer: str = ""
    """What is known to be right."""


class Listed(Struct, frozen=True, kw_only=True):
    """What a text that is no table holds."""

    said: tuple[Said, ...]
    """Its questions."""
    left: tuple[Left, ...]
    """What was not taken."""
    taken: Literal["lines", "a list", "questions and answers"]
    """What it was taken for."""
    pairs: Table | None = None
    """Its questions and what may be their answers, where only a person can tell."""


def listed(lines: Sequence[Line], *, plain: bool = False) -> Listed:
    """The questions of these lines. With `plain` every line is one, because somebody said so."""
    left = [Left(line=line.number, text=line.text.strip(), because=why) for line, why in _aside(lines)]
    gone = {each.line for each in left}
    rest = [line for line in lines if line.number not in gone]
    if not any(line.text.strip() for line in rest) and any(each.because == "heading" for each in left):
        told = [Said(line=each.line, text=each.text.lstrip("# \t")) for each in left if each.because == "heading"]
        return Listed(said=tuple(told), left=tuple(each for each in left if each.because != "heading"), taken="a list")
    if plain:
        every = tuple(Said(line=line.number, text=_bare(line.text)) for line in rest if line.text.strip())
        return Listed(said=every, left=tuple(left), taken="lines")
    headings = [each.line for each in left if each.because == "heading"]
    pairs = _pairs(rest, headings)
    if pairs is not None:
        return Listed(said=pairs.said, left=_sorted(left, pairs.left), taken="questions and answers")
    found = _parts(rest, headings) or _lines(rest)
    if any(each.answer for each in found.said):
        return Listed(said=found.said, left=_sorted(left, found.left), taken="questions and answers")
    return Listed(said=found.said, left=_sorted(left, found.left), taken=found.taken, pairs=_below(found.said))


def _aside(lines: Sequence[Line]) -> Iterator[tuple[Line, Because]]:
    fence = ""  # within a block of code `# so` is a comment
    for line in lines:
        mark = line.text.strip()[:3]
        if mark in ("```", "~~~") and (not fence or mark == fence) and is_rule(line.text):
            fence = "" if fence else mark
            yield line, "rule"
        elif fence:
            continue
        elif is_heading(line.text):
            yield line, "heading"
        elif is_rule(line.text):
            yield line, "rule"


def _sorted(one: Sequence[Left], other: Sequence[Left]) -> tuple[Left, ...]:
    return tuple(sorted((*one, *other), key=lambda each: each.line))


def _bare(text: str) -> str:
    found = marked(text)
    return found.rest if found and found.kind != "letter" else text.strip()


# --- `Q:` and `A:` ----------------------------------------------------------------------------------------------------


def _pairs(lines: Sequence[Line], headings: Sequence[int]) -> Listed | None:
    """Questions under `Q:` with their answers under `A:`; nothing where the text is not written so. What stands between
    a heading and the next question is neither."""
    said = [line for line in lines if line.text.strip()]
    asks = [line for line in said if asked(line.text)]
    if not asks or not any(answered(line.text) is not None for line in said):
        return None
    found, left = list[Said](), list[Left]()
    in_answer, before = False, 0
    for line in said:
        told, words = answered(line.text), asked(line.text)
        apart = any(before < each < line.number for each in headings)
        if words:
            question, answer = split_answer(words)
            found.append(Said(line=line.number, text=question, answer=answer))
            in_answer, before = bool(answer), line.number
        elif not found or apart:
            left.append(Left(line=line.number, text=line.text.strip(), because="outside"))
        else:
            last = found[-1]
            if told is not None and not in_answer:
                found[-1] = Said(line=last.line, text=last.text, answer=told)
                in_answer = True
            elif in_answer:
                found[-1] = Said(line=last.line, text=last.text, answer=f"{last.answer}\n{line.text.strip()}".strip())
            else:
                found[-1] = Said(line=last.line, text=f"{last.text}\n{line.text.strip()}")
    return Listed(said=tuple(found), left=tuple(left), taken="questions and answers")


# --- lists and lines --------------------------------------------------------------------------------------------------


def _parts(lines: Sequence[Line], headings: Sequence[int]) -> Listed | None:
    """The things of lists under headings: what stands behind one never goes on with what stands before it. A part that
    is no list has the lines of it that ask; nothing where no part is one."""
    bounds = [0, *headings, max((line.number for line in lines), default=0) + 1]
    parts = [[line for line in lines if low < line.number < high] for low, high in pairwise(bounds)]
    parts = [part for part in parts if any(line.text.strip() for line in part)]
    if len(parts) < 2:
        return _things(lines)
    found = [_things(part, least=1) for part in parts]
    if not any(found):
        return None
    said, left = list[Said](), list[Left]()
    for part, things in zip(parts, found, strict=True):
        alone = things or _lines(part)
        for each in alone.said:
            if things or ENDS_ASKING.search(each.text) or each.answer:
                said.append(each)
            else:
                left.append(Left(line=each.line, text=each.text, because="outside"))
        left += alone.left
    if len(said) < 2 or len(left) > len(said):
        return None
    return Listed(said=tuple(said), left=tuple(left), taken="a list")


def _things(lines: Sequence[Line], least: int = 2) -> Listed | None:
    """The things of a list, each with the lines that go on with it; nothing where the text is no list."""
    first = next((line for line in lines if marked(line.text)), None)
    kind = marked(first.text) if first else None
    if first is None or kind is None:
        return None
    found, left, after_blank = list[list[Line]](), list[Left](), False
    for line in lines:
        if not line.text.strip():
            after_blank = True
            continue
        mark = marked(line.text)
        if mark and mark.kind == kind.kind and line.indent <= first.indent + 1:
            found.append([Line(number=line.number, text=mark.rest)])
        elif found and (line.indent > first.indent + 1 or mark or not after_blank):
            found[-1].append(Line(number=line.number, text=line.text.strip()))
        else:
            left.append(Left(line=line.number, text=line.text.strip(), because="outside"))
        after_blank = False
    if len(found) < least or len(left) > len(found):
        return None
    return Listed(said=tuple(map(_joined, found)), left=tuple(left), taken="a list")


def _lines(lines: Sequence[Line]) -> Listed:
    """One question a line; a line that is moved to the right goes on with the one above, unless both ask."""
    found = list[list[Line]]()
    base = min((line.indent for line in lines if line.text.strip()), default=0)
    for line in lines:
        words = line.text.strip()
        if not words:
            continue
        above = found[-1][-1].text if found else ""
        asks, asks_anew = ENDS_ASKING.search(above), ENDS_ASKING.search(words)
        moved_in = line.indent >= base + 2 and not words.startswith("{") and not (asks and asks_anew)
        if found and (moved_in or (asks and answered(words) is not None)):
            found[-1].append(Line(number=line.number, text=words))
        else:
            found.append([Line(number=line.number, text=words)])
    return Listed(said=tuple(map(_joined, found)), left=(), taken="lines")


def _joined(parts: Sequence[Line]) -> Said:
    """A question of several lines; the last of them is its answer where it says so."""
    first, *rest = parts
    told = answered(rest[-1].text) if rest else None
    if told:
        return Said(line=first.number, text="\n".join(line.text for line in parts[:-1]), answer=told)
    text, answer = split_answer("\n".join(line.text for line in parts))
    return Said(line=first.number, text=text, answer=answer)


def _below(said: Sequence[Said]) -> Table | None:
    """Questions each of which has one short line below it, or behind it, that may be its answer."""
    rows = [each.text.split("\n") for each in said]
    if len(rows) > 1 and all(len(row) == 2 and _answers(row[0], row[1]) for row in rows):
        both = [Cells(line=each.line, cells=(row[0], _bare(row[1]))) for each, row in zip(said, rows, strict=True)]
        return paired(both, "below", sure=False)
    turns = list(zip(said[::2], said[1::2], strict=False))
    alone = all(len(row) == 1 for row in rows)
    if alone and len(said) > 3 and len(said) % 2 == 0 and all(_answers(a.text, b.text) for a, b in turns):
        return paired([Cells(line=a.line, cells=(a.text, b.text)) for a, b in turns], "below", sure=False)
    if not alone or any(each.text.startswith("{") for each in said):
        return None
    return behind([Cells(line=each.line, cells=(each.text,)) for each in said])


def _answers(question: str, below: str) -> bool:
    return bool(ENDS_ASKING.search(question)) and not ENDS_ASKING.search(below) and len(below) <= _ANSWER
