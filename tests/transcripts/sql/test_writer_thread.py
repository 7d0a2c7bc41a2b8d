"""Test that a refused write fails alone, and that success is reported only after the commit."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from moot.errors import BadInput, LeaseLost, OutOfBudget, SessionOver, StorageFailed
from moot.transcripts.lease import Lease, holder_here
from moot.transcripts.sql import writer_thread as sql_writer
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from sessions.drafts import asked, opened, spoke, stage, stopped, verdict

HERE = holder_here("python")


@pytest.fixture
def transcript(store: Store) -> SqlTranscript:
    return SqlTranscript(store)


async def start(transcript: SqlTranscript, session: str = "s1", cap: int | None = None) -> Lease:
    lease = (await transcript.open(session, [opened(cap=cap)], HERE)).lease
    assert lease is not None
    return lease


async def held_back(store: Store, *waiting: Any) -> list[Any]:
    """Has all of them wait while the writer is busy, so that they are committed as one group."""
    go = threading.Event()
    first = asyncio.ensure_future(store.write(lambda connection: go.wait(5)))
    await asyncio.sleep(0.02)
    tasks = [asyncio.ensure_future(one) for one in waiting]
    await asyncio.sleep(0.02)
    go.set()
    await first
    return await asyncio.gather(*tasks, return_exceptions=True)


def counted(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    groups: list[int] = []
    transaction = store._writer._transaction

    def count(group: Any) -> Any:
        groups.append(len(group))
        return transaction(group)

    monkeypatch.setattr(store._writer, "_transaction", count)
    return groups


async def test_refusals_do_not_touch_their_neighbours(
    store: Store, transcript: SqlTranscript, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, over = await start(transcript), await start(transcript, "s2", cap=10), await start(transcript, "s3")
    await transcript.append(over, [verdict()])
    groups = counted(store, monkeypatch)
    results = await held_back(
        store,
        transcript.append(first, [stage("a")]),
        transcript.append(Lease(session="s1", holder=HERE, epoch=9), [stage("b")]),
        transcript.append(second, [asked("a/seat-a", reserved=8)]),
        transcript.append(second, [asked("a/seat-b", reserved=8)]),
        transcript.append(over, [stage("a")]),
        store.write(_refuse),
        transcript.append(second, [spoke("a/seat-a", cost=1)]),
        transcript.append(second, [asked("a/seat-b", reserved=8)]),
        transcript.append(first, [stage("a"), stage("c")]),
    )
    assert groups == [1, 9]
    assert [type(result) for result in results] == [
        list, LeaseLost, list, OutOfBudget, SessionOver, BadInput, list, list, list,
    ]  # fmt: skip
    assert [event.key for event in await transcript.read("s1")] == ["opened", "stage:a", "stage:c"]
    balance = await transcript.balance("s2")
    assert (balance.spent, balance.reserved) == (1, 8)


async def test_sessions_that_are_written_together_share_what_is_left_of_the_day(tmp_path: Path) -> None:
    store = Store(tmp_path / "day.db", day_cap=10)
    transcript = SqlTranscript(store)
    one, other = await start(transcript), await start(transcript, "s2")
    results = await held_back(
        store,
        transcript.append(one, [asked("a/seat-a", reserved=6)]),
        transcript.append(other, [asked("a/seat-a", reserved=5)]),
        transcript.append(other, [asked("a/seat-b", reserved=4)]),
    )
    assert [type(result) for result in results] == [list, OutOfBudget, list]
    assert (await transcript.balance("s1")).day_used == 10
    await transcript.close()


async def test_an_unforeseen_error_hits_only_its_own_operation(store: Store, transcript: SqlTranscript) -> None:
    lease = await start(transcript)

    def wrong(connection: Connection) -> None:
        connection.exec_driver_sql("DELETE FROM events")
        raise ZeroDivisionError

    results = await held_back(
        store, transcript.append(lease, [stage("a")]), store.write(wrong), transcript.append(lease, [stage("b")])
    )
    assert [type(result) for result in results] == [list, ZeroDivisionError, list]
    assert [event.key for event in await transcript.read("s1")] == ["opened", "stage:a", "stage:b"]


async def test_an_error_after_the_commit_repeats_nothing(
    store: Store, transcript: SqlTranscript, monkeypatch: pytest.MonkeyPatch
) -> None:
    lease = await start(transcript)
    commit = Connection.commit
    failures = iter([False, True])

    def torn(connection: Connection) -> None:
        commit(connection)
        if next(failures, False):
            raise OperationalError("COMMIT", {}, RuntimeError("the answer never came"))

    monkeypatch.setattr(Connection, "commit", torn)
    results = await held_back(
        store,
        transcript.append(lease, [asked("a/seat-a", reserved=5)]),
        transcript.append(lease, [spoke("a/seat-a", cost=3), verdict()]),
    )
    assert [type(result) for result in results] == [list, list]
    assert [event.seq for event in await transcript.read("s1")] == [1, 2, 3, 4]
    assert (await transcript.balance("s1")).spent == 3
    failures = iter([False, True])
    again = await held_back(store, transcript.open("s2", [opened()], HERE), store.write(_nothing))
    assert again[0].lease is not None
    failures = iter([True])
    (event,) = await transcript.append(again[0].lease, [stage("a")])
    assert event.seq == 2
    assert len(await transcript.read("s2")) == 2


async def test_a_lock_is_waited_for_but_not_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.transcripts.sql.store.BUSY", 0.1)
    store = Store(tmp_path / "moot.db")
    transcript = SqlTranscript(store)
    lease = await start(transcript)
    other = sqlite3.connect(tmp_path / "moot.db", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    asyncio.get_running_loop().call_later(0.5, other.execute, "ROLLBACK")
    await transcript.append(lease, [stage("a")])
    monkeypatch.setattr(sql_writer, "PATIENCE", 0.2)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageFailed, match="locked"):
        await transcript.append(lease, [stage("b")])
    assert len(await transcript.read("s1")) == 2, "reading waits for nobody"
    other.execute("ROLLBACK")
    other.close()
    await transcript.append(lease, [stage("b")])
    await transcript.close()


async def test_closing_commits_what_waits_and_refuses_what_comes_after(tmp_path: Path) -> None:
    store = Store(tmp_path / "moot.db")
    transcript = SqlTranscript(store)
    lease = await start(transcript)
    waiting = [asyncio.ensure_future(transcript.append(lease, [spoke(f"a/seat-{n}")])) for n in range(700)]
    await asyncio.sleep(0)
    await transcript.close()
    assert len(await asyncio.gather(*waiting)) == 700
    for late in (transcript.append(lease, [stopped()]), transcript.read("s1")):
        with pytest.raises(StorageFailed, match="closed"):
            await late
    again = SqlTranscript(Store(tmp_path / "moot.db"))
    assert len(await again.read("s1")) == 701
    await again.close()


async def test_who_stops_waiting_stops_nobody_else(store: Store, transcript: SqlTranscript) -> None:
    lease = await start(transcript)
    gone = asyncio.ensure_future(transcript.append(lease, [stage("a")]))
    await asyncio.sleep(0)
    gone.cancel()
    await transcript.append(lease, [stage("b")])
    assert len(await transcript.read("s1")) == 3, "what was paid for is written down all the same"


def _refuse(connection: Connection) -> None:
    raise BadInput("No.")


def _nothing(connection: Connection) -> None: ...
