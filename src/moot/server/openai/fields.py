"""Validate the fields of an OpenAI request: which are honoured, which have no effect, which are refused.

Nothing is ignored: a field is honoured, accepted because it changes no answer, or refused (400) unless its value is
what a council does anyway. A field in no table is refused as unknown. `docs/connect.md` prints the tables and
`tests/server/openai/test_fields.py` walks the fields of OpenAI's own client.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field

from moot.errors import BadInput
from moot.server.openai.forms import Form, form_from
from moot.server.shapes.bodies import Dollars, Name
from moot.vocabulary.councils import OptionValue

Plain = dict[str, Any]

TAKEN = ("user", "safety_identifier", "prompt_cache_key", "prompt_cache_retention", "prompt_cache_options")
"""Names of fields that are accepted and ignored, because they can change no answer."""
_EXTRAS = """
chat_id session_id id parent_id conversationId parentMessageId messageId title task variables model_item
background_tasks keep_alive usage include_reasoning route transforms
"""
EXTRAS = tuple(_EXTRAS.split())
"""Names of fields of chat programs and gateways, in no public format, that can change no answer."""
NEUTRAL: dict[str, tuple[object, ...]] = {
    "audio": (),
    "frequency_penalty": (0,),
    "function_call": ("none", "auto"),
    "functions": ([],),
    "logit_bias": ({},),
    "logprobs": (False,),
    "moderation": (),
    "parallel_tool_calls": (True, False),
    "prediction": (),
    "presence_penalty": (0,),
    "service_tier": ("auto", "default"),
    "tool_choice": ("none", "auto"),
    "tools": ([],),
    "top_logprobs": (0,),
    "top_p": (1,),
    "verbosity": ("medium",),
    "web_search_options": (),
}
"""Fields with their accepted values: null, or a value that requests what a council does anyway. Other values are
refused.
"""
BESIDE: dict[str, tuple[object, ...]] = {
    "add_generation_prompt": (True,),
    "chat_template_kwargs": ({},),
    "features": ({},),
    "files": ([],),
    "filter_ids": ([],),
    "min_p": (0,),
    "models": ([],),
    "num_ctx": (),
    "options": ({},),
    "plugins": ([],),
    "provider": ({},),
    "repeat_penalty": (1,),
    "repetition_penalty": (1,),
    "skill_ids": ([],),
    "think": (),
    "tool_ids": ([],),
    "tool_servers": ([],),
    "top_a": (0,),
    "top_k": (0, -1),
    "typical_p": (1,),
    "web_search": (False,),
}
"""Accepted values of fields that chat programs, gateways and engines send beyond OpenAI's format, as in `NEUTRAL`."""
REASONS = {
    "A council calls no tools.": "functions function_call tools tool_choice parallel_tool_calls max_tool_calls "
    "skill_ids tool_ids tool_servers filter_ids",
    "Send `moot.search` to let members look things up.": "web_search_options web_search plugins features",
    "A council answers in text.": "audio image",
    "A council has no log-probabilities.": "logprobs top_logprobs",
    "What a session carries of earlier turns is decided when it opens.": "context_management truncation",
    "Who sits is said by the council's name.": "models provider",
    "Files go into the messages.": "files",
    "Send `reasoning_effort`.": "think",
    "Say in words how long the answer shall be.": "verbosity",
    "A session goes on whoever leaves; fetch it later by its id.": "background",
    "Conversations are carried by `previous_response_id`.": "conversation",
    "Moot has no such service.": "access_programs include moderation prediction prompt service_tier",
}
WHY = {name: why for why, names in REASONS.items() for name in names.split()}
SAMPLING = "Several models answer; this setting of one model is not passed on."


LEAST_WRITTEN = 256
"""Minimum number of tokens to which a verdict's writer is limited, because its reasoning counts too."""


class OurOwn(BaseModel):
    """The value of a request's field `moot`: options of Moot that OpenAI's format does not have."""

    model_config = ConfigDict(extra="forbid", strict=True)

    progress: bool | None = None
    """Whether the council's progress is sent as `reasoning_content`."""
    stop_on_close: bool | None = None
    """Whether the council stops when the client closes the connection."""
    budget: Dollars | None = None
    """Limit on the session's cost, in dollars."""
    chore: bool | None = None
    """Whether one cheap member answers (`true`) or the council (`false`), whatever the prompt looks like."""
    at_least: Annotated[int, Field(ge=1)] | None = None
    """Number of members that each stage needs to continue; unset, the council's own quorum."""
    when: Literal["auto", "always", "selective", "one"] = "always"
    """How many members are asked: all, two first, or one; `auto` decides by earlier results."""
    search: bool | None = None
    """Whether members may look things up on the web; unset, as the protocol has it."""
    choices: Annotated[list[Name], Field(max_length=32)] = []
    """The answers to choose from, if the question is closed, or `["number"]`."""


class StreamOptions(BaseModel):
    """The field `stream_options` of a request."""

    model_config = ConfigDict(extra="forbid", strict=True)

    include_usage: bool | None = None
    include_obfuscation: bool | None = None


class RequestFields(BaseModel):
    """Base of the bodies of chat completions and responses: the fields they share, and any unknown fields, which are
    checked later."""

    model_config = ConfigDict(extra="allow", strict=True)

    temperature: Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)] | None = None
    metadata: Annotated[dict[str, str], Field(max_length=16)] | None = None
    store: bool | None = None
    user: str | None = None
    safety_identifier: str | None = None
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    moot: OurOwn | None = None

    def refuse(self, neutral: Mapping[str, tuple[object, ...]], taken: Collection[str]) -> None:
        """Raise for a field that a council cannot honour, unless its value asks for what a council does anyway.

        `neutral` has the accepted values by field, `taken` the fields that are accepted whatever their value.
        """
        if self.stream_options is not None:
            if not self.stream:
                raise BadInput("`stream_options` was sent without `stream`.", "Send `stream: true` with it.")
            if self.stream_options.include_obfuscation:
                raise BadInput("A council's stream is not obfuscated.", "Leave out `include_obfuscation`.")
        neutral = {**BESIDE, **neutral}
        for name, value in (self.model_extra or {}).items():
            if value is None or name in taken or name in EXTRAS:
                continue
            if name not in neutral:
                raise BadInput(f"There is no field `{name[:60]}` here.", "Leave it out; docs/connect.md has them all.")
            if not any(
                value == known and isinstance(value, bool) == isinstance(known, bool) for known in neutral[name]
            ) and not _all_off(name, value):
                raise BadInput(f"`{name}` cannot be honoured. {WHY.get(name, SAMPLING)}", f"Leave out `{name}`.")


def _all_off(name: str, value: object) -> bool:
    """Return whether this is the field in which a chat program switches its features on and off, with all of them
    off."""
    return name == "features" and isinstance(value, dict) and not any(value.values())


class ReasoningWish(BaseModel):
    """The field `reasoning`, in which gateways send the reasoning effort."""

    model_config = ConfigDict(extra="ignore", strict=True)

    effort: str | None = None
    enabled: bool | None = None
    max_tokens: int | None = None


class ChatWishes(RequestFields):
    """Base of the body of a chat completion: the fields that influence its answer."""

    n: int | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    max_completion_tokens: Annotated[int, Field(ge=1)] | None = None
    stop: str | Annotated[list[str], Field(max_length=4)] | None = None
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)] | None = None
    reasoning_effort: str | None = None
    reasoning: ReasoningWish | None = None
    response_format: Plain | None = None
    modalities: list[str] | None = None

    def wishes(self) -> Wishes:
        """Return the request's options for the answer; raise for a field that cannot be honoured."""
        self.refuse(NEUTRAL, TAKEN)
        if self.n not in (None, 1):
            raise BadInput("A council gives one answer.", "Leave out `n`, or send 1.")
        if self.modalities not in (None, ["text"]):
            raise BadInput("A council answers in text.", "Leave out `modalities`.")
        limits = [each for each in (self.max_tokens, self.max_completion_tokens) if each is not None]
        stop = [self.stop] if isinstance(self.stop, str) else self.stop or []
        return Wishes(
            own=self.moot or OurOwn(),
            temperature=self.temperature,
            reasoning=effort_from(self.reasoning_effort or self._gateways_effort()),
            seed=None if self.seed is None else str(self.seed),
            most=min(limits) if limits else None,
            stop=tuple(each for each in stop if each),
            form=form_from(self.response_format),
            usage=bool(self.stream_options and self.stream_options.include_usage),
            metadata=self.metadata,
        )

    def _gateways_effort(self) -> str | None:
        wish = self.reasoning
        if wish is None:
            return None
        if wish.max_tokens is not None:
            raise BadInput("`reasoning.max_tokens` cannot be honoured: several models think.", "Send its `effort`.")
        return wish.effort or ("none" if wish.enabled is False else None)


class Wishes(Struct, frozen=True, kw_only=True):
    """Options that a client requests for the answer, in the same form for a chat completion and for a response."""

    temperature: float | None = None
    """Temperature of every seat whose council sets none."""
    reasoning: str | None = None
    """Reasoning effort of the seats."""
    seed: str | None = None
    """Seed of random draws in the session."""
    most: int | None = None
    """Maximum number of tokens of the sent answer."""
    stop: tuple[str, ...] = ()
    """Texts before which the sent answer is cut."""
    form: Form | None = None
    """JSON format that the answer must have; `None` for plain text."""
    usage: bool = False
    """Whether a stream ends with the token counts."""
    metadata: dict[str, str] | None = None
    """The client's own values, returned unchanged."""
    own: OurOwn = OurOwn()
    """Moot's own fields. Unset fields are taken from the settings."""

    @property
    def options(self) -> dict[str, OptionValue]:
        """Return the options of the council's protocol that the request sets."""
        asked: dict[str, OptionValue | None] = {
            "temperature": self.temperature,
            "reasoning": self.reasoning,
            "quorum": self.own.at_least,
            # JSON that is cut is invalid; below a useful length the writer is not limited, only what is sent.
            "verdict_output": max(LEAST_WRITTEN, self.most) if self.most is not None and self.form is None else None,
        }
        return {name: value for name, value in asked.items() if value is not None}


def effort_from(given: str | None) -> str | None:
    """Convert OpenAI's reasoning effort to a value of the protocol option `reasoning`."""
    if given is None or given in ("low", "medium", "high"):
        return given
    if given in ("none", "minimal"):
        return "low"
    if given == "xhigh":
        return "high"
    raise BadInput(f"There is no reasoning effort {given[:40]!r}.", "Send `low`, `medium` or `high`.")
