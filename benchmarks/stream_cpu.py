"""What does one streamed call cost? CPU of this process per 200-event stream, the upstream in a process of its own.

    PYTHONPATH=src:tests python benchmarks/stream_cpu.py [--calls 400] [--at-once 100] [--gap 0.002]

Prints one JSON object: CPU milliseconds a stream (median of the rounds), wall seconds, RSS growth in MiB. With
`--gap` above 0 events arrive one by one, the dearest case; with 0 the network merges them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import time

import psutil

from moot.egress.api_keys import Secret
from moot.providers.call_outcome import hear
from moot.providers.endpoints import Endpoint
from moot.providers.openai.wire import OpenAIWire
from moot.providers.provider import Call, CallLimits, CallMessage
from moot.vocabulary.seats import Seat

SEAT = Seat(id="seat-a", model="up/alpha")


async def measured(url: str, calls: int, at_once: int) -> dict[str, float]:
    """One round."""
    wire = OpenAIWire(Endpoint(name="up", url=url, private=True), Secret("sk-benchmark-0123456789"))
    gate = asyncio.Semaphore(at_once)

    async def one(number: int) -> None:
        async with gate:
            message = CallMessage(role="user", text=f"Question {number} of the benchmark")
            call = Call(
                id=str(number), key="k", seat=SEAT, messages=(message,), max_output=900, limits=CallLimits(total=120)
            )
            reply = await hear(wire, call, lambda text, thought: None)
            assert reply.settled == "ok", reply.cause

    await asyncio.gather(*(one(number) for number in range(at_once)))
    before, cpu, wall = psutil.Process().memory_info().rss, time.process_time(), time.monotonic()
    await asyncio.gather(*(one(number) for number in range(calls)))
    cpu, wall = time.process_time() - cpu, time.monotonic() - wall
    grown = psutil.Process().memory_info().rss - before
    await wire.close()
    return {"cpu_ms": cpu * 1000 / calls, "wall_s": wall, "rss_mib": grown / 2**20}


def main() -> None:
    """Runs the rounds."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=400)
    parser.add_argument("--at-once", type=int, default=100)
    parser.add_argument("--gap", type=float, default=0.002)
    parser.add_argument("--delay", type=float, default=0.0)
    parser.add_argument("--chunks", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    plan = {"chunks": chosen.chunks, "gap": chosen.gap, "delay": chosen.delay, "words": chosen.chunks}
    command = [sys.executable, "-m", "rig.upstream", "--default", json.dumps(plan)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as upstream:
        try:
            assert upstream.stdout is not None
            url = upstream.stdout.readline().strip()
            rounds = [asyncio.run(measured(url, chosen.calls, chosen.at_once)) for _ in range(chosen.rounds)]
            served = psutil.Process(upstream.pid).cpu_times()
        finally:
            upstream.terminate()
    figures = {name: round(statistics.median(each[name] for each in rounds), 3) for name in rounds[0]}
    asked = chosen.rounds * (chosen.calls + chosen.at_once)
    print(json.dumps({**figures, "upstream_cpu_ms": round((served.user + served.system) * 1000 / asked, 3)}))


if __name__ == "__main__":
    main()
