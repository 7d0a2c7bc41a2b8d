"""Test the JSON Schema validator for answers against a full implementation."""

from __future__ import annotations

import itertools
import json
from typing import Any

import jsonschema_rs
import pytest

from moot.errors import BadInput, CallFailed
from moot.server.openai.forms import form_from, wrong_with

TREE: Any = {
    "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "n": {"type": "integer"}}}},
    "$ref": "#/$defs/node",
}
SCHEMAS: list[Any] = [
    {},
    {"type": "object"},
    {"type": ["string", "null"]},
    {"type": "integer", "minimum": 1, "maximum": 3},
    {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 2},
    {"type": "string", "minLength": 1, "maxLength": 2},
    {"enum": ["a", 1, None]},
    {"const": {"a": 1}},
    {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 2},
    {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": False},
    {"type": "object", "additionalProperties": {"type": "string"}},
    {"anyOf": [{"type": "string"}, {"type": "object", "required": ["a"]}]},
    {"allOf": [{"type": "object"}, {"required": ["b"]}]},
    TREE,
]
VALUES: list[Any] = [
    None, True, False, 0, 1, 1.0, 1.5, 3, 4, -1, "", "a", "abc", [], [1], [1, 2, 3], ["a"], {}, {"a": 1}, {"a": "x"},
    {"b": "x"}, {"a": 1, "b": 2}, {"next": {"next": {"n": "x"}}}, {"next": {"n": 2}}, {"next": 3},
]  # fmt: skip


@pytest.mark.parametrize("schema", SCHEMAS, ids=json.dumps)
def test_what_passes_is_what_passes_elsewhere(schema: Any) -> None:
    known = jsonschema_rs.validator_for(schema)
    for value in VALUES:
        assert (wrong_with(value, schema, schema) is None) == known.is_valid(value), value


def test_json_is_found_in_words() -> None:
    form = form_from({"type": "json_object"})
    assert form is not None
    before = ("", "Here it is:\n", "```json\n", "Certainly!\n\n```\n")
    after = ("", "\nI hope this helps.", "\n```", "\n```\nDone.")
    for head, tail in itertools.product(before, after):
        assert json.loads(form.found_in(f'{head}{{"a": "}}"}}{tail}')) == {"a": "}"}
    for nothing in ("", "No.", "{", "[1]", "{'a': 1}", "[" * 100_000, '{"a": NaN}'):
        with pytest.raises(CallFailed, match="not the JSON"):
            form.found_in(nothing)


@pytest.mark.parametrize(
    "given",
    [
        {"type": "json_schema"},
        {"type": "json_schema", "json_schema": {"schema": 3}},
        {"type": "json_schema", "schema": {"properties": {"a": {"pattern": "x"}}}},
        {"type": "json_schema", "schema": {"type": "text"}},
        {"type": "json_schema", "schema": {"$ref": "http://example.com/s"}},
        {"type": "json_schema", "schema": {"properties": []}},
        {"type": "json_schema", "schema": {"required": 3}},
        {"type": "json_schema", "schema": {"type": 3}},
        {"type": "json_schema", "schema": {"minimum": "x"}},
        {"type": "json_schema", "schema": {"anyOf": 3}},
        {"type": "json_schema", "schema": {"$ref": 3}},
        {"type": "grammar"},
    ],
    ids=json.dumps,
)
def test_a_schema_that_could_not_be_held_to_is_refused(given: Any) -> None:
    with pytest.raises(BadInput):
        form_from(given)
