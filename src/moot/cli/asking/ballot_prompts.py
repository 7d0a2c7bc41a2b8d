"""Prompt for a person's ballot at the terminal, field by field, from the ballot's schema.

An invalid value is asked for again with the reason. The input becomes the JSON that a form's answer is parsed from; a
schema with an unsupported field is answered as text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
Ask = Callable[[str], str]
"""Show a line and return the input; raise `EOFError` at the end of the input."""
FLAGS_FIRST = ("abstain", "abstained")
"""Flags asked for first: after a yes the rest need not be filled in."""
_SPLIT = re.compile(r"\s*(=)\s*|[\s,>]+")


class Unfit(Exception):
    """The input is invalid; the message is the reason."""


def fits(schema: Any) -> bool:
    """Return whether every field of a form can be asked for."""
    if not isinstance(schema, dict):
        return False
    kind = schema.get("type")
    if kind == "object":
        return bool(schema.get("properties")) and all(map(fits, schema["properties"].values()))
    if kind == "array":
        return fits(schema.get("items"))
    return kind in ("string", "boolean") or (kind in ("integer", "number") and _bounds(schema) is not None)


def filled_in(schema: dict[str, Any], ask: Ask, tell: Callable[[str], None]) -> str:
    """Prompt for each field and return the ballot as JSON."""
    return json.dumps(_PromptValues(ask, tell).value(schema, ""), ensure_ascii=False)


class _PromptValues:
    def __init__(self, ask: Ask, tell: Callable[[str], None]) -> None:
        self._ask, self._tell = ask, tell

    def value(self, schema: dict[str, Any], title: str) -> Any:
        kind, among = schema["type"], schema.get("enum", ())
        if kind == "object":
            return self._order(list(schema["properties"]), title) if is_order(schema) else self._group(schema, title)
        if kind == "array":
            return self._list(schema, title)
        if kind == "boolean":
            return self._until(f"{title}? [y/N]", lambda said: said.strip().lower() in ("y", "yes"))
        if kind == "string" and len(among) == 1:
            return among[0]
        if kind == "string" and among:
            listed = ", ".join(f"{n} {option}" for n, option in enumerate(among, 1))
            return self._until(f"{title} ({listed}):", lambda said: _one_of(said, list(among)))
        if kind == "string":
            return self._words(schema, title)
        low, high = _bounds(schema) or (0, 0)
        return self._until(f"{title} ({low:g} to {high:g}):", lambda said: _number(said, schema, low, high))

    def _group(self, schema: dict[str, Any], title: str) -> dict[str, Any]:
        fields: dict[str, Any] = schema["properties"]
        found: dict[str, Any] = {}
        for name in sorted(fields, key=lambda name: name not in FLAGS_FIRST):
            if any(found.get(flag) for flag in FLAGS_FIRST):
                found[name] = least(fields[name])
                continue
            found[name] = self.value(fields[name], " · ".join(filter(None, (title, name.replace("_", " ")))))
        return {name: found[name] for name in fields}

    def _list(self, schema: dict[str, Any], title: str) -> list[Any]:
        entries: list[Any] = []
        low, high = schema.get("minItems", 0), schema.get("maxItems", 20)
        while len(entries) < high:
            number = len(entries) + 1
            if number > low and not self._until(
                f"{title}: entry {number}? [y/N]", lambda s: s.strip().lower()[:1] == "y"
            ):
                break
            entries.append(self.value(schema["items"], f"{title} {number}"))
        return entries

    def _order(self, labels: list[str], title: str) -> dict[str, int]:
        if len(labels) == 1:
            return {labels[0]: 1}
        example = f"{' '.join(labels)}, or {labels[0]} = {labels[1]} for a tie"
        return self._until(f"{title}, best first (as in {example}):", lambda said: places_from(said, labels))

    def _words(self, schema: dict[str, Any], title: str) -> str:
        def read(first: str) -> str:
            lines = [first]
            while lines[-1].endswith("\\"):
                lines[-1] = lines[-1][:-1]
                lines.append(self._ask("…"))
            text = "\n".join(lines).strip()
            low, high = schema.get("minLength", 0), schema.get("maxLength")
            if len(text) < low:
                raise Unfit("Write something here.")
            if high is not None and len(text) > high:
                raise Unfit(f"At most {high} characters; these are {len(text)}.")
            return text

        return self._until(f"{title} (a line that ends in \\ goes on):", read)

    def _until(self, prompt: str, read: Callable[[str], T]) -> T:
        while True:
            try:
                return read(self._ask(prompt))
            except Unfit as why:
                self._tell(str(why))


def is_order(schema: dict[str, Any]) -> bool:
    """Return whether an object has a place for each of its names."""
    names = list(schema["properties"])
    places = list(range(1, len(names) + 1))
    return bool(names) and all(
        part.get("type") == "integer" and part.get("enum") == places for part in schema["properties"].values()
    )


def places_from(said: str, labels: list[str]) -> dict[str, int]:
    """Parse the place of each label from an order such as `K7QX B2CD = F9GH`."""
    by_name = {label.lower(): label for label in labels}
    places: dict[str, int] = {}
    place, tied = 0, False
    for word in filter(None, _SPLIT.split(said.strip())):
        if word == "=":
            tied = True
            continue
        label = by_name.get(word.lower())
        if label is None:
            raise Unfit(f"{word} is none of {', '.join(labels)}.")
        if label in places:
            raise Unfit(f"{label} stands there twice.")
        place = place if tied and place else len(places) + 1
        places[label], tied = place, False
    if missing := [label for label in labels if label not in places]:
        raise Unfit(f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing.")
    return places


def least(schema: dict[str, Any]) -> Any:
    """Return the smallest valid value of a field, for a ballot that abstains."""
    kind, among = schema["type"], schema.get("enum", ())
    if kind == "object":
        return {name: least(part) for name, part in schema["properties"].items()}
    if kind == "array":
        return [least(schema["items"]) for _ in range(schema.get("minItems", 0))]
    if among:
        return among[0]
    if kind in ("integer", "number"):
        return (_bounds(schema) or (0, 0))[0]
    return False if kind == "boolean" else "–" * max(1, schema.get("minLength", 0))


def _one_of(said: str, among: list[str]) -> str:
    word = said.strip().lower().replace(" ", "_")
    if word.isdecimal() and 1 <= int(word[:4]) <= len(among):
        return among[int(word) - 1]
    for option in among:
        if option.lower().replace(" ", "_") == word:
            return option
    raise Unfit(f"Type a number from 1 to {len(among)}, or one of the words.")


def _number(said: str, schema: dict[str, Any], low: float, high: float) -> float | int:
    try:
        value = float(said.strip())
    except ValueError:
        value = low - 1
    whole = schema["type"] == "integer"
    if not low <= value <= high or (whole and value != int(value)):
        raise Unfit(f"Type a {'whole ' if whole else ''}number from {low:g} to {high:g}.")
    return int(value) if whole else value


def _bounds(schema: dict[str, Any]) -> tuple[float, float] | None:
    among = schema.get("enum")
    if among:
        return min(among), max(among)
    low, high = schema.get("minimum"), schema.get("maximum")
    return (low, high) if low is not None and high is not None else None
