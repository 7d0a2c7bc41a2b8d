"""Test that everything acknowledged is stored, whatever happens to the process that wrote it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from cases import slow_except
from moot.transcripts.crash_points import VARIABLE
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from sessions.drafts import spoke

HERE = holder_here("python")
ROOT = Path(__file__).resolve().parents[3]


@contextmanager
def child(*arguments: object, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A process that is gone at the end, even if it was paused."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    with subprocess.Popen(
        [sys.executable, "-m", "sessions.killed.children", *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path, **environment},
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def wait(seconds: float) -> None:
    """Lets the child go on, with nothing else to do."""
    time.sleep(seconds)


def acknowledged(output: str) -> dict[str, int]:
    """The last seq that was acknowledged, by session. A line cut by the kill says nothing."""
    heads: dict[str, int] = {}
    for line in output.splitlines(keepends=True):
        parts = line.split()
        if line.endswith("\n") and parts[0] == "ack":
            heads[parts[1]] = max(heads.get(parts[1], 0), int(parts[2]))
    return heads


async def check(path: Path, heads: dict[str, int], most_unacknowledged: int = 2) -> None:
    """All that was acknowledged is there, without a gap; money adds up; the session goes on."""
    with closing(sqlite3.connect(path)) as bare:
        assert bare.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    transcript = SqlTranscript(Store(path))
    await transcript.sweep()
    for session, head in heads.items():
        events = await transcript.read(session)
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert head <= len(events) <= head + most_unacknowledged
        assert (await transcript.balance(session)).reserved == 0
        lease = await transcript.take(session, HERE)
        assert await transcript.crashes(session) == 1
        (more,) = await transcript.append(lease, [spoke("after/seat-a")])
        assert more.seq == len(events) + 1
    await transcript.close()


@pytest.mark.fast(1)
@pytest.mark.parametrize(
    "at",
    slow_except(
        [f"{place}:{number}" for place in ("inside", "before", "after") for number in (1, 2, 7)],
        *("inside:1", "before:2", "after:7"),
    ),
)
async def test_a_kill_at_a_commit_loses_nothing(tmp_path: Path, at: str) -> None:
    path = tmp_path / "moot.db"
    with child("load", path, "s", 3, 40, **{VARIABLE: f"commit:{at}"}) as process:
        output, _ = process.communicate(timeout=300)
    assert process.returncode == -signal.SIGKILL
    heads = acknowledged(output)
    await check(path, heads)
    with closing(sqlite3.connect(path)) as bare:
        events = bare.execute("SELECT count(*) FROM events").fetchone()[0]
    assert events or not at.startswith("after")


@pytest.mark.parametrize(("times", "least"), [(2, 60), pytest.param(40, 5000, marks=pytest.mark.slow)])
async def test_kills_under_load_lose_nothing(tmp_path: Path, times: int, least: int) -> None:
    chance, path = Random(times), tmp_path / "moot.db"
    heads: dict[str, int] = {}
    for n in range(times):
        with child("load", path, f"run{n}", 8, 2000) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            wait(0.1 + chance.random() * 0.6)
            process.kill()
            output, _ = process.communicate(timeout=300)
        heads.update(acknowledged(first + output))
    await check(path, heads)
    assert sum(heads.values()) > least


@pytest.mark.slow
@pytest.mark.parametrize(
    ("processes", "appends", "locks", "seconds"), [(3, 60, 1, 1), (8, 2000, 3, 3), (2, 200, 1, 12)]
)
def test_processes_and_lock_holders_share_one_file(
    tmp_path: Path, processes: int, appends: int, locks: int, seconds: int
) -> None:
    Store(path := tmp_path / "moot.db").close_here()
    with ExitStack() as stack:
        running = [stack.enter_context(child("crowd", path, f"p{n}", appends)) for n in range(processes)]
        for _ in range(locks):
            wait(0.6)
            with child("hold", path, seconds) as holder:
                holder.communicate(timeout=300)
        outputs = [process.communicate(timeout=300)[0] for process in running]
        assert [process.returncode for process in running] == [0] * processes, outputs
    with closing(sqlite3.connect(path)) as bare:
        rows = bare.execute("SELECT session, count(*), max(seq) FROM events GROUP BY session").fetchall()
    assert rows == [(f"p{n}", appends + 1, appends + 1) for n in range(processes)]
