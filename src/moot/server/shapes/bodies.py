"""Request bodies, strictly validated: no unknown field, no number given as text, no NaN, no key in an error.

Routes convert them to the vocabulary's own values; nothing here travels further than the route that read it.
"""

from __future__ import annotations

import base64
import binascii
import inspect
from collections.abc import Collection, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, create_model

from moot.egress.addresses import is_local
from moot.errors import BadInput
from moot.server.error_responses import plain
from moot.settings.fields import fields_of
from moot.settings.tomlfile import Value

LONGEST_NAME = 200

Text = Annotated[str, AfterValidator(plain)]
"""Text that can be stored. Half of a surrogate pair becomes a question mark."""
Name = Annotated[str, AfterValidator(plain), Field(max_length=LONGEST_NAME)]
Words = Annotated[str, AfterValidator(plain), Field(max_length=1_000_000)]
Dollars = Annotated[float, Field(ge=0, lt=1e9, allow_inf_nan=False)]
Seconds = Annotated[float, Field(gt=0, lt=1e7, allow_inf_nan=False)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Whole = Annotated[int, Field(ge=-(2**53), le=2**53)]
OptionValue = bool | Whole | Number | Words | list[Words]
AtLeast = Annotated[int, Field(ge=1, le=64)]
Offices = Annotated[dict[Name, Name | list[Name]], Field(max_length=16)]
Options = Annotated[dict[Name, OptionValue], Field(max_length=100)]


class Body(BaseModel):
    """Base of every request body."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SettingBody(Body):
    """A new value for a setting."""

    value: bool | Number | Name | Annotated[list[Name], Field(max_length=100)] | None = Field(
        description="The value; null puts it back to its default."
    )

    def text(self) -> str | None:
        """Return the value as it would be typed on a command line; `None` puts the setting back to its default."""
        if self.value is None or isinstance(self.value, str):
            return self.value
        if isinstance(self.value, bool):
            return "true" if self.value else "false"
        return ",".join(self.value) if isinstance(self.value, list) else repr(self.value)


class AttachmentBody(Body):
    """A file attached to a question."""

    name: Name = Field(min_length=1, description="The file's name.")
    data: str = Field(description="Its bytes in base64.")
    media_type: Name | None = Field(default=None, description="What it is; guessed from name and bytes when unset.")

    def content(self) -> bytes:
        """Return the file's bytes; raise if the data is not base64."""
        try:
            return base64.b64decode(self.data.encode("ascii"), validate=True)
        except (binascii.Error, UnicodeError):
            raise BadInput("An attachment's `data` is not base64.") from None


class ResumeBody(Body):
    """Changes with which a stopped or unfinished session continues: new limits, or fewer members."""

    budget: Dollars | None = Field(default=None, description="The new budget in dollars.")
    deadline: Seconds | None = Field(default=None, description="The new deadline in seconds of running time.")
    accepts_drift: bool = Field(default=False, description="Keep recorded moves although their prompts differ now.")
    at_least: AtLeast | None = Field(
        default=None, description="Go on with the members that answered, where they are at least so many."
    )


class GoOnBody(Body):
    """The seats for which a running session stops waiting."""

    without: Annotated[list[Name], Field(max_length=100)] = Field(
        default=[], description="Seats; with none, everybody who is not needed any more."
    )


class WriteUpBody(Body):
    """A request to have one model write an answer from points picked by hand."""

    points: Words = Field(description="The points, as Markdown.")
    chair: Name = Field(description="The model that writes.")
    budget: Dollars | None = Field(default=None, description="Most it may cost, in dollars.")


class AnswerBody(Body):
    """The answer of a person who has a seat in a session."""

    key: Name = Field(description="The move that is answered, e.g. `opinions/seat-b`.")
    text: Words | None = Field(default=None, description="The words.")
    ballot: dict[str, Any] | None = Field(default=None, description="Or a ballot, by the schema that was asked for.")


class GradeBody(Body):
    """A person's decision whether an answer is right."""

    right: bool | None = Field(description="Whether it is right; null takes back what was said before.")
    why: str = Field(default="", max_length=500, description="The reason.")


class VerdictBody(Body):
    """A person's verdict on the answer of a session; it replaces an earlier one."""

    right: bool | None = Field(
        default=None, description="Whether the answer is right; with `right_answer` alone, code compares the two."
    )
    right_answer: str = Field(default="", max_length=2_000, description="The right answer.")
    note: str = Field(default="", max_length=500, description="A note.")
    members: dict[str, bool] = Field(
        default={}, max_length=64, description="Whether first answers of members are right, by seat."
    )


class ListedBody(Body):
    """A new title for a session or conversation, or whether it is pinned."""

    title: Annotated[Name, Field(min_length=1)] | None = Field(
        default=None, description="What it is called from now on."
    )
    pinned: bool | None = Field(default=None, description="Whether it is kept at the top of lists.")


PerMillion = Annotated[float, Field(ge=0, le=10_000, allow_inf_nan=False)]

Key = Annotated[SecretStr, Field(min_length=1, max_length=4096)]

FREE = "free"
UNKNOWN = "unknown"
"""Value of an endpoint's `price` for an unknown price."""


class EndpointBody(Body):
    """The configuration of an endpoint (a service that runs models). Fields that are left out are not changed."""

    title: Name | None = Field(default=None, description="What people call it.")
    url: Annotated[Text, Field(max_length=2000)] | None = Field(default=None, description="Its base address.")
    wire: Name | None = Field(default=None, description="How it is spoken to; `openai` unless said otherwise.")
    private: bool | None = Field(
        default=None, description="Whether it may be in the local network; a local address says so itself."
    )
    concurrency: Annotated[int, Field(ge=1, le=1024)] | None = Field(default=None, description="Most calls at once.")
    free: bool | None = Field(default=None, description="Whether it costs nothing; false without a price: unknown.")
    input: PerMillion | None = Field(default=None, description="Dollars a million tokens of the prompt.")
    output: PerMillion | None = Field(default=None, description="Dollars a million tokens written.")
    key_env: Name | Annotated[list[Name], Field(max_length=8)] | None = Field(
        default=None, description="Variables of the server's environment that may hold its key."
    )

    key: Key | None = Field(default=None, description="Its key, sent by itself; null forgets the stored one.")

    def values(self) -> dict[str, Value]:
        """Return the fields that the client sent, by their names in the endpoint's configuration."""
        if (self.input is None) != (self.output is None):
            raise BadInput("A price has two parts.", "Send both `input` and `output`, or neither.")
        if self.free and (self.input or self.output):
            raise BadInput("It cannot be free and have a price.")
        values: dict[str, Value] = {}
        for field in ("title", "url", "wire", "private", "concurrency"):
            value = getattr(self, field)
            if value is not None and value != "":
                values[field] = value
        if self.private is None and is_local(self.url or ""):
            values["private"] = True  # a literal local address is meant; a name that resolves to one has to be marked
        if self.key_env:
            values["key_env"] = [self.key_env] if isinstance(self.key_env, str) else list(self.key_env)
        if self.free:
            values["price"] = FREE
        elif self.input is not None and self.output is not None:
            values["price"] = {"input": self.input, "output": self.output}
        elif self.free is False:
            values["price"] = UNKNOWN
        return values


class KeyBody(Body):
    """An API key to store, or null to delete the stored key."""

    key: Key | None = Field(description="The key, never given back; null forgets the stored one.")


class LookUpBody(Body):
    """Words to search for, to test a search service."""

    words: Annotated[Name, Field(min_length=1)] = Field(default="rain", description="A few words, sent to the service.")


class TryBody(Body):
    """A model to test an endpoint with, if any."""

    model: Name | None = Field(
        default=None, description="A model to ask for a few tokens: `endpoint/model`, or its own id."
    )


LARGEST = 2**53
"""Largest whole number that all clients represent exactly."""


def body_of(name: str, struct: type[Struct], /, without: Collection[str] = (), **others: Any) -> type[Body]:
    """Return a class of request bodies with the fields of a struct, as pydantic validates them.

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
    """Convert the type of a struct's field to the type with which pydantic validates it, with the same limits.

    Structs among alternatives are left out, as a client sends a name in place of one.
    """
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
    """Return the limits in a msgspec `Meta` under the names that pydantic uses for them."""
    names = ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern")
    return {name: limit for name in names if (limit := getattr(meta, name)) is not None}


def plain_default(field: msgspec.structs.FieldInfo) -> Any:
    """Return a struct field's default as a value that JSON can have."""
    default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return list(default) if isinstance(default, tuple) else msgspec.to_builtins(default)
