"""Extract the values from a text that is almost one JSON object.

Handles text before, between and after the broken part: prose around it, a cut-off end, a stray quotation mark, a
missing comma. It invents nothing: a value that does not end is left out, and both values of a duplicate name are kept.
Linear: it never goes back further than one string. `votes/reading.py` decides which of the values are votes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

LONGEST = 65_536
"""Characters read, counted from the end."""
DEEPEST = 8
MOST_SCRAPS = 400
LONGEST_STRING = 4_000
"""Characters within which the end of a string with a stray quotation mark is searched."""


class Pairs(list[tuple[str, object]]):
    """An object: every name with its value, in order, including duplicate names."""


class IncompleteValue:
    """A value that begins and is missing."""


ABSENT = IncompleteValue()


class Scrap(Struct, frozen=True):
    """An object or list at the top level of the text."""

    value: object
    """An object (`Pairs`) or a list, without its broken parts."""
    before: str
    """The text between it and the one before."""


def scraps_in(text: str) -> tuple[Scrap, ...]:
    """Return every top-level object and list of a text, in order."""
    text = text[-LONGEST:]
    found: list[Scrap] = []
    at = after = 0
    while len(found) < MOST_SCRAPS and (begin := _OPENS.search(text, at)) is not None:
        reader = _JsonRepairer(text, begin.start())
        value = reader.value(1)
        at = max(reader.at, begin.start() + 1)
        if isinstance(value, list) and value:
            found.append(Scrap(value, text[after : begin.start()]))
            after = at
    return tuple(found)


class _JsonRepairer:
    """Reader from left to right; `broken` once the rest of the current value cannot be parsed."""

    def __init__(self, text: str, at: int) -> None:
        self.text, self.at, self.broken = text, at, False

    def peek(self) -> str:
        while (space := _SPACE.match(self.text, self.at)) is not None:
            self.at = space.end()
        return self.text[self.at : self.at + 1]

    def value(self, depth: int) -> object:
        first = self.peek()
        if depth > DEEPEST or not first:
            return self._break()
        if first == "{":
            return self.pairs(depth)
        if first == "[":
            return self.items(depth)
        if first in _QUOTES:
            return self.string(first)
        word = _WORD.match(self.text, self.at)
        if word is None or word.end() == len(self.text):
            return self._break()
        self.at = word.end()
        return _meaning(word[0].strip())

    def pairs(self, depth: int) -> Pairs:
        self.at += 1
        pairs = Pairs()
        while self.goes_on("}"):
            name = self.value(depth + 1)
            if self.broken or self.peek() != ":" or not isinstance(name, str | int | float):
                self._break()
                break
            self.at += 1
            value = self.value(depth + 1)
            if value is not ABSENT:
                pairs.append((str(name), value))
        return pairs

    def items(self, depth: int) -> list[object]:
        self.at += 1
        items: list[object] = []
        while self.goes_on("]"):
            value = self.value(depth + 1)
            if value is not ABSENT:
                items.append(value)
        return items

    def goes_on(self, closer: str) -> bool:
        """Return whether another entry follows; a comma too many or too few does not matter."""
        while not self.broken and self.peek() == ",":
            self.at += 1
        if self.broken:
            return False
        following = self.peek()
        if following == closer:
            self.at += 1
        return following not in ("", "}", "]")

    def string(self, quote: str) -> object:
        """Return a string, up to a quotation mark after which an object or a list can continue."""
        start, at = self.at + 1, self.at + 1
        quote = quote.replace("“", "”")
        while (at := self.text.find(quote, at, start + LONGEST_STRING)) >= 0:
            escaped = len(self.text[start:at]) - len(self.text[start:at].rstrip("\\"))
            rest = self.text[at + 1 : at + 40].lstrip()
            if escaped % 2 == 0 and (not rest or rest[0] in ":}]" or _ENDS.match(rest)):
                self.at = at + 1
                return _plain(self.text[start:at])
            at += 1
        return self._break()

    def _break(self) -> IncompleteValue:
        self.broken = True
        return ABSENT


def _plain(string: str) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[1]), string)


def _meaning(word: str) -> object:
    low = word.lower()
    if low in _NAMED:
        return _NAMED[low]
    try:
        return float(word) if len(word) <= 20 else word
    except ValueError:
        return word


def names(pairs: Pairs) -> Sequence[str]:
    """Return the names in an object."""
    return [name for name, _ in pairs]


_NAMED: dict[str, object] = {"true": True, "false": False, "null": None, "none": None}
_QUOTES = "\"'“”"
_SPACE = re.compile(r"\s+|//[^\n]*\n|/\*[^*]{0,400}\*/")
_OPENS = re.compile(r"[{\[]")
# What can follow the end of a string: a comma and the next entry, or no comma and the next name.
_ENDS = re.compile(r",\s*[\"'“”{\[\]}\w/-]|,?\s*$|\"[^\"\n]{1,40}\"\s*:")
_WORD = re.compile(r"[^\s,:{}\[\]\"']{1,60}")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.S)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\n", "b": "", "f": ""}
