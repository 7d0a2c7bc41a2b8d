"""A web server with given pages, and a way to read it as if it were public."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Self

import pytest

from moot.egress.addresses import look_up
from moot.providers.tools import web
from moot.providers.tools.web import fetched_page

Page = bytes | int | str
"""What a path answers: a body, a status without one, or the address of a redirect; `0` never answers."""


class WebPages:
    """Serves pages by path, and counts how often each was read."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        self.pages = dict(pages)
        self.read: list[str] = []

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = (await reader.readuntil(b"\r\n\r\n")).split()[1].decode()
        self.read.append(path)
        page = self.pages.get(path, 404)
        if page == 0:
            await reader.read()
        elif isinstance(page, str):
            writer.write(f"HTTP/1.1 302 Found\r\nLocation: {page}\r\nContent-Length: 0\r\n\r\n".encode())
        else:
            status, body = (page, b"") if isinstance(page, int) else (200, page)
            writer.write(
                b"HTTP/1.1 %d So\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (status, len(body), body)
            )
        writer.close()


def read_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let attachments be fetched from this machine, over the same checks."""

    async def near(url: str, limits: web.SearchLimits, **_: object) -> bytes:
        return await fetched_page(url, limits, private=True, lookup=look_up)

    monkeypatch.setattr(web, "fetched_page", near)
