"""A table of an upstream's modes, good and bad, each with what a correct client makes of it.

`MODES[name].settles` is the settlement a call must get, `.error` the kind for `error`; `.stalls` marks modes that end
only when a deadline does. Statuses and broken bodies are in `broken.py`. To add one: write a function, put it in the
table.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from rig.line import Line

Act = Callable[[Line], Awaitable[None]]


@dataclass(frozen=True)
class Mode:
    """A way to answer."""

    act: Act
    """Does it."""
    settles: str = "ok"
    """The settlement a right client finds."""
    error: str = ""
    """For `error`: its kind."""
    stalls: bool = False
    """Ends only by a deadline of the client."""


async def ok(line: Line) -> None:
    """A proper answer: streamed if asked, with usage if asked."""
    await answer(line)


async def answer(line: Line, finish: str = "stop", *, usage: bool = True, tail: tuple[object, ...] = ()) -> None:
    """A streamed or whole answer with this finish reason, then whatever else before `[DONE]`."""
    if not line.asked.streamed:
        return await whole(line, finish)
    line.head()
    events = [_event(line.delta("", role="assistant"))]
    if line.plan.thought:
        events.append(_event(line.delta(None, reasoning_content=line.plan.thought)))
    if line.text or not line.plan.calls:
        events += line.encoded_pieces()
    cited = [
        {"type": "url_citation", "url_citation": {"url": url, "title": title, "content": passage, "start_index": 0}}
        for url, title, passage in line.plan.citations
    ]
    events += [_event(line.delta("", annotations=[each])) for each in cited]
    for at, (name, arguments) in enumerate(line.plan.calls):
        told = json.dumps(arguments)
        head = {"index": at, "id": f"call-{line.asked.number}-{at}", "type": "function"}
        finish = "tool_calls"
        if line.plan.calls_whole:
            events.append(
                _event(line.delta(None, tool_calls=[{**head, "function": {"name": name, "arguments": told}}]))
            )
            continue
        events.append(_event(line.delta(None, tool_calls=[{**head, "function": {"name": name, "arguments": ""}}])))
        for part in (told[: len(told) // 2], told[len(told) // 2 :]):
            events.append(_event(line.delta(None, tool_calls=[{"index": at, "function": {"arguments": part}}])))
    ending = [_event(line.delta(None, finish))]
    if usage and (line.asked.body.get("stream_options") or {}).get("include_usage"):
        ending.append(_event({"id": line.id, "model": line.asked.model, "choices": [], "usage": line.usage()}))
    ending += [_event(each) for each in tail]
    ending.append(b"data: [DONE]\n\n")
    if line.plan.gap == 0:
        line.raw(b"".join(events + ending))
    else:
        await line.say(events)
        line.raw(b"".join(ending))
    await line.end()


async def whole(line: Line, finish: str = "stop") -> None:
    """An answer that is not streamed, whatever was asked."""
    message = {"role": "assistant", "content": line.text}
    if line.plan.thought:
        message["reasoning_content"] = line.plan.thought
    choice = {"index": 0, "message": message, "finish_reason": finish}
    body = {"id": line.id, "object": "chat.completion", "model": line.asked.model, "choices": [choice]}
    await line.page(200, {**body, "usage": line.usage()})


def _event(value: object) -> bytes:
    import json

    return b"data: " + (value if isinstance(value, bytes) else json.dumps(value).encode()) + b"\n\n"


def says(*deltas: dict[str, object], finish: str | None = "stop", text: bool = False) -> Act:
    """A stream of exactly these deltas."""

    async def act(line: Line) -> None:
        line.head()
        if text:
            await line.say(line.encoded_pieces())
        for delta in deltas:
            line.frame(line.delta(None, **delta))
        if finish is not None:
            line.frame(line.delta(None, finish))
            line.frame({"choices": [], "usage": line.usage()})
            line.frame(b"[DONE]")
        await line.end()

    return act


def finishes(reason: str) -> Act:
    """A proper stream with another finish reason."""

    async def act(line: Line) -> None:
        await answer(line, reason)

    return act


def bills(*usages: object, cost: object = None) -> Act:
    """A proper answer with these usage frames."""

    async def act(line: Line) -> None:
        await answer(line, usage=False, tail=tuple({"choices": [], "usage": usage} for usage in usages))

    return act


async def crlf(line: Line) -> None:
    """CRLF ends of line, comments, other fields, and data over several lines."""
    line.head()
    line.raw(b": OPENROUTER PROCESSING\r\n\r\nevent: message\r\nid: 7\r\nretry: 10\r\n")
    for event in line.encoded_pieces():
        line.raw(event.replace(b"\n", b"\r\n").replace(b', "choices"', b',\r\ndata: "choices"'))
        line.raw(b": keep-alive\r\n\r\n")
    line.raw(_event(line.delta(None, "stop")).replace(b"\n", b"\r\n") + b"data: [DONE]\r\n\r\n")
    await line.end()


def after_finish(**frame: object) -> Act:
    """A proper answer, then this frame between the finish reason and `[DONE]`."""

    async def act(line: Line) -> None:
        await answer(line, tail=({**line.delta("THIS CAME AFTER THE FINISH"), **frame},))

    return act


async def nan_with_finish(line: Line) -> None:
    """A bill of `NaN` in every frame, that of the finish reason too."""
    line.head()
    for delta in (*map(line.delta, line.pieces()), line.delta(None, "stop")):
        line.frame({**delta, "usage": {"prompt_tokens": float("nan"), "completion_tokens": float("inf")}})
    line.frame(b"[DONE]")
    await line.end()


async def whole_nan(line: Line) -> None:
    """A body in one piece with a bill of `NaN`."""
    choice = {"index": 0, "message": {"content": line.text}, "finish_reason": "stop"}
    data = json.dumps({"id": line.id, "choices": [choice], "usage": {"prompt_tokens": float("nan")}}).encode()
    await line.page(200, data, "application/json")


def repeated(ids: str) -> Act:
    """Events that come twice, the first among them, each known by its `id:` line or its chunk's own id; with `shared`
    each event has the same id as all others, and none comes twice."""

    async def act(line: Line) -> None:
        line.head()
        deltas = [*map(line.delta, line.pieces()), line.delta(None, "stop")]
        if ids == "own":
            deltas = [line.delta("", role="assistant"), *deltas]
        for number, delta in enumerate(deltas):
            event = _event({**delta, "id": f"chunk-{number}"} if ids == "own" else delta)
            name = {"line": f"id: {number}\n", "shared": "id: 7\n", "own": ""}[ids].encode()
            line.raw((name + event) * (1 if ids == "shared" or (ids == "own" and number == 0) else 2))
            if number == 2:
                await line.flush()
        line.frame(b"[DONE]")
        await line.end()

    return act


def framed(before: bytes, ends: bytes) -> Act:
    """A proper stream behind these bytes and with these ends of lines, byte by byte and at once."""

    async def act(line: Line) -> None:
        line.head()
        line.raw(before[:1])
        await line.flush()
        line.raw(before[1:])
        events = [*line.encoded_pieces(), _event(line.delta(None, "stop")), b"data: [DONE]\n\n"]
        for at, event in enumerate(events):
            event = event.replace(b"\n", ends)
            for part in (event,) if at % 2 else (event[at : at + 1] for at in range(len(event))):
                line.raw(part)
                await line.flush()
        await line.end()

    return act


async def after_done(line: Line) -> None:
    """Words after the end."""
    line.head()
    await line.say(line.encoded_pieces())
    line.frame(line.delta(None, "stop"))
    line.frame(b"[DONE]")
    line.frame(line.delta("THIS CAME AFTER THE END"))
    line.frame(b"[DONE]")
    await line.end()


async def model_switched(line: Line) -> None:
    """Another model than the one asked for."""
    line.head()
    for piece in line.pieces():
        line.frame({**line.delta(piece), "model": "another/model"})
    line.frame({**line.delta(None, "stop"), "model": "another/model"})
    line.frame(b"[DONE]")
    await line.end()


async def parts(line: Line) -> None:
    """Content as a list of parts."""
    line.head()
    for piece in line.pieces():
        line.frame(line.delta(None, content=[{"type": "text", "text": piece}]))
    line.frame(line.delta(None, "stop"))
    line.frame(b"[DONE]")
    await line.end()


async def no_done(line: Line) -> None:
    """A finish reason, then the end of the body without `[DONE]`: some servers do that."""
    line.head()
    await line.say(line.encoded_pieces())
    line.frame(line.delta(None, "stop"))
    await line.end()


async def lingers(line: Line) -> None:
    """A finish reason, then nothing: neither `[DONE]` nor an end."""
    line.head()
    await line.say(line.encoded_pieces())
    line.frame(line.delta(None, "stop"))
    await line.silence()


async def slow_after_cancel(line: Line) -> None:
    """Works on after the client has gone, and bills for it."""
    line.keep = False
    await asyncio.sleep(max(0.3, line.plan.delay))
    if line.writer.transport.is_closing():
        line.late = True
        return
    await answer(line)


_TOOL = {"tool_calls": [{"index": 0, "id": "t1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}
_GOOD = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}

WELL: dict[str, Mode] = {
    "ok": Mode(ok),
    "whole": Mode(whole),
    "crlf": Mode(crlf),
    "error_after_finish": Mode(after_finish(error={"code": 502, "message": "upstream died"})),
    "text_after_finish": Mode(after_finish()),
    "nan_with_finish": Mode(nan_with_finish),
    "whole_nan": Mode(whole_nan),
    "repeated_by_line": Mode(repeated("line")),
    "repeated_by_id": Mode(repeated("own")),
    "repeated_nothing": Mode(repeated("shared")),
    "bom": Mode(framed(b"\xef\xbb\xbf", b"\n")),
    "cr": Mode(framed(b"", b"\r")),
    "bom_crlf": Mode(framed(b"\xef\xbb\xbf", b"\r\n")),
    "parts": Mode(parts),
    "no_done": Mode(no_done),
    "lingers": Mode(lingers),
    "text_after_done": Mode(after_done),
    "model_switched": Mode(model_switched),
    "no_usage": Mode(bills()),
    "two_usage": Mode(bills({"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}, _GOOD)),
    "neg_usage": Mode(bills({"prompt_tokens": -5, "completion_tokens": 7, "total_tokens": 2})),
    "nan_usage": Mode(bills({"prompt_tokens": float("nan"), "completion_tokens": 7})),
    "text_usage": Mode(bills({"prompt_tokens": "many", "completion_tokens": None})),
    "cost": Mode(bills({**_GOOD, "cost": 0.0012345})),
    "neg_cost": Mode(bills({**_GOOD, "cost": -1})),
    "absurd_cost": Mode(bills({**_GOOD, "cost": 1e12})),
    "reasoning": Mode(says({"reasoning": "Let me see. "}, {"content": "Four."})),
    "reasoning_details": Mode(
        says({"reasoning_details": [{"type": "reasoning.text", "text": "Let me see."}]}, {"content": "Four."})
    ),
    "think_tags": Mode(says({"content": "<thi"}, {"content": "nk>Let me see.</th"}, {"content": "ink>\n\nFour."})),
    "empty": Mode(says({"content": ""}), "empty"),
    "null_content": Mode(says({"content": None}), "empty"),
    "whitespace": Mode(says({"content": " \n\t "}, {"content": "\u00a0\u2003"}), "empty"),
    "reasoning_only": Mode(says({"reasoning_content": "I thought about it."}), "empty"),
    "think_only": Mode(says({"content": "<think>I thought about it.</think>\n"}), "empty"),
    "think_unclosed": Mode(says({"content": "<think>I thought about it"}, finish="length"), "empty"),
    "tool_call": Mode(says(_TOOL, finish="tool_calls"), "empty"),
    "tool_call_after_text": Mode(says(_TOOL, finish="tool_calls", text=True), "incomplete"),
    "refusal": Mode(says({"refusal": "I cannot help "}, {"refusal": "with that."}), "refused"),
    "length": Mode(finishes("length"), "truncated"),
    "content_filter": Mode(finishes("content_filter"), "refused"),
    "finish_error": Mode(finishes("error"), "error", "server"),
    "slow_after_cancel": Mode(slow_after_cancel),
}
