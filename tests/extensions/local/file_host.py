"""A host of files on a real socket that breaks, lies and redirects on demand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType


class FileHost:
    """Serves one body under every path.

    async with FileHost(body) as host:
        host.url              # http://127.0.0.1:PORT
        host.cut_after = 99   # bytes of each answer before it hangs up
        host.parts = False    # knows no Range
        host.asked            # what was asked: the path, and the headers
    """

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.cut_after = 0
        self.parts = True
        self.status = 200
        self.sends_to = ""
        self.shifted = 0
        self.states_length = True
        self.on_answer: Callable[[], None] = lambda: None
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.sent = 0

    async def __aenter__(self) -> FileHost:
        self._server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in head[1:]) if k}
            self.asked.append((head[0].split()[1], headers))
            self.on_answer()
            writer.write(self._said(headers))
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def _said(self, headers: dict[str, str]) -> bytes:
        if self.sends_to:
            return f"HTTP/1.1 302 Found\r\nLocation: {self.sends_to}\r\nContent-Length: 0\r\n\r\n".encode()
        if self.status != 200:
            return f"HTTP/1.1 {self.status} No\r\nContent-Length: 0\r\n\r\n".encode()
        begins = int(headers.get("range", "bytes=0-")[6:].rstrip("-")) if self.parts else 0
        if begins and begins >= len(self.body):
            return b"HTTP/1.1 416 No\r\nContent-Length: 0\r\n\r\n"
        rest = self.body[begins + self.shifted :] if begins else self.body
        first = "206 Part" if begins else "200 OK"
        head = f"HTTP/1.1 {first}\r\nConnection: close\r\n"
        if self.states_length:
            head += f"Content-Length: {len(rest)}\r\n"
        if begins:
            head += f"Content-Range: bytes {begins + self.shifted}-{len(self.body) - 1}/{len(self.body)}\r\n"
        rest = rest[: self.cut_after] if self.cut_after else rest
        self.sent += len(rest)
        return f"{head}\r\n".encode() + rest
