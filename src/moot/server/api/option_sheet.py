"""Return a protocol's options as a JSON Schema, with the description and limits of each, for forms."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from moot.protocols.protocol import Options
from moot.sessions.option_limits import LIMITS
from moot.settings.fields import fields_of

BOUNDS: dict[str, dict[str, Any]] = {name: limit.schema() for name, limit in LIMITS.items()}
"""Limits that apply to the options of every protocol when a session opens."""


@cache
def option_sheet(options: type[Options]) -> dict[str, Any]:
    """Return the schema of these options. Every field has its description, fields shared by all protocols are marked,
    and a default that differs while somebody watches is included."""
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
