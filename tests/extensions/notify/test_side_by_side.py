"""Test that a hanging channel does not delay others. Real sockets; checked by what waited in the outbox."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from extensions.notify.sinks import HttpSink
from extensions.notify.test_outbox import Clock, no_files, parcel
from moot.extensions.notify import sending
from moot.extensions.notify.channels import Channel, Channels
from moot.extensions.notify.delivery import SIDE_BY_SIDE, WAITS, MessageSender
from moot.extensions.notify.outbox import Outbox
from moot.transcripts.sql.store import Store


class SlowSink(HttpSink):
    """Takes what is posted after a second."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(1.0)
        await super().serve(reader, writer)


@pytest.mark.slow
async def test_healthy_channels_have_theirs_while_one_hangs_one_is_slow_and_one_fails(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "DEADLINE", 60.0)
    clock, outbox, channels = Clock(), Outbox(store), Channels(tmp_path)
    sinks = {
        "a-hangs": HttpSink(*["hang"] * 9), "b-slow": SlowSink(), "c-fails": HttpSink(*["refuse"] * 9),
        "d-well": HttpSink(), "e-well": HttpSink(),
    }  # fmt: skip
    async with AsyncExitStack() as stack:
        for name, sink in sinks.items():
            await stack.enter_async_context(sink)
            channels.add(Channel(name=name, kind="json", url=sink.url, private=True))
            for number in range(3):
                await outbox.put(parcel(number, name), clock.now)
        sender = MessageSender(outbox, channels, no_files, clock)
        looking = asyncio.create_task(sender.look())
        while any(len(sinks[name].taken) < 3 for name in ("b-slow", "d-well", "e-well")):
            assert not looking.done()
            await asyncio.sleep(0.02)
        await outbox.put(parcel(9, "e-well"), clock.now)
        while len(sinks["e-well"].taken) < 4:
            assert not looking.done()
            await sender.begin()
            await asyncio.sleep(0.02)
        assert not looking.done(), "one hangs still"
        assert await looking == 9
    assert len(sinks["a-hangs"].came) == 1
    assert len(sinks["c-fails"].came) == 3
    states = Counter((each.channel, each.state, each.attempts) for each in await outbox.latest())
    assert states == {
        ("a-hangs", "waiting", 1): 3, ("b-slow", "sent", 1): 3, ("c-fails", "waiting", 1): 3,
        ("d-well", "sent", 1): 3, ("e-well", "sent", 1): 4,
    }  # fmt: skip
    assert {each.next_at for each in await outbox.latest(channel="a-hangs")} == {clock.now + WAITS[0]}
    clock.now += WAITS[0]
    assert await outbox.due(clock.now) == ["a-hangs", "c-fails"]
    await outbox.put(parcel(10, "d-well"), clock.now)
    assert (await outbox.due(clock.now))[0] == "d-well", "who failed is served after who did not"


async def test_more_hanging_channels_than_are_served_at_once_end_within_the_bound(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "DEADLINE", 2.0)
    monkeypatch.setattr("moot.extensions.notify.delivery.BEGIN", 1.0)
    clock, outbox, channels = Clock(), Outbox(store), Channels(tmp_path)
    async with HttpSink(*["hang"] * 99) as sink:
        for number in range(2 * SIDE_BY_SIDE):
            channels.add(Channel(name=f"hook{number}", kind="json", url=sink.url, private=True))
            await outbox.put(parcel(number, f"hook{number}"), clock.now)
        assert await MessageSender(outbox, channels, no_files, clock).look() == 0
        assert len(sink.came) == SIDE_BY_SIDE, "the others wait for the next round, and no try of theirs is counted"
    assert Counter(each.attempts for each in await outbox.latest(99)) == {0: SIDE_BY_SIDE, 1: SIDE_BY_SIDE}
