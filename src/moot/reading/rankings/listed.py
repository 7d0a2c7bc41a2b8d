"""Parse the numbered list below `FINAL RANKING:`, as the published three-stage council asks for it.

    FINAL RANKING:
    1. K7QX
    2. B2CD = F9GH

Each line of the list is a number and a label, best first; labels joined by `=` are tied. Emphasis, brackets and
`Response` before a label are ignored, and so is a reason after a dash or a colon, or on indented lines below. The
numbers must be 1, 2, 3 …, or skip as many as are tied. Anything else is not read, and prose is not interpreted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct, field

from moot.reading.review_copy import folded, looks_like_a_label

LONGEST_BLOCK, LONGEST_LINE, MOST_LINES = 8_000, 2_000, 500
MOST_TIED = 40
MOST_UNKNOWN = 8
"""Number of labels of other sheets at which parsing of a list stops."""


class RankedList(Struct):
    """A ranking in words as parsed, before its labels are compared with those of the sheet."""

    tiers: list[list[str]] = field(default_factory=list)
    """Groups of tied labels of this sheet, best first."""
    numbers: list[int] = field(default_factory=list)
    """The number written before each tier."""
    unknown: list[str] = field(default_factory=list)
    """Labels of other sheets that occur in the list."""
    abstained: bool = False
    opening: str = ""
    """First paragraph after the header's name."""
    trouble: str = ""
    """Why the list cannot be parsed; empty if it can."""

    @property
    def labels(self) -> list[str]:
        return [label for tier in self.tiers for label in tier]


def parse_list(words: str, labels: Mapping[str, str]) -> RankedList:
    """Return the ranking in the text after a header such as `FINAL RANKING:`.

    Args:
        words: The text after the header's name, up to the next mark.
        labels: The sheet's labels, by their spelling in lower case.
    """
    listed = RankedList()
    head, _, below = words[:LONGEST_BLOCK].partition("\n")
    listed.opening = head[:LONGEST_LINE].strip(_AROUND_HEADER)
    listed.abstained = folded(listed.opening) == "abstain"
    if listed.opening and not listed.abstained:
        listed.trouble = "the line of the header holds more than the header; write the numbered list below it"
    indent, ended, opened = -1, False, False
    for line in below.split("\n", MOST_LINES)[:MOST_LINES]:
        content = line[:LONGEST_LINE].strip()
        if not any(map(str.isalnum, content)):
            opened = opened or bool(listed.opening and not content)
            ended = len(set(listed.labels)) == len(labels)
            continue
        listed.opening += "" if opened else f"\n{content}"
        shift = len(line) - len(line.lstrip())
        if indent >= 0 and shift > indent + 1:
            continue
        item = _ITEM.match(content)
        if ended or item is None or not _is_label(folded(item["label"]), labels):
            if len(set(listed.labels)) == len(labels):
                break
            listed.trouble = listed.trouble or "words stand in the place of the numbered list"
            continue
        indent = shift if indent < 0 else indent
        _take(item, content, listed, labels)
        if len(listed.unknown) > MOST_UNKNOWN or len(listed.tiers) > 2 * len(labels):
            break
    listed.trouble = listed.trouble or _uneven(listed)
    return listed


def _take(item: re.Match[str], content: str, listed: RankedList, labels: Mapping[str, str]) -> None:
    """Parse one line of the list and add its labels and number to `listed`."""
    named = [folded(item["label"])]
    at = item.end()
    while (tied := _TIED.match(content, at)) and _is_label(folded(tied["label"]), labels) and len(named) < MOST_TIED:
        named.append(folded(tied["label"]))
        at = tied.end()
    rest = content[at:].lstrip()
    others = [label for label in labels if label not in named]
    if (rest and rest[0] not in _BEFORE_A_REASON) or any(label in folded(rest) for label in others):
        listed.trouble = listed.trouble or "a line of the list holds more than its label; write ties as LABEL = LABEL"
    listed.unknown += [word for word in named if word not in labels]
    known = [labels[word] for word in named if word in labels]
    if known:
        listed.tiers.append(known)
        listed.numbers.append(int(item["number"] or item["hashed"]))


def _uneven(listed: RankedList) -> str:
    """Return how the numbers of a list differ from the places of its tiers; empty if they agree."""
    below = [1 + sum(map(len, listed.tiers[:at])) for at in range(len(listed.tiers))]
    if listed.numbers in (list(range(1, len(listed.tiers) + 1)), below):
        return ""
    return "the numbers are not 1, 2, 3 …; write ties as LABEL = LABEL"


def _is_label(word: str, labels: Mapping[str, str]) -> bool:
    return word in labels or looks_like_a_label(word)


_AROUND_HEADER = " \t*_:：#"
_BEFORE_A_REASON = "-–—:.*_"
# Linear: matched at one place of a line, every repetition bounded.
_LABEL = (
    r"[\s*_`\"'“([<]{0,8}(?:(?i:response|answer)\s{1,3})?[*_`\"'“([<]{0,4}"
    r"(?P<label>[0-9A-Za-z\u212a]{1,12})(?![0-9A-Za-z])[*_`\"'”)\]>]{0,6}"
)
_ITEM = re.compile(
    rf"[*_]{{0,3}}(?:#(?P<hashed>\d{{1,2}})[.):]?|\(?(?P<number>\d{{1,2}})(?:[.):．）：、]|\s{{0,2}}[-–—])){_LABEL}"
)
_TIED = re.compile(rf"\s{{0,4}}={{1,2}}\s{{0,4}}{_LABEL}")
