"""Does a server stay as it is for as long as it runs? `python -m benchmarks.soak --minutes 30` prints one JSON object.

A real `moot serve` over a scripted upstream on real sockets that fails in mixed ways at every tenth call. Sessions of
every protocol come through four doors, viewers come and go, and a client in a process of its own asks for health twenty
times a second. What is asked of it stands in `LIMITS`; the exit code is 1 when one is not met.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import aiohttp

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from benchmarks.council import MODELS, QUESTION, upstream  # noqa: E402  (the path must stand first)
from benchmarks.viewers import TOKEN, server  # noqa: E402
from moot.protocols import registry  # noqa: E402

FAULTS = (
    "500", "503", "429", "reset_midstream", "eof_midstream", "error_frame", "rate_frame", "truncated_json", "html",
    "empty", "no_body", "filter_400", "length", "silent", "stall_midstream", "think_only", "no_usage", "502", "flap",
)  # fmt: skip
LIMITS = {"untrue": 0, "health_p99_ms": 100.0, "memory_mb_a_minute": 0.5, "descriptors_more": 20, "threads_more": 4}
"""Failures without a true reason, health's 99th percentile, and how much may grow once it is warm."""
TRUE = frozenset(("quorum", "deadline"))
"""Reasons a session may fail for here: the upstream kept its members, or all of them, from answering."""
WARM = 0.4
"""Share of the time that does not count for growth."""
EVERY = 0.05
"""Seconds between two requests for health."""
HEALTH = """
import http.client, json, sys, time
host, token, until, every = sys.argv[1], sys.argv[2], time.time() + float(sys.argv[3]), float(sys.argv[4])
took, wrong, line = [], 0, http.client.HTTPConnection(host, timeout=30)
while time.time() < until:
    began = time.perf_counter()
    try:
        line.request("GET", "/api/health", headers={"Authorization": "Bearer " + token})
        wrong += json.loads(line.getresponse().read())["status"] not in ("ok", "full")
    except Exception:
        wrong += 1
        line.close()
    took.append((time.perf_counter() - began) * 1000)
    time.sleep(every)
took.sort()
print(json.dumps({"asked": len(took), "wrong": wrong, "p50": took[len(took) // 2], "p99": took[int(0.99 * len(took))],
                  "worst": took[-1]}))
"""


def rules(seed: int) -> list[dict[str, Any]]:
    """What the upstream does: at every tenth call of a model, on average, it fails in one of the ways."""
    chance = random.Random(seed)
    made: list[dict[str, Any]] = []
    for model in (*MODELS, "chair"):
        struck = [n for n in range(1, 60_000) if chance.random() < 0.1]
        chance.shuffle(struck)
        made += [{"model": model, "nth": struck[at :: len(FAULTS)], "mode": mode} for at, mode in enumerate(FAULTS)]
    return made


class Soak:
    """A server under load, and what became of what it was asked."""

    def __init__(self, base: str, process: int, seconds: float, at_once: int) -> None:
        self.base, self.process, self.at_once = base, process, at_once
        self.began = time.monotonic()
        self.until = self.began + seconds
        self.seconds = seconds
        self.asked: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.viewers = self.frames = self.number = 0
        self.samples: list[tuple[float, float, int, int]] = []

    async def run(self) -> dict[str, Any]:
        """Puts it under load until the time is over, waits for what still runs, and tells."""
        headers = {"Authorization": f"Bearer {TOKEN}"}
        limits = aiohttp.ClientTimeout(total=180)
        async with aiohttp.ClientSession(self.base, headers=headers, timeout=limits) as client:
            for protocol in registry.names():
                council = {"members": [f"fake/{one}" for one in MODELS], "chair": "fake/chair", "protocol": protocol}
                council["options"] = {"deadline": 60.0}
                async with client.put(f"/api/councils/soak-{protocol}", json=council) as came:
                    assert came.status == 200, await came.text()
            health = asyncio.create_task(self._health())
            work = [self._asks(client) for _ in range(self.at_once)] + [self._views(client) for _ in range(8)]
            await asyncio.gather(*work, self._measures())
            told = await health
            await self._drained(client)
            return {**self._growth(), "health": told, **await self._endings(client)}

    async def _asks(self, client: aiohttp.ClientSession) -> None:
        while time.monotonic() < self.until:
            self.number += 1
            protocol = registry.names()[self.number % len(registry.names())]
            door = ("native", "chat", "chat stream", "responses")[self.number // len(registry.names()) % 4]
            council, question = f"soak-{protocol}", f"{QUESTION} ({self.number})"
            self.asked[f"{protocol} by {door}"] += 1
            path, body = {
                "native": ("/api/sessions", {"question": question, "council": council}),
                "chat": ("/v1/chat/completions", _chat(council, question)),
                "chat stream": ("/v1/chat/completions", {**_chat(council, question), "stream": True}),
                "responses": ("/v1/responses", {"model": council, "input": question}),
            }[door]
            try:
                async with client.post(path, json=body) as came:
                    text = await came.text()
                    if came.status >= 400 and "error" not in text:
                        self.refused[f"{came.status} without a word"] += 1
                    elif came.status >= 400:
                        self.refused[f"{came.status} {_code(text)}"] += 1
                if door == "native":
                    async with client.get(f"/api/sessions/{json.loads(text)['session']}/events") as events:
                        await events.read()
            except (aiohttp.ClientError, TimeoutError) as error:
                self.refused[f"{door}: {type(error).__name__}"] += 1

    async def _views(self, client: aiohttp.ClientSession) -> None:
        """A viewer that looks at what runs for a moment, reads a list, an export and a state, and leaves."""
        chance = random.Random(id(self) % 1000 + self.viewers)
        while time.monotonic() < self.until:
            try:
                async with client.get("/api/sessions", params={"limit": 20}) as came:
                    rows = (await came.json()).get("sessions", [])
                if not rows:
                    await asyncio.sleep(0.5)
                    continue
                session = chance.choice(rows)["session"]
                self.viewers += 1
                async with asyncio.timeout(chance.uniform(0.1, 3.0)):
                    async with client.get(f"/api/sessions/{session}/events") as stream:
                        async for _ in stream.content:
                            self.frames += 1
                    async with client.get(f"/api/sessions/{session}/state") as state:
                        await state.read()
                    async with client.get(f"/api/sessions/{session}/export", params={"format": "html"}) as export:
                        await export.read()
            except (aiohttp.ClientError, TimeoutError):
                continue  # it left
            finally:
                await asyncio.sleep(chance.uniform(0.1, 0.5))

    async def _health(self) -> dict[str, Any]:
        host = self.base.partition("://")[2]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", HEALTH, host, TOKEN, str(self.seconds), str(EVERY), stdout=asyncio.subprocess.PIPE
        )
        out, _ = await process.communicate()
        told: dict[str, Any] = json.loads(out)
        return {name: round(value, 1) for name, value in told.items()}

    async def _measures(self) -> None:
        while time.monotonic() < self.until:
            self.samples.append((time.monotonic() - self.began, *_measured(self.process)))
            await asyncio.sleep(1.0)

    async def _drained(self, client: aiohttp.ClientSession) -> None:
        for _ in range(120):
            async with client.get("/api/health") as came:
                if not (await came.json())["sessions"]["used"]:
                    return
            await asyncio.sleep(1.0)

    def _growth(self) -> dict[str, Any]:
        warm = [each for each in self.samples if each[0] >= WARM * self.seconds]
        middle = sum(at for at, *_ in warm) / len(warm)
        mean = sum(memory for _, memory, *_ in warm) / len(warm)
        spread = sum((at - middle) ** 2 for at, *_ in warm) or 1.0
        slope = sum((at - middle) * (memory - mean) for at, memory, *_ in warm) / spread
        third = max(1, len(warm) // 3)

        def most(column: int, part: list[tuple[float, float, int, int]]) -> int:
            return max(int(each[column]) for each in part)

        return {
            "memory_mb": [round(each[1], 1) for each in self.samples[:: max(1, len(self.samples) // 12)]],
            "memory_mb_a_minute": round(60 * slope, 3),
            "descriptors": [most(2, warm[:third]), most(2, warm[-third:])],
            "threads": [most(3, warm[:third]), most(3, warm[-third:])],
        }

    async def _endings(self, client: aiohttp.ClientSession) -> dict[str, Any]:
        """How every session ended, and those that failed without a reason that is true."""
        ended: Counter[str] = Counter()
        untrue: list[str] = [f"{how}: {number}" for how, number in self.refused.items() if not _is_told(how)]
        before: str | int | None = None
        while True:
            params = {"limit": 100, **({"before": before} if before is not None else {})}
            async with client.get("/api/sessions", params=params) as came:
                page = await came.json()
            for row in page["sessions"]:
                state = row["state"]
                if state in ("verdict", "inconclusive"):
                    ended[state] += 1
                    continue
                async with client.get(f"/api/sessions/{row['session']}") as came:
                    result = await came.json()
                ended[f"{state}: {result['reason']}"] += 1
                caused = bool(result["missing"]) or result["reason"] == "deadline"
                if result["reason"] not in TRUE or not result["message"] or not caused:
                    untrue.append(
                        f"{row['session']} ({row['protocol']}): {state}: {result['reason']}: {result['message']}"
                    )
            before = page.get("next")
            if not before or not page["sessions"]:
                break
        return {"asked": dict(self.asked), "refused": dict(self.refused), "ended": dict(ended),
                "viewers": self.viewers, "frames": self.frames, "untrue": untrue}  # fmt: skip


def _measured(process: int) -> tuple[float, int, int]:
    """Megabytes, descriptors and threads of a process."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    status = dict(line.split(":", 1) for line in lines)
    held = len(os.listdir(f"/proc/{process}/fd"))
    return int(status["VmRSS"].split()[0]) / 1024, held, int(status["Threads"])


def _chat(council: str, question: str) -> dict[str, Any]:
    return {"model": council, "messages": [{"role": "user", "content": question}]}


def _code(text: str) -> str:
    try:
        error = json.loads(text)["error"]
        return str(error.get("code") or error.get("type"))
    except (ValueError, KeyError, AttributeError):
        return "unreadable"


def _is_told(how: str) -> bool:
    """Whether a refusal at a door told what was wrong: that of a session which failed, by its reason."""
    return how.partition(" ")[2] in (*TRUE, "call_failed", "too_busy")


def held_to(figures: dict[str, Any]) -> list[str]:
    """What is not as it must be."""
    wrong = [f"untrue: {each}" for each in figures["untrue"][:20]]
    if figures["health"]["p99"] > LIMITS["health_p99_ms"] or figures["health"]["wrong"]:
        wrong.append(f"health: {figures['health']}")
    if figures["memory_mb_a_minute"] > LIMITS["memory_mb_a_minute"]:
        wrong.append(f"memory grows by {figures['memory_mb_a_minute']} MB a minute")
    for name in ("descriptors", "threads"):
        early, late = figures[name]
        if late - early > LIMITS[f"{name}_more"]:
            wrong.append(f"{name}: {early}, and later {late}")
    return wrong


def main() -> int:
    """Soaks, prints and judges."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--at-once", type=int, default=12, help="sessions at any time")
    parser.add_argument("--seed", type=int, default=1, help="which calls fail")
    given = parser.parse_args()
    quick = {
        "MOOT_FIRST_TIMEOUT": "2",
        "MOOT_BETWEEN_TIMEOUT": "2",
        "MOOT_CALL_TIMEOUT": "10",
        "MOOT_SEARCHERS": "none",
    }
    os.environ.update(quick)
    with tempfile.TemporaryDirectory(prefix="moot-soak-") as folder, upstream(rules(given.seed)) as url:
        home = Path(folder)
        models = json.dumps([*MODELS, "chair"])
        (home / "endpoints.toml").write_text(
            f'[fake]\nurl = "{url}"\nprivate = true\nprice = "free"\nmodels = {models}\n'
        )
        with server(home) as (base, process):
            figures = asyncio.run(Soak(base, process, 60 * given.minutes, given.at_once).run())
    figures = {"minutes": given.minutes, "at_once": given.at_once, **figures}
    figures["wrong"] = held_to(figures)
    print(json.dumps(figures, indent=1))
    return 1 if figures["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
