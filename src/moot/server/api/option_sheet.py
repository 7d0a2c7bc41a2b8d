"""What does a form need to know of a protocol's options? Their JSON Schema, with what each is for and its bounds."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from moot.protocols.consensus.strategies import installed as strategies
from moot.protocols.protocol import Options
from moot.sessions.option_limits import LIMITS
from moot.settings.fields import fields_of

BOUNDS: dict[str, dict[str, Any]] = {name: limit.schema() for name, limit in LIMITS.items()} | {
    "confidence_threshold": {"minimum": 0, "maximum": 100},
    "max_iterations": {"minimum": 1},
    "min_iterations": {"minimum": 1},
}
"""What opening a session holds each option to, for the form: those of every protocol, and what a consensus says in its
own `troubles`."""


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
