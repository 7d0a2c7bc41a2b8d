"""Define tools: what a model is offered, the calls it asks for, and the events with their results."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from moot.vocabulary.statements import Source, Usage


class ToolSpec(Struct, frozen=True, kw_only=True):
    """A tool as it is offered to a model.

    Example:
        ToolSpec(
            name="fetch",
            description="Fetch a web page and return its text.",
            parameters={"type": "object", "properties": {"url": {"type": "string"}}, "required": ["url"]},
        )
    """

    name: str
    """Name of the tool: at most 64 letters, digits, `_` and `-`."""
    description: str
    """What the tool does and when to use it, for the model."""
    parameters: dict[str, Any]
    """JSON schema of the tool's arguments, an object."""
    read_only: bool = True
    """Whether a call has no side effect, so that it can be repeated after a crash."""


class ToolBound(Struct, frozen=True, kw_only=True):
    """Upper bound of what tool calls can add to one answer, for estimates and budgets."""

    rounds: int = 0
    """Maximum number of rounds, i.e. requests to the model that end with tool calls."""
    size: int = 0
    """Maximum number of bytes that each round adds to the prompt: the model's text, and the results."""
    form: int = 0
    """Number of bytes in the descriptions of the tools."""
    cost: int = 0
    """Maximum cost of the tools themselves, in nano-dollars."""


class ToolCall(Struct, frozen=True, kw_only=True):
    """One call of a tool that a model asked for."""

    id: str
    """Id that the model gave the call. Its result repeats the id."""
    name: str
    """Name of the tool."""
    arguments: str
    """The arguments, as the JSON text that the model wrote; it may be invalid."""


def subject_of(call: ToolCall) -> str:
    """Return in short what a tool was called with: the text if that is its only argument, else all arguments."""
    try:
        values = list(msgspec.json.decode(call.arguments, type=dict[str, Any]).values())
    except (ValueError, RecursionError):
        return call.arguments
    return values[0] if len(values) == 1 and isinstance(values[0], str) else call.arguments


class ToolsRequested(Struct, frozen=True, kw_only=True):
    """Event: a seat replied to a request with tool calls; its answer follows when it has their results.

    It ends one attempt at the move; the next attempt sends the same prompt with the calls and their results.
    """

    kind: ClassVar[str] = "ToolsRequested"
    version: ClassVar[int] = 1
    seat: str
    """The seat that asks for the calls."""
    calls: tuple[ToolCall, ...]
    """The tool calls that the seat requests."""
    text: str = ""
    """Text that the model wrote beside the tool calls."""
    prompt: str
    """Digest of the request's prompt, without tool results."""
    attempt: int
    """Number of the attempt at the move."""
    usage: Usage = Usage()
    """Tokens used."""
    cost: int | None = None
    """Cost of the reply, in nano-dollars; `None` when unknown."""
    cost_source: str = ""
    """Source of the cost, as in `SeatSpoke`."""
    total_ms: int = 0
    """Milliseconds to the end of the reply."""
    sources: tuple[Source, ...] | UnsetType = UNSET
    """What its service's own search found before."""


class ToolAsked(Struct, frozen=True, kw_only=True):
    """Event: a tool is about to be called for a seat. It is stored before the tool runs."""

    kind: ClassVar[str] = "ToolAsked"
    version: ClassVar[int] = 1
    seat: str
    """Seat that requested the call."""
    call: ToolCall
    """The tool call."""
    reserved: int = 0
    """Highest possible cost of the call, in nano-dollars."""


class ToolAnswered(Struct, frozen=True, kw_only=True):
    """Event: a tool call has ended, with its result or the reason why there is none."""

    kind: ClassVar[str] = "ToolAnswered"
    version: ClassVar[int] = 1
    seat: str
    """Seat that requested the call."""
    tool: str
    """Name of the called tool."""
    text: str
    """The result as the seat reads it, cut to a maximum length."""
    digest: str = ""
    """SHA-256 of the whole result as the tool returned it; empty if it returned none."""
    sources: tuple[Source, ...] = ()
    """Pages and documents in the result."""
    error: Literal["", "failed", "timeout", "limit", "budget", "unknown_tool", "arguments", "lost"] = ""
    """Why there is no result; `lost` means that it is unknown whether the call had an effect."""
    cost: int = 0
    """Cost of the call, in nano-dollars."""
    total_ms: int = 0
    """Milliseconds that the call took."""
