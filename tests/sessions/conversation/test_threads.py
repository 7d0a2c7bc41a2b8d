"""Test that conversations keep their sessions in order, and are deleted with them."""

from __future__ import annotations

import pytest

from moot.errors import SessionBusy, UnknownName
from moot.sessions.conversation.threads import Threads
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from sessions.drafts import AT, opened, verdict

HERE = holder_here("python")


async def test_a_conversation_has_its_sessions_in_order(store: Store) -> None:
    transcript, threads = SqlTranscript(store), Threads(store)
    thread = await threads.create("", "server", '{"seats": 4}')
    assert (await threads.get(thread.id)) == thread
    for n in range(3):
        came = await transcript.open(f"s{n}", [opened(thread=thread.id)], HERE)
        assert came.lease is not None
        await transcript.append(came.lease, [verdict()])
        await transcript.release(came.lease)
    await threads.rename(thread.id, "About it")
    assert [one.id for one in await threads.sessions(thread.id)] == ["s0", "s1", "s2"]
    known = await threads.get(thread.id)
    assert (known.title, known.sessions, known.updated, known.contract) == ("About it", 3, AT, '{"seats": 4}')
    later = await threads.create()
    assert [one.id for one in await threads.list()] == [later.id, thread.id]
    assert [one.id for one in await threads.list(before=later.number)] == [thread.id]
    assert [one.id for one in await threads.list(door="server")] == [thread.id]
    await threads.delete(thread.id)
    for gone in (threads.get(thread.id), threads.rename(thread.id, ""), transcript.read("s0")):
        with pytest.raises(UnknownName):
            await gone


async def test_a_conversation_that_runs_is_not_deleted(store: Store) -> None:
    transcript, threads = SqlTranscript(store), Threads(store)
    await transcript.open("s1", [opened(thread="t1")], HERE)
    assert (await threads.get("t1")).sessions == 1, "a session brings its conversation along"
    with pytest.raises(SessionBusy):
        await threads.delete("t1")
    assert len(await transcript.read("s1")) == 1
