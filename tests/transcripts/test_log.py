"""Test what the log of a running session keeps when its session stops."""

from __future__ import annotations

from moot.transcripts.log import Log, RunningClock
from moot.transcripts.transcript import Transcript
from moot.vocabulary.events import FindingMade, SessionStopped, StageEntered
from moot.vocabulary.findings import Note
from sessions.drafts import HERE, opened

NOTE = FindingMade(name="note", finding=Note(title="t", text="x"))


async def test_findings_of_a_finished_stage_are_stored_with_whatever_comes_next(transcript: Transcript) -> None:
    result = await transcript.open("s1", [opened()], HERE)
    assert result.lease is not None
    log = Log(transcript, result.lease, result.events, RunningClock())
    log.pend("review/note", NOTE)
    await log.finish_stage()
    log.pend("synthesis", StageEntered(stage="synthesis"))
    assert [event.key for event in log.events()] == ["opened"]
    log.forget_pending()
    await log.commit(("stopped.1", SessionStopped(outcome="stopped", reason="asked", message="Test.")))
    assert [event.key for event in await transcript.read("s1")] == ["opened", "review/note", "stopped.1"]
