"""Test that an alarm is sent once when it begins, again when it recurs, and only to its recipients."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from analytics.drawn_votes import drawn
from extensions.notify.sinks import HttpSink
from moot.analytics.voter_quality.figures import alarm_of
from moot.app import Application
from moot.extensions.notify.alarms import HEADINGS, tell_alarms
from moot.extensions.notify.channels import Channel, Channels
from moot.extensions.notify.outbox import FEED, ChannelMessage, Outbox
from moot.extensions.notify.timetable import Timetable
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.history.voter_quality import UpkeepAlarm

SILENT = alarm_of("silent", "3f2a", "It has not voted.")
DRIFT = alarm_of("drift", "a council: of, two", "It finds nearly everything high.")
URL = "https://example.org/hook"


@pytest.fixture
def channels(tmp_path: Path) -> Channels:
    found = Channels(tmp_path)
    found.add(Channel(name="told", kind="json", url=URL, alarms=True))
    found.add(Channel(name="quiet", kind="json", url=URL))
    return found


async def posted(store: Store, channel: str) -> list[str]:
    """What was queued for a channel, the latest last."""
    return [each.about for each in (await Outbox(store).latest(99, channel=channel))[::-1]]


async def test_each_is_told_once_and_again_when_it_comes_back(store: Store, channels: Channels) -> None:
    async def look(*alarms: UpkeepAlarm) -> int:
        return await tell_alarms(store, channels, alarms, 1.0)

    assert await look(SILENT, DRIFT) == 2
    for _ in range(3):
        assert await look(DRIFT, SILENT) == 0
    assert await look(DRIFT) == 0
    assert await look(DRIFT) == 0
    assert await look(SILENT, DRIFT) == 1
    assert await posted(store, "told") == [f"alarm:{SILENT.key}:1", f"alarm:{SILENT.key}:2"]
    assert (await posted(store, FEED))[2:] == [f"alarm-over:{SILENT.key}:1", f"alarm:{SILENT.key}:2"]
    assert await posted(store, "quiet") == []
    (latest, *_) = await Outbox(store).latest(1, channel="told")
    message = msgspec.json.decode(latest.message, type=ChannelMessage)
    assert message.subject == "Upkeep: has not voted"
    assert message.text == "It has not voted.\n\nTo let it rest, acknowledge silent:3f2a."
    assert message.urgent


async def test_who_knows_already_is_not_told(store: Store, channels: Channels) -> None:
    seen = msgspec.structs.replace(SILENT, acknowledged=True)
    assert await tell_alarms(store, channels, [seen], 1.0) == 0
    assert await posted(store, FEED) == []
    assert await tell_alarms(store, channels, [SILENT], 2.0) == 1
    assert await tell_alarms(store, channels, [seen], 3.0) == 0
    assert await tell_alarms(store, channels, [SILENT], 4.0) == 0, "one that was seen has not ended"
    channels.tell_alarms("told", on=False)
    channels.tell_alarms("quiet", on=True)
    assert await tell_alarms(store, channels, [SILENT, DRIFT], 5.0) == 1
    assert await posted(store, "quiet") == [f"alarm:{DRIFT.key}:1"]
    assert await posted(store, "told") == [f"alarm:{SILENT.key}:1"]


async def test_of_many_that_look_at_once_one_tells(store: Store, channels: Channels, tmp_path: Path) -> None:
    other = Store(tmp_path / "moot.db", durable="normal")
    looks = (tell_alarms(each, channels, [SILENT, DRIFT], 1.0) for each in (store, other) * 10)
    assert sum(await asyncio.gather(*looks)) == 2
    assert len(await posted(store, "told")) == 1
    await other.close()


@pytest.mark.parametrize(
    ("alarms", "subject"),
    [
        ([alarm_of("silent", f"voter-{at}", f"Voter {at} has not voted.") for at in range(7)], "has not voted (7)"),
        ([SILENT, DRIFT], "2 alarms"),
    ],
    ids=["of one kind", "of two kinds"],
)
async def test_what_begins_at_once_is_one_message(
    store: Store, channels: Channels, alarms: list[UpkeepAlarm], subject: str
) -> None:
    """An endpoint that is down silences seven voters: that is one cause, and one message with all of them."""
    assert await tell_alarms(store, channels, alarms, 1.0) == len(alarms)
    assert await tell_alarms(store, channels, alarms[::-1], 2.0) == 0
    (told,) = await Outbox(store).latest(99, channel="told")
    message = msgspec.json.decode(told.message, type=ChannelMessage)
    assert message.subject == f"Upkeep: {subject}"
    assert all(alarm.says in message.text and alarm.key in message.text for alarm in alarms)
    assert len(await posted(store, FEED)) == len(alarms), "the feed has each by itself"


async def test_a_server_tells_what_it_learnt_by_a_channel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_DURABILITY", "normal")
    app = await Application.opened("server", tmp_path, demo_speed=0)
    timetable, reports = Timetable(app), []
    report = app.upkeep.report

    async def counted() -> object:
        reports.append(1)
        return await report()

    monkeypatch.setattr(app.upkeep, "report", counted)
    async with HttpSink() as sink:
        Channels(tmp_path).add(Channel(name="hook", kind="json", url=sink.url, private=True, alarms=True))
        await timetable.tell_alarms()
        assert sink.came == []
        await drawn(SqlTranscript(app.store), 25)
        alarms = (await report()).alarms
        for _ in range(3):
            await timetable.tell_alarms()
            await timetable.sender.look()
    assert len(reports) == 2, "it is looked at only where something was learnt"
    assert len(alarms) > 1, "several, in one message"
    (told,) = sink.came
    assert all(alarm.key in str(told["body"]) for alarm in alarms)
    assert {alarm.kind for alarm in alarms} <= set(HEADINGS)
    await app.close()
