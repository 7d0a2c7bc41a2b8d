"""What does a form need to know of a protocol's options? Their JSON Schema, with what each is for and its bounds."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from moot.protocols.protocol import Options
from moot.sessions.option_limits import LIMITS
from moot.settings.fields import fields_of

BOUNDS: dict[str, dict[str, Any]] = {name: limit.schema() for name, limit in LIMITS.items()}
"""What opening a session holds the options of every protocol to, for the form."""


@cache
def option_sheet(options: type[Options]) -> dict[str, Any]:
    """The schema of these options; every field says what it is for, those all protocols share are marked,
    and what one is where somebody watches stands with it."""
    schema = msgspec.json.schema(options)
    plain: dict[str, Any] = schema.get("$defs", {}).get(options.__name__, schema)
    says = {field.name: field.says for field in fields_of(options)}
    shared = set(Options.__struct_fields__)
    bounds = {**BOUNDS, **options.shown()}
    properties = {
        name: {**field, **bounds.get(name, {}), "description": says.get(name, ""), "x-shared": name in shared}
        | ({"x-watched": options.watched[name]} if name in options.watched else {})
        for name, field in plain.get("properties", {}).items()
    }
    return {**plain, "properties": properties}
