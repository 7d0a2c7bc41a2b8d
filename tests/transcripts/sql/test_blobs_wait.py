"""Test that an uploaded file without a session is kept for a day."""

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
