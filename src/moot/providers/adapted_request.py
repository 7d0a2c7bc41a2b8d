"""Describe how a request differs from a model's traits because the service demanded it in an error.

Only the wire is affected: a session's prompts, abilities and digests stay the same. Adaptations only remove: a field is
left out, a limit or a schema's strictness lowered, so that combining two can never go in circles.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

SCHEMAS = ("json_schema", "json_object", "none")
"""Ways to request a schema, strictest first."""
UNTOLD = ""
"""Ability of a model with unknown schema support: the first ballot is requested by schema, and shows it."""


Tokens = Annotated[int, Meta(ge=16, le=10**10)]
"""A limit that an error can contain (`providers/provider_errors.py`)."""


class AdaptedRequest(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Changes to a request."""

    leaves_out: tuple[str, ...] = ()
    """Request fields that are not sent: `temperature`, `reasoning_effort`, `stream_options`."""
    limit_field: Annotated[str, Meta(pattern="^(max_tokens|max_completion_tokens)?$")] = ""
    """Field that limits the output, if not the one in the traits."""
    needs_limit: bool = False
    """Whether a limit is sent even if the session needs none."""
    schema: Annotated[str, Meta(pattern="^(json_schema|json_object|none)?$")] = ""
    """The strictest way to send a schema: `json_object` or `none`; empty for what the model's abilities state."""
    takes: Annotated[str, Meta(pattern="^(json_schema|none)?$")] = ""
    """How a model with unknown schema support took one: `json_schema`, `none`, or empty before its first ballot."""
    takes_by: Annotated[str, Meta(max_length=300)] = ""
    """The model that showed it, by the service's name."""
    max_output: Tokens | None = None
    """The largest output limit accepted."""
    context: Tokens | None = None
    """Context size in tokens, for input and output."""
    text_bytes: Tokens | None = None
    """Most bytes of a text to embed."""

    def and_also(self, other: AdaptedRequest) -> AdaptedRequest:
        """Return both adaptations combined."""
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
        """Return how to send a JSON schema to a model, given its ability and what its endpoint has refused."""
        able = able or self.takes or SCHEMAS[0]
        return max(able, self.schema, key=_looseness) if self.schema else able

    def limit_of(self, limit: int) -> int:
        """Return the limit to send."""
        return limit if self.max_output is None else min(limit, self.max_output)


AS_IT_IS = AdaptedRequest()


class SentFields(Struct, frozen=True, kw_only=True):
    """Parts of a request that a service can refuse."""

    fields: tuple[str, ...] = ()
    """Names of optional fields sent."""
    limit: int | None = None
    """Limit of the output; `None` if none was sent."""
    limit_field: str = ""
    """Field that contained the limit."""
    schema: str = "none"
    """How a schema was requested."""
    measures: bool = False
    """Whether the request was for embeddings."""


class Demand(Struct, frozen=True, kw_only=True):
    """Change that an error demands."""

    cause: str
    """Subject of the error; a call is adapted once for each."""
    change: AdaptedRequest = AS_IT_IS
    """The adaptation."""
    lasting: bool = False
    """Whether it applies to the model, not only to this request."""
    room: int | None = None
    """Output tokens allowed in this call."""
    context: int | None = None
    """The model's context size according to the error."""
    prompt: int | None = None
    """Tokens of the prompt, as counted by the service."""


def _looseness(schema: str) -> int:
    return SCHEMAS.index(schema) if schema in SCHEMAS else 0


def _least(one: int | None, other: int | None) -> int | None:
    known = [each for each in (one, other) if each is not None]
    return min(known) if known else None
