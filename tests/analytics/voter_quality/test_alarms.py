"""Test that an acknowledged alarm stays silent, and repeats when its time is over or it recurs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from analytics.drawn_votes import drawn
from moot.analytics.voter_quality.figures import AlarmNote, AlarmNotes, Upkeep, alarm_of, notes_in
from moot.errors import UnknownName
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript


class Clock:
    def __init__(self) -> None:
        self.now = 1_935_655_200.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    store = Store(tmp_path / "moot.db", durable="normal", clock=clock)
    yield store
    await store.close()


@pytest.mark.slow
async def test_an_alarm_rests_as_long_as_was_said(store: Store, clock: Clock) -> None:
    await drawn(SqlTranscript(store), 25)
    upkeep = Upkeep(store)
    first, *others = (await upkeep.report()).alarms

    async def seen() -> tuple[str, str]:
        alarms = {each.key: each for each in (await upkeep.report()).alarms}
        assert all(not alarms[each.key].seen for each in others)
        return alarms[first.key].seen, alarms[first.key].until

    await upkeep.see(first.key, 3600)
    assert await seen() == ("snoozed", "2031-05-04T11:00:00Z")
    clock.now += 3599
    assert (await seen())[0] == "snoozed"
    clock.now += 1
    assert await seen() == ("", "")
    assert await store.read(notes_in) == {}, "a snooze that is over is forgotten"
    await upkeep.see(first.key)
    clock.now += 10_000_000
    assert await seen() == ("acknowledged", "")
    await upkeep.unsee(first.key)
    assert await seen() == ("", "")
    for call in (upkeep.see("silent:nobody"), upkeep.unsee(first.key)):
        with pytest.raises(UnknownName):
            await call


async def test_an_alarm_that_ended_and_comes_back_tells_again(store: Store, clock: Clock) -> None:
    gone = alarm_of("silent", "abc", "It has not voted.")
    await AlarmNotes(store).put(AlarmNote(alarm=gone.key, says=gone.says, until=None, at=clock.now))
    await Upkeep(store).report()
    assert await store.read(notes_in) == {}
