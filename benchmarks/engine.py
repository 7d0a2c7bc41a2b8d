"""What does the engine add to its calls? B1 (CPU of one council), B2 (many at once), B3 and B4 (waiting)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import aiohttp

from benchmarks.bare import Disk, bare, floor
from benchmarks.council import Stopwatch, deliberated, house_at, median, resident_mb, upstream
from moot.app import Application
from moot.protocols import registry
from moot.vocabulary import event_keys
from moot.vocabulary.events import Event, SeatAsked, SeatFailed, SeatSpoke, StageEntered
from moot.vocabulary.state import state_of

TOKENS = 200


async def cpu_of_one() -> dict[str, Any]:
    """B1: one review by four seats, 200 chunks a call, every event durable. All in turn, so that noise meets all."""
    figures: dict[str, Any] = {}
    for name, rule, most in (
        ("streamed", {"words": TOKENS, "chunks": TOKENS, "gap": -1}, 8),
        ("whole", {"words": TOKENS, "mode": "whole"}, 5),
    ):
        streams = name == "streamed"
        with upstream([rule]) as url, TemporaryDirectory() as folder:
            disk = Disk(Path(folder) / "floor.db")
            async with house_at(url) as app, aiohttp.ClientSession() as session:
                works: dict[str, Callable[[], Awaitable[object]]] = {
                    "moot": partial(deliberated, app),
                    "bare": partial(bare, session, url, streams),
                    "bare_not_streamed": partial(bare, session, url),
                    "floor": partial(floor, session, url, disk, streams),
                }
                cpu = await in_turn(works)
            disk.close()
        figures[name] = {
            "cpu_ms": round(cpu["moot"], 1),
            "bare_aiohttp_ms": round(cpu["bare"], 2),
            "ratio": round(cpu["moot"] / cpu["bare"], 1),
            "budget_ratio": most,
            "floor_ratio": round(cpu["floor"] / cpu["bare"], 1),
            "over_floor": round(cpu["moot"] / cpu["floor"], 1),
            "ratio_to_calls_that_are_not_streamed": round(cpu["moot"] / cpu["bare_not_streamed"], 1),
        }
    return figures


async def in_turn(works: dict[str, Callable[[], Awaitable[object]]], rounds: int = 25) -> dict[str, float]:
    """The median CPU of each, in milliseconds, after one that warms up."""
    took: dict[str, list[float]] = {name: [] for name in works}
    for number in range(rounds + 1):
        for name, work in works.items():
            with Stopwatch() as watch:
                await work()
            if number:
                took[name].append(watch.cpu)
    return {name: median(values) for name, values in took.items()}


async def many_at_once() -> dict[str, Any]:
    """B2: 100 and 300 councils at once; every call takes a second upstream, so three seconds are the critical path."""
    return {f"{councils} at once": await _at_once(councils) for councils in (100, 300)}


async def _at_once(councils: int) -> dict[str, Any]:
    with upstream([{"words": TOKENS, "chunks": 20, "delay": 1.0}]) as url, TemporaryDirectory() as folder:
        disk = Disk(Path(folder) / "floor.db")
        async with house_at(url) as app, aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            await deliberated(app)
            walls, ratios, cpu, floors = [], [], [], []
            before = grown = resident_mb()
            for _ in range(3):
                with Stopwatch() as raw:
                    await asyncio.gather(*(bare(session, url, True) for _ in range(councils)))
                with Stopwatch() as kept:
                    await asyncio.gather(*(floor(session, url, disk, True) for _ in range(councils)))
                floors.append(kept.wall / raw.wall)
                before = min(before, resident_mb())
                with Stopwatch() as watch:
                    sessions = await asyncio.gather(*(deliberated(app) for _ in range(councils)))
                grown = max(grown, resident_mb())
                walls.append(watch.wall / 1000)
                ratios.append(watch.wall / raw.wall)
                cpu.append(watch.cpu / councils)
            states = [state_of(await app.transcript.read(each)) for each in sessions]
        disk.close()
    return {
        "wall_s": round(median(walls), 2),
        "over_critical_path": round(median(walls) / 3, 2),
        "ratio": round(median(ratios), 2),
        "budget_ratio": 1.15,
        "floor_ratio": round(median(floors), 2),
        "cpu_ms_a_council": round(median(cpu), 1),
        "rss_growth_mb": round(grown - before, 1),
        "verdicts": sum(state.status == "verdict" for state in states),
    }


async def waiting() -> dict[str, Any]:
    """B3: wall over the critical path of its calls, heavy-tailed; B4: one seat 100 times slower, patience 1."""
    shares, ratios = {}, {}
    with upstream([{"words": 60, "chunks": 4, "delay": 0.4, "heavy_tail": True}]) as url:
        async with house_at(url) as app:
            for protocol in registry.names():
                await deliberated(app, protocol=protocol)
                found = []
                for run in range(3):
                    with Stopwatch() as watch:
                        session = await deliberated(app, protocol=protocol, seed=f"{run}")
                    found.append(watch.wall / critical_path(await app.transcript.read(session)))
                shares[protocol] = round(median(found), 3)
    slow = {"model": "delta", "words": 60, "delay": 20.0}
    floors = {}
    with upstream([slow, {"words": 60, "chunks": 4, "delay": 0.2}]) as url:
        async with house_at(url) as app:
            for protocol in registry.names():
                await deliberated(app, seats=3, protocol=protocol)
                without, slowed, waited = [], [], []
                for run in range(3):
                    without.append(await per_stage(app, seats=3, protocol=protocol, seed=f"{run}"))
                    slowed.append(await per_stage(app, seats=4, protocol=protocol, seed=f"{run}", patience=1))
                    waited.append(slowed[-1].patience)
                alone = median([each.wall for each in without])
                ratios[protocol] = round(median([each.wall for each in slowed]) / alone, 2)
                floors[protocol] = round(1 + median(waited) / alone, 2)
    return {
        "B3": {"over_critical_path": shares, "budget": 1.02},
        "B4": {"ratio": ratios, "floor_by_the_promise_of_patience": floors, "budget": 1.3},
    }


class PerStage(NamedTuple):
    """What one session took for each stage it entered: with other answers it may take more rounds, or fewer."""

    wall: float
    """Wall time, in milliseconds."""
    patience: float
    """How much of it was the wait that patience 1 promises: once the others have answered, as long again as they took
    in the middle."""


async def per_stage(app: Application, **session: Any) -> PerStage:
    """One session, by stage."""
    with Stopwatch() as watch:
        held = await deliberated(app, **session)
    events = await app.transcript.read(held)
    stages = len(state_of(events).entered)
    took: list[int] = []
    patience = 0.0
    for event in events:
        if isinstance(event.body, StageEntered):
            took = []
        elif isinstance(event.body, SeatSpoke):
            took.append(event.body.total_ms)
        elif isinstance(event.body, SeatFailed) and event.body.failed == "late" and took:
            patience += median(list(map(float, took)))
    return PerStage(watch.wall / stages, patience / stages)


def critical_path(events: Sequence[Event]) -> float:
    """The longest chain of calls of which each was asked for when the one before it had been settled."""
    asked = {event_keys.call_of(event.key): event.seq for event in events if isinstance(event.body, SeatAsked)}
    settled = [(event, event.body.total_ms) for event in events if isinstance(event.body, SeatSpoke)]
    longest: list[tuple[int, float]] = []
    for event, took in sorted(settled, key=lambda each: asked[event_keys.call_of(each[0].key)]):
        began = asked[event_keys.call_of(event.key)]
        longest.append((event.seq, took + max((path for seq, path in longest if seq < began), default=0.0)))
    return max(path for _, path in longest)
