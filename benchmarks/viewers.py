"""What do a thousand viewers cost? B6: one live session, about 40 frames a second, 1,000 readers of server-sent events.

The server runs in its own process, the readers in this one. A frame's delay is the time from its first arrival at any
reader to its arrival at each: what fanning out adds. Every reader checks that numbers run without gap or repetition.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from benchmarks.council import MODELS, QUESTION, ROOT, median, upstream, write_endpoint

VIEWERS = 1_000
TOKEN = "benchmark-token-benchmark-token-0001"


@contextmanager
def server(home: Path) -> Iterator[tuple[str, int]]:
    """`moot serve` over this home; yields its address and its process."""
    environment = {**os.environ, "MOOT_HOME": str(home), "PYTHONPATH": str(ROOT / "src"), "MOOT_DEMO_SPEED": "0"}
    (home / "token").write_text(TOKEN)
    (home / "token").chmod(0o600)
    process = subprocess.Popen(
        [sys.executable, "-m", "moot", "serve", "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        url = next(word for line in process.stdout for word in line.split() if word.startswith("http://"))
        parts = urlsplit(url)
        yield f"{parts.scheme}://{parts.netloc}", process.pid
    finally:
        process.terminate()
        process.wait()


class Arrivals:
    """When each frame first came to anybody, and how long after that to everybody else.

    Only frames that begin to arrive once everybody is there count: what was said before is each newcomer's backlog.
    """

    def __init__(self, expected: int) -> None:
        self.expected = expected
        self.here = self.gaps = self.repeated = self.ended = self.frames = 0
        self.first: dict[bytes, float] = {}
        self.delays: list[float] = []

    def came(self, frame: bytes, at: float) -> None:
        first = self.first.get(frame)
        if first is None:
            self.first[frame] = first = at if self.here == self.expected else -1.0
            self.frames += first > 0
        if first > 0:
            self.delays.append(at - first)


class Viewer(asyncio.Protocol):
    """One reader, from the first event to the end; as light as can be, because a thousand share one core."""

    def __init__(self, request: bytes, arrivals: Arrivals) -> None:
        self.request, self.arrivals = request, arrivals
        self.left: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.clock = asyncio.get_running_loop().time
        self.rest, self.last = b"", 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        at = self.clock()
        *frames, self.rest = (self.rest + data).split(b"\n\n")
        for frame in frames:
            place = frame.find(b"id: ")
            if place >= 0:
                number = int(frame[place + 4 : frame.index(b"\n", place)])
                if not self.last:
                    self.arrivals.here += 1
                self.arrivals.gaps += number > self.last + 1
                self.arrivals.repeated += number <= self.last
                self.last = number
                self.arrivals.came(frame[place:], at)
            elif b'"SeatSpeaking"' in frame:
                self.arrivals.came(frame[frame.index(b"data: ") :], at)
            elif b"event: end" in frame:
                self.arrivals.ended += 1

    def connection_lost(self, error: Exception | None) -> None:
        if not self.left.done():
            self.left.set_result(None)


async def viewer(address: str, session: str, arrivals: Arrivals) -> None:
    """Watches until the server closes the stream."""
    parts = urlsplit(address)
    lines = (
        f"GET /api/sessions/{session}/events HTTP/1.1",
        f"Host: {parts.netloc}",
        f"Authorization: Bearer {TOKEN}",
        "Accept: text/event-stream",
        "Connection: close",
    )
    request = "\r\n".join((*lines, "", "")).encode()
    loop = asyncio.get_running_loop()
    _, protocol = await loop.create_connection(lambda: Viewer(request, arrivals), parts.hostname, parts.port)
    await protocol.left


def resident_mb(pid: int) -> float:
    """A process's resident memory."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


async def thousand_viewers() -> dict[str, Any]:
    """B6."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
    viewers = min(VIEWERS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2 - 100)
    paced = {"words": 150, "chunks": 150, "gap": 0.1}
    with upstream([paced]) as url, tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        write_endpoint(home, url)
        with server(home) as (address, pid):
            headers = {"Authorization": f"Bearer {TOKEN}"}
            body = {"question": QUESTION, "members": [f"fake/{name}" for name in MODELS], "chair": "fake/chair"}
            async with aiohttp.ClientSession(headers=headers) as client:
                async with client.post(f"{address}/api/sessions", json=body) as response:
                    session = json.loads(await response.read())["session"]
                before = resident_mb(pid)
                arrivals = Arrivals(viewers)
                reading = [asyncio.create_task(viewer(address, session, arrivals)) for _ in range(viewers)]
                await asyncio.sleep(12)
                during = resident_mb(pid)
                await asyncio.wait(reading, timeout=120)
    delays = sorted(arrivals.delays)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return {
        "viewers": viewers,
        "ended": arrivals.ended,
        "frames": arrivals.frames,
        "gaps": arrivals.gaps,
        "repeated": arrivals.repeated,
        "p50_ms": round(median(delays) * 1000, 1) if delays else None,
        "p99_ms": round(delays[int(len(delays) * 0.99)] * 1000, 1) if delays else None,
        "rss_growth_mb": round(during - before, 1),
        "budget": "0 gaps, 0 repeated, p99 150 ms, 64 MB",
    }
