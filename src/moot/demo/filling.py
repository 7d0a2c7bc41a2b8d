"""Fill in a JSON schema with valid values that follow from the schema, the labelled texts and a draw.

Example:
    Filler(schema, texts, lot, liking).filled()

Two rules go beyond the schema: a text with a higher liking gets the better place, score or level, and a `quote` beside
the label of a text is copied from that text.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from moot.demo.patterns import FORMATS, matching
from moot.demo.prompt import sentences
from moot.demo.text import write_note
from moot.vocabulary.seeded_draws import Lot

Json = Any
DEEPEST = 5
QUOTED = ("quote", "words")
"""Fields whose text is copied from another text."""


class Filler:
    """Filler of one schema.

    Args:
        schema: The form.
        texts: The texts that were read, by label.
        lot: The draw of this call.
        liking: How much a voice likes each label, from 0 to 1; other words are not labels.
        prose: Text of a top-level field without a limit.
    """

    def __init__(
        self,
        schema: Json,
        *,
        texts: Mapping[str, str],
        lot: Lot,
        liking: Mapping[str, float],
        prose: Callable[[], str] = str,
    ) -> None:
        self.root, self.texts, self.lot, self.liking, self.prose = schema, texts, lot, liking, prose
        order = sorted(liking, key=lambda label: -liking[label])
        self.places = {label: place for place, label in enumerate(order, 1)}

    def filled(self) -> Json:
        """Return a valid instance of the schema."""
        return self.value(self.root, ())

    def value(self, schema: Json, path: tuple[str, ...]) -> Json:
        """Return a value for the part of the schema at this path."""
        schema = self.plain(schema, len(path))
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.choice(list(schema["enum"]), path)
        kind = kind_of(schema)
        if kind == "object":
            return self.object(schema, path)
        if kind == "array":
            return self.array(schema, path)
        if kind in {"integer", "number"}:
            return self.number(schema, path, whole=kind == "integer")
        if kind == "boolean":
            return not path[-1].startswith("abst") and self.lot.number(3) == 0 if path else True
        return None if kind == "null" else self.string(schema, path)

    def plain(self, schema: Json, depth: int) -> dict[str, Any]:
        """Return the schema with references followed, one alternative chosen and all parts of `allOf` merged."""
        for _ in range(40):
            if not isinstance(schema, dict):
                return {}
            ways = schema.get("anyOf") or schema.get("oneOf")
            rest = {name: part for name, part in schema.items() if name not in {"$ref", "anyOf", "oneOf", "allOf"}}
            if "$ref" in schema:
                target: Json = self.root
                for part in str(schema["$ref"]).lstrip("#/").split("/"):
                    target = target[part.replace("~1", "/").replace("~0", "~")] if part else target
                schema = merged(rest, target)
            elif ways and depth > DEEPEST:
                schema = merged(rest, min(ways, key=lambda way: (way.get("type") != "null", weight_of(way))))
            elif ways:
                schema = merged(rest, next((way for way in ways if way.get("type") != "null"), ways[0]))
            elif "allOf" in schema:
                parts, schema = schema["allOf"], rest
                for part in parts:
                    schema = merged(schema, self.plain(part, depth))
            else:
                return schema
        return {}

    def object(self, schema: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
        """Fill in every required property, and the optional ones while the path is short."""
        known, other = schema.get("properties", {}), schema.get("additionalProperties", {})
        required = list(schema.get("required", []))
        optional = [name for name in known if name not in required] if len(path) < DEEPEST else []
        wanted = [*required, *optional[: max(0, schema.get("maxProperties", 1_000) - len(required))]]
        filled = {name: self.value(known[name], (*path, name)) for name in known if name in wanted}
        filled |= {name: self.value(other, (*path, name)) for name in wanted if name not in known}
        spare = [name for name in known if name not in filled]
        for number in range(schema.get("minProperties", 0) - len(filled)):
            name = spare[number] if number < len(spare) else f"point_{number + 1}"
            filled[name] = self.value(known.get(name, other), (*path, name))
        read = [self.texts[part] for part in filled.values() if isinstance(part, str) and part in self.texts]
        for name in QUOTED:
            if read and isinstance(filled.get(name), str):
                filled[name] = self.quote(read[0], known.get(name, {}).get("maxLength", 300))
        return filled

    def quote(self, text: str, most: int) -> str:
        """Copy a passage of a text."""
        passages = [passage for passage in sentences(text) if len(passage) <= most]
        return self.lot.pick(passages) if passages else text[:most].strip()

    def array(self, schema: dict[str, Any], path: tuple[str, ...]) -> list[Any]:
        """Fill in as many items as are required; else two or three, or a third of the most if that is more."""
        least, most = schema.get("minItems", 0), schema.get("maxItems", 64)
        leading, items = schema.get("prefixItems", []), schema.get("items", {})
        inner = self.plain(items, len(path))
        if inner.get("enum") and set(map(str, inner["enum"])) <= set(self.liking):
            ranked = sorted(inner["enum"], key=lambda label: self.places[label])
            return ranked[: max(least, min(most, len(ranked)))]
        usual = max(2 + self.lot.number(2), min(10, schema.get("maxItems", 0) // 3)) if len(path) < DEEPEST else 0
        count = max(least, min(most, usual))
        count = min(count, len(leading)) if items is False else count
        unique, found = bool(schema.get("uniqueItems")), list[Any]()
        for number in range(count * 6 if unique else count):
            part = leading[number] if number < len(leading) else items
            value = self.value(part, (*path, str(number)))
            if len(found) < count and not (unique and any(same(value, other) for other in found)):
                found.append(value)
        return found + (spread(inner, found, count - len(found)) if len(found) < count else [])

    def number(self, schema: dict[str, Any], path: tuple[str, ...], *, whole: bool) -> int | float:
        """Return a number within its bounds: higher for a text with a higher liking."""
        low, high, step = bounds(schema, whole)
        label = self.label_in(path)
        share = self.liking[label] if label else 0.5 + 0.4 * self.lot.share()
        value = low + share * (high - low)
        if whole or step:
            unit = step or 1
            value = min(math.floor(high / unit), max(math.ceil(low / unit), round(value / unit))) * unit
            return int(value) if whole or float(value).is_integer() else value
        return min(high, max(low, round(value, 2)))

    def string(self, schema: dict[str, Any], path: tuple[str, ...]) -> str:
        """Return text that fits the field and its limits."""
        if schema.get("format") in FORMATS:
            return FORMATS[schema["format"]]
        least, most = schema.get("minLength", 0), schema.get("maxLength", 4_000)
        if "pattern" in schema:
            return matching(schema["pattern"], least, most, list(self.liking))
        names = [part for part in path if not part.isdecimal() and part not in self.liking and part != "text"]
        name = names[-1] if names else "text"
        text = self.prose() if len(path) < 2 and "maxLength" not in schema else write_note(name, self.lot)
        while len(text) < least:
            text = f"{text} {write_note(name, self.lot)}"
        return text if len(text) <= most else text[:most].rstrip().ljust(least, ".")

    def choice(self, values: list[Any], path: tuple[str, ...]) -> Any:
        """Choose from an enum: a place or a level by liking, in a list each value in turn, and else by lot."""
        label = self.label_in(path)
        open_ = [value for value in values if not str(value).startswith("abst")] or values
        open_ = [value for value in open_ if value in self.texts] or open_
        if len(values) < 2:
            return values[0]
        if label and all(isinstance(value, int) for value in values):
            if path[-1] == label and values == list(range(1, len(self.liking) + 1)):
                return self.places[label]
            return values[min(len(values) - 1, int(self.liking[label] * len(values)))]
        if label:
            return open_[min(len(open_) - 1, int((1 - self.liking[label]) * len(open_)))]
        if all(isinstance(value, int | float) for value in values):
            return values[min(len(values) - 1, int((0.5 + 0.4 * self.lot.share()) * len(values)))]
        turns = [int(part) for part in path if part.isdecimal()]
        drawn = min(self.lot.number(len(open_)), self.lot.number(len(open_)))  # the first is the usual case
        return open_[sum(turns) % len(open_) if turns else drawn]

    def label_in(self, path: tuple[str, ...]) -> str:
        """Return the label that a path leads through."""
        return next((part for part in reversed(path) if part in self.liking), "")


def kind_of(schema: dict[str, Any]) -> str:
    """Return the type to fill in; guessed from the keywords if none is named."""
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), "null")
    if isinstance(kind, str):
        return kind
    return next((named for signs, named in KEYWORDS if any(sign in schema for sign in signs)), "string")


def bounds(schema: dict[str, Any], whole: bool) -> tuple[float, float, float]:
    """Return the lowest and highest number allowed, and the step between numbers (0 if there is none)."""
    gap = 1 if whole else 1e-3
    low, high, step = schema.get("minimum"), schema.get("maximum"), schema.get("multipleOf", 0)
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    highest, lowest = below if high is None else high, above if low is None else low
    width = abs(highest - lowest) if highest is not None and lowest is not None else 1
    if above is not None:
        after = math.floor(above) + 1 if whole else above + min(gap, gap * width)
        low = after if low is None else max(low, after)
    if below is not None:
        before = math.ceil(below) - 1 if whole else below - min(gap, gap * width)
        high = before if high is None else min(high, before)
    if low is None:
        low = 0 if high is None or high >= 0 else high - 10
    if high is None:
        high = low + 10
    return low, max(high, math.ceil(low / step) * step) if step else max(low, high), step


def merged(one: dict[str, Any], other: Json) -> dict[str, Any]:
    """Merge two schemas into one that requires both."""
    both = dict(one)
    for name, value in other.items() if isinstance(other, dict) else ():
        if name == "properties":
            both[name] = {**both.get(name, {}), **value}
        elif name == "required":
            both[name] = list(dict.fromkeys([*both.get(name, []), *value]))
        elif name in both and name.startswith("min"):
            both[name] = max(both[name], value)
        elif name in both and name.startswith("max"):
            both[name] = min(both[name], value)
        else:
            both.setdefault(name, value)
    return both


def weight_of(schema: Json) -> int:
    """Estimate how much there is to fill in."""
    text = json.dumps(schema)
    return len(text) + (1_000 if "$ref" in text else 0)


def same(one: Any, other: Any) -> bool:
    """Return whether two values are equal in JSON: `1` is `1.0` but not `true`."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def spread(schema: dict[str, Any], found: list[Any], missing: int) -> list[Any]:
    """Return more values that differ from those found."""
    kind, candidates, count = kind_of(schema), list(schema.get("enum", ())), len(found) + missing + 1
    if kind in {"integer", "number"} and not candidates:
        low, high, step = bounds(schema, kind == "integer")
        unit = step or (1 if kind == "integer" else (high - low) / count or 1)
        first = math.ceil(low / unit) * unit if step else low
        candidates = [value for value in (first + turn * unit for turn in range(count)) if value <= high]
    elif kind == "boolean":
        candidates = [True, False]
    elif kind == "string" and not candidates:
        least, most = schema.get("minLength", 0), schema.get("maxLength", 40)
        candidates = [f"point {turn}".rjust(least, "·")[-most:] if most else "" for turn in range(count)]
    return [value for value in candidates if not any(same(value, other) for other in found)][:missing]


KEYWORDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("properties", "required", "additionalProperties", "minProperties"), "object"),
    (("items", "prefixItems", "minItems", "uniqueItems"), "array"),
    (("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), "number"),
)
