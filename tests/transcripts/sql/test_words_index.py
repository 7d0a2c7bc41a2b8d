"""Test that sessions are found by their words in every state, and that deleting leaves nothing behind."""

from __future__ import annotations

import pytest

from moot.transcripts.lease import holder_here
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.repair.rebuild import rebuild
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
