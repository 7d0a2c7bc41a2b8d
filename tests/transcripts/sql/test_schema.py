"""Test that a fresh store equals the migrations' result, and that an older one is migrated with a copy kept."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from moot.errors import StoreNewer
from moot.transcripts.lease import holder_here
from moot.transcripts.sql import prepare_file as sql_file
from moot.transcripts.sql.prepare_file import connected, upgrade
from moot.transcripts.sql.schema import APPLICATION, VERSION
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from sessions.drafts import opened

HERE = holder_here("python")


def schema_of(path: Path) -> dict[str, str]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: re.sub(r"\s+", "", sql) for name, sql in rows if name != "alembic_version"}


def test_a_fresh_store_is_what_the_migrations_make(tmp_path: Path) -> None:
    Store(tmp_path / "fresh.db").close_here()
    sqlite3.connect(tmp_path / "stepped.db").close()
    engine = create_engine("sqlite://", creator=lambda: connected(tmp_path / "stepped.db"), poolclass=NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        upgrade(connection)
        connection.commit()
    Store(tmp_path / "stepped.db").close_here()  # adds the tables of extensions
    assert schema_of(tmp_path / "fresh.db") == schema_of(tmp_path / "stepped.db")
    for name in ("fresh.db", "stepped.db"):
        with closing(connected(tmp_path / name)) as bare:
            assert bare.execute("PRAGMA user_version").fetchone() == (VERSION,)
            assert bare.execute("PRAGMA application_id").fetchone() == (APPLICATION,)


def test_a_newer_store_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "moot.db"
    Store(path).close_here()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(StoreNewer, match="Upgrade Moot"):
        Store(path)
    assert path.read_bytes() == before


async def test_an_older_store_comes_forward_and_a_copy_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "moot.db"
    transcript = SqlTranscript(Store(path))
    await transcript.open("s1", [opened()], HERE)
    await transcript.close()

    def step(connection: object) -> None:
        connection.exec_driver_sql("ALTER TABLE sessions ADD COLUMN extra TEXT")  # type: ignore[attr-defined]
        connection.exec_driver_sql(f"PRAGMA user_version = {VERSION + 1}")  # type: ignore[attr-defined]

    monkeypatch.setattr(sql_file, "VERSION", VERSION + 1)
    monkeypatch.setattr(sql_file, "upgrade", step)
    sql_file.prepared(path)
    sql_file.prepared(path)
    (copy,) = (tmp_path / "backups").iterdir()
    assert "extra" in schema_of(path)["sessions"]
    assert "extra" not in schema_of(copy)["sessions"]
    monkeypatch.undo()
    kept = SqlTranscript(Store(copy))
    assert len(await kept.read("s1")) == 1
    await kept.close()


async def test_a_step_that_fails_leaves_the_store_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "moot.db"
    Store(path).close_here()
    before = schema_of(path)

    def step(connection: object) -> None:
        connection.exec_driver_sql("ALTER TABLE sessions ADD COLUMN extra TEXT")  # type: ignore[attr-defined]
        raise RuntimeError("the step is wrong")

    monkeypatch.setattr(sql_file, "VERSION", VERSION + 1)
    monkeypatch.setattr(sql_file, "upgrade", step)
    with pytest.raises(RuntimeError):
        sql_file.prepared(path)
    assert schema_of(path) == before
