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
from moot.vocabulary.seats import Seat, ServiceSearch
from moot.vocabulary.statements import SearchHit, Settlement, Usage
from moot.vocabulary.tools import ToolCall, ToolSpec

QUESTION_ENDS = "\n\n[End of the question]\n\n"
"""Text that separates the question, with the parts before it that all prompts share, from a stage's instructions."""


class Picture(Struct, frozen=True, kw_only=True):
    """A picture in a prompt, for a seat whose model can see."""

    media_type: str
    """Media type: `image/png`, `image/jpeg`, `image/webp` or `image/gif`."""
    data: bytes
    """The bytes of the image."""


class CallMessage(Struct, frozen=True, kw_only=True):
    """One message of a prompt."""

    role: Literal["system", "user", "assistant", "tool"]
    """Role of the message's author."""
    text: str
    """Text of the message."""
    pictures: tuple[Picture, ...] = ()
    """Images of the message, sent after the first `shared` characters."""
    shared: int = 0
    """Number of characters at the start of the text that all prompts of the seat share, so that a provider can cache
    them.
    """
    calls: tuple[ToolCall, ...] = ()
    """Tool calls requested by the message; only in messages of the assistant."""
    answers: str = ""
    """Id of the tool call whose result the text is; only in messages of a tool."""

    @property
    def words(self) -> str:
        """Return all text of the message that a model reads: its text, and the arguments of tool calls."""
        return self.text + "".join(each.name + each.arguments for each in self.calls) if self.calls else self.text

    @property
    def parts(self) -> tuple[str, tuple[Picture, ...], str]:
        """Return the message's parts in the order in which they are sent: the text shared with other prompts, the
        pictures, and the remaining text.
        """
        return self.text[: self.shared], self.pictures, self.text[self.shared :]


LEAST_CACHED = 4_000
"""Minimum number of characters of a common beginning that is worth caching. Providers cache nothing below 1,024
tokens.
"""


def cache_point(seat: Seat, messages: Sequence[CallMessage]) -> int | None:
    """Return the index of the message up to which the provider should be asked to cache the prompt.

    Returns:
        The index; `None` if too little text is shared with other prompts, or if writing to the cache may cost more than
        the price
        table states, because estimates must stay upper bounds.
    """
    at = max((at for at, message in enumerate(messages) if message.shared), default=None)
    priced = seat.price is None or bool(seat.price.stored)
    if at is None or not priced:
        return None
    size = sum(len(message.text) for message in messages[:at]) + messages[at].shared
    return at if size >= LEAST_CACHED or messages[at].pictures else None


class CallLimits(Struct, frozen=True, kw_only=True):
    """Limits on the time and the size of one call to a model. Every wait has a limit."""

    connect: float = 10.0
    """Maximum number of seconds to connect to the host."""
    first: float = 120.0
    """Maximum number of seconds from sending the request to the first piece of the answer."""
    between: float = 60.0
    """Maximum number of seconds from one piece to the next."""
    total: float = 600.0
    """Maximum number of seconds for the whole attempt."""
    most_bytes: int = 8_000_000
    """Maximum number of bytes of an answer to read, after decompression."""


class Call(Struct, frozen=True, kw_only=True):
    """Data of one attempt to get an answer from a model: seat, prompt and limits."""

    id: str
    """Id of the call, globally unique."""
    key: str
    """Key of the request to a seat to which the call belongs, e.g. `review/seat-b`."""
    seat: Seat
    """Seat to call, with its model, temperature and abilities."""
    messages: tuple[CallMessage, ...]
    """Messages of the prompt."""
    max_output: int
    """Maximum number of output tokens."""
    limited: bool = True
    """Whether `max_output` is always sent; if not, it is sent only where a service requires a limit."""
    texts: tuple[str, ...] = ()
    """Texts to embed. If there are any, vectors are requested and the messages only repeat the texts."""
    schema: dict[str, Any] | None = None
    """JSON schema of a ballot. It is sent only as far as the seat's abilities allow."""
    schema_name: str = "ballot"
    """Name of the schema, for a wire that requires one."""
    tools: tuple[ToolSpec, ...] = ()
    """Tools that the model may call. Only providers whose `calls_tools` is true send them."""
    tools_spent: bool = False
    """Whether the model must answer now without calling a tool."""
    search: ServiceSearch | None = None
    """The service's own search, if it is to be used; sent only by providers that have its form."""
    adapted: AdaptedRequest = AS_IT_IS
    """Changes to this call, in addition to those learned about its model."""
    seed: str = ""
    """Session seed and key: the source of randomness for scripted voices. It is never sent to a real model."""
    limits: CallLimits = CallLimits()
    """Time and size limits."""
    depth: int = 0
    """Depth of nested councils; sent as `Moot-Depth` to endpoints that are Moot servers."""


class Text(Struct, frozen=True):
    """A piece of the answer's text, as it arrives."""

    text: str
    """The text."""


class ThinkingText(Struct, frozen=True):
    """A piece of the model's thinking, as it arrives. Thinking is not part of the answer."""

    text: str
    """The text."""


class EmbeddingVectors(Struct, frozen=True):
    """The embeddings of the call's texts."""

    rows: tuple[tuple[float, ...], ...]
    """One vector for each text, in order, all of one length."""


class ToolCalls(Struct, frozen=True):
    """The tool calls that the model requests in place of an answer, or after some text."""

    calls: tuple[ToolCall, ...]
    """The calls, in the model's order."""


class SearchSources(Struct, frozen=True):
    """Pages that the service's own search found for the answer, those that the answer cites first."""

    hits: tuple[SearchHit, ...]
    """The pages, with the passages that the service quotes."""


class CallOrigin(Struct, frozen=True, kw_only=True):
    """A provider's report on where an answer comes from."""

    cost: int | None = None
    """Cost of the call in nano-dollars, by the provider's bill; `None` if unknown."""
    model: str = ""
    """The model that answered, as the provider names it."""
    generation: str = ""
    """The provider's id of the call."""
    cut: bool = False
    """Whether the model certainly read less than the whole prompt."""
    quotas: tuple[Quota, ...] = ()
    """Remaining rate limits, if reported."""


class CallReport(CallOrigin, frozen=True, kw_only=True):
    """A report of the provider about a call, e.g. its tokens. Fields of a later report replace those of earlier
    ones."""

    usage: Usage | None = None
    """Number of tokens used; `None` if missing or implausible."""
    stored: int = 0
    """Prompt tokens written to the service's cache, if reported: some services charge more for these."""
    searches: int | None = None
    """Searches that the service made, if reported."""


class StreamEnd(Struct, frozen=True):
    """The last piece of an answer that ended properly. A stream that ends without it counts as `incomplete`."""

    settled: Settlement
    """How the answer ended, from the finish reason: `ok`, `truncated` or `refused`. (`empty` is detected later, if
    there was no text.)
    """
    finish: str = ""
    """The provider's own finish reason."""


class PromptProgress(Struct, frozen=True):
    """A piece by which a slow server shows that it is still reading the prompt, so that the call does not time out."""


Piece = Text | ThinkingText | ToolCalls | SearchSources | EmbeddingVectors | CallReport | PromptProgress | StreamEnd


class Memory(ABC):
    """Interface to the memory of an engine (a program that runs models) that cannot keep all its models loaded at the
    same time.

    Model names here do not contain the endpoint's name.
    """

    @abstractmethod
    def loaded(self) -> Collection[str] | None:
        """Return the models that are in memory now and answer without loading; `None` if unknown."""

    @abstractmethod
    def keep(self, models: Sequence[str]) -> None:
        """Keep these models in memory as far as possible, earlier ones with priority: other models
        are unloaded first.
        """


class Provider(ABC):
    """Base class of everything through which models are called. One instance serves all calls to one endpoint.

    Example:
        class EchoProvider(Provider):
            async def stream(self, call: Call) -> AsyncIterator[Piece]:
                yield Text(call.messages[-1].text)
                yield StreamEnd("ok")
    """

    speaks: ClassVar[bool] = True
    """Whether the provider's models can answer messages with text."""
    measures: ClassVar[bool] = False
    """Whether the provider's models can compute embeddings."""
    calls_tools: ClassVar[bool] = False
    """Whether the provider can offer tools to its models."""
    memory: Memory | None = None
    """The engine's memory, if it has to unload a model to load another; else `None`."""

    def check_able(self, call: Call) -> None:
        """Raise `CallFailed` if this provider cannot make the call at all. This is called before anything is sent."""
        if call.texts and not self.measures:
            raise CallFailed("error", f"{call.seat.model} speaks, and cannot measure texts.", error="unsupported")
        if not call.texts and not self.speaks:
            raise CallFailed("error", f"{call.seat.model} measures texts, and cannot speak.", error="unsupported")

    @abstractmethod
    def stream(self, call: Call) -> AsyncIterator[Piece]:
        """Call the model and yield its answer in pieces, of which the last is a `StreamEnd`; raise `CallFailed` for
        every failure."""

    async def count(self, call: Call) -> int | None:
        """Return how many tokens the call's prompt has, as its model counts them; `None` if that is unknown."""
        return None

    async def models(self) -> list[str]:
        """Return the endpoint's model names, without the endpoint's name."""
        return []

    async def listed(self) -> list[ListedModel]:
        """Return the endpoint's models with what the endpoint reports about each. By default, only their names are
        returned."""
        return [ListedModel(name=name) for name in await self.models()]

    def troubles(self) -> tuple[str, ...]:
        """Return a message for each problem in the last listing of models that did not make it fail, such as a model
        file that could not be read; empty if there was none."""
        return ()

    async def close(self) -> None:
        """Close the provider's connections."""
        return


class CallReply(CallOrigin, frozen=True, kw_only=True):
    """The outcome of one call to a model: an answer (whole or cut off), or one of seven kinds of failure."""

    settled: Settlement
    """How the call ended: `ok`, or another settlement in `vocabulary/statements.py`."""
    text: str = ""
    """Text of the answer without thinking; for failures the text received so far, only as evidence."""
    reasoning: str = ""
    """Thinking of the model, if shown."""
    calls: tuple[ToolCall, ...] = ()
    """Tool calls that the model requests. Its answer follows when it has their results."""
    sources: tuple[SearchHit, ...] = ()
    """Pages that the service's own search found."""
    vectors: str = ""
    """Vectors of the texts, in a transcript's format (`vocabulary/vectors.py`); `text` then summarises them."""
    cause: str = ""
    """Reason for the failure, as text; empty only for `ok` and `truncated`."""
    error: str = ""
    """Kind of error; only for `error`."""
    retry_after: float | None = None
    """Number of seconds that the provider asked to wait."""
    spent: bool = False
    """For failures: whether the provider may charge for the call."""
    demand: Demand | None = None
    """For failures: how the request must change to be accepted, if the error was understood."""
    usage: Usage = Usage()
    """Number of tokens, reported or estimated."""
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
