"""How fast is the past gathered when a debate opens? Over 10,000 sessions of several kinds, with long transcripts.

Beside B8 of `make bench`: it is read once for each debate, before anything is asked.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from analytics.sittings import sat
from moot.analytics.track_records import gather_past
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript

MODELS = [f"up/model-{letter}" for letter in "abcdefgh"]
WORDS = "An answer of some length, as a model would write it. " * 20


async def filled(transcript: SqlTranscript, sessions: int, *, every: int) -> None:
    """A store in which one session of `every` is a debate."""
    gate = asyncio.Semaphore(200)

    async def one(number: int) -> None:
        async with gate:
            models = [MODELS[(number + at) % len(MODELS)] for at in range(5)]
            protocol = "debate" if number % every == 0 else "claim-vote" if number % every == 1 else "peer-review"
            await sat(transcript, f"s{number}", models, protocol=protocol, speeches=20, words=WORDS)

    await asyncio.gather(*(one(number) for number in range(sessions)))


async def gathered(sessions: int, every: int) -> dict[str, float]:
    """Middle and longest of thirty times, in milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "moot.db", durable="normal")
        transcript = SqlTranscript(store)
        await filled(transcript, sessions, every=every)
        took = []
        for _ in range(30):
            began = time.perf_counter()
            past = await store.read(lambda connection: gather_past(connection, MODELS[:5], scripted=False))
            took.append(time.perf_counter() - began)
        await transcript.close()
    took.sort()
    return {"sessions_read": past.sessions, "p50_ms": round(took[15] * 1e3, 1), "max_ms": round(took[-1] * 1e3, 1)}


async def pasts() -> dict[str, object]:
    """Many debates among few sessions, and few among many."""
    return {
        "1,000, all debates": await gathered(1_000, 2),
        "10,000, half debates": await gathered(10_000, 2),
        "10,000, few debates": await gathered(10_000, 500),
        "budget": "≤ 100 ms at 10,000 sessions, flat beyond",
    }
