"""Declare a council's options in `llm`: those of its protocol, checked before any call, and a few more.

They are built when `llm` first reads them, so that listing models loads no protocol.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, get_args, get_origin

import llm
import msgspec
from pydantic import ConfigDict, Field, create_model, field_validator, model_validator
from pydantic_core import PydanticCustomError

from moot.app import by_own_names, fields_of, find_protocol, options_from
from moot.errors import MootError
from moot.vocabulary.public import Council, OptionValue

DEPTH = "moot_depth"
"""Name of the option that states how deep a council is nested in other councils."""


class DoorOptions(llm.Options):
    """Options of every council as a model of `llm`, besides those of its protocol."""

    model_config = ConfigDict(extra="forbid", protected_namespaces=())

    budget: float | None = Field(None, ge=0, lt=1e9, description="Most the session may cost, in dollars.")
    seed: str | None = Field(
        None, description="A seed to repeat a session's random choices: labels, orders, scripted voices."
    )
    system_prompt: str | None = Field(None, description="What every seat is told; `-s` goes before it.")
    moot_depth: int | None = Field(None, ge=0, description="Set by Moot for a council that is seated in a council.")

    @field_validator("*", mode="before")
    @classmethod
    def _trimmed(cls, value: object) -> object:
        return value.strip() if isinstance(value, str) else value

    @field_validator("confidence_threshold", mode="before", check_fields=False)
    @classmethod
    def _percent(cls, value: object) -> object:
        """Parse `80%` as 0.8. The sign must be recognised, because `1%` would otherwise be read as 1."""
        if not isinstance(value, str) or not value.endswith("%"):
            return value
        try:
            return float(value[:-1]) / 100
        except ValueError:
            return value

    def of_protocol(self) -> dict[str, OptionValue]:
        """Return those given options that belong to the council's protocol."""
        return {name: value for name, value in self if name not in DoorOptions.model_fields and value is not None}


def options_of(council: Council) -> type[DoorOptions]:
    """Return the class of `llm` options for a council; raise if its protocol cannot be found."""
    try:
        protocol = find_protocol(council.protocol)
    except MootError as error:
        raise llm.ModelError(str(error)) from None
    says = {field.name: field.says for field in fields_of(protocol.options)}
    fields: dict[str, Any] = {
        field.name: (_plain(field.type) | None, Field(None, description=says.get(field.name, "")))
        for field in msgspec.structs.fields(protocol.options)
    }

    also = protocol.options.also
    known = (*fields, *also, *(name for name in DoorOptions.model_fields if name != DEPTH))

    def named(given: Any) -> Any:
        for name in given if isinstance(given, dict) else ():
            if name not in known and name != DEPTH:
                near = get_close_matches(name, known, n=2)
                hint = f"Did you mean {' or '.join(near)}?" if near else f"It knows {', '.join(sorted(known))}."
                raise _refusal(f"{council.name} ({protocol.name}) has no option {name!r}. {hint}")
        try:
            return by_own_names(protocol, given) if isinstance(given, dict) else given
        except MootError as error:
            raise _refusal(f"{error.message} {error.remedy}") from None

    def checked(options: DoorOptions) -> DoorOptions:
        try:
            options_from(protocol, {**council.options, **options.of_protocol()}, council.name)
        except MootError as error:
            raise _refusal(f"{error.message} {error.remedy}") from None
        return options

    checks: dict[str, Any] = {
        "named": model_validator(mode="before")(named),
        "checked": model_validator(mode="after")(checked),
    }
    made: type[DoorOptions] = create_model("Options", __base__=DoorOptions, __validators__=checks, **fields)
    return made


def _refusal(words: str) -> PydanticCustomError:
    """Return an error that `llm` prints as these words."""
    return PydanticCustomError("moot", "{words}", {"words": words})


def _plain(kind: Any) -> Any:
    """Return the type to which `llm` should convert an option's text from its command line: a number, a boolean, or
    text.
    """
    kinds = [each for each in get_args(kind) or (kind,) if each is not type(None)]
    if bool in kinds or float in kinds or int in kinds:
        return next(each for each in (bool, float, int) if each in kinds)
    if any(get_origin(each) in (list, tuple) for each in (kind, *kinds)):
        return list[str] | str
    return str
