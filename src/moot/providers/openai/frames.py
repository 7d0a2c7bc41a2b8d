"""Decode events and bodies of OpenAI-compatible servers, once and without trust.

Common shapes are decoded directly to structs (a microsecond each); a frame with unusual types is decoded again loosely,
and one that is no JSON object is `malformed`. Tests: `tests/providers/test_modes.py`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct

from moot.errors import CallFailed
from moot.providers.models.prices import NANO
from moot.providers.provider_errors import failure_of
from moot.vocabulary.statements import SearchHit, Usage

NOT_THERE = Raw()
"""Value of a field that is missing in the JSON."""
LARGEST_COUNT = 1_000_000_000


class Delta(Struct):
    """The part of an answer in one event of a stream. In a JSON body, this is the whole answer."""

    content: str | list[Any] | None = None
    """The text, or parts of it."""
    reasoning: str | None = None
    """Thinking, in the field of OpenRouter and others."""
    reasoning_content: str | None = None
    """Thinking, in the field of DeepSeek and others."""
    reasoning_details: list[Any] | None = None
    """Thinking in parts, as OpenRouter sends it beside or instead of the former."""
    refusal: str | None = None
    """Text of a refusal."""
    tool_calls: Raw = NOT_THERE
    """Tool calls, or parts of them."""
    annotations: Raw = NOT_THERE
    """Citations of what the service's own search found."""


class CalledFunction(Struct):
    """The name and arguments of a tool call, or the next part of them."""

    name: str | None = None
    """Name of the tool, in the first part."""
    arguments: str | dict[str, Any] | None = None
    """JSON text of the arguments, or the next part of it; some servers send an object."""


class ToolCallDelta(Struct):
    """A tool call, or the next part of one."""

    index: int | None = None
    """Index of the call in the answer; some servers leave it out."""
    id: str | None = None
    """Id of the call, in its first part."""
    function: CalledFunction | None = None
    """Name and arguments."""


class ChunkChoice(Struct):
    """One of the alternative answers in an event. Requests ask for a single answer."""

    delta: Delta | None = None
    """In a stream: the new part."""
    message: Delta | None = None
    """Without a stream: the whole message."""
    text: str | None = None
    """Text, in servers of the older kind."""
    finish_reason: str | None = None
    """Finish reason; `None` before the end."""
    index: int | None = 0
    """Index of the choice."""
    error: Raw = NOT_THERE
    """Error of this choice."""


class CompletionChunk(Struct):
    """An event of a streamed answer, or the JSON body of an answer that is not streamed."""

    choices: list[ChunkChoice] | None = None
    """The choices."""
    usage: Raw = NOT_THERE
    """Tokens and cost, usually in the last event."""
    error: Raw = NOT_THERE
    """An error that the service reports although the HTTP status is 200."""
    prompt_progress: Raw = NOT_THERE
    """Progress of llama.cpp in reading the prompt."""
    model: str | None = None
    """Model that answered."""
    id: str | None = None
    """The provider's id of the call."""


class UrlCitation(Struct):
    """A cited page."""

    url: str = ""
    """Its address."""
    title: str | None = None
    """Its title."""
    content: str | None = None
    """What was found there; OpenRouter sends it, OpenAI does not."""


class Annotation(Struct):
    """A note on an answer's text, such as a citation."""

    url_citation: UrlCitation | None = None
    """The cited page, if it is a citation."""


_decoder = msgspec.json.Decoder(CompletionChunk)
_calls_decoder = msgspec.json.Decoder(list[ToolCallDelta])
_citations_decoder = msgspec.json.Decoder(list[Annotation])


class NotAFrame(Exception):
    """Raised when bytes are not an event of an OpenAI-compatible answer."""


def frame_from(data: bytes | bytearray | memoryview) -> CompletionChunk:
    """Decode one event of a stream, or a whole JSON body. Unusual formats of some servers are tolerated."""
    try:
        return _decoder.decode(data)
    except (ValueError, RecursionError) as error:
        return _loosely(data, error)


def loose_json(data: bytes | bytearray | memoryview) -> Any:
    """Decode JSON that may contain `NaN` and `Infinity`, which Python's encoder writes. These values become null."""
    try:
        return msgspec.json.decode(data)
    except (ValueError, RecursionError):
        return json.loads(str(data, "utf-8"), parse_constant=lambda name: None)


def frames_from(events: Sequence[bytes]) -> list[CompletionChunk] | None:
    """Decode events of the form `data: {…}` quickly. If one of them needs the slower, tolerant decoder, return
    `None`."""
    decode = _decoder.decode
    try:
        return [decode(event[6:]) for event in events]
    except (ValueError, RecursionError):
        return None


def tool_calls_of(delta: Delta) -> list[ToolCallDelta]:
    """Return the parts of tool calls in a delta; empty if there are none that can be read."""
    try:
        return _calls_decoder.decode(delta.tool_calls)
    except (ValueError, RecursionError):
        return []


def citations_of(delta: Delta) -> tuple[SearchHit, ...]:
    """Return the pages that a delta cites; empty if there are none that can be read."""
    try:
        told = [each.url_citation for each in _citations_decoder.decode(delta.annotations)]
    except (ValueError, RecursionError):
        return ()
    return tuple(
        SearchHit(title=each.title or each.url, url=each.url, excerpt=each.content or "")
        for each in told
        if each is not None and each.url
    )


def plain_words_of(frame: CompletionChunk) -> str | None:
    """Return the text of an event if the event contains only text; otherwise `None`."""
    if frame.choices is None or len(frame.choices) != 1 or frame.usage is not NOT_THERE or frame.error is not NOT_THERE:
        return None
    choice = frame.choices[0]
    delta = choice.delta
    if delta is None or choice.index or choice.finish_reason or choice.error is not NOT_THERE:
        return None
    if delta.reasoning or delta.reasoning_content or delta.reasoning_details or delta.refusal:
        return None
    bare = delta.tool_calls is NOT_THERE and delta.annotations is NOT_THERE
    return delta.content if bare and type(delta.content) is str else None


def _loosely(data: bytes | bytearray | memoryview, why: Exception) -> CompletionChunk:
    try:
        read = loose_json(data)
    except (ValueError, RecursionError):
        raise NotAFrame(str(why).partition(" (")[0]) from None
    if not isinstance(read, dict):
        raise NotAFrame(str(why).partition(" - ")[0])
    # Fields of unusual type without text may be dropped; an unusual list of choices may not.
    kept = {name: read[name] for name in ("choices", "usage", "error") if name in read}
    kept |= {name: str(read[name]) for name in ("model", "id") if isinstance(read.get(name), str | int)}
    try:
        return _decoder.decode(msgspec.json.encode(kept))
    except (ValueError, RecursionError):
        raise NotAFrame(str(why).partition(" (")[0]) from None


def is_there(raw: Raw) -> bool:
    """Return whether a field of raw JSON is present and not empty."""
    if raw is NOT_THERE:
        return False
    data = bytes(raw)
    return data not in (b"", b"null", b"[]", b"{}", b'""', b"false", b"0")


def words_of(content: str | list[Any] | None) -> str:
    """Return the text in a message's content, which may be a string or a list of parts. Thinking is left out."""
    if isinstance(content, str):
        return content
    words = []
    for part in content or ():
        text = part if isinstance(part, str) else part.get("text") if isinstance(part, dict) else None
        if isinstance(text, str) and not (isinstance(part, dict) and part.get("type") in ("thinking", "reasoning")):
            words.append(text)
    return "".join(words)


def thought_of(delta: Delta) -> str:
    """Return the model's thinking in an event, from whichever field the service puts it in."""
    if delta.reasoning or delta.reasoning_content:
        return delta.reasoning or delta.reasoning_content or ""
    details = delta.reasoning_details or ()
    words = [part.get("text") or part.get("summary") for part in details if isinstance(part, dict)]
    if isinstance(delta.content, list):
        for part in delta.content:
            if isinstance(part, dict) and part.get("type") in ("thinking", "reasoning"):
                inner = part.get("thinking", part.get("text"))
                words.append(words_of(inner) if isinstance(inner, str | list) else None)
    return "".join(word for word in words if isinstance(word, str))


class Bill(Struct, frozen=True, kw_only=True):
    """Tokens and cost of a call, as the service reported them."""

    usage: Usage | None = None
    """Tokens, if plausible."""
    cost: int | None = None
    """Nano-dollars, if present and plausible."""
    stored: int = 0
    """Prompt tokens written to the provider's cache, if reported."""


def bill_from(raw: Raw) -> Bill:
    """Parse the field `usage` of a service's response. Numbers that cannot be right are dropped."""
    try:
        told = msgspec.json.decode(bytes(raw))
    except (ValueError, RecursionError):
        return Bill()
    if not isinstance(told, dict):
        return Bill()
    sent, said = _count(told.get("prompt_tokens")), _count(told.get("completion_tokens"))
    usage, stored = None, 0
    if sent is not None and said is not None:
        thinking = _count(_inside(told, "completion_tokens_details").get("reasoning_tokens")) or 0
        cached = _count(_inside(told, "prompt_tokens_details").get("cached_tokens"))
        if cached is None:
            cached = _count(told.get("prompt_cache_hit_tokens")) or 0
        # xAI and others count thinking besides the completion, not in it; the total shows it.
        total = _count(told.get("total_tokens"))
        if thinking and total == sent + said + thinking:
            said += thinking
        stored = _count(_inside(told, "prompt_tokens_details").get("cache_write_tokens")) or 0
        usage = Usage(input=sent, output=said, cached=min(cached, sent), reasoning=min(thinking, said), calls=1)
    cost = _nano(told.get("cost"))
    if cost is not None and told.get("is_byok") is True:
        cost += _nano(_inside(told, "cost_details").get("upstream_inference_cost")) or 0
    return Bill(usage=usage, cost=cost, stored=stored)


def failure_in(raw: Raw, *, mid: bool) -> CallFailed:
    """Return the exception for the content of a JSON field `error`. `mid` says whether the error arrived in the middle
    of an answer."""
    try:
        told = msgspec.json.decode(bytes(raw))
    except (ValueError, RecursionError):
        told = None
    if isinstance(told, str):
        return failure_of(0, told, mid=mid)
    if not isinstance(told, dict):
        return failure_of(0, "", mid=mid)
    message = told.get("message") if isinstance(told.get("message"), str) else ""
    metadata = told.get("metadata")
    if isinstance(metadata, dict) and isinstance(metadata.get("raw"), str):
        message = f"{message} {metadata['raw']}"
    code = next((str(told[name]) for name in ("code", "type", "status") if isinstance(told.get(name), str | int)), "")
    return failure_of(0, message or "", code, mid=mid)


def _count(value: object) -> int | None:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if type(value) is int and 0 <= value <= LARGEST_COUNT else None


def _nano(dollars: object) -> int | None:
    if type(dollars) not in (int, float) or not math.isfinite(dollars) or not 0 <= dollars <= 1000:  # type: ignore[arg-type, operator]
        return None
    return round(dollars * NANO)  # type: ignore[operator]


def _inside(told: dict[str, Any], name: str) -> dict[str, Any]:
    found = told.get(name)
    return found if isinstance(found, dict) else {}
