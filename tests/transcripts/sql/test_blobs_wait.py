"""Test that an uploaded file is kept until a question uses it."""

from __future__ import annotations

from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import BLOBS_WAIT, SqlTranscript
from sessions.conftest import Clock


async def test_what_belongs_to_no_session_yet_waits_a_day(store: Store, clock: Clock) -> None:
    transcript = SqlTranscript(store)
    digest = await transcript.keep_blob(b"a file")
    clock.now += 1
    await transcript.sweep()
    assert await transcript.blob(digest) == b"a file"
    clock.now += BLOBS_WAIT
    await transcript.sweep()
    assert await transcript.blob(digest) is None
