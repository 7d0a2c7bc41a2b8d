"""Test that a session starts no call while nothing can be written, and continues once there is space."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from moot.errors import StorageFailed
from moot.providers.provider import Call
from moot.sessions import session_attempt as attempts
from moot.transcripts.sql import store as sql_store
from moot.vocabulary.events import SeatSpoke
from rig.killing import lived
from sessions.backend import app, dies
from sessions.small_protocols import two_stages


@pytest.mark.fast(1)
@pytest.mark.parametrize("number", [2, 3, 4, 6])
async def test_no_call_starts_when_nothing_can_be_stored_and_it_goes_on_once_there_is_space(
    path: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "STORAGE_PATIENCE", (0.05,) * 40)
    connect, full = sql_store._connection, False

    def connection(path: Path, pragmas: tuple[str, ...], how: str = "mode=rw") -> sqlite3.Connection:
        made = connect(path, pragmas, how)
        if full:
            _fill(made)
        return made

    monkeypatch.setattr(sql_store, "_connection", connection)
    async with app(path, lambda call: f"words on {call.key} " * 1000) as here:
        store = here.transcript._store  # type: ignore[attr-defined]
        append, count, sent = here.transcript._append, 0, -1

        async def filling(lease, drafts, texts):  # type: ignore[no-untyped-def]
            nonlocal count, full, sent
            count += 1
            if count == number:
                full = True
                await store.write(lambda used: _fill(used.connection.driver_connection))
            try:
                return await append(lease, drafts, texts)
            except StorageFailed:
                sent = len(here.asked) if sent < 0 else sent
                raise

        here.transcript._append = filling  # type: ignore[method-assign]
        session = await here.convene(two_stages, question="long " * 4000, until_over=False)
        await asyncio.sleep(0.4)
        # either it waits for space to write down how it ended, or that little still fitted in
        assert here.runner.running == [session] or (await here.state(session)).reason == "storage"
        assert len(here.asked) == sent
        before = lived(path.parent, session)
        full = False
        await store.write(lambda used: used.exec_driver_sql("PRAGMA max_page_count = 1000000"))
        await asyncio.wait_for(here.runner.ended(session), 120)
        state = await here.state(session)
        assert (state.status, state.reason) == ("failed", "storage")
        assert "disk is full" in state.message
        assert set(before.events) <= set(lived(path.parent, session).events)
        settled = {key for key, body in (await here.bodies(session)).items() if isinstance(body, SeatSpoke)}
        await here.resume(session)
        assert (await here.state(session)).status == "verdict"
        assert not settled & set(here.asked[sent:])
        assert (await here.transcript.balance(session)).reserved == 0
    with closing(sqlite3.connect(path)) as bare:
        assert bare.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def _fill(used: sqlite3.Connection) -> None:
    pages = used.execute("PRAGMA page_count").fetchone()[0]
    used.execute(f"PRAGMA max_page_count = {pages}")


def test_a_file_that_may_not_grow_stops_the_session_and_not_the_store(tmp_path: Path) -> None:
    """RLIMIT_FSIZE in a process of its own: the kernel refuses, and nothing is half written."""
    sizes = [0]

    def say(call: Call) -> str:
        if call.key == "one/seat-a":
            most = max(sizes) + 4096
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
        return f"words on {call.key} " * 1000

    async def work() -> None:
        attempts.STORAGE_PATIENCE = (0.01,)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        async with app(tmp_path / "moot.db") as here:
            assert (await here.state(await here.convene(two_stages))).status == "verdict"
            sizes.extend(os.stat(tmp_path / f"moot.db{end}").st_size for end in ("", "-wal"))
            here.voice.say = say
            session = await here.convene(two_stages)
            assert (await here.state(session)).status == "running"
            assert here.asked[-4:] == [f"one/seat-{letter}" for letter in "abcd"]
            here.voice.say = lambda call: "words"
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            await here.resume(session)
            assert (await here.state(session)).status == "verdict"

    assert not dies(work)
    with closing(sqlite3.connect(tmp_path / "moot.db")) as bare:
        assert bare.execute("PRAGMA integrity_check").fetchone() == ("ok",)
