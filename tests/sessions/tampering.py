"""In which ways can a transcript be changed by hand? Every field of every event, one change at a time.

A change is a path into the file's lines and what was done there. `changes` yields each with the lines that come of it.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

Lines = list[dict[str, Any]]


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
    lines: Lines
    """The file's events after it."""


def changes(lines: Lines) -> Iterator[Change]:
    """Every change of one place."""
    for number, line in enumerate(lines):
        for path in _paths(line):
            for how, value in _other(_at(line, path)):
                changed = copy.deepcopy(line)
                _set(changed, path, value)
                yield _change(line, path, how, [*lines[:number], changed, *lines[number + 1 :]])
        for path in [(), *(path for path in _paths(line) if isinstance(_at(line, path), dict))]:
            added = copy.deepcopy(line)
            _at(added, path)["added"] = 1
            yield _change(line, path, "key added", [*lines[:number], added, *lines[number + 1 :]])
        for path in _paths(line):
            if isinstance(_at(line, path[:-1]), dict):
                gone = copy.deepcopy(line)
                del _at(gone, path[:-1])[path[-1]]
                yield _change(line, path, "key removed", [*lines[:number], gone, *lines[number + 1 :]])
        rest = [*lines[:number], *lines[number + 1 :]]
        if rest:
            yield _change(line, (), "event dropped", rest)
            yield _change(line, (), "event dropped, renumbered", numbered(rest))
        yield _change(line, (), "event duplicated", [*lines[: number + 1], *lines[number:]])
        yield _change(line, (), "event duplicated, renumbered", numbered([*lines[: number + 1], *lines[number:]]))
        if number + 1 < len(lines):
            swapped = [*lines[:number], lines[number + 1], line, *lines[number + 2 :]]
            yield _change(line, (), "events swapped", swapped)
            yield _change(line, (), "events swapped, renumbered", numbered(swapped))


def numbered(lines: Lines) -> Lines:
    """The same, numbered without a gap, as whoever hides a change would."""
    return [{**line, "seq": number} for number, line in enumerate(lines, start=1)]


def written(lines: Lines) -> str:
    """The file."""
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def _change(line: dict[str, Any], path: tuple[Any, ...], how: str, lines: Lines) -> Change:
    field = ""
    for part in path:
        field += "[]" if isinstance(part, int) else f".{part}" if field else str(part)
    return Change(str(line["kind"]), field, how, str(line["key"]), lines)


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


def _set(value: Any, path: tuple[Any, ...], new: Any) -> None:
    _at(value, path[:-1])[path[-1]] = new


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
