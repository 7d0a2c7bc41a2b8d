"""Fill in a JSON schema with valid values that follow from the schema, the labelled texts and a draw.

Example:
    Filler(schema, texts, lot, liking).filled()

Two rules go beyond the schema: a text with a higher liking gets the better place, score or level, and a `quote` beside
the label of a text is copied from that text. Patterns, formats and steps of numbers are not followed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from moot.providers.provider import QUESTION_ENDS, CallMessage
from moot.vocabulary.seeded_draws import Lot

Json = Any
DEEPEST = 5
QUOTED = ("quote", "words")
"""Names of fields whose text is copied from another text."""


class Filler:
    """Fills in one JSON schema with valid values, as the reply of a demo voice.

    Args:
        schema: The JSON schema to fill in.
        texts: The texts that the call shows, by label.
        lot: The source of chance for this call.
        liking: How much a voice likes each label, from 0 to 1. A word that is not in it is no label.
        prose: Returns the text for a top-level field without a length limit.
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
        """Return valid data for the whole schema."""
        return self.value(self.root, ())

    def value(self, schema: Json, path: tuple[str, ...]) -> Json:
        """Return valid data for one part of the schema. `path` contains the names and indexes that lead to that
        part."""
        schema = self.plain(schema, len(path))
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.choice(list(schema["enum"]), path)
        kind = schema.get("type", "object" if "properties" in schema else "array" if "items" in schema else "string")
        if isinstance(kind, list):
            kind = next((one for one in kind if one != "null"), "null")
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
        """Return a part of the schema with `$ref` followed, one alternative of `anyOf` chosen, and the parts of `allOf`
        joined."""
        for _ in range(40):
            if not isinstance(schema, dict):
                return {}
            ways = schema.get("anyOf") or schema.get("oneOf")
            parts = schema.get("allOf", [])
            rest = {name: part for name, part in schema.items() if name not in {"$ref", "anyOf", "oneOf", "allOf"}}
            if "$ref" in schema:
                target: Json = self.root
                for part in filter(None, str(schema["$ref"]).lstrip("#/").split("/")):
                    target = target[part.replace("~1", "/").replace("~0", "~")]
                parts = [target]
            elif ways:
                parts = [next((way for way in ways if (way.get("type") == "null") == (depth > DEEPEST)), ways[0])]
            elif not parts:
                return schema
            schema = rest
            for part in parts:
                schema = {**part, **schema}
        return {}

    def object(self, schema: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
        """Return an object with every required property, and the optional ones unless it is deeply nested."""
        known, required = schema.get("properties", {}), schema.get("required", [])
        wanted = [*required, *(name for name in known if name not in required and len(path) < DEEPEST)]
        filled = {name: self.value(known[name], (*path, name)) for name in known if name in wanted}
        read = [self.texts[part] for part in filled.values() if isinstance(part, str) and part in self.texts]
        for name in QUOTED:
            if read and isinstance(filled.get(name), str):
                filled[name] = self.quote(read[0], known.get(name, {}).get("maxLength", 300))
        return filled

    def quote(self, text: str, most: int) -> str:
        """Return a passage of a text that is at most `most` characters long."""
        passages = [passage for passage in sentences(text) if len(passage) <= most]
        return self.lot.pick(passages) if passages else text[:most].strip()

    def array(self, schema: dict[str, Any], path: tuple[str, ...]) -> list[Any]:
        """Return a list for the schema.

        If the schema is a list of labels, return all labels, best liked first. Otherwise, return a few items, as many
        as the schema allows.
        """
        least, most = schema.get("minItems", 0), schema.get("maxItems", 64)
        items = schema.get("items", {})
        inner = self.plain(items, len(path))
        if inner.get("enum") and set(map(str, inner["enum"])) <= set(self.liking):
            ranked = sorted(inner["enum"], key=lambda label: self.places[label])
            return ranked[: max(least, min(most, len(ranked)))]
        usual = max(2 + self.lot.number(2), min(10, schema.get("maxItems", 0) // 3)) if len(path) < DEEPEST else 0
        return [self.value(items, (*path, str(number))) for number in range(max(least, min(most, usual)))]

    def number(self, schema: dict[str, Any], path: tuple[str, ...], *, whole: bool) -> int | float:
        """Return a number within the schema's bounds: higher for a label that the voice likes more."""
        low = schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1)
        high = schema.get("maximum", schema.get("exclusiveMaximum", low + 11) - 1)
        label = self.label_in(path)
        share = self.liking[label] if label else 0.5 + 0.4 * self.lot.share()
        value = low + share * (high - low)
        return int(min(high, max(low, round(value)))) if whole else min(high, max(low, round(value, 2)))

    def string(self, schema: dict[str, Any], path: tuple[str, ...]) -> str:
        """Return text that fits the field's name and the schema's limits."""
        least, most = schema.get("minLength", 0), schema.get("maxLength", 4_000)
        names = [part for part in path if not part.isdecimal() and part not in self.liking and part != "text"]
        name = names[-1] if names else "text"
        text = self.prose() if len(path) < 2 and "maxLength" not in schema else write_note(name, self.lot)
        while len(text) < least:
            text = f"{text} {write_note(name, self.lot)}"
        return text if len(text) <= most else text[:most].rstrip().ljust(least, ".")

    def choice(self, values: list[Any], path: tuple[str, ...]) -> Any:
        """Return one value of an enum.

        A label's rank or level is chosen by how much the voice likes the label. Values inside a list take turns. Any
        other value is random.
        """
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
        """Return the innermost name in a path that is a label of a text; empty if no name is."""
        return next((part for part in reversed(path) if part in self.liking), "")


class DemoPrompt(Struct, frozen=True, kw_only=True):
    """A prompt as a demo voice (which is no language model) reads it: question, task and texts to judge."""

    question: str
    """The question, without attached files."""
    task: str
    """The request of the system prompt and the last message, without the texts."""
    texts: dict[str, str]
    """The texts to judge, by label."""
    turn: int
    """Number of the voice's turn in this conversation, from 1."""


def parse_prompt(messages: Sequence[CallMessage]) -> DemoPrompt:
    """Split a call's messages into question, task and the labelled texts to judge."""
    users = [message for message in messages if message.role == "user"]
    asked = next((message for message in reversed(users) if message.shared), users[-1] if users else None)
    last = users[-1].text[users[-1].shared :].removeprefix(QUESTION_ENDS) if users else ""
    question = (asked.text[: asked.shared or None] if asked else "").split("\n\nAttached file ", 1)[0]
    texts = labelled_texts(last)
    for text in texts.values():
        last = last.replace(text, "", 1)
    return DemoPrompt(
        question=question,
        task="\n".join([*(message.text for message in messages if message.role == "system"), last]),
        texts=texts,
        turn=1 + sum(message.role == "assistant" for message in messages),
    )


def labelled_texts(task: str) -> dict[str, str]:
    """Return the texts that a prompt shows between fence marks, by their labels, in order."""
    found: dict[str, str] = {}
    unclosed: set[tuple[str, str]] = set()
    at = 0
    while opening := OPENING.search(task, at):
        tag, label, fence = opening.groups()
        at = opening.end()
        end = -1 if (tag, fence) in unclosed else task.find(f"\n</{tag} {fence}>", at - 1)
        if end < 0:
            unclosed.add((tag, fence))
            continue
        found.setdefault(label, task[at:end])
        at = end
    return found


def sentences(text: str) -> list[str]:
    """Return the sentences of a text that are long enough to be quoted alone."""
    return [part for line in text.splitlines() for part in SENTENCE_END.split(line.strip()) if len(part) >= 12]


OPENING = re.compile(r'<(\w+) label="([^"\n]*)" fence="(\w+)"[^>\n]*>\n')
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


NOTICE = "This is demo text, not an answer: no language model read the question."
MARK_ASKED = "holds only ---"
"""Part of a prompt that requests a `---` line between the answer and the remaining text."""
POSITIONS = ("for", "against", "undecided")


def write_text(prompt: DemoPrompt, lot: Lot) -> str:
    """Return a demo voice's text: a few plain sentences, all of them true. A random draw decides how the voices
    differ.
    """
    lines = [NOTICE, f"The question has {counted(len(prompt.question.split()), 'word')}."]
    if prompt.turn > 1:
        lines.append(f"It is turn {prompt.turn} of this voice in the conversation.")
    if prompt.texts:
        read = sum(len(text.split()) for text in prompt.texts.values())
        lines.append(f"The voice was given {counted(len(prompt.texts), 'text')} of {counted(read, 'word')} in all.")
    lines.append(f"It drew the position “{lot.pick(POSITIONS)}” and the number {1000 + lot.number(9000)}.")
    lines.append("A language model would give its reasons here.")
    if MARK_ASKED in prompt.task:
        return f"{' '.join(lines[:2])}\n\n---\n\n{' '.join(lines[2:])}"
    return " ".join(lines)


def write_note(field: str, lot: Lot) -> str:
    """Return a short sentence for a field of a form: `Demo text for position, number 4711.`"""
    return f"Demo text for {field.replace('_', ' ')}, number {1000 + lot.number(9000)}."


def write_title(question: str) -> str:
    """Return the first words of the question as a title."""
    words = question.split()
    return " ".join(words[:6]) + ("…" if len(words) > 6 else "") or "Demo"


def counted(number: int, name: str) -> str:
    """Return a number with its noun, in the plural where needed: `1 word` or `2 words`."""
    return f"{number:,} {name}{'' if number == 1 else 's'}"
