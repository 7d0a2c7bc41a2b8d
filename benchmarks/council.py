"""What does a benchmark deliberate with? A house in a fresh folder, and an upstream in a process of its own."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from moot.app import Application
from moot.cli.lazy import start_gc
from moot.request import Ask
from moot.vocabulary.councils import Council

ROOT = Path(__file__).parents[1]
QUESTION = "Should a small team split its monolith into services before its next large customer arrives?"
MODELS = ("alpha", "beta", "gamma", "delta")
CALLS = 9
"""Calls of a peer review by four seats."""


@contextmanager
def upstream(rules: list[dict[str, Any]]) -> Iterator[str]:
    """The scripted upstream on its own core; yields its address."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "rules.json"
        script.write_text(json.dumps(rules))
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT / 'tests'}"}
        process = subprocess.Popen(
            [sys.executable, "-m", "rig.upstream", "--script", str(script)],
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip().split()[-1]
        finally:
            process.terminate()
            process.wait()


def write_endpoint(home: Path, url: str) -> None:
    """Name the upstream as a home's one endpoint."""
    models = json.dumps([*MODELS, "chair"])
    lines = f'[fake]\nurl = "{url}"\nprivate = true\nprice = "free"\nmodels = {models}\n'
    (home / "endpoints.toml").write_text(lines)


@asynccontextmanager
async def house_at(url: str) -> AsyncIterator[Application]:
    """A house whose one endpoint is the upstream."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        write_endpoint(home, url)
        app = await Application.opened("python", home, demo_speed=0)
        gc.collect()
        start_gc()  # as the terminal's door does once a command is loaded
        try:
            yield app
        finally:
            await app.close()
            gc.unfreeze()


def council(seats: int = 4, protocol: str = "peer-review") -> Council:
    """A council of the upstream's models."""
    members = tuple(f"fake/{MODELS[n % len(MODELS)]}" for n in range(seats))
    return Council(members=members, chair="fake/chair", protocol=protocol)


async def deliberated(
    app: Application, seats: int = 4, protocol: str = "peer-review", seed: str = "bench", **options: Any
) -> str:
    """One session from question to end."""
    session = await app.convene(Ask(question=QUESTION, council=council(seats, protocol), options=options, seed=seed))
    await app.runner.ended(session)
    return session


def resident_mb() -> float:
    """This process's resident memory."""
    with Path("/proc/self/status").open() as status:
        line = next(line for line in status if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def median(values: list[float]) -> float:
    """The middle one."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


class Stopwatch:
    """CPU and wall time of a block, in milliseconds."""

    def __enter__(self) -> Stopwatch:
        self._cpu, self._wall = time.process_time(), time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        self.cpu = (time.process_time() - self._cpu) * 1000
        self.wall = (time.perf_counter() - self._wall) * 1000
