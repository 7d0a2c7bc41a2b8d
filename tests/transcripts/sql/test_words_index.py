"""Are sessions found by what was said in them, whatever became of them, and does deleting leave nothing behind?"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from moot.transcripts.lease import holder_here
from moot.transcripts.sql.migrate import MIGRATIONS
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.repair.file_access import connected
from moot.transcripts.sql.repair.rebuild import rebuild
from moot.transcripts.sql.schema import APPLICATION
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from sessions.drafts import opened, resumed, spoke, stopped, verdict

HERE = holder_here("python")


async def ids(store: Store, words: str) -> list[str]:
    return [one.id for one in await Register(store).search(words)]


async def sound(store: Store) -> None:
    await store.write(
        lambda connection: connection.exec_driver_sql("INSERT INTO spoken (spoken) VALUES ('integrity-check')")
    )


async def test_words_are_found_once_the_session_has_ended(store: Store) -> None:
    transcript = SqlTranscript(store)
    came = await transcript.open("s1", [opened(question="Which bridge?")], HERE)
    assert came.lease is not None
    await transcript.append(came.lease, [spoke("a/seat-a", text="A pontoon floats.")])
    assert await ids(store, "pontoon") == []
    await transcript.append(came.lease, [stopped()])
    assert await ids(store, "pontoon") == ["s1"]
    lease = await transcript.take("s1", HERE)
    await transcript.append(lease, [resumed(), spoke("b/seat-a", text="A cantilever stands.")])
    await transcript.append(lease, [verdict("Neither.")])
    for words in ("pontoon", "cantilever", "bridge cantilever neither", "cant", "PONTOON floats"):
        assert await ids(store, words) == ["s1"], words
    for words in ("viaduct", "pontoon viaduct", "pont floats"):
        assert await ids(store, words) == [], words
    await sound(store)
    await rebuild(store)
    assert await ids(store, "cantilever pontoon") == ["s1"]
    await Register(store).delete("s1")
    assert await ids(store, "pontoon") == []
    assert not await store.read(lambda c: c.exec_driver_sql("SELECT rowid FROM spoken WHERE spoken MATCH 'a*'").all())
    await sound(store)


@pytest.mark.parametrize("ending", [True, False])
async def test_a_running_session_is_rebuilt_as_it_was_indexed(store: Store, ending: bool) -> None:
    transcript = SqlTranscript(store)
    came = await transcript.open("s1", [opened()], HERE)
    assert came.lease is not None
    await transcript.append(came.lease, [spoke("a/seat-a", text="before")])
    if ending:
        await transcript.append(came.lease, [stopped()])
        await transcript.append(came.lease, [resumed()])
    await transcript.append(came.lease, [spoke("b/seat-a", text="after")])
    for _ in range(2):
        assert (await ids(store, "before"), await ids(store, "after")) == (["s1"] if ending else [], [])
        await rebuild(store)
    await transcript.append(came.lease, [verdict("done")])
    assert await ids(store, "before after") == ["s1"]
    await sound(store)


async def test_an_older_store_is_brought_forward_with_its_words(tmp_path: Path) -> None:
    new, old = tmp_path / "new.db", tmp_path / "old.db"
    transcript = SqlTranscript(Store(new))
    for name, last in (("s1", verdict("Yes.")), ("s2", stopped()), ("s3", None)):
        came = await transcript.open(name, [opened()], HERE)
        assert came.lease is not None
        await transcript.append(came.lease, [spoke("a/seat-a", text=f"pontoon {name}"), *([last] if last else [])])
    await transcript.close()
    sqlite3.connect(old).close()
    engine = create_engine("sqlite://", creator=lambda: connected(old), poolclass=NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
        connection.exec_driver_sql("PRAGMA user_version = 1")
        connection.exec_driver_sql("DROP TABLE alembic_version")  # a store that was made whole never had one
        connection.commit()
    with closing(sqlite3.connect(old)) as bare:
        bare.execute("ATTACH ? AS new", (str(new),))
        for table in ("events", "sessions", "money", "days"):
            columns = ", ".join(row[1] for row in bare.execute(f"PRAGMA table_info({table})"))
            bare.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM new.{table}")
        bare.execute("INSERT INTO search (rowid, question, verdict) SELECT rowid, question, verdict FROM new.search")
        bare.commit()
    before, after = Store(new), Store(old)
    try:
        assert await Register(after).list() == await Register(before).list()
        assert (await Register(after).list())[0].members == ("rehearsal/ada",)
        assert await ids(after, "pontoon") == await ids(before, "pontoon") == ["s2", "s1"]
        await sound(after)
        await Register(after).delete("s1")
        await sound(after)
    finally:
        await before.close()
        await after.close()
