"""Parse references to lines of code: `line 12`, `lines 12-15 and 20`, `L12`, `store.go:12`, with their file.

Only numbers marked as lines count. A text without any has no place in the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

MOST_LINES = 2_000
"""Maximum number of lines in one range. A longer range is ignored."""
MOST_READ = 20_000
"""Maximum number of characters of a text that are parsed."""
_FILE = re.compile(r"(?<![\w/.-])(?:[\w-]{1,80}/){0,8}[\w-]{1,80}\.[A-Za-z][\w]{0,7}(?![\w/])")
_COLON = re.compile(r":L?(\d{1,6})(?:\s?[-–]\s?L?(\d{1,6}))?")
_LINES = re.compile(r"\b(?:lines?|ll?\.|L(?=\d))\s{0,2}#?L?(\d{1,6})", re.IGNORECASE)
_ON = re.compile(r"\s{0,2}(?:-|–|—|to|through|until)\s{0,2}L?(\d{1,6})\b", re.IGNORECASE)
_MORE = re.compile(
    r"\s{0,2}(?:,\s{0,2}(?:and\s{1,2})?|and\s{1,2}|&\s{0,2})(?:lines?\s{1,2})?L?(\d{1,6})\b", re.IGNORECASE
)


class CodePlace(Struct, frozen=True, kw_only=True):
    """A range of lines in a file that a text refers to."""

    file: str
    """File named in the text; empty if it names none."""
    first: int
    """Number of the first line."""
    last: int
    """Number of the last line."""


def code_places(text: str) -> tuple[CodePlace, ...]:
    """Return the references to lines of code in a text, in order and without repetition."""
    return tuple(dict.fromkeys(_places(text[:MOST_READ])))


def _places(text: str) -> Iterator[CodePlace]:
    files = [(found.start(), found.end(), found[0]) for found in _FILE.finditer(text)]
    for _, end, name in files:
        if met := _COLON.match(text, end):
            yield from _span(name, int(met[1]), int(met[2] or met[1]))
    over = 0
    for met in _LINES.finditer(text):
        if met.start() < over:
            continue
        name = next((name for start, _, name in reversed(files) if start < met.start()), "")
        at, first = met.end(), int(met[1])
        while True:
            on = _ON.match(text, at)
            yield from _span(name, first, int(on[1]) if on else first)
            at = on.end() if on else at
            more = _MORE.match(text, at)
            if more is None:
                break
            at, first = more.end(), int(more[1])
        over = at


def _span(file: str, first: int, last: int) -> Iterator[CodePlace]:
    if 1 <= first <= last < first + MOST_LINES:
        yield CodePlace(file=file, first=first, last=last)
