"""Is everything there that was acknowledged, whatever happens to the process that wrote it?"""

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


def pause_outside_a_commit(process: subprocess.Popen[str], path: Path) -> None:
    """Stops a process while it does not hold the lock, which no other process could break."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as bare:
        for _ in range(100):
            wait(0.05)
            process.send_signal(signal.SIGSTOP)
            wait(0.01)
            try:
                bare.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                process.send_signal(signal.SIGCONT)
                continue
            bare.execute("ROLLBACK")
            return
    raise AssertionError("it never let go of the lock")


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


async def killed_under_load(path: Path, times: int, seed: int) -> int:
    chance = Random(seed)
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
    return sum(heads.values())


async def test_kills_under_load_lose_nothing(tmp_path: Path) -> None:
    assert await killed_under_load(tmp_path / "moot.db", 2, seed=1) > 60


@pytest.mark.slow
async def test_many_kills_under_load_lose_nothing(tmp_path: Path) -> None:
    assert await killed_under_load(tmp_path / "moot.db", 40, seed=2) > 5000


async def test_a_paused_process_that_wakes_up_cannot_write(tmp_path: Path) -> None:
    path = tmp_path / "moot.db"
    with child("paused", path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        pause_outside_a_commit(process, path)
        transcript = SqlTranscript(Store(path))
        lease = await transcript.take("s1", HERE, force=True)
        head = len(await transcript.read("s1"))
        process.send_signal(signal.SIGCONT)
        assert process.communicate(timeout=300)[0] == "lost\n"
    (event,) = await transcript.append(lease, [spoke("b/seat-a")])
    assert event.seq == head + 1
    await transcript.close()


@pytest.mark.slow
@pytest.mark.fast(1)
@pytest.mark.parametrize("room", [0, 9_000])
def test_a_full_disk_refuses_and_recovers(tmp_path: Path, room: int) -> None:
    with child("cramped", tmp_path / "moot.db", room) as process:
        output, _ = process.communicate(timeout=300)
    assert output.startswith("recovered"), output
    assert process.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("room", range(0, 300_000, 6_000))
def test_a_full_disk_at_any_write_refuses_and_recovers(tmp_path: Path, room: int) -> None:
    test_a_full_disk_refuses_and_recovers(tmp_path, room)


def contended(path: Path, processes: int, appends: int, locks: int, seconds: int) -> float:
    Store(path).close_here()
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
    return max(float(output.split()[1]) for output in outputs)


@pytest.mark.slow
def test_processes_and_a_lock_holder_share_one_file(tmp_path: Path) -> None:
    contended(tmp_path / "moot.db", processes=3, appends=60, locks=1, seconds=1)


@pytest.mark.slow
def test_many_processes_and_lock_holders_share_one_file(tmp_path: Path) -> None:
    print("p99", contended(tmp_path / "moot.db", processes=8, appends=2000, locks=3, seconds=3))


@pytest.mark.slow
def test_a_lock_of_twelve_seconds_is_waited_for(tmp_path: Path) -> None:
    contended(tmp_path / "moot.db", processes=2, appends=200, locks=1, seconds=12)
