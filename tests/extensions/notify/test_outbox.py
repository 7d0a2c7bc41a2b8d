"""Test that every message reaches its channel once, whatever the receiver does and whichever process dies."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from extensions.notify.sinks import HttpSink
from moot.extensions.notify import delivery, sending
from moot.extensions.notify.channels import Channel, Channels
from moot.extensions.notify.delivery import HOLD, WAITS, MessageSender
from moot.extensions.notify.outbox import FEED, ChannelMessage, MailAttachment, Outbox, Parcel
from moot.transcripts.sql.store import Store


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


async def no_files(message: ChannelMessage) -> Sequence[MailAttachment]:
    return ()


def parcel(number: int, channel: str = "hook") -> Parcel:
    message = ChannelMessage(about=f"session:s{number}", subject="s", text="t")
    return Parcel(about=message.about, channel=channel, message=msgspec.json.encode(message).decode())


async def test_a_sink_that_fails_hangs_and_repeats_takes_each_message_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "DEADLINE", 0.2)
    clock, stores = Clock(), [Store(tmp_path / "moot.db", durable="normal") for _ in range(2)]
    manners = ["refuse", "hang", "ok", "refuse", "redirect", "refuse", "ok", "hang", "ok"]
    async with HttpSink(*manners) as sink:
        channels = Channels(tmp_path)
        channels.add(Channel(name="hook", kind="json", url=sink.url, private=True))
        both = [MessageSender(Outbox(store), channels, no_files, clock) for store in stores]
        outbox = Outbox(stores[0])
        for number in range(12):
            assert await outbox.put(parcel(number), clock.now)
            assert not await outbox.put(parcel(number), clock.now), "queued once"
        for _ in range(8):
            await asyncio.gather(*(each.look() for each in both))
            clock.now += 100_000
        taken = sorted(each["about"] for each in sink.taken)
    assert taken == sorted(f"session:s{number}" for number in range(12))
    assert {each.state for each in await outbox.latest()} == {"sent"}
    assert max(each.attempts for each in await outbox.latest()) > 1
    for store in stores:
        await store.close()


async def test_what_a_dead_process_held_is_sent_by_the_next(store: Store, tmp_path: Path) -> None:
    clock, outbox = Clock(), Outbox(store)
    async with HttpSink() as sink:
        channels = Channels(tmp_path)
        channels.add(Channel(name="hook", kind="json", url=sink.url, private=True))
        await outbox.put(parcel(1), clock.now)
        assert await outbox.take(clock.now, HOLD) is not None, "a process takes it and dies"
        sender = MessageSender(outbox, channels, no_files, clock)
        assert await sender.look() == 0
        clock.now += HOLD
        assert await sender.look() == 1
        assert len(sink.taken) == 1


async def test_it_is_tried_less_and_less_often_and_given_up(store: Store, tmp_path: Path) -> None:
    clock, outbox = Clock(), Outbox(store)
    sender = MessageSender(outbox, Channels(tmp_path), no_files, clock)
    await outbox.put(parcel(1, "nowhere"), clock.now)
    for wait in WAITS:
        assert await sender.look() == 0
        (one,) = await outbox.latest()
        assert (one.state, one.next_at) == ("waiting", clock.now + wait)
        clock.now += wait - 1
        await sender.look()
        assert (await outbox.latest())[0].attempts == one.attempts, "not before its time"
        clock.now += 1
    await sender.look()
    (one,) = await outbox.latest()
    assert (one.state, one.attempts) == ("dead", len(WAITS) + 1)
    assert "no channel" in one.error
    assert await outbox.again("nowhere", clock.now) == 1
    assert (await outbox.latest())[0].state == "waiting"
    assert delivery.HOLD > sending.DEADLINE, "nobody else takes it while it is being sent"


async def test_nothing_is_sent_to_the_feed(store: Store) -> None:
    outbox = Outbox(store)
    await outbox.put(parcel(1, FEED), 1.0)
    assert await outbox.take(9.0, HOLD) is None
    assert await outbox.latest() == []
    assert [each.about for each in await outbox.latest(channel=FEED)] == ["session:s1"]
