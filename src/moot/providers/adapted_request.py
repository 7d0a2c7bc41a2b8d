"""What must be said differently to a model than its traits tell? What its service demanded when it refused a request.

A matter of the wire: prompts, abilities and digests of a session are what they were. Adaptations only take away: a
field is left out, a limit or a schema's strictness lowered, so that adding two of them up can never go in circles.
"""

from __future__ import annotations

from msgspec import Struct

SCHEMAS = ("json_schema", "json_object", "none")
"""How strictly a form can be asked for, strictest first."""
UNTOLD = ""
"""What abilities say where nobody told how a form is taken: the first ballot is asked for by schema, and shows it."""


class AdaptedRequest(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is said differently."""

    leaves_out: tuple[str, ...] = ()
    """Request fields that are not sent: `temperature`, `reasoning_effort`, `stream_options`."""
    limit_field: str = ""
    """The field that limits the output, where it is not the one the traits name."""
    needs_limit: bool = False
    """Whether a limit is sent even where the session needs none."""
    schema: str = ""
    """The strictest way in which a schema is sent: `json_object` or `none`; empty as the model's abilities say."""
    takes: str = ""
    """How a form is taken by a model of which nobody told it, as its ballots showed: `json_schema` or `none`; empty
    before the first."""
    takes_by: str = ""
    """The model that showed it, as its service names it."""
    max_output: int | None = None
    """The largest limit that is taken."""
    context: int | None = None
    """Tokens read and written in one call."""
    text_bytes: int | None = None
    """Most bytes of a text that is measured."""

    def and_also(self, other: AdaptedRequest) -> AdaptedRequest:
        """Both together."""
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
        """How a schema is sent to a model that takes it like this."""
        able = able or self.takes or SCHEMAS[0]
        return max(able, self.schema, key=_looseness) if self.schema else able

    def limit_of(self, limit: int) -> int:
        """The limit that is sent."""
        return limit if self.max_output is None else min(limit, self.max_output)


AS_IT_IS = AdaptedRequest()


class SentFields(Struct, frozen=True, kw_only=True):
    """What a request carried that can be refused."""

    fields: tuple[str, ...] = ()
    """The names of its fields that could be left out."""
    limit: int | None = None
    """The limit of its output; `None` when it had none."""
    limit_field: str = ""
    """The field the limit stood in."""
    schema: str = "none"
    """How a form was asked for."""
    measures: bool = False
    """Whether texts were to be measured."""


class Demand(Struct, frozen=True, kw_only=True):
    """What a refusal asks to be done otherwise."""

    cause: str
    """What it is about; a call is adapted once for each."""
    change: AdaptedRequest = AS_IT_IS
    """What is to be said differently."""
    lasting: bool = False
    """Whether that holds for the model, not for this request alone."""
    room: int | None = None
    """Tokens that may be written in this call."""
    context: int | None = None
    """What the model reads and writes in one call, as the refusal tells."""
    prompt: int | None = None
    """Tokens of the prompt, as the service counts them."""


def _looseness(schema: str) -> int:
    return SCHEMAS.index(schema) if schema in SCHEMAS else 0


def _least(one: int | None, other: int | None) -> int | None:
    known = [each for each in (one, other) if each is not None]
    return min(known) if known else None
