"""Texts of a scripted upstream: words, schema instances and ballots that depend only on the prompt.

Two processes give the same answer to the same prompt, so a killed and resumed session can be compared with an
undisturbed one, byte for byte.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

from rig import requests

LABEL = re.compile(r"(?<![0-9A-Za-z])[23456789BCDFGHJKMNPQRSTVWXZ]{4}(?![0-9A-Za-z])")

_TEXT = """
the a council answer question reason because evidence river bridge stone light weight load span cost risk plan step
first second third option better worse likely rarely often measure test result claim source doubt agree differ
careful simple strong weak short long early late therefore however although while under over between city field
water iron wood paper number year hour person group rule vote rank order final open closed known
"""
_WORDS = _TEXT.split()


def numbers(seed: str) -> Iterator[int]:
    """An endless row of numbers below 2**32, drawn from a text."""
    counter = 0
    while True:
        block = hashlib.sha256(f"{counter}:{seed}".encode("utf-8", "surrogatepass")).digest()
        counter += 1
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")


def shuffled(items: list[Any], draw: Iterator[int]) -> list[Any]:
    """The items in a drawn order."""
    left, out = list(items), []
    while left:
        out.append(left.pop(next(draw) % len(left)))
    return out


@functools.lru_cache(maxsize=4096)
def words_for(prompt: str, count: int) -> str:
    """So many words for a prompt, in sentences."""
    draw = numbers(prompt)
    said = [_WORDS[next(draw) % len(_WORDS)] for _ in range(count)]
    sentences = [" ".join(said[at : at + 12]).capitalize() + "." for at in range(0, count, 12)]
    return " ".join(sentences)


def answer_for(prompt: str, schema: dict[str, Any] | None, count: int) -> str:
    """What is said to a prompt: an instance of the schema, prose with a ballot at its end, or prose."""
    if schema is not None:
        return json.dumps(quoting(prompt, instance_of(schema, numbers(prompt), schema)), ensure_ascii=False)
    prose = words_for(prompt, count)
    if requests.is_asked(prompt):
        draw = numbers(prompt)
        ballot = requests.ballot_for(prompt, draw, lambda name: words_for(f"{name}:{prompt}", 6))
        return f"{prose}\n\n<ballot>{json.dumps(quoting(prompt, ballot), ensure_ascii=False)}</ballot>"
    if "FINAL RANKING" in prompt or "<ballot>" in prompt:
        labels = list(
            dict.fromkeys(found for found in LABEL.findall(prompt) if not found.isdigit() and found != "HTTP")
        )
        if labels:
            order = shuffled(labels, numbers("order:" + prompt))
            return prose + "\n\nFINAL RANKING:\n" + "\n".join(f"{at}. {label}" for at, label in enumerate(order, 1))
    return prose


def quoting(prompt: str, value: Any) -> Any:
    """The value with every `quote` that has a `source` taken from the answer under that label, as it was asked."""
    if isinstance(value, list):
        return [quoting(prompt, item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {name: quoting(prompt, item) for name, item in value.items()}
    if isinstance(found.get("quote"), str) and isinstance(found.get("source"), str):
        text = re.search(
            rf'<answer label="{re.escape(found["source"])}" fence="(\w+)">\n(.*?)\n</answer \1>', prompt, re.S
        )
        if text is not None:
            passages = [line.strip() for line in re.split(r"(?<=[.!?])\s+|\n", text[2]) if len(line.strip()) >= 30]
            passages = [line if len(line) <= 300 else line[:300].rpartition(" ")[0] for line in passages]
            found["quote"] = passages[next(numbers(found["source"])) % len(passages)] if passages else text[2]
    return found


def instance_of(schema: dict[str, Any], draw: Iterator[int], root: dict[str, Any], depth: int = 0) -> Any:
    """A value that satisfies a JSON schema of the usual kind."""
    if "$ref" in schema:
        target: Any = root
        for part in schema["$ref"].lstrip("#/").split("/"):
            target = target[part]
        return instance_of(target, draw, root, depth + 1)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][next(draw) % len(schema["enum"])]
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return instance_of(schema[union][0], draw, root, depth + 1)
    if "allOf" in schema:
        merged: dict[str, Any] = {}
        for part in schema["allOf"]:
            merged.update(part)
        return instance_of(merged, draw, root, depth + 1)
    kind = schema.get("type", "object" if "properties" in schema else "string")
    if isinstance(kind, list):
        kind = next((each for each in kind if each != "null"), "null")
    if kind == "object":
        return {
            name: False if name.startswith("abst") else instance_of(part, draw, root, depth + 1)
            for name, part in schema.get("properties", {}).items()
        }
    if kind == "array":
        return _array(schema, draw, root, depth)
    if kind in ("integer", "number"):
        return _number(schema, draw, kind)
    if kind == "boolean":
        return next(draw) % 2 == 1
    return None if kind == "null" else _string(schema, draw)


def _array(schema: dict[str, Any], draw: Iterator[int], root: dict[str, Any], depth: int) -> list[Any]:
    if "prefixItems" in schema:
        return [instance_of(part, draw, root, depth + 1) for part in schema["prefixItems"]]
    items = schema.get("items", {"type": "string"})
    least = schema.get("minItems", 0 if depth > 6 else 1)
    most = schema.get("maxItems", max(least, 2))
    if "enum" in items and (schema.get("uniqueItems") or least == len(items["enum"])):
        return shuffled(items["enum"], draw)[: max(least, min(most, len(items["enum"])))]
    count = least + next(draw) % (most - least + 1) if most - least < 8 else least + next(draw) % 3
    return [instance_of(items, draw, root, depth + 1) for _ in range(count)]


def _number(schema: dict[str, Any], draw: Iterator[int], kind: str) -> int | float:
    low = schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1 if "exclusiveMinimum" in schema else 0)
    high = schema.get("maximum", schema["exclusiveMaximum"] - 1 if "exclusiveMaximum" in schema else low + 10)
    if kind == "integer":
        return int(low) + next(draw) % (int(high) - int(low) + 1)
    return round(low + (high - low) * (next(draw) % 1001) / 1000, 6)


def _string(schema: dict[str, Any], draw: Iterator[int]) -> str:
    said = " ".join(_WORDS[next(draw) % len(_WORDS)] for _ in range(6))
    least, most = schema.get("minLength", 0), schema.get("maxLength", 200)
    while len(said) < least:
        said += " " + said
    return said[:most]
