"""Find the positions where a ballot may begin: a `<ballot>` tag, a fenced object or a header such as `FINAL RANKING:`.

A mark is only the beginning: `ballot_reader.py` checks whether its block names this sheet's labels, and so is more than
a quotation. A mention within a sentence is no mark: fences and headers begin their line.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

MOST_LOOKED = 20_000
"""Mentions of the header to check, most of which begin no block."""
MOST_STEPS = 1_000
"""Positions to check. A text with more of them is no review, so only labels after the last position matter."""


class BlockMark(Struct, frozen=True):
    """The beginning of a block."""

    kind: Literal["tag", "fence", "header"]
    start: int
    body: int
    """Position of the object's brace, or of the text after the header's name; -1 for a tag without an object."""


class Marks(Struct, frozen=True):
    """All marks before a position, the last first."""

    marks: tuple[BlockMark, ...]
    complete: bool
    """False if there were too many positions to check."""


def marks_before(low: str, end: int, header: str) -> Marks:
    """Return the marks that begin before `end` in a folded text; `header` is empty if plain text is not accepted."""
    needles = (TAG, FENCE, header) if header else (TAG, FENCE)
    at = [low.rfind(needle, 0, end) for needle in needles]
    marks: list[BlockMark] = []
    steps = looked = 0
    while steps < MOST_STEPS and looked < MOST_LOOKED:
        start = max(at)
        if start < 0:
            return Marks(tuple(marks), True)
        which = at.index(start)
        after = start + len(needles[which])
        mark = (_tag, _fence)[which](low, start, after) if which < 2 else _header(low, start, after)
        if mark is not None and not (marks and marks[-1].start == mark.start):
            marks.append(mark)
        steps += which < 2 or mark is not None
        looked += 1
        at[which] = low.rfind(needles[which], 0, start)
    return Marks(tuple(marks), False)


def _tag(low: str, start: int, after: int) -> BlockMark:
    opening = _OPENING.match(low, after)
    return BlockMark("tag", start, opening.end() - 1 if opening else -1)


def _fence(low: str, start: int, after: int) -> BlockMark | None:
    opening = _FENCED.match(low, after)
    if opening is None or low[low.rfind("\n", max(0, start - 20), start) + 1 : start].strip(" \t`"):
        return None
    return BlockMark("fence", start, opening.end() - 1)


def _header(low: str, start: int, after: int) -> BlockMark | None:
    """Return a header that begins its line, followed only by a remark in brackets and a colon, or the line's end."""
    line = low.rfind("\n", max(0, start - 16), start) + 1
    if (not line and start > 15) or not _BEFORE.fullmatch(low, line, start) or not _AFTER.match(low, after):
        return None
    return BlockMark("header", start, after)


TAG, TAG_END, FENCE = "<ballot>", "</ballot>", "```"
# Linear: every repetition is bounded, so a match reads no more than some two hundred characters.
_OPENING = re.compile(r"\s{0,40}(?:`{3,6}[a-z0-9]{0,12}\s{0,40})?\{")
_FENCED = re.compile(r"`{0,3}[a-z0-9]{0,12}\s{0,40}\{")
_BEFORE = re.compile(r"[^\w\n>|`\"'“”‘’«»„]{0,12}(?:\d{1,2}[.)] )?[*_]{0,3}")
_AFTER = re.compile(r"[*_ \t]{0,8}(?:\([^()\n]{0,80}\))?[*_ \t]{0,8}(?:[:：]|\n|\Z)")
