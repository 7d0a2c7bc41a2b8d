"""Test the store's backups: made daily by themselves, whole, limited in number, and restorable."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from moot.app import Application
from moot.errors import BadInput, StoreDamaged, StoreUnusable
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.repair import backups as copies
from moot.transcripts.sql.repair.backups import Backups, restore
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from sessions.drafts import asked, opened, spoke

HERE = holder_here("python")


def at(day: str) -> float:
    from datetime import datetime

    return datetime.fromisoformat(f"{day}T12:00:00+00:00").timestamp()


async def written(path: Path, *names: str) -> None:
    transcript = SqlTranscript(Store(path))
    for name in names:
        came = await transcript.open(name, [opened()], HERE)
        assert came.lease is not None
        await transcript.append(came.lease, [asked("a/seat-a"), spoke("a/seat-a", f"words of {name}")])
    await transcript.close()


def sessions_in(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as bare:
        assert bare.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [row[0] for row in bare.execute("SELECT id FROM sessions ORDER BY number")]


async def test_one_a_day_and_as_many_as_are_kept(tmp_path: Path) -> None:
    await written(tmp_path / "moot.db", "s1")  # on 2031-05-04
    made = []
    for day in ("04", "05", "05", "06", "09", "10"):
        backups = Backups(tmp_path / "moot.db", tmp_path / "backups", 3, lambda day=day: at(f"2031-05-{day}"))
        if backups.is_due():
            assert backups.make() is not None
            made.append(day)
    assert made == ["05", "06", "09", "10"], "none of what is of today alone, and none twice"
    names = sorted(os.listdir(tmp_path / "backups"))
    assert names == ["moot-20310506.db", "moot-20310509.db", "moot-20310510.db"]
    assert sessions_in(tmp_path / "backups" / names[-1]) == ["s1"]
    assert stat.S_IMODE((tmp_path / "backups" / names[-1]).stat().st_mode) == 0o600
    assert not Backups(tmp_path / "moot.db", tmp_path / "backups", 0, lambda: at("2031-06-01")).is_due()


async def test_what_cannot_be_copied_costs_no_earlier_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "moot.db"
    await written(path, *(f"s{n}" for n in range(30)))
    backups = Backups(path, tmp_path / "backups", 1, lambda: at("2031-05-05"))
    first = backups.make()
    assert first is not None
    hurt = bytearray(path.read_bytes())
    hurt[20_000:40_000] = bytes(20_000)
    path.write_bytes(hurt)
    backups = Backups(path, tmp_path / "backups", 1, lambda: at("2031-05-06"))
    assert backups.make() is None
    assert "damaged" in backups.trouble
    monkeypatch.setattr(copies, "SPARE", 1 << 60)
    assert backups.make() is None
    assert "are free" in backups.trouble
    assert [each.file for each in backups.listed()] == [first.file]
    assert os.listdir(tmp_path / "backups") == [first.file.name], "nothing half made is left"


async def test_the_first_command_of_a_day_makes_it_and_a_damaged_store_names_it(tmp_path: Path) -> None:
    """With the house itself, real files and the clock as it is: the store holds sessions of an earlier day."""
    await written(tmp_path / "moot.db", "s1")
    with closing(sqlite3.connect(tmp_path / "moot.db")) as bare:
        bare.execute("UPDATE sessions SET created = '2024-01-01T00:00:00Z'")
        bare.commit()
    app = await Application.opened("cli", tmp_path)
    await app.close()
    (made,) = app.backups.listed()
    assert sessions_in(made.file) == ["s1"]
    (tmp_path / "moot.db").write_bytes(b"no longer a store" * 1000)
    with pytest.raises(StoreDamaged) as told:
        await Application.opened("cli", tmp_path)
    assert str(made.file) in told.value.remedy
    assert "moot doctor --restore" in told.value.remedy
    assert "--salvage" in told.value.remedy


def moot_says(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "MOOT_HOME": str(home), "NO_COLOR": "1", "COLUMNS": "400"}
    return subprocess.run(
        [sys.executable, "-m", "moot", *words], env=env, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.slow
async def test_it_is_brought_back_at_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "moot.db"
    await written(path, "s1")
    copy = Backups(path, tmp_path / "backups", 7, lambda: at("2031-05-05")).make()
    assert copy is not None
    damaged = b"no longer a store" * 1000
    path.write_bytes(damaged)
    path.with_name("moot.db-wal").write_bytes(b"a log")
    listed = moot_says(tmp_path, "sessions", "list")
    assert listed.returncode == 1
    assert str(copy.file) in listed.stderr
    assert "moot doctor --restore" in listed.stderr
    back = moot_says(tmp_path, "doctor", "--restore", "--json")
    assert back.returncode == 0, back.stderr
    told = json.loads(back.stdout)
    assert told["restored"] == str(copy.file)
    kept = tmp_path / "backups" / os.path.basename(told["kept"])
    assert kept.read_bytes() == damaged, "what was there is kept"
    assert kept.with_name(kept.name + "-wal").read_bytes() == b"a log"
    assert sessions_in(path) == ["s1"]
    assert not path.with_name("moot.db-wal").exists()


@pytest.mark.slow
async def test_a_store_in_use_and_a_backup_that_is_none_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "moot.db"
    await written(path, "s1")
    copy = Backups(path, tmp_path / "backups", 7, lambda: at("2031-05-05")).make()
    assert copy is not None
    script = (
        "import asyncio, sys; from moot.transcripts.sql.store import Store\n"
        "async def go():\n    s = Store(sys.argv[1])\n"
        "    await s.read(lambda c: c.exec_driver_sql('SELECT id FROM sessions').all())\n"
        "    print('open', flush=True); sys.stdin.read()\nasyncio.run(go())"
    )
    pipe = asyncio.subprocess.PIPE
    other = await asyncio.create_subprocess_exec(sys.executable, "-c", script, str(path), stdin=pipe, stdout=pipe)
    assert other.stdout is not None
    assert await other.stdout.readline() == b"open\n"
    with pytest.raises(StoreUnusable, match="Another process"):
        restore(path, copy.file)
    await other.communicate(b"")
    before = path.read_bytes()
    (tmp_path / "torn.db").write_bytes(copy.file.read_bytes()[:9000])
    with pytest.raises(StoreDamaged):
        restore(path, tmp_path / "torn.db")
    with pytest.raises(BadInput):
        restore(path, tmp_path / "none.db")
    assert path.read_bytes() == before
    assert restore(path, copy.file) is not None
