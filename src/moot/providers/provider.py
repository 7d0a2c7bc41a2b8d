"""What is a provider? Something with `stream()`: it takes a call and yields what the model says, piece by piece.

A provider reads bytes and tells facts. It never retries (the one loop is in `floor/calls/retry.py`), never logs a
key and never turns an error into text: what goes wrong is raised as `CallFailed` with one of the nine settlements.
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
"""Separates the shared part of a message, the question, from what a stage asks about it."""


class Picture(Struct, frozen=True, kw_only=True):
    """An image shown to a seat with vision."""

    media_type: str
    """`image/png`, `image/jpeg`, `image/webp` or `image/gif`."""
    data: bytes
    """Its bytes."""


class CallMessage(Struct, frozen=True, kw_only=True):
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    """Who speaks."""
    text: str
    """The words."""
    pictures: tuple[Picture, ...] = ()
    """Images that go with them, sent after the first `shared` characters."""
    shared: int = 0
    """Characters at the beginning of the text that are the same in every prompt of the seat, so a provider can cache
    them."""

    @property
    def parts(self) -> tuple[str, tuple[Picture, ...], str]:
        """The message in the order it is sent: text shared between prompts, pictures, the rest of the text."""
        return self.text[: self.shared], self.pictures, self.text[self.shared :]


LEAST_CACHED = 4_000
"""Characters below which a prefix is not worth a cache: providers keep none of less than 1,024 tokens."""


def cache_point(seat: Seat, messages: Sequence[CallMessage]) -> int | None:
    """Find the message after whose shared part a provider should be asked to cache.

    Returns:
        Its index; `None` where too little is shared, or where writing to the cache may cost more than the price table
        says, so that estimates stay upper bounds.
    """
    at = max((at for at, message in enumerate(messages) if message.shared), default=None)
    priced = seat.price is None or bool(seat.price.stored)
    if at is None or not priced:
        return None
    size = sum(len(message.text) for message in messages[:at]) + messages[at].shared
    return at if size >= LEAST_CACHED or messages[at].pictures else None


class CallLimits(Struct, frozen=True, kw_only=True):
    """How long and how large a single attempt may become; every wait has an end."""

    connect: float = 10.0
    """Seconds to reach the host."""
    first: float = 120.0
    """Seconds from sending the request to the first piece of the answer."""
    between: float = 60.0
    """Seconds from one piece to the next."""
    total: float = 600.0
    """Seconds for the whole attempt."""
    most_bytes: int = 8_000_000
    """Most bytes of answer, after inflating, that are read."""


class Call(Struct, frozen=True, kw_only=True):
    """One attempt to have a seat answer."""

    id: str
    """The call's own id, unique in the world."""
    key: str
    """The move it answers, e.g. `review/seat-b`."""
    seat: Seat
    """Who is asked: model, temperature, abilities."""
    messages: tuple[CallMessage, ...]
    """The prompt."""
    max_output: int
    """Most tokens to be written."""
    limited: bool = True
    """Whether that limit is sent; where it is not, only a wire that demands one sends it."""
    texts: tuple[str, ...] = ()
    """Texts to be measured; where there are some, vectors are asked for and the messages only repeat them."""
    schema: dict[str, Any] | None = None
    """The JSON schema a ballot must have; sent only as the seat's abilities allow."""
    schema_name: str = "ballot"
    """A name for the schema, where a wire wants one."""
    adapted: AdaptedRequest = AS_IT_IS
    """What is said differently in this call, beyond what is known of its model."""
    seed: str = ""
    """Session seed and key: what scripted voices draw from. Never sent to a real model."""
    limits: CallLimits = CallLimits()
    """How long and how large it may become."""
    depth: int = 0
    """How many councils deep it is; sent as `Moot-Depth` to endpoints that are themselves Moot."""


class Text(Struct, frozen=True):
    """Some words of the answer."""

    text: str
    """The words."""


class ThinkingText(Struct, frozen=True):
    """Some words of thinking, kept apart from the answer."""

    text: str
    """The words."""


class EmbeddingVectors(Struct, frozen=True):
    """The vectors of the call's texts."""

    rows: tuple[tuple[float, ...], ...]
    """One for each text, in their order, all of one length."""


class CallReport(Struct, frozen=True, kw_only=True):
    """What the provider says about the call; later reports replace earlier ones field by field."""

    usage: Usage | None = None
    """Tokens, when they are sane."""
    cost: int | None = None
    """The provider's own bill in nano-dollars, where it gives one."""
    stored: int = 0
    """Tokens of the prompt that it put into its cache, where it says so: some charge more for those."""
    model: str = ""
    """The model that really answered, where it says so."""
    generation: str = ""
    """The provider's id of the call."""
    cut: bool = False
    """Whether the model surely read less than the whole prompt."""
    quotas: tuple[Quota, ...] = ()
    """What is left of the provider's rate limits, where its headers say so."""


class StreamEnd(Struct, frozen=True):
    """The stream ended as it should. A stream that ends without this is `incomplete`."""

    settled: Settlement
    """`ok`, `truncated` or `refused`, from the finish reason. (`empty` is found when there were no words.)"""
    finish: str = ""
    """The provider's own word for it."""


class PromptProgress(Struct, frozen=True):
    """The prompt is being read, and some more of it has been: nobody is silent who does not speak yet."""


Piece = Text | ThinkingText | EmbeddingVectors | CallReport | PromptProgress | StreamEnd


class Memory(ABC):
    """The memory of an engine that loads its models, and cannot hold all of them at once. Models go by their names
    there, without the endpoint's own."""

    @abstractmethod
    def loaded(self) -> Collection[str] | None:
        """Those that answer without being loaded first; `None` where nobody tells."""

    @abstractmethod
    def keep(self, models: Sequence[str]) -> None:
        """These are asked next, the first before the others: who makes room is somebody else, or the last of them."""


class Provider(ABC):
    """A way to reach models. One instance serves all calls to one endpoint."""

    speaks: ClassVar[bool] = True
    """Whether it can answer messages with words."""
    measures: ClassVar[bool] = False
    """Whether it can answer texts with vectors."""
    memory: Memory | None = None
    """What it holds of its models, where it loads one to make room for another."""

    def check_able(self, call: Call) -> None:
        """Refuses what this provider cannot do, before anything is sent."""
        if call.texts and not self.measures:
            raise CallFailed("error", f"{call.seat.model} speaks, and cannot measure texts.", error="unsupported")
        if not call.texts and not self.speaks:
            raise CallFailed("error", f"{call.seat.model} measures texts, and cannot speak.", error="unsupported")

    @abstractmethod
    def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Yields pieces until `StreamEnd`; raises `CallFailed` for everything that goes wrong."""

    async def count(self, call: Call) -> int | None:
        """Tokens of a call's prompt as its model counts them; `None` where nobody tells."""
        return None

    async def models(self) -> list[str]:
        """The model names the endpoint offers, without the endpoint's own name."""
        return []

    async def listed(self) -> list[ListedModel]:
        """The same with what the endpoint says of each; a wire that is told no more names them only."""
        return [ListedModel(name=name) for name in await self.models()]

    def troubles(self, *, slow: bool = False) -> tuple[str, ...]:
        """What of it was found broken when it last named its models, in words; the rest of it works. `slow`: what was
        not done with naming them, instead, and may be at a later look."""
        return ()

    async def close(self) -> None:
        """Lets go of connections."""
        return


class CallReply(Struct, frozen=True, kw_only=True):
    """What came of one attempt: exactly one of the nine settlements."""

    settled: Settlement
    """How it ended."""
    text: str = ""
    """The words, without thinking; for failures what had arrived, as evidence only."""
    reasoning: str = ""
    """Thinking, where it was shown."""
    vectors: str = ""
    """The vectors of the texts, as a transcript keeps them (`vocabulary/vectors.py`); the words then sum them up."""
    cause: str = ""
    """Why it failed, in words; empty only for `ok` and `truncated`."""
    error: str = ""
    """For `error`: its kind."""
    retry_after: float | None = None
    """Seconds the provider asked to wait."""
    quotas: tuple[Quota, ...] = ()
    """What is left of its rate limits, where it says so."""
    spent: bool = False
    """For failures: whether it may be charged for."""
    demand: Demand | None = None
    """For failures: what a refusal asks to be done otherwise, where that was understood."""
    usage: Usage = Usage()
    """Tokens, reported or estimated."""
    cost: int | None = None
    """What it cost in nano-dollars; `None` when nobody knows."""
    cost_source: str = ""
    """Who says so: `provider`, `row`, `genai-prices`, `free`."""
    finish: str = ""
    """The provider's own finish reason."""
    model: str = ""
    """The model that answered, as the provider names it."""
    generation: str = ""
    """The provider's id of the call."""
    cut: bool = False
    """Whether the model surely read less than the whole prompt."""
    first_ms: int = 0
    """Milliseconds to the first piece."""
    total_ms: int = 0
    """Milliseconds to the end."""
    marks: tuple[tuple[int, int], ...] = ()
    """Pace of the text: (milliseconds, characters so far), at most ten a second."""
