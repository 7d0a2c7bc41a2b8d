"""What does the engine add to its calls? B1 (CPU of one council), B2 (a hundred at once), B3 and B4 (waiting)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import aiohttp

from benchmarks.council import Stopwatch, bare, deliberated, house_at, median, resident_mb, upstream
from moot.house import House
from moot.protocols import registry
from moot.sessions.state import state_of
from moot.vocabulary import keys
from moot.vocabulary.events import Event, SeatAsked, SeatSpoke

TOKENS = 200


async def cpu_of_one() -> dict[str, Any]:
    """B1: one review by four seats, 200 chunks a call, every event durable."""
    figures: dict[str, Any] = {}
    for name, rule in {
        "streamed": {"words": TOKENS, "chunks": TOKENS, "gap": -1},
        "whole": {"words": TOKENS, "mode": "whole"},
    }.items():
        with upstream([rule]) as url:
            async with house_at(url) as house, aiohttp.ClientSession() as session:
                await deliberated(house)
                await bare(session, url)
                ours, theirs = [], []
                for _ in range(15):
                    with Stopwatch() as watch:
                        await deliberated(house)
                    ours.append(watch.cpu)
                    with Stopwatch() as watch:
                        await bare(session, url)
                    theirs.append(watch.cpu)
        figures[name] = {
            "cpu_ms": round(median(ours), 1),
            "bare_aiohttp_ms": round(median(theirs), 1),
            "ratio": round(median(ours) / median(theirs), 1),
            "budget_ms": 45 if name == "streamed" else 12,
        }
    return figures


async def hundred_at_once() -> dict[str, Any]:
    """B2: a hundred councils at once; every call takes a second upstream, so three seconds are the critical path."""
    with upstream([{"words": TOKENS, "chunks": 20, "delay": 1.0}]) as url:
        async with house_at(url) as house, aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            await deliberated(house)
            with Stopwatch() as raw:
                await asyncio.gather(*(bare(session, url) for _ in range(100)))
            before = resident_mb()
            with Stopwatch() as watch:
                sessions = await asyncio.gather(*(deliberated(house) for _ in range(100)))
            grown = resident_mb() - before
            states = [state_of(await house.transcript.read(each)) for each in sessions]
    return {
        "wall_s": round(watch.wall / 1000, 2),
        "over_critical_path": round(watch.wall / 3000, 2),
        "bare_aiohttp_s": round(raw.wall / 1000, 2),
        "rss_growth_mb": round(grown, 1),
        "verdicts": sum(state.status == "verdict" for state in states),
        "budget": "1.25 of the critical path, 60 MB",
    }


async def waiting() -> dict[str, Any]:
    """B3: wall over the critical path of its calls, heavy-tailed; B4: one seat 100 times slower, patience 1."""
    shares, ratios = {}, {}
    with upstream([{"words": 60, "chunks": 4, "delay": 0.4, "heavy_tail": True}]) as url:
        async with house_at(url) as house:
            for protocol in registry.names():
                await deliberated(house, protocol=protocol)
                found = []
                for run in range(3):
                    with Stopwatch() as watch:
                        session = await deliberated(house, protocol=protocol, seed=f"{run}")
                    found.append(watch.wall / critical_path(await house.transcript.read(session)))
                shares[protocol] = round(median(found), 3)
    slow = {"model": "delta", "words": 60, "delay": 20.0}
    with upstream([slow, {"words": 60, "chunks": 4, "delay": 0.2}]) as url:
        async with house_at(url) as house:
            for protocol in registry.names():
                await deliberated(house, seats=3, protocol=protocol)
                without = await per_stage(house, seats=3, protocol=protocol)
                ratios[protocol] = round(await per_stage(house, seats=4, protocol=protocol, patience=1) / without, 2)
    return {
        "B3": {"over_critical_path": shares, "budget": 1.02},
        "B4": {"ratio": ratios, "budget": 1.5},
    }


async def per_stage(house: House, **session: Any) -> float:
    """Wall time of a session for each stage it entered: with other answers it may take more rounds, or fewer."""
    with Stopwatch() as watch:
        held = await deliberated(house, **session)
    return watch.wall / len(state_of(await house.transcript.read(held)).entered)


def critical_path(events: Sequence[Event]) -> float:
    """The longest chain of calls of which each was asked for when the one before it had been settled."""
    asked = {keys.call_of(event.key): event.seq for event in events if isinstance(event.body, SeatAsked)}
    settled = [(event, event.body.total_ms) for event in events if isinstance(event.body, SeatSpoke)]
    longest: list[tuple[int, float]] = []
    for event, took in sorted(settled, key=lambda each: asked[keys.call_of(each[0].key)]):
        began = asked[keys.call_of(event.key)]
        longest.append((event.seq, took + max((path for seq, path in longest if seq < began), default=0.0)))
    return max(path for _, path in longest)
