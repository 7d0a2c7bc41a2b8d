"""Define providers: `stream()` takes a call and yields the model's answer piece by piece.

A provider only reads bytes and yields pieces. It never retries (the one loop is in `floor/calls/retry.py`), never logs
a key and never turns an error into text: every failure is raised as `CallFailed` with one of the nine settlements.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Collection, Sequence
from typing import Any, ClassVar, Literal

from msgspec import Struct

from moot.errors import CallFailed
from moot.providers.adapted_request import AS_IT_IS, AdaptedRequest, Demand
from moot.providers.models.listings import ListedModel
from moot.providers.rate_headers import Quota
from moot.vocabulary.seats import Seat
from moot.vocabulary.statements import Settlement, Usage

QUESTION_ENDS = "\n\n[End of the question]\n\n"
"""Separates the shared part of a message, the question, from a stage's instructions."""


class Picture(Struct, frozen=True, kw_only=True):
    """An image shown to a seat with vision."""

    media_type: str
    """`image/png`, `image/jpeg`, `image/webp` or `image/gif`."""
    data: bytes
    """The bytes of the image."""


class CallMessage(Struct, frozen=True, kw_only=True):
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    """Role of the speaker."""
    text: str
    """The text."""
    pictures: tuple[Picture, ...] = ()
    """Its images, sent after the first `shared` characters."""
    shared: int = 0
    """Characters at the start of the text shared by every prompt of the seat, so that a provider can cache them."""

    @property
    def parts(self) -> tuple[str, tuple[Picture, ...], str]:
        """Return the message in the order it is sent: text shared between prompts, pictures, the rest of the text."""
        return self.text[: self.shared], self.pictures, self.text[self.shared :]


LEAST_CACHED = 4_000
"""Characters below which a prefix is not worth caching: providers cache nothing below 1,024 tokens."""


def cache_point(seat: Seat, messages: Sequence[CallMessage]) -> int | None:
    """Return the index of the message after whose shared part a provider should be asked to cache.

    Returns:
        The index; `None` if too little is shared, or if writing to the cache may cost more than the price table states,
            so that estimates stay upper bounds.
    """
    at = max((at for at, message in enumerate(messages) if message.shared), default=None)
    priced = seat.price is None or bool(seat.price.stored)
    if at is None or not priced:
        return None
    size = sum(len(message.text) for message in messages[:at]) + messages[at].shared
    return at if size >= LEAST_CACHED or messages[at].pictures else None


class CallLimits(Struct, frozen=True, kw_only=True):
    """Time and size limits of a single attempt; every wait is bounded."""

    connect: float = 10.0
    """Seconds to reach the host."""
    first: float = 120.0
    """Seconds from sending the request to the first piece of the answer."""
    between: float = 60.0
    """Seconds from one piece to the next."""
    total: float = 600.0
    """Seconds for the whole attempt."""
    most_bytes: int = 8_000_000
    """Most bytes of an answer to read, after decompression."""


class Call(Struct, frozen=True, kw_only=True):
    """One attempt to get an answer from a seat."""

    id: str
    """The call's globally unique id."""
    key: str
    """The move it answers, e.g. `review/seat-b`."""
    seat: Seat
    """The seat: model, temperature, abilities."""
    messages: tuple[CallMessage, ...]
    """The prompt."""
    max_output: int
    """Most output tokens."""
    limited: bool = True
    """Whether that limit is sent; if not, only a wire that requires a limit sends it."""
    texts: tuple[str, ...] = ()
    """Texts to embed; if there are any, vectors are requested and the messages only repeat them."""
    schema: dict[str, Any] | None = None
    """JSON schema of a ballot; sent only as the seat's abilities allow."""
    schema_name: str = "ballot"
    """Name of the schema, for a wire that requires one."""
    adapted: AdaptedRequest = AS_IT_IS
    """Adaptations of this call, beyond what is known of its model."""
    seed: str = ""
    """Session seed and key, the source of randomness for scripted voices. Never sent to a real model."""
    limits: CallLimits = CallLimits()
    """Time and size limits."""
    depth: int = 0
    """Depth of nested councils; sent as `Moot-Depth` to endpoints that are themselves Moot."""


class Text(Struct, frozen=True):
    """A piece of the answer."""

    text: str
    """The text."""


class ThinkingText(Struct, frozen=True):
    """A piece of thinking, kept apart from the answer."""

    text: str
    """The text."""


class EmbeddingVectors(Struct, frozen=True):
    """The vectors of the call's texts."""

    rows: tuple[tuple[float, ...], ...]
    """One vector for each text, in order, all of one length."""


class CallOrigin(Struct, frozen=True, kw_only=True):
    """What a provider reports about a call beside its tokens."""

    cost: int | None = None
    """Its bill in nano-dollars; `None` when unknown."""
    model: str = ""
    """The model that answered, as the provider names it."""
    generation: str = ""
    """The provider's id of the call."""
    cut: bool = False
    """Whether the model certainly read less than the whole prompt."""
    quotas: tuple[Quota, ...] = ()
    """Remaining rate limits, if reported."""


class CallReport(CallOrigin, frozen=True, kw_only=True):
    """The provider's data about the call; later reports replace earlier ones field by field."""

    usage: Usage | None = None
    """Tokens, if plausible."""
    stored: int = 0
    """Prompt tokens written to its cache, if reported: some charge more for those."""


class StreamEnd(Struct, frozen=True):
    """Regular end of the stream. A stream that ends without this is `incomplete`."""

    settled: Settlement
    """`ok`, `truncated` or `refused`, from the finish reason. (`empty` is found when there was no text.)"""
    finish: str = ""
    """The provider's own finish reason."""


class PromptProgress(Struct, frozen=True):
    """Progress in reading the prompt, so that a model that has not answered yet does not time out."""


Piece = Text | ThinkingText | EmbeddingVectors | CallReport | PromptProgress | StreamEnd


class Memory(ABC):
    """Memory of an engine that loads models and cannot keep all of them at once.

    Model names here do not contain the endpoint's name.
    """

    @abstractmethod
    def loaded(self) -> Collection[str] | None:
        """Return the models that answer without loading; `None` if unknown."""

    @abstractmethod
    def keep(self, models: Sequence[str]) -> None:
        """Prefer to keep these models in this order: make room by unloading another, else the last of them."""


class Provider(ABC):
    """A way to call models. One instance serves all calls to one endpoint.

    Example:
        class EchoProvider(Provider):
            async def stream(self, call: Call) -> AsyncIterator[Piece]:
                yield Text(call.messages[-1].text)
                yield StreamEnd("ok")
    """

    speaks: ClassVar[bool] = True
    """Whether it can answer messages with text."""
    measures: ClassVar[bool] = False
    """Whether it can compute embeddings."""
    memory: Memory | None = None
    """Its loaded models, if it unloads one to load another."""

    def check_able(self, call: Call) -> None:
        """Raise `CallFailed` if this provider cannot make a call, before anything is sent."""
        if call.texts and not self.measures:
            raise CallFailed("error", f"{call.seat.model} speaks, and cannot measure texts.", error="unsupported")
        if not call.texts and not self.speaks:
            raise CallFailed("error", f"{call.seat.model} measures texts, and cannot speak.", error="unsupported")

    @abstractmethod
    def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Yield pieces until `StreamEnd`; raise `CallFailed` for every failure."""

    async def count(self, call: Call) -> int | None:
        """Return the tokens of a call's prompt as its model counts them; `None` if unknown."""
        return None

    async def models(self) -> list[str]:
        """Return the endpoint's model names, without the endpoint's name."""
        return []

    async def listed(self) -> list[ListedModel]:
        """Return the models with what the endpoint reports of each; by default only their names."""
        return [ListedModel(name=name) for name in await self.models()]

    def troubles(self) -> tuple[str, ...]:
        """Return partial faults found when it last listed its models, as text; the rest works."""
        return ()

    async def close(self) -> None:
        """Close connections."""
        return


class CallReply(CallOrigin, frozen=True, kw_only=True):
    """Result of one attempt: exactly one of the nine settlements."""

    settled: Settlement
    """How it ended."""
    text: str = ""
    """The text, without thinking; for failures what had arrived, as evidence only."""
    reasoning: str = ""
    """Thinking, if shown."""
    vectors: str = ""
    """Vectors of the texts, in a transcript's format (`vocabulary/vectors.py`); `text` then summarises them."""
    cause: str = ""
    """Reason for the failure, as text; empty only for `ok` and `truncated`."""
    error: str = ""
    """For `error`: its kind."""
    retry_after: float | None = None
    """Seconds the provider asked to wait."""
    spent: bool = False
    """For failures: whether it may be charged for."""
    demand: Demand | None = None
    """For failures: what an error demands, if it was understood."""
    usage: Usage = Usage()
    """Tokens, reported or estimated."""
    cost_source: str = ""
    """Source of the cost: `provider`, `row`, `genai-prices`, `free`."""
    finish: str = ""
    """The provider's own finish reason."""
    first_ms: int = 0
    """Milliseconds to the first piece."""
    total_ms: int = 0
    """Milliseconds to the end."""
    marks: tuple[tuple[int, int], ...] = ()
    """Pace of the text: (milliseconds, characters so far), at most ten a second."""
