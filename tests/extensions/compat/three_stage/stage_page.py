"""A page that reads a three-stage stream as the published page was measured to, without a browser.

It keeps no buffer between two pieces of the stream: each piece is decoded and split by itself, a line counts only when
it begins with `data: `, and one that is no JSON is an error in the console. What it then reads of each object it reads
without asking whether it is there, so a missing or mistyped field breaks it here as it breaks there.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Heard:
    """What the page holds at the end of a stream."""

    kinds: list[str] = field(default_factory=list)
    """Events in the order they were read."""
    stages: dict[str, Any] = field(default_factory=dict)
    """The latest data of each stage."""
    metadata: dict[str, Any] = field(default_factory=dict)
    """What came with stage 2."""
    unread: int = 0
    """Lines that were no JSON by themselves: each is an error in the console."""
    pieces: list[int] = field(default_factory=list)
    """Sizes of the pieces."""


async def read_stream(port: int, path: str, content: str, *, most: int, slow: float = 0.0) -> Heard:
    """Asks over a socket of its own and reads as the page does, at most so many bytes at once."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=most)
    body = json.dumps({"content": content}).encode()
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://localhost:5173\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
        + body
    )
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 200 " in head.split(b"\r\n")[0], head
    heard, framed = Heard(), Unframed()
    while raw := await reader.read(most):
        piece = framed.took(raw)
        if piece:
            heard.pieces.append(len(piece))
            _take(heard, piece.decode("utf-8", "replace"))
        if slow:
            await asyncio.sleep(slow)
    writer.close()
    return heard


class Unframed:
    """The body in a chunked transfer, as far as it has come: what a browser hands on of one read."""

    def __init__(self) -> None:
        self._held = b""
        self._left = 0

    def took(self, raw: bytes) -> bytes:
        """The body's bytes in some bytes of the connection."""
        found, data = b"", self._held + raw
        self._held = b""
        while data:
            if self._left > 2:
                part = data[: self._left - 2]
                found, data, self._left = found + part, data[len(part) :], self._left - len(part)
            elif self._left:
                gone = min(self._left, len(data))
                data, self._left = data[gone:], self._left - gone
            else:
                line, end, rest = data.partition(b"\r\n")
                if not end:
                    self._held = data
                    break
                self._left, data = int(line, 16) + 2, rest
        return found


def _take(heard: Heard, text: str) -> None:
    for line in text.split("\n"):
        if not line.startswith("data: "):
            continue
        try:
            event = json.loads(line.removeprefix("data: "))
        except ValueError:
            heard.unread += 1
            continue
        heard.kinds.append(event["type"])
        if event["type"].endswith("_complete") and event["type"].startswith("stage"):
            heard.stages[event["type"].removesuffix("_complete")] = event["data"]
            heard.metadata = event.get("metadata", heard.metadata)
