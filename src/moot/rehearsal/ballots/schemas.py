"""What does a JSON schema allow? Its type, its bounds, two schemas in one, and values where drawing gave too few."""

from __future__ import annotations

import json
import math
from typing import Any

Json = Any


def kind_of(schema: dict[str, Any]) -> str:
    """The type to fill in; guessed from the keywords where none is named."""
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), "null")
    if isinstance(kind, str):
        return kind
    for signs, named in KEYWORDS:
        if any(sign in schema for sign in signs):
            return named
    return "string"


def allows_null(schema: Json) -> bool:
    """Whether nothing at all may stand there."""
    if not isinstance(schema, dict):
        return False
    kind = schema.get("type")
    ways = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    return kind == "null" or (isinstance(kind, list) and "null" in kind) or any(allows_null(way) for way in ways)


def bounds(schema: dict[str, Any], whole: bool, path: tuple[str, ...]) -> tuple[float, float, float]:
    """The lowest and highest number allowed, and the step between numbers (0 when there is none)."""
    name = path[-1].lower() if path else ""
    usual = next((span for sign, span in USUAL if sign in name), (0.0, 10.0))
    gap = 1 if whole else 1e-3
    low, high = schema.get("minimum"), schema.get("maximum")
    if schema.get("exclusiveMinimum") is not None:
        edge = schema["exclusiveMinimum"]
        after = (math.floor(edge) + 1) if whole else edge + min(gap, gap * abs(schema.get("maximum", edge + 1) - edge))
        low = after if low is None else max(low, after)
    if schema.get("exclusiveMaximum") is not None:
        edge = schema["exclusiveMaximum"]
        span = abs(edge - low) if low is not None else 1
        before = (math.ceil(edge) - 1) if whole else edge - min(gap, gap * span)
        high = before if high is None else min(high, before)
    if low is None:
        low = usual[0] if high is None or high > usual[0] else high - 10
    if high is None:
        high = max(usual[1], low) if low < usual[1] else low + 10
    step = schema.get("multipleOf", 0)
    return low, max(low, high) if not step else max(high, math.ceil(low / step) * step), step


def merged(one: dict[str, Any], other: Json) -> dict[str, Any]:
    """Two schemas that both hold."""
    both = dict(one)
    for name, value in other.items() if isinstance(other, dict) else ():
        if name == "properties":
            both[name] = {**both.get(name, {}), **value}
        elif name == "required":
            both[name] = list(dict.fromkeys([*both.get(name, []), *value]))
        elif name in {"minimum", "minLength", "minItems", "minProperties"} and name in both:
            both[name] = max(both[name], value)
        elif name in {"maximum", "maxLength", "maxItems", "maxProperties"} and name in both:
            both[name] = min(both[name], value)
        else:
            both.setdefault(name, value)
    return both


def weight_of(schema: Json) -> int:
    """How much a schema would have to be filled in with, roughly."""
    return len(json.dumps(schema)) + (1_000 if "$ref" in json.dumps(schema) else 0)


def same(one: Any, other: Any) -> bool:
    """Whether two values are one in JSON: `1` is `1.0` but not `true`."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def spread(schema: dict[str, Any], found: list[Any], missing: int) -> list[Any]:
    """More values, different from those found, where drawing did not give enough."""
    kind = kind_of(schema)
    more: list[Any] = []
    candidates: list[Any] = list(schema.get("enum", ()))
    if kind in {"integer", "number"} and not candidates:
        low, high, step = bounds(schema, kind == "integer", ())
        unit = step or (1 if kind == "integer" else (high - low) / (len(found) + missing + 1) or 1)
        candidates = (
            [math.ceil(low / unit) * unit + i * unit for i in range(len(found) + missing + 1)]
            if step
            else [low + i * unit for i in range(len(found) + missing + 1)]
        )
        candidates = [c for c in candidates if c <= high]
    elif kind == "boolean":
        candidates = [True, False]
    elif kind == "string" and not candidates:
        least, most = schema.get("minLength", 0), schema.get("maxLength", 40)
        candidates = [f"point {i}".rjust(least, "·")[-most:] if most else "" for i in range(len(found) + missing + 1)]
    for value in candidates:
        if len(more) < missing and not any(same(value, other) for other in [*found, *more]):
            more.append(value)
    return more


KEYWORDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("properties", "required", "additionalProperties", "minProperties"), "object"),
    (("items", "prefixItems", "minItems", "uniqueItems"), "array"),
    (("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), "number"),
)
USUAL = (("confidence", (0.0, 1.0)), ("probab", (0.0, 1.0)), ("share", (0.0, 1.0)), ("score", (1.0, 10.0)))


def nearest(values: list[Any], wish: Json) -> list[Any]:
    """The number of a list that is nearest to a wished one; nothing where either is no number."""
    if isinstance(wish, bool) or not isinstance(wish, int | float):
        return []
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    return sorted(numbers, key=lambda value: abs(value - wish))[:1]
