"""Notify channels of upkeep alarms: once when an alarm begins, and again when it recurs.

Messages are recorded in the outbox: `alarm:KEY:N` for the N-th time an alarm began, `alarm-over:KEY:N` once that ended.
Both are in the feed; channels get only beginnings, and all that begin at once in one message, because they share a
cause. All of it is one transaction, so of two processes that look at once only one sends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, or_, select

from moot.extensions.notify.channels import Channels
from moot.extensions.notify.outbox import FEED, ChannelMessage, Parcel, post
from moot.extensions.notify.tables import deliveries
from moot.transcripts.public import Store
from moot.vocabulary.public import UpkeepAlarm

BEGAN, OVER = "alarm", "alarm-over"
HEADINGS = {
    "controls": "wrong on control claims",
    "silent": "has not voted",
    "unfit": "unfit, and seated",
    "pair": "vote alike",
    "drift": "finds nearly everything high",
}
"""Description of each kind of alarm, for the subject of a message."""


class AlarmCount(NamedTuple):
    """How often an upkeep alarm has started so far, and whether it is on now."""

    times: int
    on: bool


async def tell_alarms(store: Store, channels: Channels, alarms: Sequence[UpkeepAlarm], now: float) -> int:
    """Queue messages about upkeep alarms that started or ended since the last call, for the feed and for the channels
    that get alarms.

    An alarm that has been acknowledged is skipped.

    Args:
        alarms: Every alarm that is on now.

    Returns:
        How many alarms started.
    """
    by_key = {alarm.key: alarm for alarm in alarms}
    told_channels = [name for name, channel in channels.all().items() if channel.alarms]

    def work(connection: Connection) -> int:
        counts, began = count_alarms(connection), list[tuple[str, str]]()
        for key, alarm in by_key.items():
            known = counts.get(key, AlarmCount(0, on=False))
            if not known.on and not alarm.acknowledged:
                began.append((f"{BEGAN}:{key}:{known.times + 1}", key))
                _post(connection, _beginning(began[-1][0], [alarm]), [FEED], now)
        if began:
            _post(connection, _beginning(began[0][0], [by_key[key] for _, key in began]), told_channels, now)
        for key, known in counts.items():
            if known.on and key not in by_key:
                _post(connection, _ending(f"{OVER}:{key}:{known.times}", key), [FEED], now)
        return len(began)

    return await store.write(work, changes=())


def count_alarms(connection: Connection) -> Mapping[str, AlarmCount]:
    """Return how often each alarm has started and whether it is still on, by its key, computed from the messages queued
    so far.
    """
    about = deliveries.c.about
    rows = connection.execute(
        select(about).where(deliveries.c.channel == FEED, or_(about.like(f"{BEGAN}:%"), about.like(f"{OVER}:%")))
    )
    times: dict[str, dict[str, int]] = {}
    for (each,) in rows:
        what, _, rest = each.partition(":")
        key, _, number = rest.rpartition(":")
        known = times.setdefault(key, {BEGAN: 0, OVER: 0})
        known[what] = max(known[what], int(number))
    return {key: AlarmCount(known[BEGAN], known[BEGAN] > known[OVER]) for key, known in times.items()}


def _heading(key: str) -> str:
    kind = key.partition(":")[0]
    return HEADINGS.get(kind, kind)


def _beginning(about: str, alarms: Sequence[UpkeepAlarm]) -> ChannelMessage:
    kinds, number = {_heading(alarm.key) for alarm in alarms}, len(alarms)
    heading = f"{number} alarms" if len(kinds) > 1 else kinds.pop() + (f" ({number})" if number > 1 else "")
    keys = ", ".join(alarm.key for alarm in alarms)
    text = "\n\n".join(alarm.says for alarm in alarms)
    text += f"\n\nTo let {'it' if number == 1 else 'one'} rest, acknowledge {keys}."
    return ChannelMessage(about=about, subject=f"Upkeep: {heading}", text=text, urgent=True)


def _ending(about: str, key: str) -> ChannelMessage:
    return ChannelMessage(about=about, subject=f"Upkeep: over: {_heading(key)}", text=f"{key} has ended.")


def _post(connection: Connection, message: ChannelMessage, channels: Sequence[str], now: float) -> None:
    text = msgspec.json.encode(message).decode()
    for channel in channels:
        post(connection, Parcel(about=message.about, channel=channel, message=text), now)
