"""What does a page of standings take on the server? Over 10,000 counted debates, or as many as are named.

Rows are written as the verdict's transaction writes them (`transcripts/session_counts/writing.py`), of 400 debates
drawn at random, over two years. Beyond `WRITTEN` each is copied on its own day as often as it takes, with the sums
multiplied: `python -m benchmarks.standings 100000`.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

import msgspec  # noqa: E402  (the path must stand first)
from sqlalchemy import Connection, insert  # noqa: E402

from analytics.drawn_debates import drafts_of  # noqa: E402
from moot.analytics.standings import Standings  # noqa: E402
from moot.protocols import registry  # noqa: E402
from moot.transcripts.session_counts.writing import keep  # noqa: E402
from moot.transcripts.session_record import SessionEntry  # noqa: E402
from moot.transcripts.sql.rows import record_row  # noqa: E402
from moot.transcripts.sql.schema import counted, sessions  # noqa: E402
from moot.transcripts.sql.store import Store  # noqa: E402
from moot.vocabulary.events import FindingMade  # noqa: E402
from moot.vocabulary.history.session_counts import SessionCounts, without_people  # noqa: E402

DRAWN, DAYS, TIMES, WRITTEN = 400, 730, 15, 10_000


def debates() -> list[SessionCounts]:
    """What debates drawn at random come to."""
    counting, draw, found = registry.counting_of("debate"), Random(1), []
    assert counting is not None
    for number in range(DRAWN):
        drafts = drafts_of(draw, number, scripted=False, fork=None, at="2031-01-01T00:00:00.000Z")
        bodies = {each.key: each.body.finding for each in drafts if isinstance(each.body, FindingMade)}
        counted = counting.count(bodies)
        assert counted is not None
        found.append(without_people(counted))
    return found


async def filled(store: Store, number: int) -> float:
    """Milliseconds that counting one debate adds to its verdict's transaction."""
    counting, made = registry.counting_of("debate"), debates()
    assert counting is not None
    began = time.perf_counter()

    def some(connection: Connection, first: int) -> None:
        for n in range(first, min(first + 500, number)):
            at = f"{date(2029, 1, 1) + timedelta(days=n * DAYS // number)}T10:00:00.000Z"
            council = "morning" if n % 5 == 0 else ""
            record = SessionEntry(
                id=f"s{n}", state="verdict", protocol="debate", council=council, created=at, updated=at
            )
            connection.execute(insert(sessions), record_row(record))
            keep(connection, record, counting, made[n % len(made)])

    for first in range(0, number, 500):
        await store.write(lambda connection, first=first: some(connection, first))  # type: ignore[misc]
    return (time.perf_counter() - began) * 1000 / number


def copied(connection: Connection, times: int) -> None:
    """Every counted session so many times, each copy under a number and an id of its own."""
    bare = connection.connection.cursor()
    (most,) = bare.execute("SELECT MAX(number) FROM counted_sessions").fetchone()
    for copy in range(1, times):
        for table in counted.sorted_tables:
            if "number" in table.c:
                given = ", ".join(
                    {"number": f"number + {copy * most}", "session": f"session || '-{copy}'"}.get(
                        column.name, column.name
                    )
                    for column in table.c
                )
                bare.execute(f"INSERT INTO {table.name} SELECT {given} FROM {table.name} WHERE number <= {most}")
    for *under, body in bare.execute(
        "SELECT protocol, scripted, council, span, one, other, body FROM counted_sums"
    ).fetchall():
        more = {name: value * times for name, value in msgspec.json.decode(body).items()}
        bare.execute(
            "UPDATE counted_sums SET body = ? "
            "WHERE (protocol, scripted, council, span, one, other) = (?, ?, ?, ?, ?, ?)",
            (msgspec.json.encode(more).decode(), *under),
        )


async def taken(ask: Callable[[], Awaitable[Any]]) -> dict[str, float]:
    """The first, the middle and the longest of some times, and the middle of CPU time, in milliseconds, with the answer
    written as JSON."""
    times, cpu = [], []
    for _ in range(TIMES):
        began, worked = time.perf_counter(), time.process_time()
        msgspec.json.encode(await ask())
        times.append((time.perf_counter() - began) * 1000)
        cpu.append((time.process_time() - worked) * 1000)
    return {name: round(value, 1) for name, value in
            {"first": times[0], "p50": sorted(times)[TIMES // 2], "max": max(times),
             "cpu": sorted(cpu)[TIMES // 2]}.items()}  # fmt: skip


async def pages(number: int = 10_000) -> dict[str, Any]:
    """B19: milliseconds of each page."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "moot.db", durable="normal")
        made: dict[str, Any] = {"debates": number, "counting_ms": round(await filled(store, min(number, WRITTEN)), 2)}
        if number > WRITTEN:
            await store.write(lambda connection: copied(connection, number // WRITTEN))
        standings = Standings(store)
        asked: dict[str, Callable[[], Awaitable[Any]]] = {
            "leaderboard": standings.leaderboard,
            "leaderboard_of_council": lambda: standings.leaderboard(council="morning"),
            "leaderboard_since": lambda: standings.leaderboard(since="2029-05-14"),
            "model": lambda: standings.model("up/model-s"),
            "head_to_head": lambda: standings.head_to_head("up/model-s", "up/model-t"),
            "achievements": lambda: standings.achievements(most=100),
            "achievements_latest": lambda: standings.achievements(most=200, latest=True),
            "pairs": standings.pairs,
            "marks": lambda: standings.marks(reader="up/model-s"),
        }
        for name, ask in asked.items():
            made[name] = await taken(ask)
        await store.close()
    return made


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(asyncio.run(pages(*map(int, sys.argv[1:]))))).decode())
