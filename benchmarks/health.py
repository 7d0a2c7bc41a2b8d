"""Measure how soon a busy server answers. B22: health while 100 councils run at once over HTTP.

The server, the upstream and the client that asks for health run in processes of their own.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from benchmarks.council import MODELS, QUESTION, Stopwatch, median, upstream, write_endpoint
from benchmarks.viewers import TOKEN, server

COUNCILS = 100
EVERY = 0.01
"""Seconds between two requests for health."""
ASK = """
import http.client, json, select, sys, time
host, token, every = sys.argv[1], sys.argv[2], float(sys.argv[3])
took, wrong, line = [], 0, http.client.HTTPConnection(host, timeout=30)
while not select.select([sys.stdin], [], [], every)[0]:
    began = time.perf_counter()
    try:
        line.request("GET", "/api/health", headers={"Authorization": "Bearer " + token})
        wrong += json.loads(line.getresponse().read())["status"] not in ("ok", "full")
    except Exception:
        wrong += 1
        line.close()
    took.append((time.perf_counter() - began) * 1000)
took.sort()
print(json.dumps({"asked": len(took), "wrong": wrong, "p50": took[len(took) // 2], "p99": took[int(0.99 * len(took))],
                  "worst": took[-1]}))
"""
"""Asks for health until its standard input ends, then prints what it took, in milliseconds."""


async def under_load(rounds: int = 3) -> dict[str, Any]:
    """B22: the median of some rounds, after a round that warms up."""
    rule = {"words": 200, "chunks": 20, "delay": 1.0}
    with upstream([rule]) as url, tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        write_endpoint(home, url)
        with server(home) as (address, _):
            headers = {"Authorization": f"Bearer {TOKEN}"}
            async with aiohttp.ClientSession(address, headers=headers) as client:
                await _council(client)
                told = [await _round(client, urlsplit(address).netloc) for _ in range(rounds)]
    figures = {name: round(median([each[name] for each in told]), 1) for name in told[0]}
    return {"councils": COUNCILS, **figures, "budget_p99": 50}


async def _round(client: aiohttp.ClientSession, host: str) -> dict[str, float]:
    pipe = asyncio.subprocess.PIPE
    asking = await asyncio.create_subprocess_exec(
        sys.executable, "-c", ASK, host, TOKEN, str(EVERY), stdin=pipe, stdout=pipe
    )
    with Stopwatch() as watch:
        await asyncio.gather(*(_council(client) for _ in range(COUNCILS)))
    told, _ = await asking.communicate(b"")
    found: dict[str, float] = json.loads(told)
    return {**found, "wall_ms": watch.wall}


async def _council(client: aiohttp.ClientSession) -> None:
    """One council by the server-sent events of its session, to its end."""
    body = {"question": QUESTION, "members": [f"fake/{name}" for name in MODELS], "chair": "fake/chair"}
    async with client.post("/api/sessions", json=body) as response:
        told = await response.read()
        assert response.ok, told
    session = json.loads(told)["session"]
    async with client.get(f"/api/sessions/{session}/events") as response:
        await response.read()
