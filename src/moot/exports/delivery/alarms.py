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

    def words(about: str, keys: Sequence[str], began: bool) -> str:
        kinds = list(dict.fromkeys(HEADINGS.get(kind, kind) for kind in (key.partition(":")[0] for key in keys)))
        heading = kinds[0] if len(kinds) == 1 else f"{len(keys)} alarms"
        many = f" ({len(keys)})" if len(keys) > 1 and len(kinds) == 1 else ""
        told = "\n\n".join(by_key[key].says for key in keys if began)
        message = Message(
            about=about,
            subject=f"Upkeep: {heading}{many}" if began else f"Upkeep: over: {heading}",
            text=f"{told}\n\nTo let {'it' if len(keys) == 1 else 'one'} rest, acknowledge or snooze {', '.join(keys)}."
            if began
            else f"{', '.join(keys)} has ended.",
            urgent=began,
        )
        return msgspec.json.encode(message).decode()

    told = [name for name, channel in channels.all().items() if channel.alarms]
    seen = [alarm.key for alarm in alarms if alarm.seen]
    return await post_alarms(store, list(by_key), seen, told, words, now)
