"""Test that every session whose pages survive comes out of a damaged store, and that no cut one passes as whole.

The oracle knows nothing of the file format: an event is taken to lie on every page on which its first bytes or its own
words are found. Where none of them was touched, the session must come out whole.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from random import Random

import pytest
from msgspec import Struct

from moot.errors import StoreDamaged
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.repair.rebuild import SalvageResult, salvage
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.events import Event, SeatAsked, SeatSpoke
from sessions.drafts import AT, asked, opened, spoke, stage, verdict

HERE = holder_here("python")
SESSIONS, MOVES = 12, 4
PAGE = 4096
NOW = datetime.fromisoformat(AT).timestamp()
Damage = Callable[[bytearray], None]


class Made(Struct):
    """A store, and what is in it."""

    path: Path
    whole: bytes
    early: bytes
    """The file while the last of it was still in its log."""
    log: bytes
    events: dict[str, list[Event]]
    needs: dict[str, set[int]]
    """Pages on which something of each session lies, counted from nought."""


def words(session: str, move: int) -> str:
    """Words that are found nowhere else: short ones, and some that need pages of their own."""
    return f"<{session}.{move}>" * (30 if move % 2 else 900)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    path = tmp_path_factory.mktemp("salvage") / "moot.db"
    events, early, log = asyncio.run(_made(path))
    whole = path.read_bytes()
    return Made(path, whole, early, log, events, {name: _pages_of(whole, events[name]) for name in events})


async def _made(path: Path) -> tuple[dict[str, list[Event]], bytes, bytes]:
    store = Store(path, clock=lambda: NOW)
    transcript = SqlTranscript(store)
    await store.write(lambda connection: connection.exec_driver_sql("PRAGMA wal_autocheckpoint = 0"))
    names = [f"session-{n:02d}" for n in range(SESSIONS)]
    for name in names:  # in step, so that every page has a bit of several
        came = await transcript.open(name, [opened(question=f"What of {name}?")], HERE)
        assert came.lease is not None
        await transcript.append(came.lease, [stage("a")])
        await Register(store).name(name, f"The matter of {name}")
    for move in range(MOVES):
        for name in names:
            key, lease = f"a/seat-{move}", came.lease.__class__(session=name, holder=HERE, epoch=1)
            await transcript.append(lease, [asked(key, prompt=f"prompt of {name}")], {f"prompt of {name}": f"Q {name}"})
            await transcript.append(lease, [spoke(key, words(name, move), cost=1000)])
    for name in names[:-2]:  # two are still going on
        await transcript.append(came.lease.__class__(session=name, holder=HERE, epoch=1), [verdict()])
    events = {name: await transcript.read(name) for name in names}
    before = _held(path), _held(path.with_name("moot.db-wal"))
    await transcript.close()
    return events, *before


def _held(path: Path) -> bytes:
    return path.read_bytes()


def _pages_of(whole: bytes, events: list[Event]) -> set[int]:
    found: set[int] = set()
    for event in events:
        begins = re.compile(
            re.escape(event.session.encode()) + b".{0,3}" + re.escape(f"{event.key}{AT}".encode()), re.S
        )
        starts = [at.start() for at in begins.finditer(whole)]
        assert starts, event.key
        found.update(start // PAGE for start in starts)
        if isinstance(event.body, SeatSpoke):
            mark = re.compile(re.escape(event.body.text[:14].encode()))
            found.update(at.start() // PAGE for at in mark.finditer(whole))
    return found


async def saved_from(made: Made, tmp_path: Path, hurt: bytes, log: bytes | None = None) -> SalvageResult:
    """Salvages, and holds what came out against what had been written."""
    source, target = tmp_path / "hurt.db", tmp_path / "saved.db"
    for name in os.listdir(tmp_path):
        os.unlink(tmp_path / name)
    source.write_bytes(hurt)
    if log is not None:
        (tmp_path / "hurt.db-wal").write_bytes(log)
    came = await salvage(source, target)
    assert source.read_bytes() == hurt, "the damaged file is evidence"
    transcript = SqlTranscript(Store(target))
    listed = {one.id: one for one in await Register(transcript._store).list(100)}
    assert came.sessions == len(listed)
    for name, one in listed.items():
        found = await transcript.read(name)
        assert found == made.events[name][: len(found)]
        assert len(found) == len(made.events[name]) or name in came.cut, "silently half"
        assert one.title in ("", f"The matter of {name}")
    await transcript.close()
    return came


def whole_ones(made: Made, came: SalvageResult) -> set[str]:
    return set(made.events) - set(came.cut) - set(came.lost)


async def holds(made: Made, tmp_path: Path, damage: Damage) -> SalvageResult:
    hurt = bytearray(made.whole)
    damage(hurt)
    touched = {
        n
        for n in range(len(made.whole) // PAGE)
        if hurt[n * PAGE : (n + 1) * PAGE] != made.whole[n * PAGE : (n + 1) * PAGE]
    }
    lists = {n for n in range(len(made.whole) // PAGE) if not n or b"CREATE " in made.whole[n * PAGE : (n + 1) * PAGE]}
    if lists & touched:
        with pytest.raises(StoreDamaged):
            await saved_from(made, tmp_path, bytes(hurt))
        assert os.listdir(tmp_path) == ["hurt.db"], "nothing half made is left"
        return SalvageResult()
    came = await saved_from(made, tmp_path, bytes(hurt))
    inside = {n for n in touched if made.whole[n * PAGE] == 5}  # rows below such a page cannot be reached
    out = {one for one in made.events if not made.needs[one] & touched and not inside}
    transcript = SqlTranscript(Store(tmp_path / "saved.db"))
    for name in out:
        assert await transcript.read(name) == made.events[name]
    ended = {name for name in out if made.events[name][-1].kind == "VerdictReached"}
    assert ended <= whole_ones(made, came), "whole, and not told as such"
    await transcript.close()
    return came


def cut_at(page: int) -> Damage:
    def damage(hurt: bytearray) -> None:
        del hurt[page * PAGE :]

    return damage


def overwritten(pages: list[int], chance: Random | None) -> Damage:
    def damage(hurt: bytearray) -> None:
        for page in pages:
            hurt[page * PAGE : (page + 1) * PAGE] = chance.randbytes(PAGE) if chance else bytes(PAGE)

    return damage


async def test_a_sound_store_comes_out_as_it_was(made: Made, tmp_path: Path) -> None:
    came = await holds(made, tmp_path, lambda hurt: None)
    assert (came.cut, came.lost, came.unreadable, came.tables) == ([], [], 0, [])
    told = "SELECT {} FROM {} ORDER BY 1, 2"
    with closing(sqlite3.connect(made.path)) as one, closing(sqlite3.connect(tmp_path / "saved.db")) as two:
        for what in (
            ("session, digest", "text_refs"), ("session, key, spent, state, day", "money"), ("day, spent", "days"),
            ("id, title, state, head, spent, presumed", "sessions"), ("digest, text", "texts"),
        ):  # fmt: skip
            assert one.execute(told.format(*what)).fetchall() == two.execute(told.format(*what)).fetchall()


async def test_a_file_cut_at_a_page(made: Made, tmp_path: Path) -> None:
    last = len(made.whole) // PAGE
    for page in (2, last // 3, last // 2, last - 6, last - 1):
        await holds(made, tmp_path, cut_at(page))


@pytest.mark.slow
@pytest.mark.parametrize("noise", [True, False], ids=["noise", "nought"])
async def test_every_page_overwritten(made: Made, tmp_path: Path, noise: bool) -> None:
    for page in range(len(made.whole) // PAGE):
        await holds(made, tmp_path, overwritten([page], Random(page) if noise else None))


async def test_a_deleted_session_does_not_come_back(made: Made, tmp_path: Path) -> None:
    """Its pages are still in the file; the list says that it is gone, even where other pages are lost."""
    gone = tmp_path / "deleted" / "moot.db"
    gone.parent.mkdir()
    shutil.copyfile(made.path, gone)
    with closing(sqlite3.connect(gone)) as bare:  # as where SQLite is built without overwriting what it deletes
        bare.execute("PRAGMA secure_delete = OFF")
        for table, of in (("events", "session"), ("text_refs", "session"), ("money", "session"), ("sessions", "id")):
            bare.execute(f"DELETE FROM {table} WHERE {of} = 'session-03'")
        bare.execute("DELETE FROM texts WHERE digest = 'prompt of session-03'")
        bare.commit()
    assert words("session-03", 2).encode()[:3000] in gone.read_bytes(), "its words are still there"
    await salvage(gone, gone.with_name("saved.db"))
    store = Store(gone.with_name("saved.db"))
    assert {one.id for one in await Register(store).list(100)} == set(made.events) - {"session-03"}
    assert await SqlTranscript(store).text("prompt of session-03") is None
    await store.close()


async def test_what_lies_in_the_log_is_saved(made: Made, tmp_path: Path) -> None:
    came = await saved_from(made, tmp_path, made.early, made.log)
    assert (came.cut, came.lost) == ([], [])


async def test_a_withdrawn_share_does_not_come_back_from_a_loose_page(made: Made, tmp_path: Path) -> None:
    shared = tmp_path / "shared" / "moot.db"
    shared.parent.mkdir()
    shutil.copyfile(made.path, shared)
    with closing(sqlite3.connect(shared)) as bare:
        for name in ("a", "b"):
            row = (name, "session-01", f"digest-{name}", 1.5, 1, 0)
            bare.execute("INSERT INTO shares VALUES (?, ?, ?, ?, NULL, ?, ?)", row)
        bare.execute("DELETE FROM shares WHERE id = 'a'")
        bare.commit()
    assert isinstance(made.events["session-01"][2].body, SeatAsked)
    await salvage(shared, shared.with_name("saved.db"))
    with closing(sqlite3.connect(shared.with_name("saved.db"))) as bare:
        assert [row[0] for row in bare.execute("SELECT id FROM shares")] == ["b"]
