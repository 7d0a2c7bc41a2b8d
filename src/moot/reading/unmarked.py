"""Find where ballots may begin in a reply, and extract a member's answer from a ballot without its mark.

A ballot may begin at a `<ballot>` tag, a fenced object or a header such as `FINAL RANKING:`; fences and headers begin
their line. `ballot_reader.py` then checks whether the block names this sheet's labels, and so is more than a quotation.

A member's answer judges no other, so a ballot without a mark is read for its answer where it can be no quotation: if it
is the whole text, or its end. Elsewhere, and if it is broken, the answer in it replaces the markup.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from moot.reading.json_parser import LONGEST, JsonBlock, loose_object, strict_object
from moot.reading.review_copy import folded

MOST_LOOKED = 20_000
"""Maximum number of ballot headers checked in one reply."""
MOST_STEPS = 1_000
"""Maximum number of places checked in one reply where a ballot may begin. A reply with more is no review."""


class BlockMark(Struct, frozen=True):
    """A place in a reply at which a ballot may begin: a tag, a code fence or a header."""

    kind: Literal["tag", "fence", "header"]
    start: int
    body: int
    """Position of the object's brace, or of the text after the header's name; -1 for a tag without an object."""


class Marks(Struct, frozen=True):
    """The places in a reply at which a ballot may begin, last one first."""

    marks: tuple[BlockMark, ...]
    complete: bool
    """False if there were too many positions to check."""


def marks_before(low: str, end: int, header: str) -> Marks:
    """Return the places before `end` at which a ballot may begin in a lower-case text.

    `header` is the header of ballots in words; empty if such ballots are not accepted.
    """
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
    """Return the header at `start` if it begins its line and is followed by a colon or the line's end, with at most a
    remark in brackets between."""
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


ANSWER = "answer"
MOST_BLOCKS = 32
"""Maximum number of ballots examined in one text, from its end."""


def unmarked_ballot(text: str) -> Mapping[str, object] | None:
    """Return the members of the JSON object that makes up a reply or ends it; `None` if other words follow the
    object."""
    bare = text.strip()
    if bare.startswith(FENCE) and bare.endswith(FENCE):
        bare = bare[3:-3].strip().removeprefix("json").strip()
    if bare.startswith("{"):
        whole = strict_object(bare)
        return whole.members if isinstance(whole, JsonBlock) and whole.end == len(bare) else None
    low = folded(text)
    for mark in marks_before(low, len(low), "").marks[:1]:
        found = strict_object(text, mark.body) if mark.kind == "tag" and mark.body >= 0 else None
        if isinstance(found, JsonBlock) and low[found.end :].replace(TAG_END, "").strip("` \n\t") == "":
            return found.members
    return None


def plain_answer(text: str) -> str:
    """Return a reply as plain text, with each ballot that contains an answer replaced by that answer."""
    members = _whole(text)
    if members is not None and ANSWER in members:
        return _answer(members) or text
    low = folded(text)
    if TAG not in low:
        return text
    at = len(text)
    marks = [mark for mark in marks_before(low, at, "").marks if mark.kind == "tag" and mark.body >= 0]
    for mark in marks[:MOST_BLOCKS]:
        closer = low.find(TAG_END, mark.body, at)
        said, end = _said(text, mark.body, closer if closer >= 0 else at)
        if said:
            end = closer + len(TAG_END) if closer >= 0 else end
            text = f"{text[: mark.start]}{said}{text[end:]}"
        at = mark.start
    return text.strip()


def unwrapped(text: str) -> str:
    """Return a text without `<ballot>` tags. The text between the tags is kept."""
    return _AROUND.sub(lambda found: found[1] or "", text).strip() if TAG in folded(text) else text


def _whole(text: str) -> Mapping[str, object] | None:
    bare = text.strip()
    return unmarked_ballot(bare) if bare.startswith(("{", FENCE)) else None


def _said(text: str, body: int, stop: int) -> tuple[str, int]:
    """Return the answer in the JSON object that begins at `body` (empty if it has none), and where the object ends."""
    found = strict_object(text, body)
    if not isinstance(found, JsonBlock):
        found = loose_object(text, body, min(stop, body + LONGEST), cut=True)
    if isinstance(found, JsonBlock) and found.end <= stop:
        return _answer(found.members), found.end
    cut = _ANSWER.search(text, body, stop)
    return (cut[1].replace('\\"', '"').replace("\\n", "\n") if cut is not None else ""), stop


def _answer(members: Mapping[str, object]) -> str:
    given = members.get(ANSWER)
    plain = isinstance(given, str | int | float) and not isinstance(given, bool)
    return str(given).strip() if plain else ""


# Linear: possessive, so a match never backtracks.
_ANSWER = re.compile(r'"answer"\s{0,20}:\s{0,20}"([^"\\]*+(?:\\.[^"\\]*+)*+)', re.DOTALL)
_AROUND = re.compile(r"<ballot>(\s{0,40}(?:`{3}[a-z]{0,12}\s{0,40})?\{)|</ballot>", re.IGNORECASE)
