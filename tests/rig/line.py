"""Misbehave at byte level in a scripted upstream. A `Line` is one connection with one request on it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
from typing import Any

from rig.script import Asked, Plan
from rig.words import answer_for

_REASONS = {200: "OK", 400: "Bad Request", 429: "Too Many Requests"}


class Line:
    """One request's way back to the client."""

    def __init__(self, writer: asyncio.StreamWriter, asked: Asked, plan: Plan, origin: str) -> None:
        self.writer, self.asked, self.plan, self.origin = writer, asked, plan, origin
        self.keep = True
        """Whether the connection may carry another request."""
        self.late = False
        """Set when an answer was ready after the client had gone."""
        self._chunked = False

    @property
    def text(self) -> str:
        """What shall be said."""
        if self.plan.text is not None or self.plan.calls:
            return self.plan.text or ""
        return answer_for(self.asked.prompt, self.asked.schema, self.plan.words)

    @property
    def id(self) -> str:
        """The upstream's own id of this call."""
        return f"gen-{self.asked.number}"

    def head(self, status: int = 200, kind: str = "text/event-stream", length: int | None = None, **more: str) -> None:
        """Sends the status line and headers; without a length the body is chunked."""
        self._chunked = length is None
        lines = [f"HTTP/1.1 {status} {_REASONS.get(status, 'Said So')}", f"Content-Type: {kind}"]
        lines.append("Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}")
        lines.append(f"x-generation-id: {self.id}")
        for name, value in {**more, **self.plan.header}.items():
            lines.append(f"{name.replace('_', '-')}: {value}")
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n")

    def raw(self, data: bytes) -> None:
        """Sends bytes of the body, framed as the head announced."""
        if data:  # an empty chunk would be the end
            self.writer.write(b"%x\r\n%b\r\n" % (len(data), data) if self._chunked else data)

    def frame(self, value: Any) -> None:
        """Sends one event."""
        self.raw(b"data: " + (value if isinstance(value, bytes) else json.dumps(value).encode()) + b"\n\n")

    async def flush(self) -> None:
        """Waits until the bytes have left, so that the client reads them on their own."""
        await self.writer.drain()
        await asyncio.sleep(0)

    async def end(self) -> None:
        """Ends the body as it should end."""
        if self._chunked:
            self.writer.write(b"0\r\n\r\n")
        await self.writer.drain()

    def hang_up(self) -> None:
        """Closes the connection in the middle of whatever it was."""
        self.keep = False
        self.writer.close()

    def reset(self) -> None:
        """Resets the connection."""
        self.keep = False
        sock = self.writer.get_extra_info("socket")
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()

    async def silence(self) -> None:
        """Says nothing until the client goes away."""
        self.keep = False
        await self.writer.wait_closed()

    async def page(self, status: int, body: bytes | Any, kind: str = "application/json", **more: str) -> None:
        """Sends a whole answer at once."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.head(status, kind, len(data), **more)
        self.writer.write(data)
        await self.writer.drain()

    def delta(self, text: str | None, finish: str | None = None, **more: Any) -> dict[str, Any]:
        """One event of a streamed completion."""
        delta: dict[str, Any] = {**({} if text is None else {"content": text}), **more}
        return {
            "id": self.id,
            "object": "chat.completion.chunk",
            "created": 1,
            "model": self.asked.model,
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
        }

    def usage(self) -> dict[str, Any]:
        """A plausible bill."""
        if self.plan.usage is not None:
            return self.plan.usage
        sent, said = len(self.asked.prompt) // 4 + 1, (len(self.text) + len(self.plan.thought)) // 4 + 1
        return {"prompt_tokens": sent, "completion_tokens": said, "total_tokens": sent + said}

    def pieces(self) -> list[str]:
        """The text, cut into as many pieces as planned."""
        text, count = self.text, max(1, self.plan.chunks)
        size = max(1, -(-len(text) // count))
        return [text[at : at + size] for at in range(0, len(text), size)] or [""]

    def encoded_pieces(self) -> list[bytes]:
        """The same as ready events; built from one template, because benchmarks ask for hundreds of thousands."""
        before, after = json.dumps(self.delta("\0")).split('"\\u0000"')
        start, end = f"data: {before}".encode(), f"{after}\n\n".encode()
        return [start + json.dumps(piece).encode() + end for piece in self.pieces()]

    async def say(self, events: list[bytes]) -> None:
        """Sends events as the plan's gap tells."""
        if self.plan.gap == 0:
            self.raw(b"".join(events))
            return
        for event in events:
            self.raw(event)
            if self.plan.gap > 0:
                await asyncio.sleep(self.plan.gap)
            else:
                await self.flush()
            if self.writer.transport.is_closing():
                self.keep = False
                return
