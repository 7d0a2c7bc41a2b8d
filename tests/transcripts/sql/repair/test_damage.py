"""Test that a wrong file is refused with a plain message, never overwritten or replaced by an empty one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from moot.errors import MootError, StorageFailed, StoreDamaged, StoreNewer, StoreUnusable
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.events import Event
from sessions.drafts import asked, opened, spoke, stage, verdict

HERE = holder_here("python")


async def written(path: Path, sessions: int = 6, moves: int = 12) -> dict[str, list[Event]]:
    transcript = SqlTranscript(Store(path))
    for n in range(sessions):
        came = await transcript.open(f"s{n}", [opened()], HERE)
        assert came.lease is not None
        wave = [asked(f"a/seat-{m}", prompt=f"d{n}") for m in range(moves)]
        await transcript.append(came.lease, [stage("a"), *wave], {f"d{n}": f"prompt {n} " * 40})
        await transcript.append(came.lease, [spoke(f"a/seat-{m}", f"words {m} " * 30) for m in range(moves)])
        await transcript.append(came.lease, [verdict()])
    events = {f"s{n}": await transcript.read(f"s{n}") for n in range(sessions)}
    await transcript.close()
    return events


async def looked_at(path: Path, events: dict[str, list[Event]]) -> tuple[int, int]:
    """How many sessions read right and how many were refused; anything else fails the test."""
    right = refused = 0
    try:
        store = Store(path)
    except (StoreUnusable, StorageFailed):
        return 0, len(events)
    transcript = SqlTranscript(store)
    for name, expected in events.items():
        try:
            assert await transcript.read(name) == expected
            assert await transcript.text(f"d{name[1:]}") == f"prompt {name[1:]} " * 40
            right += 1
        except (StoreDamaged, StorageFailed, StoreNewer):
            refused += 1
    for harmless in (Register(store).list(), Register(store).search("moot"), transcript.sweep()):
        try:
            await harmless
        except MootError:
            refused += 1
    await transcript.close()
    return right, refused


def drop(path: Path) -> None:
    for part in path.parent.glob(f"{path.name}*"):
        part.unlink()


async def flip(tmp_path: Path, places: int, seed: int) -> None:
    path = tmp_path / f"moot-{seed}.db"
    events = await written(path)
    whole = path.read_bytes()
    chance = Random(seed)
    seen = [0, 0]
    for n in range(places):
        place = chance.randrange(len(whole)) if n % 4 else chance.randrange(200)
        hurt = bytearray(whole)
        hurt[place] ^= 1 << chance.randrange(8)
        copy = tmp_path / f"hurt-{n}.db"
        copy.write_bytes(hurt)
        right, refused = await looked_at(copy, events)
        seen[0] += right
        seen[1] += refused
        drop(copy)
    assert seen[0]
    assert seen[1]


async def test_a_flipped_bit_is_refused_or_harmless(tmp_path: Path) -> None:
    await flip(tmp_path, 40, seed=1)


@pytest.mark.slow
async def test_a_flipped_bit_is_refused_or_harmless_anywhere(tmp_path: Path) -> None:
    for seed in range(2, 8):
        await flip(tmp_path, 200, seed)


@pytest.mark.fast(1)
@pytest.mark.parametrize("left", [0, 50, 4096, 20_000])
async def test_a_file_cut_short_is_refused(tmp_path: Path, left: int) -> None:
    path = tmp_path / "moot.db"
    await written(path)
    path.write_bytes(path.read_bytes()[:left])
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match=r"backups/|salvage"):
        Store(path)
    assert path.read_bytes() == before


async def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "moot.db"
    path.write_text("Dear diary, " * 100)
    with pytest.raises(StoreDamaged, match="not a store of Moot"):
        Store(path)
    assert path.read_text().startswith("Dear diary")
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE bookmarks (url TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="another program"):
        Store(path)
    assert path.read_bytes() == before
    (tmp_path / "folder.db").mkdir()
    with pytest.raises(StoreUnusable):
        Store(tmp_path / "folder.db")


async def test_a_log_whose_store_is_gone_is_not_joined_to_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "moot.db-wal").write_bytes(b"something that was committed")
    with pytest.raises(StoreDamaged, match="is gone"):
        Store(tmp_path / "moot.db")
    assert not (tmp_path / "moot.db").exists()
