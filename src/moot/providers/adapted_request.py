"""Describe how a request differs from a model's traits because the service demanded it in an error.

Only the wire is affected: a session's prompts, abilities and digests stay the same. Adaptations only remove: a field is
left out, a limit or a schema's strictness lowered, so that combining two can never go in circles.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

SCHEMAS = ("json_schema", "json_object", "none")
"""Ways to pass a JSON schema to a service, strictest first."""
UNTOLD = ""
"""Value of a model's ability to take a JSON schema while that is unknown. Its first ballot (a reply in a form) is
requested with a schema, and the reply shows the ability."""


Tokens = Annotated[int, Meta(ge=16, le=10**10)]
"""A number of tokens, or bytes, that an error of a service can name as a limit (`providers/provider_errors.py`)."""


class AdaptedRequest(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How requests to a model must differ from the usual form, because its service refused the usual form."""

    leaves_out: tuple[str, ...] = ()
    """Request fields that are not sent: `temperature`, `reasoning_effort`, `stream_options`."""
    limit_field: Annotated[str, Meta(pattern="^(max_tokens|max_completion_tokens)?$")] = ""
    """Name of the request's field that limits the output, if not the one in the model's traits."""
    needs_limit: bool = False
    """Whether an output limit is sent even if the session needs none."""
    schema: Annotated[str, Meta(pattern="^(json_schema|json_object|none)?$")] = ""
    """The strictest way to send a schema: `json_object` or `none`; empty for what the model's abilities state."""
    takes: Annotated[str, Meta(pattern="^(json_schema|none)?$")] = ""
    """How a model with unknown schema support took one: `json_schema`, `none`, or empty before its first ballot."""
    takes_by: Annotated[str, Meta(max_length=300)] = ""
    """The model whose answer showed `takes`, by the service's name."""
    max_output: Tokens | None = None
    """The largest output limit, in tokens, that the service accepts."""
    context: Tokens | None = None
    """Context size in tokens, for input and output."""
    text_bytes: Tokens | None = None
    """Most bytes of a text to embed that the service accepts."""

    def and_also(self, other: AdaptedRequest) -> AdaptedRequest:
        """Return an adaptation with the changes of both. If they conflict, the stricter change counts; if neither is
        stricter, the change of `other` does."""
        return AdaptedRequest(
            leaves_out=tuple(sorted({*self.leaves_out, *other.leaves_out})),
            limit_field=other.limit_field or self.limit_field,
            needs_limit=self.needs_limit or other.needs_limit,
            schema=max(self.schema, other.schema, key=_looseness),
            takes=other.takes or self.takes,
            takes_by=other.takes_by if other.takes else self.takes_by,
            max_output=_least(self.max_output, other.max_output),
            context=_least(self.context, other.context),
            text_bytes=_least(self.text_bytes, other.text_bytes),
        )

    def schema_of(self, able: str) -> str:
        """Return in which form to send a JSON schema to a model (`json_schema`, `json_object` or `none`): the one its
        abilities state (`able`), or a less strict one if its service has refused that."""
        able = able or self.takes or SCHEMAS[0]
        return max(able, self.schema, key=_looseness) if self.schema else able

    def limit_of(self, limit: int) -> int:
        """Return the output limit to send if `limit` tokens are wanted: at most what the service accepts."""
        return limit if self.max_output is None else min(limit, self.max_output)


AS_IT_IS = AdaptedRequest()


class SentFields(Struct, frozen=True, kw_only=True):
    """The parts of a request that a service could refuse. Errors of the service are compared with these parts."""

    fields: tuple[str, ...] = ()
    """Names of optional fields sent."""
    limit: int | None = None
    """Output limit in tokens; `None` if none was sent."""
    limit_field: str = ""
    """Name of the field that contained the limit."""
    schema: str = "none"
    """How the JSON schema was passed."""
    measures: bool = False
    """Whether the request was for embeddings."""


class Demand(Struct, frozen=True, kw_only=True):
    """How a request must change, according to the error with which the service refused it."""

    cause: str
    """What the error is about; a call is changed only once for each."""
    change: AdaptedRequest = AS_IT_IS
    """The change to make."""
    lasting: bool = False
    """Whether the change applies to all requests to the model, not only to this one."""
    room: int | None = None
    """Most output tokens that the service allows in this call, if the error names them."""
    context: int | None = None
    """The model's context size according to the error."""
    prompt: int | None = None
    """Tokens of the prompt, as counted by the service."""


def _looseness(schema: str) -> int:
    return SCHEMAS.index(schema) if schema in SCHEMAS else 0


def _least(one: int | None, other: int | None) -> int | None:
    known = [each for each in (one, other) if each is not None]
    return min(known) if known else None
