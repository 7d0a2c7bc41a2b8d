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
"""Value of a model's ability to accept a JSON schema while it is unknown. The model's first ballot (a reply in a form)
is requested with a schema, and the reply shows the ability.
"""


Tokens = Annotated[int, Meta(ge=16, le=10**10)]
"""Type of a number of tokens, or bytes, that a service's error can name as a limit (`providers/provider_errors.py`)."""


class AdaptedRequest(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How requests to a model must differ from the usual form, because its service refused the usual form."""

    leaves_out: tuple[str, ...] = ()
    """Names of request fields that are not sent: `temperature`, `reasoning_effort`, `stream_options`."""
    limit_field: Annotated[str, Meta(pattern="^(max_tokens|max_completion_tokens)?$")] = ""
    """Name of the request's field that limits the output; empty for the name in the model's traits."""
    needs_limit: bool = False
    """Whether an output limit is sent even if the session needs none."""
    schema: Annotated[str, Meta(pattern="^(json_schema|json_object|none)?$")] = ""
    """Strictest way to send a schema: `json_object` or `none`; empty for the way in the model's abilities."""
    takes: Annotated[str, Meta(pattern="^(json_schema|none)?$")] = ""
    """How a model with unknown schema support accepted a schema: `json_schema`, `none`, or empty before its first
    ballot.
    """
    takes_by: Annotated[str, Meta(max_length=300)] = ""
    """Model whose answer showed `takes`, as named by the service."""
    max_output: Tokens | None = None
    """The largest output limit, in tokens, that the service accepts."""
    context: Tokens | None = None
    """Context size in tokens, for input and output."""
    text_bytes: Tokens | None = None
    """Maximum number of bytes that the service accepts for a text to embed."""

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
        """Return in which form to send a JSON schema to a model (`json_schema`, `json_object` or `none`): the form in
        its abilities (`able`), or a less strict form if its service has refused that.
        """
        able = able or self.takes or SCHEMAS[0]
        return max(able, self.schema, key=_looseness) if self.schema else able

    def limit_of(self, limit: int) -> int:
        """Return the output limit to send if `limit` tokens are wanted: at most what the service accepts."""
        return limit if self.max_output is None else min(limit, self.max_output)


AS_IT_IS = AdaptedRequest()


class SentFields(Struct, frozen=True, kw_only=True):
    """The parts of a request that a service could refuse. Errors of the service are compared with these parts."""

    fields: tuple[str, ...] = ()
    """Names of the optional fields that were sent."""
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
    """Subject of the error. A call is changed only once for each subject."""
    change: AdaptedRequest = AS_IT_IS
    """The change to make."""
    lasting: bool = False
    """Whether the change applies to all requests to the model, not only to this one."""
    room: int | None = None
    """Maximum number of output tokens that the service allows in this call, if the error names it."""
    context: int | None = None
    """Context size of the model according to the error, in tokens."""
    prompt: int | None = None
    """Number of tokens in the prompt, as counted by the service."""


def _looseness(schema: str) -> int:
    return SCHEMAS.index(schema) if schema in SCHEMAS else 0


def _least(one: int | None, other: int | None) -> int | None:
    known = [each for each in (one, other) if each is not None]
    return min(known) if known else None
