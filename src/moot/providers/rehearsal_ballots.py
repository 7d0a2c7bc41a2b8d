"""How does a rehearsal voice fill in a ballot? With an instance of any JSON schema, sensible where names tell how.

The instance is valid for the usual vocabulary of JSON Schema (`tests/providers/test_rehearsal_ballots.py` draws
schemas and checks). Where a field is named after a text in the prompt, its value follows from what the voice thinks of
it.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from moot.providers.rehearsal_judging import comment_on, judged, places
from moot.providers.rehearsal_obeying import obeyed
from moot.providers.rehearsal_patterns import FORMATS, matching
from moot.providers.rehearsal_prompt import LABEL, Prompt
from moot.providers.rehearsal_speech import INQUIRY, Turns, answer, said, slots_for
from moot.providers.rehearsal_synthesis import synthesis
from moot.providers.rehearsal_voices import Voice, phrases
from moot.vocabulary.lots import Lot

DEEPEST = 5
Json = Any


def labels_in(schema: Json) -> frozenset[str]:
    """The labels a schema names, as property or as choice."""
    found: set[str] = set()
    todo = [schema]
    while todo:
        node = todo.pop()
        if isinstance(node, dict):
            found.update(key for key in node if isinstance(key, str) and LABEL.fullmatch(key))
            todo += node.values()
        elif isinstance(node, list):
            found.update(item for item in node if isinstance(item, str) and LABEL.fullmatch(item))
            todo += [item for item in node if isinstance(item, dict | list)]
    return frozenset(found)


class Ballot:
    """One voice filling in one schema after reading one prompt."""

    def __init__(self, voice: Voice, prompt: Prompt, lot: Lot, schema: dict[str, Any], *, aloud: bool = False) -> None:
        self.voice, self.prompt, self.lot, self.root = voice, prompt, lot, schema
        self.quotes = voice.trouble == "quoter" and not aloud  # aloud, it has quoted everything already
        self.texts = {text.label: text.text for text in prompt.texts if text.label}
        marks = judged(voice, prompt, lot)
        self.marks = {text.label: mark for text, mark in zip(prompt.texts, marks, strict=True) if text.label}
        for label in sorted(labels_in(schema)):
            self.marks.setdefault(label, lot.share())
        self.abstain = False
        if voice.trouble == "obeyer":
            self.marks, self.abstain = obeyed(self.texts, self.marks)
        order = list(self.marks)
        self.places = dict(zip(order, places([self.marks[label] for label in order], lot), strict=True))

    def filled(self) -> Json:
        """The instance."""
        return self.value(self.root, ())

    def value(self, schema: Json, path: tuple[str, ...]) -> Json:
        """A value for the part of the schema that stands at this path."""
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
            return self.abstain if path and path[-1].startswith("abst") else self.yes(path)
        return None if kind == "null" else self.string(schema, path)

    def plain(self, schema: Json, depth: int) -> dict[str, Any]:
        """The schema with references followed, one alternative chosen and all parts of `allOf` in one."""
        for _ in range(40):
            if not isinstance(schema, dict):
                return {}
            if "$ref" in schema:
                target: Json = self.root
                for part in str(schema["$ref"]).lstrip("#/").split("/"):
                    if part:
                        target = target[part.replace("~1", "/").replace("~0", "~")]
                schema = merged({k: v for k, v in schema.items() if k != "$ref"}, target)
                continue
            ways = schema.get("anyOf") or schema.get("oneOf")
            if ways:
                simple = [way for way in ways if way.get("type") != "null"] or ways
                way = min(simple, key=weight_of) if depth > DEEPEST else simple[0]
                if depth > DEEPEST and any(way.get("type") == "null" for way in ways):
                    way = {"type": "null"}
                schema = merged({k: v for k, v in schema.items() if k not in {"anyOf", "oneOf"}}, way)
                continue
            if "allOf" in schema:
                parts = schema["allOf"]
                schema = {k: v for k, v in schema.items() if k != "allOf"}
                for part in parts:
                    schema = merged(schema, self.plain(part, depth))
                continue
            return schema
        return {}

    def object(self, schema: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
        """Every required property, and the optional ones while there is depth for them."""
        known = schema.get("properties", {})
        required = list(schema.get("required", []))
        wanted = [name for name in known if name in required or len(path) < DEEPEST]
        wanted += [name for name in required if name not in known]
        most = schema.get("maxProperties", len(wanted))
        wanted = [name for name in wanted if name in required] + [name for name in wanted if name not in required]
        wanted = wanted[: max(most, len(required))]
        if self.abstain:
            wanted = [name for name in wanted if name in required or name.startswith("abst")]
        other = schema.get("additionalProperties", {})
        filled = {name: self.value(known.get(name, other), (*path, name)) for name in known if name in wanted}
        filled |= {name: self.value(other, (*path, name)) for name in wanted if name not in known}
        for number in range(schema.get("minProperties", 0) - len(filled)):
            spare = [name for name in known if name not in filled]
            name = spare[0] if spare else f"point_{'abcdefghijklmnopqrstuvwxyz'[number % 26]}{number // 26 or ''}"
            filled[name] = self.value(known.get(name, other), (*path, name))
        return filled

    def array(self, schema: dict[str, Any], path: tuple[str, ...]) -> list[Any]:
        """As many items as are asked for, two or three where that is left open."""
        least, most = schema.get("minItems", 0), schema.get("maxItems", 64)
        leading = schema.get("prefixItems", [])
        items = schema.get("items", {})
        plain = self.plain(items, len(path))
        if "enum" in plain and set(plain["enum"]) <= set(self.marks):
            ranked = sorted(plain["enum"], key=lambda label: -self.marks[label])
            return ranked[: max(least, min(most, len(ranked)))]
        count = max(least, min(most, 2 + self.lot.number(2) if len(path) < DEEPEST else 0))
        if items is False:
            count = min(count, len(leading))
        found: list[Any] = []
        for number in range(count * 6 if schema.get("uniqueItems") else count):
            part = leading[number] if number < len(leading) else items
            value = self.value(part, (*path, str(number)))
            if not schema.get("uniqueItems") or not any(same(value, other) for other in found):
                found.append(value)
            if len(found) == count:
                break
        if len(found) < count:
            found += spread(plain, found, count - len(found))
        return found

    def number(self, schema: dict[str, Any], path: tuple[str, ...], *, whole: bool) -> int | float:
        """A number within its bounds: a mark where it stands for a text, a confidence where it is called so."""
        low, high, step = bounds(schema, whole, path)
        label = next((part for part in reversed(path) if part in self.marks), None)
        if label and any(part in {"places", "ranks", "rank", "place", "ranking"} for part in path):
            return min(int(high), max(math.ceil(low), self.places[label]))
        share = self.marks[label] if label else 0.5 + 0.4 * self.lot.share()
        value = low + share * (high - low)
        if whole or step:
            unit = step or 1
            value = min(math.floor(high / unit), max(math.ceil(low / unit), round(value / unit))) * unit
            return int(value) if whole or float(value).is_integer() else value
        return min(high, max(low, round(value, 2)))

    def string(self, schema: dict[str, Any], path: tuple[str, ...]) -> str:
        """Words that fit the field and its limits."""
        if "format" in schema and schema["format"] in FORMATS:
            return FORMATS[schema["format"]]
        least, most = schema.get("minLength", 0), schema.get("maxLength", 4_000)
        if "pattern" in schema:
            return matching(schema["pattern"], least, most, list(self.marks))
        text = self.words(path)
        while len(text) < least:
            text += " " + self.words(("more",))
        if len(text) > most:
            cut = text[:most].rsplit(" ", 1)[0].rstrip(",;: ")
            text = cut if len(cut) >= least and cut else text[:most]
        return text

    def words(self, path: tuple[str, ...]) -> str:
        """A sentence or two about whatever the field is for."""
        label = next((part for part in reversed(path) if part in self.marks), None)
        question = self.prompt.question
        name = next((part.lower() for part in reversed(path) if not part.isdigit()), "")
        if label and label in self.texts:
            text = self.texts[label]
            quote = text[:200].replace("\n", " ") + " … " if self.quotes else ""
            return quote + comment_on(text, self.marks[label], self.voice, question)
        if self.marks and ("label" in name or name in {"winner", "best", "choice", "pick"}):
            return max(self.marks, key=lambda label: self.marks[label])
        if len(path) == 1 and name in LONG:
            joining = name in JOINED and self.prompt.texts
            return (synthesis if joining else answer)(self.voice, self.prompt, self.lot)
        slots, turn = slots_for(self.voice, question, self.lot), Turns(self.voice, question)
        part = "risk" if any(sign in name for sign in ("risk", "dissent", "weak", "caveat", "against")) else "reason"
        part = "list" if any(sign in name for sign in ("step", "area", "action", "recommend")) else part
        pool = (phrases().inquiry if question.kind in INQUIRY else phrases().decision)[part]
        index = int(path[-1]) if path and path[-1].isdigit() else self.lot.number(len(pool))
        return said(pool[turn.at(len(pool), self.voice.number + index)], slots)

    def choice(self, values: list[Any], path: tuple[str, ...]) -> Any:
        """One of the values: by place where they are places, by mark where they are grades, else drawn."""
        label = next((part for part in reversed(path) if part in self.marks), None)
        numbers = all(isinstance(value, int) and not isinstance(value, bool) for value in values)
        if numbers and label:
            return min(values, key=lambda value: (abs(value - self.places[label]), value))
        if values and set(map(str, values)) <= set(self.marks):
            return max(values, key=lambda value: self.marks[str(value)])
        grades = [v for v in values if isinstance(v, str) and GRADE.search(v)]
        if len(grades) > 1:
            share = self.marks[label] if label else (self.lot.share() + 0.4 + 0.6 * self.voice.deference) / 2
            better = grades if POSITIVE.search(grades[0]) else grades[::-1]
            return better[min(len(better) - 1, int((1 - share) * len(better)))]
        return self.lot.pick(values)

    def yes(self, path: tuple[str, ...]) -> bool:
        """A flag; mostly false, since flags are for what is out of the ordinary."""
        name = path[-1].lower() if path else ""
        if any(sign in name for sign in ("agree", "support", "valid", "holds", "confirmed")):
            return self.lot.share() < 0.5 + 0.4 * self.voice.deference
        return self.lot.number(12) == 0


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


GRADE = re.compile(
    r"approve|reject|agree|support|oppose|yes|partial|no\b|high|medium|low|strong|neutral|pass|fail", re.I
)
POSITIVE = re.compile(r"^(?:strongly.?)?(?:approve|agree|support|yes|high|pass|strong)", re.I)
JOINED = {"synthesis", "final_answer", "verdict", "conclusion", "merged"}
LONG = JOINED | {"answer", "response", "opinion", "text", "content", "refined"}
KEYWORDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("properties", "required", "additionalProperties", "minProperties"), "object"),
    (("items", "prefixItems", "minItems", "uniqueItems"), "array"),
    (("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), "number"),
)
USUAL = (("confidence", (0.0, 1.0)), ("probab", (0.0, 1.0)), ("share", (0.0, 1.0)), ("score", (1.0, 10.0)))
