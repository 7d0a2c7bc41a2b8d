"""A real server on a real socket, in the test's own loop, over an empty home and scripted voices."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn.server

from moot.server.dependencies import Backend
from moot.server.serving import MootServer, serve


class Often:
    """Time as uvicorn has it: it looks ten times a second whether it is to end, and here a hundred times."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 10)


uvicorn.server.asyncio = Often()  # type: ignore[attr-defined]

MEMBERS = ["rehearsal/ada", "rehearsal/bo", "rehearsal/cyn"]


@dataclass
class Running:
    """A server under test."""

    server: MootServer
    backend: Backend
    said: list[str]
    task: asyncio.Task[None]

    @property
    def port(self) -> int:
        return self.backend.access.port

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def token(self) -> str:
        return self.backend.access.token

    @property
    def bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def client(self, **options: Any) -> httpx.AsyncClient:
        """A client with the token."""
        options.setdefault("headers", self.bearer)
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        # reading the certificates of the world would take longer than most tests, and nothing here is TLS
        options |= {"verify": False, "trust_env": False}
        return httpx.AsyncClient(base_url=self.url, timeout=300, limits=limits, **options)

    async def asked(self, question: str = "What is a moot?", **body: Any) -> str:
        """Puts a question and returns the session's id at once."""
        async with self.client() as client:
            body = {"question": question, "members": MEMBERS, "chair": "rehearsal/hana", **body}
            answer = await client.post("/api/sessions", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["session"])

    async def stop(self) -> None:
        self.server.should_exit = True
        await asyncio.wait_for(self.task, 120)


@asynccontextmanager
async def running(
    home: Path, *, speed: float = 0.0, trust_origins: Sequence[str] = (), **options: Any
) -> AsyncIterator[Running]:
    """A server that is up, and is gone afterwards."""
    loop = asyncio.get_running_loop()
    up: asyncio.Future[tuple[MootServer, Backend]] = loop.create_future()
    said: list[str] = []
    task = asyncio.create_task(
        serve(
            port=0,
            home=home,
            say=said.append,
            demo_speed=speed,
            trust_origins=trust_origins,
            started=lambda server, backend: up.set_result((server, backend)),
            **options,
        )
    )
    await asyncio.wait([task, up], return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        await task
    server, backend = up.result()
    while not server.started:  # uvicorn has no event for it
        await asyncio.sleep(0.01)
    served = Running(server, backend, said, task)
    try:
        yield served
    finally:
        await served.stop()


@dataclass
class Heard:
    """One server-sent event."""

    id: str
    event: str
    data: Any


async def heard(lines: AsyncIterator[str]) -> AsyncIterator[Heard]:
    """Server-sent events, read by the letter of the format."""
    seen, name, data = "", "message", []
    async for line in lines:
        if line == "":
            if data:
                yield Heard(seen, name, msgspec.json.decode("\n".join(data)))
            seen, name, data = "", "message", []
        elif not line.startswith(":"):
            field, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if field == "id":
                seen = value
            elif field == "event":
                name = value
            elif field == "data":
                data.append(value)
