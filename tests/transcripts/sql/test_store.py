"""Test that the file is created whole, opened correctly, and checked if its last writer did not close it."""

from __future__ import annotations

import multiprocessing
import stat
from pathlib import Path

import pytest

from moot.errors import StorageFailed
from moot.transcripts.lease import holder_here
from moot.transcripts.sql import prepare_file as sql_file
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from sessions.drafts import opened

HERE = holder_here("python")


def _open(path: Path) -> None:
    Store(path).close_here()


@pytest.mark.slow
def test_many_may_make_it_at_once(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "moot.db"
    fork = multiprocessing.get_context("fork")
    processes = [fork.Process(target=_open, args=(path,)) for _ in range(6)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(300)
    assert [process.exitcode for process in processes] == [0] * 6
    assert [one.name for one in path.parent.iterdir()] == ["moot.db"], "no half-made file stays"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_all_pages_are_checked_after_an_unclean_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[Path] = []
    monkeypatch.setattr(sql_file, "check_pages", lambda connection, path, longest: checked.append(path))
    monkeypatch.setattr(sql_file, "SMALL", 0)
    path = tmp_path / "moot.db"
    _open(path)
    _open(path)
    assert checked == []
    store = Store(path)
    await SqlTranscript(store).open("s1", [opened()], HERE)
    _open(path)
    assert checked == [path], "its log is still there: the last writer has not closed it"
    await store.close()


async def test_readers_cannot_write(store: Store) -> None:
    with pytest.raises(StorageFailed, match="read-only"):
        await store.read(lambda connection: connection.exec_driver_sql("DELETE FROM events"))


async def test_commits_are_on_the_disk_unless_asked_otherwise(tmp_path: Path) -> None:
    for durable, level in (("full", 2), ("normal", 1)):
        store = Store(tmp_path / f"{durable}.db", durable=durable)  # type: ignore[arg-type]
        for pragma, value in (("synchronous", level), ("journal_mode", "wal")):
            found = await store.write(
                lambda connection, pragma=pragma: connection.exec_driver_sql(f"PRAGMA {pragma}").scalar()
            )
            assert found == value
        await store.close()
