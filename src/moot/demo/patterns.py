"""Make a text that matches a pattern or a format, for the few fields of a ballot with one."""

from __future__ import annotations

import re
from collections.abc import Sequence

FORMATS = {
    "date": "2024-02-29",
    "date-time": "2024-02-29T12:00:00Z",
    "time": "12:00:00Z",
    "email": "voice@example.org",
    "uri": "https://example.org/",
    "uuid": "00000000-0000-4000-8000-000000000000",
}
PART = re.compile(r"(\\.|\[(?:\\.|[^\]]){1,500}\]|\.|[^\\^$*+?{}()|])(\*|\+|\?|\{(\d+)(?:,(\d*))?\})?")
SHORTHAND = {"d": "7", "w": "a", "s": " ", "D": "a", "W": "-", "S": "a", "b": "", "B": ""}


def matching(pattern: str, least: int, most: int, known: Sequence[str] = ()) -> str:
    """Return a matching text, if one of the common ones does or the pattern is a plain sequence."""
    found = re.compile(pattern)
    tries = [*known, "a point", "point", "Point", "A", "a", "7", "A-7", "claim-07", "point-7", written(pattern, least)]
    fitting = [text for text in tries if found.search(text) and least <= len(text) <= most]
    return fitting[0] if fitting else written(pattern, least)[: max(most, 1)]


def written(pattern: str, least: int) -> str:
    """Return a text for a pattern without groups or alternatives; open repetitions continue until it is long enough."""
    parts: list[tuple[str, int, bool]] = []
    for atom, sign, low, high in PART.findall(pattern.strip("^$")):
        count = 1 if not sign or sign in "+?*" else int(low)
        parts.append((letter(atom), count, sign in {"+", "*"} or (bool(sign) and "," in sign and not high)))
    short = least - sum(count for _, count, _ in parts)
    text = ""
    for one, count, free in parts:
        extra = max(0, short) if free else 0
        short -= extra
        text += one * (count + extra)
    return text


def letter(atom: str) -> str:
    """Return one character for one part of a pattern."""
    if atom.startswith("[^"):
        return next(sign for sign in "a7-A_" if re.match(atom, sign))
    if atom.startswith("["):
        inner = atom[1:-1]
        return SHORTHAND.get(inner[1], inner[1]) if inner.startswith("\\") else inner[0]
    if atom.startswith("\\"):
        return SHORTHAND.get(atom[1], atom[1])
    return "a" if atom == "." else atom
