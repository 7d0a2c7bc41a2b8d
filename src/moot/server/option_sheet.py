"""What does a form need to know of a protocol's options? Their JSON Schema, with what each is for and its bounds."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from moot.fields import fields_of
from moot.protocols import strategies
from moot.protocols.protocol import Options
from moot.reading.review_copy import LEAST_ALLOWANCE

BOUNDS: dict[str, dict[str, Any]] = {
    "quorum": {"minimum": 1},
    "deadline": {"exclusiveMinimum": 0},
    "stage_deadline": {"exclusiveMinimum": 0},
    "patience": {"exclusiveMinimum": 0},
    "temperature": {"minimum": 0, "maximum": 2},
    "max_output": {"minimum": 1},
    "reasoning": {"examples": ["low", "medium", "high"]},
    "allowance": {"minimum": LEAST_ALLOWANCE},
    "confidence_threshold": {"minimum": 0, "maximum": 100},
    "max_iterations": {"minimum": 1},
    "min_iterations": {"minimum": 1},
}
"""What opening a session holds each option to (`sessions/opening.py` and the options' own `troubles`), for the form."""


@cache
def option_sheet(options: type[Options]) -> dict[str, Any]:
    """The schema of these options; every field says what it is for, those all protocols share are marked."""
    schema = msgspec.json.schema(options)
    plain: dict[str, Any] = schema.get("$defs", {}).get(options.__name__, schema)
    says = {field.name: field.says for field in fields_of(options)}
    shared = set(Options.__struct_fields__)
    properties = {
        name: {**field, **BOUNDS.get(name, {}), "description": says.get(name, ""), "x-shared": name in shared}
        for name, field in plain.get("properties", {}).items()
    }
    if "strategy" in properties:
        properties["strategy"]["examples"] = list(strategies.names())
    return {**plain, "properties": properties}
