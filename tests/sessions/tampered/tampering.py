"""Change a transcript by hand in every way: every field of every event, one change at a time.

A change is a path into an event and what was done there; `changes` yields each with the file that comes of it.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from moot.transcripts.json_lines import unbroken

Line = dict[str, Any]


class Change(NamedTuple):
    """One change."""

    kind: str
    """The event's kind."""
    field: str
    """The field, places in lists left out: `body.verdict.missing[].cause`."""
    how: str
    """What was done to it."""
    key: str
    """The event's key."""
    text: str
    """The file's events after it."""


def changes(text: str) -> Iterator[Change]:
    """Every change of one place in a file of events."""
    said = text.splitlines()
    for number, words in enumerate(said):
        before, after, line = said[:number], said[number + 1 :], json.loads(words)

        def changed(path: tuple[Any, ...], how: str, new: list[str], line: Line = line) -> Change:
            return Change(line["kind"], _named(path), how, line["key"], "".join(f"{each}\n" for each in new))

        for path, how, other in _of_one(line):
            yield changed(path, how, [*before, written(other), *after])
        if len(said) > 1:
            yield changed((), "event dropped", [*before, *after])
            yield changed((), "event dropped, renumbered", _numbered([*before, *after]))
        yield changed((), "event doubled", [*before, words, words, *after])
        yield changed((), "event doubled, renumbered", _numbered([*before, words, words, *after]))
        if after:
            swapped = [*before, after[0], words, *after[1:]]
            yield changed((), "events swapped", swapped)
            yield changed((), "events swapped, renumbered", _numbered(swapped))


def written(line: Line) -> str:
    """A line as a forger writes it, who knows how lines are written."""
    return unbroken(json.dumps(line, ensure_ascii=False, separators=(",", ":")))


def _of_one(line: Line) -> Iterator[tuple[tuple[Any, ...], str, Line]]:
    """Every change within one event."""
    for path in _paths(line):
        for how, value in _other(_at(line, path)):
            changed = copy.deepcopy(line)
            _at(changed, path[:-1])[path[-1]] = value
            yield path, how, changed
        if isinstance(_at(line, path[:-1]), dict):
            gone = copy.deepcopy(line)
            del _at(gone, path[:-1])[path[-1]]
            yield path, "key removed", gone
    for path in [(), *(path for path in _paths(line) if isinstance(_at(line, path), dict))]:
        added = copy.deepcopy(line)
        _at(added, path)["added"] = 1
        yield path, "key added", added


def _numbered(lines: list[str]) -> list[str]:
    """The same, numbered without a gap, as whoever hides a change would."""
    return [re.sub(r'"seq":\d+', f'"seq":{number}', line, count=1) for number, line in enumerate(lines, start=1)]


def _named(path: tuple[Any, ...]) -> str:
    field = ""
    for part in path:
        field += "[]" if isinstance(part, int) else f".{part}" if field else str(part)
    return field


def _paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place below a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield (*at, key)
        yield from _paths(part, (*at, key))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for part in path:
        value = value[part]
    return value


def _other(value: Any) -> Iterator[tuple[str, Any]]:
    """Other values of the same type, and what can be done to a list."""
    if isinstance(value, bool):
        yield "flipped", not value
    elif isinstance(value, int):
        yield "more", value + 1
        yield "less", value - 1
    elif isinstance(value, float):
        yield "more", value + 0.25
        yield "less", value - 0.25
    elif isinstance(value, str):
        yield "text edited", _edited(value)
        if value:
            yield "text emptied", ""
    elif value is None:
        yield "set", 1
        yield "set to text", "seat-a"
    elif isinstance(value, list) and value:
        yield "first dropped", value[1:]
        yield "first doubled", [value[0], *value]
        if len(value) > 1 and value[0] != value[1]:
            yield "first two swapped", [value[1], value[0], *value[2:]]


def _edited(text: str) -> str:
    """A text of the same length, where it has any, with one character changed: in its middle, where words stand."""
    if not text:
        return "x"
    places = [n for n, c in enumerate(text) if c.isalnum()] or [0]
    at = places[len(places) // 2]
    return (
        text[:at]
        + ("8" if text[at] == "7" else "7" if text[at].isdigit() else "q" if text[at] != "q" else "z")
        + text[at + 1 :]
    )
