"""What do the same calls cost without Moot? By aiohttp alone, whole and streamed; and with each answer on the disk.

`floor` is what no implementation over this HTTP library and SQLite can be below: it makes the nine calls, encodes each
event once and commits it, synced, where a session must: intents before a call is sent, answers before anybody sees
them. It checks, counts and shows nothing.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import aiohttp
import msgspec

from benchmarks.council import MODELS, QUESTION

WAVES = (MODELS, MODELS, ("chair",))


async def bare(session: aiohttp.ClientSession, url: str, stream: bool = False) -> None:
    """The same nine calls in three waves; nothing is stored."""
    for wave in WAVES:
        await asyncio.gather(*(_call(session, url, model, stream) for model in wave))


async def _call(session: aiohttp.ClientSession, url: str, model: str, stream: bool) -> bytes:
    body: dict[str, Any] = {"model": model, "messages": [{"role": "user", "content": QUESTION}]}
    if stream:
        body["stream"] = True
    async with session.post(f"{url}/chat/completions", json=body) as response:
        if not stream:
            return json.dumps(await response.json()).encode()
        return b"".join([data async for data in response.content.iter_any()])


class Disk:
    """One thread that commits whatever waits, synced, as the store does."""

    def __init__(self, file: Path) -> None:
        self._waiting: SimpleQueue[tuple[asyncio.Future[None], list[bytes]] | None] = SimpleQueue()
        self._file = file
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    async def keep(self, rows: list[bytes]) -> None:
        """Returns once these rows are on the disk."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.put((done, rows))
        await done

    def close(self) -> None:
        """Ends the thread."""
        self._waiting.put(None)
        self._thread.join()

    def _serve(self) -> None:
        connection = sqlite3.connect(self._file, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE events (session TEXT, seq INTEGER, body BLOB, PRIMARY KEY (session, seq))")
        seq = 0
        while (group := self._waiting.get()) is not None:
            groups = [group]
            while not self._waiting.empty() and (more := self._waiting.get()) is not None:
                groups.append(more)
            connection.execute("BEGIN IMMEDIATE")
            rows = [("session", seq := seq + 1, row) for _, rows in groups for row in rows]
            connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
            connection.execute("COMMIT")
            for done, _ in groups:
                done.get_loop().call_soon_threadsafe(done.set_result, None)
        connection.close()


async def floor(session: aiohttp.ClientSession, url: str, disk: Disk, stream: bool = False) -> None:
    """The nine calls, with an opening, an intent and an answer of each on the disk."""
    event = msgspec.json.encode({"at": "2031-05-04T12:00:00Z", "kind": "asked", "text": QUESTION * 4})

    async def call(model: str) -> None:
        await disk.keep([await _call(session, url, model, stream)])

    await disk.keep([event])
    for wave in WAVES:
        await disk.keep([event] * (1 + len(wave)))
        await asyncio.gather(*(call(model) for model in wave))
