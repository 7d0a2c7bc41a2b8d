"""Receivers on this machine: an HTTP address that takes, refuses, hangs or redirects, and a mail server."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any, Self


class Sink:
    """Listens until it is left, and leaves no connection open."""

    async def __aenter__(self) -> Self:
        self._open: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)
        await self._server.wait_closed()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open[task] = writer
        try:
            await self.serve(reader, writer)
        except asyncio.CancelledError:
            pass
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise NotImplementedError


class HttpSink(Sink):
    """Takes what is posted, as it is told to: `ok`, `refuse`, `hang`, `redirect`; `echo` says where it was sent."""

    def __init__(self, *manners: str) -> None:
        self.manners = list(manners)
        self.came: list[dict[str, Any]] = []
        self.taken: list[Any] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        headers = dict(line.lower().split(": ", 1) for line in head.splitlines()[1:] if ": " in line)
        body = json.loads(await reader.readexactly(int(headers["content-length"])))
        self.came.append({"path": head.split()[1], "headers": headers, "body": body})
        manner = self.manners.pop(0) if self.manners else "ok"
        if manner == "hang":
            await reader.read()
            return
        status = {"ok": "200 OK", "refuse": "500 No", "redirect": "302 Found", "echo": "404 Not Found"}[manner]
        if manner == "ok":
            self.taken.append(body)
        more = "Location: http://169.254.169.254/\r\n" if manner == "redirect" else ""
        said = f"Cannot POST {head.split()[1]}" if manner == "echo" else "no"
        answer = f"HTTP/1.1 {status}\r\n{more}Content-Length: {len(said)}\r\nConnection: close\r\n\r\n{said}"
        writer.write(answer.encode())
        await writer.drain()


class MailSink(Sink):
    """A mail server that knows one user and takes letters."""

    def __init__(self, *, refuses: bool = False, unknown: str = "") -> None:
        self.letters: list[str] = []
        self.said: list[str] = []
        self.refuses, self.unknown = refuses, unknown

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        say("220 sink")
        while line := (await reader.readline()).decode().strip():
            self.said.append(line)
            verb = line.split()[0].upper()
            if verb == "EHLO":
                say("250-sink\r\n250 AUTH PLAIN LOGIN")
            elif verb == "AUTH":
                say("235 welcome")
            elif verb == "DATA":
                say("354 go on")
                letter = await reader.readuntil(b"\r\n.\r\n")
                self.letters.append(letter.decode())
                say("250 taken")
            elif verb == "RCPT" and (self.refuses or (self.unknown and self.unknown in line)):
                say("550 nobody of that name")
            elif verb == "QUIT":
                say("221 bye")
                break
            else:
                say("250 fine")
            await writer.drain()
