"""How fast is the store? Durable appends by many sessions at once, one session alone, and reading a long one.

B5 of `make bench`.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from moot.transcripts.lease import holder_here
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from sessions.drafts import asked, opened, spoke, stage, verdict

HERE = holder_here("python")
WORDS = "An answer of some length, as a model would write it. " * 20


async def crowd(transcript: SqlTranscript, sessions: int, appends: int) -> dict[str, float]:
    """Sessions that append one small batch after another, all at once."""
    took: list[float] = []

    async def one(name: str) -> None:
        lease = (await transcript.open(name, [opened()], HERE)).lease
        assert lease is not None
        for n in range(appends):
            began = time.perf_counter()
            if n % 2:
                await transcript.append(lease, [spoke(f"a/seat-{n - 1}", WORDS, cost=5)])
            else:
                await transcript.append(lease, [asked(f"a/seat-{n}", reserved=10)])
            took.append(time.perf_counter() - began)

    began, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(one(f"crowd-{n}") for n in range(sessions)))
    wall = time.perf_counter() - began
    took.sort()
    return {
        "events_per_second": round(sessions * appends / wall),
        "p50_ms": round(took[len(took) // 2] * 1000, 2),
        "p99_ms": round(took[int(len(took) * 0.99)] * 1000, 2),
        "max_ms": round(took[-1] * 1000, 2),
        "cpu_us_per_event": round((time.process_time() - cpu) / (sessions * appends) * 1e6),
    }


async def review(transcript: SqlTranscript, name: str) -> float:
    """The CPU of storing one review by four seats: about 32 events in 15 appends."""
    seats = "abcd"
    cpu = time.process_time()
    lease = (await transcript.open(name, [opened(cap=10**9)], HERE)).lease
    assert lease is not None
    for move in ("opinions", "review"):
        await transcript.append(lease, [stage(move)])
        wave = [asked(f"{move}/seat-{seat}", reserved=10, prompt=f"{name}{move}") for seat in seats]
        await transcript.append(lease, wave, {f"{name}{move}": WORDS})
        for seat in seats:
            await transcript.append(lease, [spoke(f"{move}/seat-{seat}", WORDS, cost=5)])
    await transcript.append(lease, [stage("synthesis"), asked("synthesis/chair", reserved=10)])
    await transcript.append(lease, [spoke("synthesis/chair", WORDS, cost=5), verdict()])
    return time.process_time() - cpu


async def durable_appends() -> dict[str, object]:
    """B5: fifty sessions at once; beside it what one review costs to store, and reading a long session."""
    with tempfile.TemporaryDirectory() as folder:
        transcript = SqlTranscript(Store(Path(folder) / "moot.db"))
        figures: dict[str, object] = {"crowd": await crowd(transcript, 50, 200)}
        reviews = sorted([await review(transcript, f"review-{n}") for n in range(30)])
        figures["review_cpu_ms"] = round(reviews[15] * 1000, 2)
        lease = (await transcript.open("long", [opened()], HERE)).lease
        assert lease is not None
        for n in range(0, 2000, 100):
            await transcript.append(lease, [spoke(f"a/seat-{m}", WORDS, cost=5) for m in range(n, n + 100)])
        reads = []
        for _ in range(15):
            began = time.perf_counter()
            await transcript.read("long")
            reads.append(time.perf_counter() - began)
        figures["read_2000_ms"] = round(sorted(reads)[7] * 1000, 2)
        await transcript.close()
    return {**figures, "budget": "5,000 events/s, p99 20 ms"}
