"""Test that a transcript of another machine is imported unchanged, once, checked, and read-only."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from moot.errors import BadInput, Conflict, MootError, SessionOver, TooLarge
from moot.exports import transcript_import
from moot.exports.session_files import events_from_jsonl, export, sealed_lines, transcript_lines
from moot.exports.transcript_import import import_transcript
from moot.transcripts.lease import holder_here
from moot.transcripts.sql.register import Register
from moot.transcripts.sql.repair.rebuild import rebuild
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.transcripts.transcript import HolderRequest
from rig.records.digests import truly
from sessions.sample_sessions import SAMPLES, Script, hostile
from transcripts.sql.repair.test_rebuild import dump


def text_of(script: Script) -> str:
    """A hand-made transcript whose verdict bears its own digest."""
    return sealed_lines(truly(events_from_jsonl(transcript_lines(script.events))))


@pytest.mark.parametrize("name", sorted(set(SAMPLES) - {"hostile"}))
async def test_it_comes_in_as_it_is_and_counts_nowhere(store: Store, name: str) -> None:
    script = SAMPLES[name]()
    came = await import_transcript(store, text_of(script))
    assert came.fresh
    transcript, register = SqlTranscript(store), Register(store)
    events = await transcript.read(came.session)
    assert export(script.state, events, "jsonl") == text_of(script)
    again = await import_transcript(store, text_of(script))
    assert (again.fresh, again.events) == (False, came.events)
    (row,) = await register.list()
    assert (row.door, row.thread, row.reserved) == ("import", script.state.thread, 0)
    assert row.models == tuple(seat.model for seat in script.state.seats)
    assert (await register.spent_today()).spent == 0
    assert not await store.read(lambda connection: connection.exec_driver_sql("SELECT * FROM days").all())
    assert await register.unfinished() == []
    before = await dump(store)
    await rebuild(store)
    assert await dump(store) | {"money": []} == before | {"money": []}
    await register.delete(came.session)
    assert await register.list() == []


async def test_it_is_only_read(store: Store) -> None:
    script = SAMPLES["stopped"]()
    came = await import_transcript(store, text_of(script))
    transcript = SqlTranscript(store)
    with pytest.raises(SessionOver, match="elsewhere"):
        await transcript.take(came.session, holder_here("python"))
    with pytest.raises(SessionOver):
        await transcript.wish(HolderRequest(id=0, session=came.session, kind="answer", key="a/b", text="x"))


async def test_other_events_of_one_session_are_refused(store: Store) -> None:
    script = SAMPLES["full"]()
    lines = transcript_lines(truly(script.events)).splitlines()
    await import_transcript(store, "\n".join(lines[:-1]))
    with pytest.raises(Conflict, match="differ"):
        await import_transcript(store, "\n".join(lines))
    assert len(await SqlTranscript(store).read(script.session)) == len(lines) - 1


def changed(change: Callable[[list[dict[str, object]]], object]) -> str:
    events = [json.loads(line) for line in transcript_lines(truly(SAMPLES["full"]().events)).splitlines()]
    change(events)
    return "\n".join(map(json.dumps, events))


BROKEN: dict[str, tuple[str, str]] = {
    "an odd id": (changed(lambda events: [event.update(session="../x") for event in events]), "session id"),
    "an odd time": (changed(lambda events: events[2].update(at="<b>")), "Line 3"),
    "a long key": (changed(lambda events: events[2].update(key="k" * 400)), "Line 3"),
    "a gap": (changed(lambda events: events.pop(3)), "Line 4"),
    "another beginning": (changed(lambda events: events[0].update(key="begun")), "Line 1"),
    "after the end": (
        changed(lambda events: events.append({**events[-1], "key": "more", "seq": len(events) + 1})),
        "cannot be",
    ),
    "a number of no event": (changed(lambda events: events[2].update(t=2**60)), "Line 3"),
}


@pytest.mark.parametrize("name", BROKEN)
async def test_what_is_no_transcript_is_refused_by_its_line(store: Store, name: str) -> None:
    text, says = BROKEN[name]
    with pytest.raises(BadInput, match=says):
        await import_transcript(store, text)
    assert await Register(store).list() == []


async def test_it_has_a_limit(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript_import, "LARGEST", 1000)
    with pytest.raises(TooLarge):
        await import_transcript(store, "x" * 1001)
    monkeypatch.setattr(transcript_import, "LARGEST", 10**9)
    monkeypatch.setattr(transcript_import, "MOST_EVENTS", 3)
    with pytest.raises(TooLarge):
        await import_transcript(store, text_of(SAMPLES["full"]()))


async def test_a_hostile_one_does_no_harm(store: Store) -> None:
    for words in ("</script>", "a\u2028b", "\x00\x1b[2J", "' OR 1=1 --", "a\ud800b"):
        script = hostile(words)
        try:
            await import_transcript(store, text_of(script))
        except MootError:
            continue
        assert await Register(store).search("moot") is not None
        await Register(store).delete(script.session)
