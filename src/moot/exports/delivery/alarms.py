"""What is told of an alarm of upkeep? What is so when it begins, and in the feed that it is over."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from moot.exports.delivery.channels import Channels
from moot.exports.delivery.message import Message
from moot.transcripts.scheduled.alarm_posts import post_alarms
from moot.transcripts.sql.store import Store
from moot.vocabulary.earlier.upkeep import UpkeepAlarm

HEADINGS = {
    "controls": "wrong on control claims",
    "silent": "has not voted",
    "unfit": "unfit, and seated",
    "pair": "vote alike",
    "drift": "finds nearly everything high",
}
"""What stands in the subject, by the kind of an alarm."""


async def tell_alarms(store: Store, channels: Channels, alarms: Sequence[UpkeepAlarm], now: float) -> int:
    """Queues what began and what is over; how many began. Who acknowledged or snoozed one before it was told knows."""
    by_key = {alarm.key: alarm for alarm in alarms}

    def words(about: str, key: str, began: bool) -> str:
        kind = key.partition(":")[0]
        heading = HEADINGS.get(kind, kind)
        message = Message(
            about=about,
            subject=f"Upkeep: {heading}" if began else f"Upkeep: over: {heading}",
            text=f"{by_key[key].says}\n\nTo let it rest, acknowledge or snooze {key}."
            if began
            else f"{key} has ended.",
            urgent=began,
        )
        return msgspec.json.encode(message).decode()

    told = [name for name, channel in channels.all().items() if channel.alarms]
    seen = [alarm.key for alarm in alarms if alarm.seen]
    return await post_alarms(store, list(by_key), seen, told, words, now)
