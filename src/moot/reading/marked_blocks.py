"""Where in a text could a ballot stand? At a `<ballot>` tag, a fenced object or a header such as `FINAL RANKING:`.

A mark is only the beginning: whether its block names this sheet's labels, and so is more than a quotation, is found by
`ballot_reader.py`. A mention in the middle of a sentence is no mark: fences and headers begin their line.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from moot.reading.label_letters import folded
from moot.reading.rankings.words import FINAL_NAMES, HEADER_LINE, HEADER_TAIL, NEEDLES, is_tail

MOST_LOOKED = 20_000
"""Words such as `ranking` that are looked at, most of which head nothing."""
MOST_STEPS = 1_000
"""Places looked at. A text with more of them is no review; only labels after the last place make that matter."""


class Mark(Struct, frozen=True):
    """The beginning of a block."""

    kind: Literal["tag", "fence", "header", "heading"]
    """`header` is one such as `FINAL RANKING:`, `heading` one that does not say that it is the last word."""
    start: int
    body: int
    """Where the object's brace stands, or what follows the header's name; -1 for a tag without an object."""


class Marks(Struct, frozen=True):
    """All marks before some place, the last first."""

    marks: tuple[Mark, ...]
    complete: bool
    """False when there were too many places to look at."""


def marks_before(low: str, end: int, header: str) -> Marks:
    """Marks that begin before `end` in a folded text; `header` is empty where nothing may be given in words."""
    plain = low.isascii()
    headed = [each for each in NEEDLES if not (plain and not each.isascii()) and each in low] if header else []
    needles = (TAG, FENCE, *headed)
    at = [low.rfind(needle, 0, end) for needle in needles]
    marks: list[Mark] = []
    steps = looked = 0
    while steps < MOST_STEPS and looked < MOST_LOOKED:
        start = max(at)
        if start < 0:
            return Marks(tuple(marks), True)
        which = at.index(start)
        after = start + len(needles[which])
        mark = (_tag, _fence)[which](low, start, after) if which < 2 else _header(low, start)
        if mark is not None and not (marks and marks[-1].start == mark.start):
            marks.append(mark)
        steps += which < 2 or mark is not None
        looked += 1
        at[which] = low.rfind(needles[which], 0, start)
    return Marks(tuple(marks), False)


def _tag(low: str, start: int, after: int) -> Mark:
    opening = _OPENING.match(low, after)
    return Mark("tag", start, opening.end() - 1 if opening else -1)


def _fence(low: str, start: int, after: int) -> Mark | None:
    opening = _FENCED.match(low, after)
    if opening is None or low[low.rfind("\n", max(0, start - 20), start) + 1 : start].strip(" \t`"):
        return None
    return Mark("fence", start, opening.end() - 1)


def _header(low: str, start: int) -> Mark | None:
    line = low.rfind("\n", max(0, start - 64), start) + 1
    if not line and start > 64:
        return None
    found = HEADER_LINE.match(low, line)
    if found is None or not found.start("name") <= start < found.end():
        return None
    after = found.end()
    rest = header_rest(low, after)
    if not rest["colon"] and low[rest.end() : rest.end() + 1] not in ("", "\n"):
        return None
    kind: Literal["header", "heading"] = "header" if found["name"] in FINAL_NAMES else "heading"
    return Mark(kind, found.start("name"), after)


def header_rest(text: str, at: int) -> re.Match[str]:
    """What follows a header's name on its line, up to what it heads."""
    tail = HEADER_TAIL.match(text, at)
    if tail is not None and is_tail(folded(tail[0])):
        rest = TAIL_REST.match(text, at)
        if rest is not None:
            return rest
    rest = HEADER_REST.match(text, at)
    assert rest is not None  # it may be empty
    return rest


TAG, TAG_END, FENCE = "<ballot>", "</ballot>", "```"
# Linear: every repetition is bounded, so a match looks at no more than some two hundred characters.
_OPENING = re.compile(r"\s{0,40}(?:`{3,6}[a-z0-9]{0,12}\s{0,40})?\{")
_FENCED = re.compile(r"`{0,3}[a-z0-9]{0,12}\s{0,40}\{")
TAIL_REST = re.compile(r"(?P<aside>[ ,–—-]{1,3}[^\n:：.>=<|()]{1,60})(?P<colon>[:：])[*_ \t]{0,8}")
HEADER_REST = re.compile(
    r"[*_` \t]{0,8}(?P<aside>\([^()\n]{0,80}\))?[*_` \t]{0,8}(?P<colon>[:：]|[–—-](?=\n))?[*_ \t]{0,8}"
)
