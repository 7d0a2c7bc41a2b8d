"""Parse the JSON object at a position of a text, which `ballot_reader.py` finds in a reply.

`strict_object` parses plain JSON and refuses what two parsers could read differently: a duplicate key, NaN, Infinity,
long numbers, deep nesting. `loose_object` also accepts what models write without a grammar: trailing commas, single
quotes, bare words, line breaks in strings, closing braces cut off at the end. It adds no data: a missing comma, a
missing value and a number that may be cut off are refused. (The package `json-repair` silently keeps the last of two
equal keys, fills in missing values and takes 2 ms for a kilobyte: it does not fit an exact set of labels.)
"""

from __future__ import annotations

import json
import math
import re
from typing import NoReturn

from msgspec import Struct

LONGEST = 65_536
"""Maximum number of characters in one object."""
DEEPEST = 6
"""Maximum nesting depth of objects and lists."""
MOST_TOKENS = 2_000
"""Maximum number of tokens in an object whose errors are tolerated. A ballot on 26 answers has some 300."""


class JsonBlock(Struct, frozen=True):
    """A JSON object found in a text: its members, and the position after its end."""

    members: dict[str, object]
    end: int


class Broken(Struct, frozen=True):
    """Result of parsing a text without a readable JSON object: the reason, and the position of the error."""

    why: str
    at: int
    tokens: int = 0
    """Number of tokens parsed before the error, if counted."""


def strict_object(text: str, start: int = 0) -> JsonBlock | Broken:
    """Return the valid JSON object that begins at `start`, or the error found in it."""
    window = text[start : start + LONGEST]
    try:
        value, end = _STRICT.raw_decode(window)
    except json.JSONDecodeError as error:
        return Broken("the JSON is not well formed", start + error.pos)
    except RecursionError:
        return Broken("the JSON is nested too deeply", start + len(window))
    except ValueError as error:
        return Broken(str(error), start + len(window))
    if not isinstance(value, dict):
        return Broken("there is no JSON object", start)
    if _depth(value) > DEEPEST:
        return Broken("the JSON is nested too deeply", start + end)
    return JsonBlock(value, start + end)


def loose_object(text: str, start: int, stop: int, cut: bool) -> JsonBlock | Broken:
    """Return the JSON object between `start` and `stop`. Common errors are tolerated.

    If the object cannot be parsed, return the reason. `cut` says that no end mark was found: the object may be cut off
    at `stop`, or other text may follow the object.
    """
    scanner = _Loose(text[start : min(stop, start + LONGEST)], cut or stop - start > LONGEST)
    try:
        value = scanner.thing(1)
        if not isinstance(value, dict):
            raise ValueError("there is no JSON object")
        if not scanner.closed_by_end and not cut and scanner.peek():
            raise ValueError("more than one JSON object stands in the block")
    except ValueError as error:
        return Broken(str(error), start + scanner.at, scanner.tokens)
    return JsonBlock(value, start + scanner.at)


class CutOff(Struct, frozen=True):
    """A JSON object that is incomplete because the text ends inside it."""

    members: dict[str, object]
    """The complete members of the object."""
    open: str | None
    """Name of the member whose value is incomplete; `None` if the text ends between members."""


def cut_object(text: str, start: int) -> CutOff | Broken:
    """Return the complete members of a JSON object that the end of the text cuts off.

    A member is complete if its value is closed. At the very end, `"places": {"a": 1` is not closed, and `12` may not
    be. If there is an error before the end, return this error.
    """
    if len(text) - start > LONGEST:
        return Broken("the JSON is too long to be mended", start)
    scanner = _Loose(text[start:], cut=True)
    members: dict[str, object] = {}
    try:
        if scanner.take() != "{":
            raise ValueError("there is no JSON object")
        while True:
            begun = scanner.peek()
            if begun == "}":
                raise ValueError("the JSON is not cut off")
            if not begun:
                return CutOff(members, None)
            at = scanner.at + 1
            key = scanner.whole_scalar()
            if key is None:
                return CutOff(members, scanner.text[at:])
            if not isinstance(key, str) or key in members:
                raise ValueError("the JSON has one key twice" if key in members else "the JSON is not well formed")
            if not scanner.peek():
                return CutOff(members, key)
            if scanner.take() != ":":
                raise ValueError("the JSON is not well formed")
            value = scanner.whole_thing()
            if value is _UNFINISHED:
                return CutOff(members, key)
            members[key] = value
            scanner.separator("}")
    except ValueError as error:
        return Broken(str(error), start + scanner.at, scanner.tokens)


class _Loose:
    """Lenient JSON parser that reads from left to right without backtracking, in linear time and with a limit on
    tokens."""

    def __init__(self, text: str, cut: bool) -> None:
        self.text, self.cut = text, cut
        self.at = 0
        self.tokens = 0
        self.closed_by_end = False
        self.unclosed = False

    def peek(self) -> str:
        """Skip white space and return the next character without consuming it; empty at the end."""
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at
        return self.text[self.at : self.at + 1]

    def take(self) -> str:
        self.tokens += 1
        if self.tokens > MOST_TOKENS:
            raise ValueError("the JSON is too long to be mended")
        character = self.peek()
        self.at += len(character)
        return character

    def thing(self, depth: int) -> object:
        if depth > DEEPEST:
            raise ValueError("the JSON is nested too deeply")
        first = self.take()
        if first == "{":
            return self.members(depth)
        if first == "[":
            return self.items(depth)
        return self.scalar(first)

    def whole_scalar(self) -> object:
        """Parse and return a string, number or word. If the text ends inside it, return `None`."""
        first = self.take()
        if first in _STRINGS and _STRINGS[first].match(self.text, self.at) is None:
            return None
        word = _WORD.match(self.text, self.at - 1)
        return None if word is not None and word.end() == len(self.text) else self.scalar(first)

    def whole_thing(self) -> object:
        """Parse and return a complete value. If the text ends inside the value, return `_UNFINISHED`."""
        if not self.peek():
            return _UNFINISHED
        try:
            value, end = _STRICT.raw_decode(self.text, self.at)
        except (ValueError, RecursionError):
            pass
        else:
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if _depth(value) >= DEEPEST:
                raise ValueError("the JSON is nested too deeply")
            self.at = end
            return _UNFINISHED if number and end == len(self.text) else value
        try:
            value = self.thing(2)
        except ValueError:
            # An unclosed string, and any value that the text ends in, extends to the end.
            if self.peek() and not self.unclosed:
                raise
            return _UNFINISHED
        return _UNFINISHED if self.closed_by_end else value

    def members(self, depth: int) -> dict[str, object]:
        members: dict[str, object] = {}
        while not self.over("}"):
            key = self.scalar(self.take())
            if not isinstance(key, str) or self.take() != ":":
                raise ValueError("the JSON is not well formed")
            if key in members:
                raise ValueError("the JSON has one key twice")
            members[key] = self.thing(depth + 1)
            self.separator("}")
        return members

    def items(self, depth: int) -> list[object]:
        things: list[object] = []
        while not self.over("]"):
            things.append(self.thing(depth + 1))
            self.separator("]")
        return things

    def over(self, closer: str) -> bool:
        """Return whether the object or list ends here, at its closing bracket or at the end of the text."""
        following = self.peek()
        if following == closer:
            self.at += 1
        elif not following:
            self.closed_by_end = True
        return not following or following == closer

    def separator(self, closer: str) -> None:
        following = self.peek()
        if following == ",":
            self.at += 1
        elif following and following != closer:
            raise ValueError("the JSON is not well formed")

    def scalar(self, first: str) -> object:
        if first in _STRINGS:
            string = _STRINGS[first].match(self.text, self.at)
            if string is None:
                self.unclosed = True
                raise ValueError("the JSON is cut off in a string")
            self.at = string.end()
            return _unescaped(string[1])
        word = _WORD.match(self.text, self.at - 1) if first else None
        if word is None:
            raise ValueError("the JSON is not well formed")
        self.at = word.end()
        if self.cut and self.at == len(self.text):
            self.unclosed = True
            raise ValueError("the JSON is cut off in a word")
        return _meaning(word[0])


def _unescaped(string: str) -> str:
    if "\\" not in string:
        return string
    try:
        return str(
            json.loads('"' + string.replace("\\'", "'").replace('\\"', '"').replace('"', '\\"') + '"', strict=False)
        )
    except ValueError:
        return string


def _meaning(word: str) -> object:
    small = word.lower()
    if small in _NAMED:
        return _NAMED[small]
    if small in ("nan", "infinity"):
        raise ValueError("the JSON has a number that is none")
    return _whole_number(word) if word.isdecimal() else word


def _whole_number(digits: str) -> int:
    if len(digits) > 6:
        raise ValueError("the JSON has a number that is too long")
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits) if len(digits) <= 32 else math.inf
    if math.isinf(number):
        raise ValueError("the JSON has a number that is too long")
    return number


def _none_such(name: str) -> NoReturn:
    raise ValueError("the JSON has a number that is none")


def _without_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("the JSON has one key twice")
    return members


def _depth(value: object) -> int:
    """Count the levels of nested objects and lists, one level at a time, so that deep nesting cannot overflow the
    stack."""
    layers, layer = 0, [value]
    while layer := [thing for thing in layer if isinstance(thing, dict | list)]:
        layers += 1
        layer = [inner for thing in layer for inner in (thing.values() if isinstance(thing, dict) else thing)]
    return layers


_UNFINISHED = object()
_STRICT = json.JSONDecoder(
    object_pairs_hook=_without_twins, parse_int=_whole_number, parse_float=_number, parse_constant=_none_such
)
_NAMED: dict[str, object] = {"true": True, "false": False, "null": None, "none": None}
# Linear: every repetition is possessive, so a match never backtracks, and parsing ends after a failure.
_STRINGS = {quote: re.compile(rf"([^{quote}\\]*+(?:\\.[^{quote}\\]*+)*+){quote}", re.DOTALL) for quote in ('"', "'")}
_SPACE = re.compile(r"\s*+")
_WORD = re.compile(r"[0-9A-Za-z_]{1,40}+(?![0-9A-Za-z_])")
