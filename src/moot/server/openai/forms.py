"""Require an answer to be JSON: instruct every seat, extract the JSON from the text, and validate it.

The subset of JSON Schema that is validated is the one that strict structured outputs allow; a schema that uses more is
refused beforehand, so that no constraint is ignored. Tested by `tests/server/openai/test_forms.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from moot.errors import BadInput, CallFailed

Plain = dict[str, Any]
DEEPEST = 60
SAYS_NOTHING = frozenset({"$schema", "$id", "title", "description", "default", "examples", "$comment", "format"})
_FENCED = re.compile(r"```(?:json)?[ \t]*\n(.*?)\n[ \t]*```", re.DOTALL)
TOLD = (
    "The council's final answer is read by a program: it must be one JSON {what} and nothing else, no fence, no words "
    "before or after it. This is said of answers, not of ballots, which have a form of their own."
)
TYPES: dict[str, Callable[[object], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "integer": lambda value: type(value) is int or (isinstance(value, float) and value.is_integer()),
}


MADE_OF: dict[str, Callable[[Any], bool]] = {
    "type": lambda kinds: bool(kinds) and all(isinstance(kind, str) and kind in TYPES for kind in _listed(kinds)),
    "$ref": lambda ref: isinstance(ref, str),
    "enum": lambda values: isinstance(values, list),
    "required": lambda names: isinstance(names, list) and all(isinstance(name, str) for name in names),
    **dict.fromkeys(("properties", "$defs", "definitions"), TYPES["object"]),
    **dict.fromkeys(("anyOf", "oneOf", "allOf"), lambda several: isinstance(several, list) and bool(several)),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), TYPES["number"]),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems"), TYPES["integer"]),
}
"""Validity checks of a JSON schema, by keyword. A keyword whose value fails its check cannot be used for validation."""
KNOWN = frozenset({*MADE_OF, "additionalProperties", "const", "items"})


def _listed(kinds: object) -> list[object]:
    return list(kinds) if isinstance(kinds, list) else [kinds]


class Form(Struct, frozen=True, kw_only=True):
    """The JSON format that a client requires the answer to have."""

    schema: Plain | None
    """JSON schema of the form; without a schema any object is valid."""

    @property
    def told(self) -> str:
        """Return the instruction to answer in this JSON format, which is added to every seat's prompt."""
        if self.schema is None:
            return TOLD.format(what="object")
        return f"{TOLD.format(what='value')} Its JSON Schema:\n{json.dumps(self.schema, ensure_ascii=False)}"

    def found_in(self, text: str) -> str:
        """Return the part of an answer that is JSON and matches the schema; raise if there is none."""
        last = "it holds no JSON"
        for piece in _pieces(text):
            try:
                value = json.loads(piece, parse_constant=_no_number)
            except (ValueError, RecursionError):
                continue
            wrong = self._wrong(value)
            if wrong is None:
                return piece.strip()
            last = wrong
        failed = CallFailed("malformed", f"The council's answer is not the JSON that was asked for: {last}.")
        failed.remedy = "Its words are kept on the page of its session. Ask again, or for text."
        raise failed

    def _wrong(self, value: object) -> str | None:
        if self.schema is None:
            return None if isinstance(value, dict) else "it is no object"
        return wrong_with(value, self.schema, self.schema)


def form_from(given: Plain | None) -> Form | None:
    """Return the JSON that a request's `response_format` requires, or `None` for plain text."""
    kind = (given or {}).get("type", "text")
    if given is None or kind == "text":
        return None
    if kind == "json_object":
        return Form(schema=None)
    if kind != "json_schema":
        raise BadInput(f"There is no response format {str(kind)[:40]!r}.", "Send text, json_object or json_schema.")
    held = given.get("json_schema", given)  # the newer format has the schema beside its type
    schema = held.get("schema") if isinstance(held, dict) else None
    if not isinstance(schema, dict):
        raise BadInput("The response format has no `schema`.", "Send the JSON Schema the answer must have.")
    _check(schema, 0)
    return Form(schema=schema)


def wrong_with(value: object, schema: Any, root: Plain, at: str = "$", deep: int = 0) -> str | None:
    """Return how a value violates a JSON schema, as text; `None` if it fits.

    `root` is the whole schema, for references; `at` is the value's path, and `deep` its depth.
    """
    if schema is True or schema == {}:
        return None
    if schema is False or deep > DEEPEST:
        return f"{at} may not be there" if schema is False else f"{at} is nested too deep"
    if "$ref" in schema:
        return wrong_with(value, _referred(schema["$ref"], root), root, at, deep + 1)
    kinds = schema.get("type")
    if kinds is not None:
        several = [kinds] if isinstance(kinds, str) else kinds
        if not any(TYPES[kind](value) for kind in several):
            return f"{at} is not of the type {' or '.join(several)}"
    if "enum" in schema and not any(_same(value, each) for each in schema["enum"]):
        return f"{at} is none of the values allowed"
    if "const" in schema and not _same(value, schema["const"]):
        return f"{at} is not {json.dumps(schema['const'])}"
    for word in ("anyOf", "oneOf"):
        if word in schema and all(wrong_with(value, each, root, at, deep + 1) for each in schema[word]):
            return f"{at} is none of the shapes allowed"
    within: list[tuple[object, Any, str]] = [(value, each, at) for each in schema.get("allOf", [])]
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                return f"{at}.{name} is missing"
        within += [(value[name], each, f"{at}.{name}") for name, each in properties.items() if name in value]
        others = schema.get("additionalProperties", True)
        within += [(each, others, f"{at}.{name}") for name, each in value.items() if name not in properties]
    elif isinstance(value, list):
        within += [(each, schema.get("items", True), f"{at}[{number}]") for number, each in enumerate(value)]
    found = (wrong_with(each, other, root, where, deep + 1) for each, other, where in within)
    return _out_of_bounds(value, schema, at) or next((wrong for wrong in found if wrong), None)


def _same(one: object, other: object) -> bool:
    """Return whether two values are equal in JSON, where `true` is no number."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return one == other


def _out_of_bounds(value: object, schema: Plain, at: str) -> str | None:
    if isinstance(value, (str, list)):
        most, least = ("maxLength", "minLength") if isinstance(value, str) else ("maxItems", "minItems")
        if not schema.get(least, 0) <= len(value) <= schema.get(most, len(value)):
            return f"{at} is too short or too long"
    elif TYPES["number"](value):
        number: Any = value
        outside = (
            number < schema.get("minimum", number)
            or number > schema.get("maximum", number)
            or ("exclusiveMinimum" in schema and number <= schema["exclusiveMinimum"])
            or ("exclusiveMaximum" in schema and number >= schema["exclusiveMaximum"])
        )
        if outside:
            return f"{at} is out of bounds"
    return None


def _referred(ref: str, root: Plain) -> Any:
    found: Any = root
    for part in ref.removeprefix("#").strip("/").split("/") if ref != "#" else ():
        found = found.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(found, dict) else None
    return found if isinstance(found, (dict, bool)) else False


def _check(schema: Any, deep: int) -> None:
    """Raise if a schema uses parts of JSON Schema that cannot be validated here."""
    if isinstance(schema, bool):
        return
    if not isinstance(schema, dict) or deep > DEEPEST:
        raise BadInput("The schema is not one, or is nested too deep.", "Send a JSON Schema.")
    for word in schema:
        if word not in KNOWN and word not in SAYS_NOTHING:
            raise BadInput(f"The schema says `{word[:40]}`, which is not checked here.", "Leave it out.")
        if word in MADE_OF and not MADE_OF[word](schema[word]):
            raise BadInput(f"What the schema says under `{word}` cannot be.", f"Known types: {', '.join(TYPES)}.")
    if not schema.get("$ref", "#").startswith("#"):
        raise BadInput("The schema refers to another document.", "Put it under `$defs`.")
    for held in ("properties", "$defs", "definitions"):
        for each in schema.get(held, {}).values():
            _check(each, deep + 1)
    for word in ("anyOf", "oneOf", "allOf"):
        for each in schema.get(word, []):
            _check(each, deep + 1)
    for word in ("items", "additionalProperties"):
        if word in schema:
            _check(schema[word], deep + 1)


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _pieces(text: str) -> Iterator[str]:
    """Yield the parts of an answer that may be JSON: all of it, the content of a code fence, and the text from the
    first brace to the last."""
    yield text
    yield from _FENCED.findall(text)
    for opens, closes in ("{}", "[]"):
        start, end = text.find(opens), text.rfind(closes)
        if 0 <= start < end:
            yield text[start : end + 1]
