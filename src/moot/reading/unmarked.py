"""Extract a member's answer from a ballot without its mark, or an unreadable one.

A member's answer judges no other, so a ballot without a mark is read for its answer where it can be no quotation: if it
is the whole text, or its end. Elsewhere, and if it is broken, the answer in it replaces the markup.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from moot.reading.json_block import LONGEST, JsonBlock, loose_object, strict_object
from moot.reading.label_letters import folded
from moot.reading.marked_blocks import FENCE, TAG, TAG_END, marks_before

ANSWER = "answer"
MOST_BLOCKS = 32
"""Blocks opened in one text, from its end."""


def unmarked_ballot(text: str) -> Mapping[str, object] | None:
    """Return the object that is the whole text, or its end; `None` if other words follow it."""
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
    """Return the text with every ballot that has an answer replaced by it; any other text unchanged."""
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
    """Return the text without the tags of its ballots."""
    return _AROUND.sub(lambda found: found[1] or "", text).strip() if TAG in folded(text) else text


def _whole(text: str) -> Mapping[str, object] | None:
    bare = text.strip()
    return unmarked_ballot(bare) if bare.startswith(("{", FENCE)) else None


def _said(text: str, body: int, stop: int) -> tuple[str, int]:
    """Return the answer of an object, empty if none, and its end."""
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
