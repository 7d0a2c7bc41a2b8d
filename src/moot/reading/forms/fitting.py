"""Check that a form fits its class of ballot: fill it in by its own schema, and make the ballot of that.

The class's own checks are skipped, as the values drawn here need make no sense.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from moot.reading.forms.fields import FormField, Scope, Wrong
from moot.reading.forms.shapes import Each, Group, Many, NamedValues
from moot.vocabulary.ballots import Ballot

LABELS = ("K7QX", "B2CD", "9FFG")
DRAWS = (0.0, 0.5, 0.99)
"""Values of an enum that are tried: the first, one in the middle, the last."""


class _FormNames(dict[str, Sequence[str]]):
    """Names for every list that is known only at run time."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> Sequence[str]:
        return ("first name", "second name")


def misfit(ballot: type[Ballot], fields: Mapping[str, FormField], *, own_way: bool) -> str:
    """Describe why these fields make no ballot of this class; empty if they do.

    With an `own_way` the form makes its ballot by code of its own, which does not depend on its fields.
    """
    for name, field in _every(fields):
        if not isinstance(field, FormField):
            return f"`{name}` is given as {field!r}, which is no field"
    known = {each.encode_name: each for each in msgspec.structs.fields(ballot)}
    if not own_way:
        for name in fields:
            if name not in known:
                return f"it has a field `{name}`, which the ballot has not"
        for name, member in known.items():
            if member.required and (name not in fields or fields[name].optional):
                lacks = "may leave out" if name in fields else "has no field"
                return f"it {lacks} `{name}`, without which there is no ballot"
    scope = Scope({label: label for label in LABELS}, _FormNames())
    for draw in DRAWS:
        try:
            read = Group(fields).read(filled(Group(fields).schema(scope), draw), "", scope)
            if not own_way:
                given = [(name, known[name].type) for name in read]
                msgspec.convert(read, msgspec.defstruct("Shape", given, kw_only=True))
        except (Wrong, msgspec.ValidationError) as error:
            return f"what is written in it is not read as the ballot has it: {error}"
    return ""


def _every(fields: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield every field, nested ones too."""
    for name, field in fields.items():
        yield name, field
        if isinstance(field, Group):
            yield from _every(field.fields)
        elif isinstance(field, Each | NamedValues | Many):
            yield from _every({name: field.field})


def filled(schema: Mapping[str, Any], draw: float) -> Any:
    """Return an instance of a form's schema."""
    if "enum" in schema:
        return schema["enum"][int(draw * len(schema["enum"]))]
    match schema.get("type"):
        case "object":
            return {name: filled(inner, draw) for name, inner in schema.get("properties", {}).items()}
        case "array":
            return [filled(schema["items"], draw)] * max(1, schema.get("minItems", 0))
        case "string":
            return ("words " * max(1, schema.get("minLength", 0)))[: schema.get("maxLength")]
        case "boolean":
            return draw >= DRAWS[1]
        case "integer":
            return round(schema["minimum"] + draw * (schema["maximum"] - schema["minimum"]))
    return round(schema.get("minimum", 0) + draw * (schema.get("maximum", 1) - schema.get("minimum", 0)), 2)
