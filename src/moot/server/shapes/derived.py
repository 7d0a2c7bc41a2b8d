"""Derive request bodies from structs, so that a field, its limits and its description are declared once."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct
from pydantic import AfterValidator, Field, create_model

from moot.server.error_responses import plain
from moot.server.shapes.bodies import Body
from moot.settings.fields import fields_of

LARGEST = 2**53
"""Largest whole number that is the same in every client."""


def body_of(name: str, struct: type[Struct], /, without: Collection[str] = (), **others: Any) -> type[Body]:
    """Return a request body with the fields of a struct.

    Args:
        name: Its name in the API document.
        struct: Source of the fields, their defaults and descriptions.
        without: Fields a client may not send.
        others: Fields that differ from the struct's, as `name=(type, Field(...))`.
    """
    kinds = get_type_hints(struct, include_extras=True)
    described = {field.name: field.says for field in fields_of(struct)}
    made: dict[str, Any] = {}
    for field in msgspec.structs.fields(struct):
        if field.name not in without:
            default = ... if field.required else plain_default(field)
            made[field.name] = (edge(kinds[field.name]), Field(default, description=described[field.name]))
    says = (inspect.getdoc(struct) or "").partition("\n")[0]
    return create_model(name, __base__=Body, __doc__=says, **{**made, **others})


def edge(kind: Any) -> Any:
    """Return the type of a field as a client may send it."""
    origin, given = get_origin(kind), get_args(kind)
    if origin is Annotated:
        limits = {
            name: limit for each in given[1:] if isinstance(each, Meta) for name, limit in limits_of(each).items()
        }
        return Annotated[edge(given[0]), Field(**limits)] if limits else edge(given[0])
    if origin in (Union, UnionType):
        kept = [edge(each) for each in given if not (isinstance(each, type) and issubclass(each, Struct))]
        return Union[tuple(kept)]  # noqa: UP007  # made at run time
    if origin in (tuple, list, Sequence):
        return list[edge(given[0])]  # type: ignore[misc]
    if origin in (dict, Mapping):
        return dict[edge(given[0]), edge(given[1])]  # type: ignore[misc]
    if kind is str:
        return Annotated[str, AfterValidator(plain)]
    if kind is float:
        return Annotated[float, Field(allow_inf_nan=False)]
    if kind is int:
        return Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
    return kind if kind is not NoneType else None


def limits_of(meta: Meta) -> dict[str, Any]:
    """Return the limits in a msgspec annotation under pydantic's names."""
    names = ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern")
    return {name: limit for name in names if (limit := getattr(meta, name)) is not None}


def plain_default(field: msgspec.structs.FieldInfo) -> Any:
    """Return the default of a field as JSON has it."""
    default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return list(default) if isinstance(default, tuple) else msgspec.to_builtins(default)
