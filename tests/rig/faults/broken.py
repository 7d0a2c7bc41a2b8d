"""Ways in which an upstream fails: sockets that die or stall, wrong bodies, and statuses."""

from __future__ import annotations

import asyncio
import email.utils
import json
import time
import zlib
from typing import Any

from rig.faults.modes import WELL, Act, Mode, answer
from rig.line import Line


async def reset_before_headers(line: Line) -> None:
    """Reads the request, then resets."""
    line.reset()


async def reset_after_headers(line: Line) -> None:
    """Sends headers, then resets."""
    line.head()
    await line.flush()
    await asyncio.sleep(0.05)
    line.reset()


async def silent(line: Line) -> None:
    """Accepts, and never answers."""
    await line.silence()


async def headers_then_silence(line: Line) -> None:
    """Sends headers, then nothing."""
    line.head()
    await line.silence()


async def drip(line: Line) -> None:
    """One byte of a comment at a time, for ever: something always arrives, nothing is ever said."""
    line.head()
    line.keep = False
    while not line.writer.transport.is_closing():
        line.raw(b":")
        await asyncio.sleep(0.02)


async def drip_words(line: Line) -> None:
    """One word at a time, for ever: only the total deadline ends it."""
    line.head()
    line.keep = False
    while not line.writer.transport.is_closing():
        line.frame(line.delta("word "))
        await asyncio.sleep(0.02)


def half(end: str) -> Act:
    """Half of an answer, then this end."""

    async def act(line: Line) -> None:
        line.head()
        events = line.encoded_pieces()
        await line.say(events[: max(1, len(events) // 2)])
        await line.flush()
        if end == "stall":
            return await line.silence()
        if end == "eof":
            return await line.end()
        if end == "done":
            line.frame(b"[DONE]")
            return await line.end()
        if end == "cut":
            line.raw(events[-1][: len(events[-1]) // 2])
            return await line.end()
        if end == "cut_utf8":
            line.raw(b'data: {"choices":[{"index":0,"delta":{"content":"na\xc3')
            return await line.end()
        await asyncio.sleep(0.05)
        return line.reset() if end == "reset" else line.hang_up()

    return act


def frame_after_words(error: dict[str, Any], **choice: Any) -> Act:
    """Half of an answer, then an error frame; the status stays 200."""

    async def act(line: Line) -> None:
        line.head()
        events = line.encoded_pieces()
        await line.say(events[: max(1, len(events) // 2)])
        line.frame({"id": line.id, "error": error, **choice})
        line.frame(b"[DONE]")
        await line.end()

    return act


def body(data: bytes, kind: str = "text/event-stream", *, after_words: bool = False) -> Act:
    """These bytes as the body of a 200."""

    async def act(line: Line) -> None:
        line.head(200, kind)
        if after_words:
            await line.say(line.encoded_pieces()[:1])
        line.raw(data)
        await line.end()

    return act


def event(text: str | bytes) -> bytes:
    """A whole event with these bytes."""
    return b"data: " + (text if isinstance(text, bytes) else text.encode()) + b"\n\n"


def content(raw: bytes) -> bytes:
    """An event whose content is these raw bytes."""
    return event(b'{"choices":[{"index":0,"delta":{"content":"' + raw + b'"}}]}')


def huge(size: int) -> Act:
    """An answer of so many bytes; 0 for one that never ends."""

    async def act(line: Line) -> None:
        line.head()
        line.keep = False
        data = event(json.dumps(line.delta("word " * 4000)))
        sent = 0
        while (not size or sent < size) and not line.writer.transport.is_closing():
            line.raw(data)
            sent += len(data)
            await line.writer.drain()

    return act


async def one_line(line: Line) -> None:
    """A single event that never ends."""
    line.head()
    line.keep = False
    line.raw(b"data: ")
    while not line.writer.transport.is_closing():
        line.raw(b"x" * 65536)
        await line.writer.drain()


def bomb(kind: str) -> Act:
    """300 MB of zeros in some 300 kB, inflated only by those who are not careful."""

    async def act(line: Line) -> None:
        line.head(200, "text/event-stream", Content_Encoding=kind)
        line.keep = False
        wbits = 31 if kind == "gzip" else 15
        packer = zlib.compressobj(9, zlib.DEFLATED, wbits)
        line.raw(packer.compress(b"data: ") + packer.flush(zlib.Z_FULL_FLUSH))
        block = packer.compress(b"0" * 1_000_000) + packer.flush(zlib.Z_FULL_FLUSH)
        for _ in range(300):
            if line.writer.transport.is_closing():
                return
            line.raw(block)
            await line.writer.drain()
        await line.end()

    return act


def packed(kind: str, wbits: int) -> Act:
    """A proper answer, compressed although nobody asked for it."""

    async def act(line: Line) -> None:
        line.head(200, "text/event-stream", Content_Encoding=kind)
        packer = zlib.compressobj(9, zlib.DEFLATED, wbits)
        data = b"".join([*line.encoded_pieces(), event(json.dumps(line.delta(None, "stop"))), event(b"[DONE]")])
        data = packer.compress(data) + packer.flush()
        for at in range(0, len(data), 7):
            line.raw(data[at : at + 7])
        await line.end()

    return act


def status(code: int, message: str = "", name: str = "", **more: str) -> Act:
    """An HTTP error with a message and, where the service gives it one, a name."""

    async def act(line: Line) -> None:
        error = {"message": message or f"scripted status {code}", "type": "scripted", "code": name or code}
        await line.page(code, {"error": error}, **more)

    return act


def bare_page(code: int) -> Act:
    """An error as servers in between send them: a page for people, from nobody knows whom."""

    async def act(line: Line) -> None:
        await line.page(code, f"<html><h1>{code} Internal Server Error</h1>nginx</html>".encode(), "text/html")

    return act


def later(code: int, header: str) -> Act:
    """An HTTP error that says when to come back."""

    async def act(line: Line) -> None:
        value = email.utils.formatdate(time.time() + 5, usegmt=True) if header == "date" else header
        await line.page(code, {"error": {"message": "slow down", "code": code}}, Retry_After=value)

    return act


async def flap(line: Line) -> None:
    """Fails every other call of a model, the first one first."""
    await (status(503)(line) if line.asked.nth % 2 else answer(line))


async def redirect(line: Line) -> None:
    """Sends the client elsewhere, to see whether the key goes too."""
    await line.page(307, b"", Location=f"{line.origin}/stolen{line.asked.path}")


async def echo_key(line: Line) -> None:
    """An error that repeats what the client sent, key included."""
    await line.page(400, {"error": {"message": f"bad request: {json.dumps(line.asked.headers)}"}})


_HTML = b"<!doctype html><html><head><title>Welcome</title></head><body>Please sign in</body></html>"
_LATE = ("3", "date", "0", "86400000", "-7", "soon")
_CONTEXT = (
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    "the request exceeds the available context size (4096 tokens), try increasing it",
    "prompt is too long: 210000 tokens > 200000 maximum",
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
)

BADLY: dict[str, Mode] = {
    "reset_before_headers": Mode(reset_before_headers, "error", "network"),
    "reset_after_headers": Mode(reset_after_headers, "error", "network"),
    "reset_midstream": Mode(half("reset"), "incomplete"),
    "silent": Mode(silent, "timeout", stalls=True),
    "headers_then_silence": Mode(headers_then_silence, "timeout", stalls=True),
    "drip": Mode(drip, "timeout", stalls=True),
    "drip_words": Mode(drip_words, "timeout", stalls=True),
    "stall_midstream": Mode(half("stall"), "timeout", stalls=True),
    "eof_midstream": Mode(half("eof"), "incomplete"),
    "done_without_finish": Mode(half("done"), "incomplete"),
    "hang_up_midstream": Mode(half("hang_up"), "incomplete"),
    "cut_json": Mode(half("cut"), "incomplete"),
    "cut_utf8": Mode(half("cut_utf8"), "incomplete"),
    "error_frame": Mode(frame_after_words({"code": 502, "message": "upstream died"}), "error", "server"),
    "error_frame_finish": Mode(
        frame_after_words(
            {"code": "server_error", "message": "Provider disconnected"},
            choices=[{"index": 0, "delta": {"content": ""}, "finish_reason": "error"}],
        ),
        "error",
        "server",
    ),
    "rate_frame": Mode(frame_after_words({"code": 429, "message": "rate limited upstream"}), "error", "rate"),
    "truncated_json": Mode(body(event('{"choices":[{"index":0,"delta":{"cont') + event(b"[DONE]")), "malformed"),
    "bad_utf8": Mode(body(content(b"\xff\xfe\xfa") + event(b"[DONE]"), after_words=True), "malformed"),
    "nul": Mode(body(content(b"a\x00b") + event(b"[DONE]")), "malformed"),
    "surrogates": Mode(body(content(rb"a\ud800b") + event(b"[DONE]")), "malformed"),
    "utf16": Mode(body((content(b"hello") + event(b"[DONE]")).decode().encode("utf-16")), "malformed"),
    "html": Mode(body(_HTML, "text/html"), "malformed"),
    "json_array": Mode(body(b'[{"choices":[]}]', "application/json"), "malformed"),
    "no_choices": Mode(body(b'{"id":"x","object":"chat.completion"}', "application/json"), "malformed"),
    "empty_choices": Mode(body(b'{"id":"x","choices":[]}', "application/json"), "malformed"),
    "wrong_types": Mode(body(event('{"choices":{"0":"x"}}')), "malformed"),
    "deep": Mode(body(event(b'{"choices":' + b"[" * 200_000 + b"]" * 200_000 + b"}")), "malformed"),
    "digits5000": Mode(body(event(b'{"choices":[{"index":' + b"9" * 5000 + b',"delta":{}}]}')), "malformed"),
    "nan": Mode(body(event(b'{"created":NaN,"choices":[{"index":0,"delta":{"content":"x"}}]}')), "incomplete"),
    "dup_keys": Mode(body(event(b'{"choices":[{"index":0,"delta":{"content":"x"}}],"choices":7}')), "malformed"),
    "no_body": Mode(body(b""), "incomplete"),
    "huge": Mode(huge(64_000_000), "error", "too_large"),
    "endless": Mode(huge(0), "error", "too_large"),
    "endless_line": Mode(one_line, "error", "too_large"),
    "gzip_bomb": Mode(bomb("gzip"), "error", "too_large"),
    "deflate_bomb": Mode(bomb("deflate"), "error", "too_large"),
    "gzip": Mode(packed("gzip", 31)),
    "deflate": Mode(packed("deflate", 15)),
    "raw_deflate": Mode(packed("deflate", -15)),
    "bad_gzip": Mode(body(b"not gzip at all"), "malformed"),
    "filter_400": Mode(status(400, "The response was filtered.", "content_filter"), "refused"),
    "filter_403": Mode(status(403, "Your input was flagged by moderation: violence"), "refused"),
    "unsupported_400": Mode(status(400, "'temperature' is none.", "unsupported_parameter"), "error", "unsupported"),
    "plugins_400": Mode(status(400, "Unknown field 'plugins'.", "unsupported_parameter"), "error", "unsupported"),
    "bad_400": Mode(status(400), "error", "bad_request"),
    "401": Mode(status(401), "error", "auth"),
    "403": Mode(status(403), "error", "auth"),
    "402": Mode(status(402), "error", "credit"),
    "402_retry_after": Mode(later(402, "3"), "error", "rate"),
    "404": Mode(status(404), "error", "not_found"),
    "402_amount": Mode(status(402, "You requested up to 4096 tokens, but can only afford 900."), "error", "credit"),
    "404_model": Mode(status(404, "No endpoints found for m/gone."), "error", "not_found"),
    "404_feature": Mode(
        status(404, "No endpoints found that can handle the requested parameters."), "error", "not_found"
    ),
    "410": Mode(status(410), "error", "gone"),
    "408": Mode(status(408), "error", "server"),
    "413": Mode(status(413), "error", "context"),
    "425": Mode(status(425), "error", "server"),
    "429": Mode(status(429), "error", "rate"),
    **{f"429_{'seconds' if v == '3' else v}": Mode(later(429, v), "error", "rate") for v in _LATE},
    "429_no_quota": Mode(status(429, "You exceeded your current quota: insufficient_quota"), "error", "credit"),
    **{f"{code}": Mode(status(code), "error", "server") for code in (500, 502, 503, 504, 529)},
    **{f"context_400_{at}": Mode(status(400, said), "error", "context") for at, said in enumerate(_CONTEXT, 1)},
    **{f"{code}": Mode(status(code), "error", "bad_request") for code in (418, 451, 499)},
    **{f"{code}": Mode(status(code), "error", "server") for code in (599, 799)},
    **{f"{code}": Mode(status(code), "malformed") for code in (203, 299)},
    "500_page": Mode(bare_page(500), "error", "server"),
    "flap": Mode(flap, "error", "server"),
    "redirect": Mode(redirect, "error", "redirect"),
    "echo_key": Mode(echo_key, "error", "bad_request"),
    "error_words": Mode(
        body(
            content(b"Error: 503 Service Unavailable")
            + event('{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}')
            + event(b"[DONE]")
        ),
        "error",
        "server",
    ),
}

MODES: dict[str, Mode] = {**WELL, **BADLY}
