"""How does a rehearsal voice fill in a ballot? With an instance of any JSON schema, sensible where names tell how.

The instance is valid for the usual vocabulary of JSON Schema (`tests/rehearsal/ballots/test_ballots.py` draws
schemas and checks). Where a field is named after a text in the prompt, its value follows from what the voice thinks of
it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from moot.providers.scripted.voices import Voice, phrases
from moot.rehearsal.ballots.obeying import obeyed
from moot.rehearsal.ballots.patterns import FORMATS, matching
from moot.rehearsal.ballots.schemas import (
    Json,
    allows_null,
    bounds,
    kind_of,
    merged,
    nearest,
    same,
    spread,
    weight_of,
)
from moot.rehearsal.ballots.wishes import Play, wished
from moot.rehearsal.judging import comment_on, judged, places, review_of
from moot.rehearsal.parts import FREE, NOBODY, Mind, Part
from moot.rehearsal.plays.synthesis import synthesis
from moot.rehearsal.prompt import LABEL, Prompt
from moot.rehearsal.speech import INQUIRY, Turns, answer, said, slots_for
from moot.vocabulary.seeded_draws import Lot

DEEPEST = 5


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

    def __init__(
        self,
        voice: Voice,
        prompt: Prompt,
        lot: Lot,
        schema: dict[str, Any],
        *,
        mind: Mind = NOBODY,
        aloud: bool = False,
        plays: Sequence[Play] = (),
    ) -> None:
        self.plays = plays
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
        self.part = Part(voice=voice, prompt=prompt, lot=lot, mind=mind, schema=schema, marks=self.marks)

    def filled(self) -> Json:
        """The instance: what the voice wants to say where it knows the task, fitted to the schema."""
        return self.value(self.root, (), wished(self.part, self.plays))

    def value(self, schema: Json, path: tuple[str, ...], wish: Json = FREE) -> Json:
        """A value for the part of the schema that stands at this path, the wished one where the schema allows it."""
        if wish is None and allows_null(schema):
            return None
        schema = self.plain(schema, len(path))
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            fitting = [value for value in schema["enum"] if same(value, wish)] or nearest(schema["enum"], wish)
            return fitting[0] if fitting else self.choice(list(schema["enum"]), path)
        kind = kind_of(schema)
        if kind == "object":
            return self.object(schema, path, wish if isinstance(wish, dict) else {})
        if kind == "array":
            return self.array(schema, path, wish if isinstance(wish, list | tuple) else None)
        if kind in {"integer", "number"}:
            wished_for = wish if isinstance(wish, int | float) and not isinstance(wish, bool) else None
            return self.number(schema, path, wished_for, whole=kind == "integer")
        if kind == "boolean":
            if isinstance(wish, bool):
                return wish
            return self.abstain if path and path[-1].startswith("abst") else self.yes(path)
        return None if kind == "null" else self.string(schema, path, wish if isinstance(wish, str) else None)

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

    def object(self, schema: dict[str, Any], path: tuple[str, ...], wish: dict[str, Json]) -> dict[str, Any]:
        """Every required property, and the optional ones while there is depth for them and they are not unwanted."""
        known = schema.get("properties", {})
        required = list(schema.get("required", []))
        wanted = [n for n in known if n in required or (len(path) < DEEPEST and wish.get(n, FREE) is not None)]
        wanted += [name for name in required if name not in known]
        most = schema.get("maxProperties", len(wanted))
        wanted = [name for name in wanted if name in required] + [name for name in wanted if name not in required]
        wanted = wanted[: max(most, len(required))]
        if self.abstain:
            wanted = [name for name in wanted if name in required or name.startswith("abst")]
        other = schema.get("additionalProperties", {})
        filled = {n: self.value(known[n], (*path, n), wish.get(n, FREE)) for n in known if n in wanted}
        filled |= {n: self.value(other, (*path, n), wish.get(n, FREE)) for n in wanted if n not in known}
        for number in range(schema.get("minProperties", 0) - len(filled)):
            spare = [name for name in known if name not in filled]
            name = spare[0] if spare else f"point_{'abcdefghijklmnopqrstuvwxyz'[number % 26]}{number // 26 or ''}"
            filled[name] = self.value(known.get(name, other), (*path, name))
        return filled

    def array(self, schema: dict[str, Any], path: tuple[str, ...], wish: Sequence[Json] | None = None) -> list[Any]:
        """As many items as are asked for, two or three where that is left open."""
        least, most = schema.get("minItems", 0), schema.get("maxItems", 64)
        leading = schema.get("prefixItems", [])
        items = schema.get("items", {})
        plain = self.plain(items, len(path))
        if wish is None and "enum" in plain and set(plain["enum"]) <= set(self.marks):
            ranked = sorted(plain["enum"], key=lambda label: -self.marks[label])
            return ranked[: max(least, min(most, len(ranked)))]
        usual = (2 + self.lot.number(2) if len(path) < DEEPEST else 0) if wish is None else len(wish)
        count = max(least, min(most, usual))
        if items is False:
            count = min(count, len(leading))
        found: list[Any] = []
        for number in range(count * 6 if schema.get("uniqueItems") else count):
            part = leading[number] if number < len(leading) else items
            value = self.value(part, (*path, str(number)), wish[number] if wish and number < len(wish) else FREE)
            if not schema.get("uniqueItems") or not any(same(value, other) for other in found):
                found.append(value)
            if len(found) == count:
                break
        if len(found) < count:
            found += spread(plain, found, count - len(found))
        return found

    def number(
        self, schema: dict[str, Any], path: tuple[str, ...], wish: float | None = None, *, whole: bool
    ) -> int | float:
        """A number within its bounds: a mark where it stands for a text, a confidence where it is called so."""
        low, high, step = bounds(schema, whole, path)
        label = next((part for part in reversed(path) if part in self.marks), None)
        if wish is None and label and any(part in {"places", "ranks", "rank", "place", "ranking"} for part in path):
            return min(int(high), max(math.ceil(low), self.places[label]))
        share = self.marks[label] if label else 0.5 + 0.4 * self.lot.share()
        value = low + share * (high - low) if wish is None else wish
        if whole or step:
            unit = step or 1
            value = min(math.floor(high / unit), max(math.ceil(low / unit), round(value / unit))) * unit
            return int(value) if whole or float(value).is_integer() else value
        return min(high, max(low, round(value, 2)))

    def string(self, schema: dict[str, Any], path: tuple[str, ...], wish: str | None = None) -> str:
        """Words that fit the field and its limits."""
        if "format" in schema and schema["format"] in FORMATS:
            return FORMATS[schema["format"]]
        least, most = schema.get("minLength", 0), schema.get("maxLength", 4_000)
        if "pattern" in schema:
            return matching(schema["pattern"], least, most, [wish] if wish else list(self.marks))
        text = self.words(path) if wish is None else wish
        while len(text) < least:
            text = f"{text} {self.words(('more',))}".strip()
        if len(text) > most:
            cut = text[:most].rsplit(" ", 1)[0].rstrip(",;: ")
            text = cut if len(cut) >= least and cut else text[:most]
        return text

    def words(self, path: tuple[str, ...]) -> str:
        """A sentence or two about whatever the field is for."""
        label = next((part for part in reversed(path) if part in self.marks), None)
        question = self.prompt.question
        name = next((part.lower() for part in reversed(path) if not part.isdecimal()), "")
        if label and label in self.texts:
            text = self.texts[label]
            quote = text[:200].replace("\n", " ") + " … " if self.quotes else ""
            remark = review_of if path[:1] == ("comments",) else comment_on
            return quote + remark(text, self.marks[label], self.voice, self.prompt)
        if self.marks and ("label" in name or name in {"winner", "best", "choice", "pick"}):
            return max(self.marks, key=lambda label: self.marks[label])
        if len(path) == 1 and name in LONG:
            joining = name in JOINED and self.prompt.texts
            return (synthesis if joining else answer)(self.voice, self.prompt, self.lot)
        slots, turn = slots_for(self.voice, question, self.lot), Turns(self.voice, question)
        part = "risk" if any(sign in name for sign in ("risk", "dissent", "weak", "caveat", "against")) else "reason"
        part = "list" if any(sign in name for sign in ("step", "area", "action", "recommend")) else part
        pool = (phrases().inquiry if question.kind in INQUIRY else phrases().decision)[part]
        index = int(path[-1]) if path and path[-1].isdecimal() else self.lot.number(len(pool))
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


GRADE = re.compile(
    r"approve|reject|agree|support|oppose|yes|partial|no\b|high|medium|low|strong|neutral|pass|fail", re.I
)
POSITIVE = re.compile(r"^(?:strongly.?)?(?:approve|agree|support|yes|high|pass|strong)", re.I)
JOINED = {"synthesis", "final_answer", "verdict", "conclusion", "merged"}
LONG = JOINED | {"answer", "response", "opinion", "text", "content", "refined"}
