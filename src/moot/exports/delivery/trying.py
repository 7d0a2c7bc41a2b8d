"""Which channels are there, what came of their latest messages, and does one of them work?

Held by `tests/server/api/test_schedules.py`.
"""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from msgspec import Struct

from moot.exports.delivery.channels import ChannelKind, Channels
from moot.exports.delivery.message import Message
from moot.exports.delivery.sending import send
from moot.transcripts.scheduled.outbox import Delivery, DeliveryState, Outbox

MOST_SHOWN = 3
"""Messages shown of a channel."""


class ShownMessage(Struct, frozen=True, kw_only=True):
    """A message and what came of it."""

    at: str
    """When it was queued."""
    subject: str
    """What it is about, in words."""
    state: DeliveryState
    """What came of it; `dead` where it was given up."""
    tries: int
    """How often it was tried."""
    why: str
    """Why the last try failed, in words."""


class ShownChannel(Struct, frozen=True, kw_only=True):
    """A channel, without what opens it."""

    name: str
    """What it is called."""
    kind: ChannelKind
    """How it is told."""
    address: str
    """Where its messages go, without what comes after the host."""
    to: tuple[str, ...]
    """For mail: who gets it."""
    sender: str
    """For mail: whom it is from."""
    user: str
    """For mail: who signs in; empty where nobody does."""
    private: bool
    """Whether it is a server of one's own."""
    key: bool
    """Whether a password or token is stored for it."""
    alarms: bool
    """Whether it is told when an alarm of upkeep begins."""
    messages: tuple[ShownMessage, ...]
    """Its latest messages, newest first."""


class ChannelList(Struct, frozen=True, kw_only=True):
    """Every channel."""

    channels: tuple[ShownChannel, ...]
    """The channels, by name."""


class ChannelTest(Struct, frozen=True, kw_only=True):
    """What came of a test: the channel took it."""

    channel: str
    """Its name."""
    note: str
    """Who of several did not take it, in words; empty where all did."""
    again: int
    """How many messages that were given up are sent again."""


async def shown_channels(channels: Channels, outbox: Outbox) -> ChannelList:
    """Every channel with its latest messages."""
    found = [
        ShownChannel(
            name=name,
            kind=each.kind,
            address=each.shown.url,
            to=each.to,
            sender=each.sender,
            user=each.user,
            private=each.private,
            key=channels.key(each) is not None,
            alarms=each.alarms,
            messages=tuple(map(_shown, await outbox.latest(MOST_SHOWN, channel=name))),
        )
        for name, each in sorted(channels.all().items())
    ]
    return ChannelList(channels=tuple(found))


async def tried(channels: Channels, outbox: Outbox, name: str, now: float) -> ChannelTest:
    """Sends a message to a channel now; raises `NotSent` unless it was taken. What was given up for it waits again."""
    channel = channels.named(name)
    message = Message(about=f"test:{name}:{now:.0f}", subject="A test from Moot", text=f"The channel {name} works.")
    note = await send(channel, message, channels.key(channel))
    return ChannelTest(channel=name, note=note, again=await outbox.again(name, now))


def _shown(delivery: Delivery) -> ShownMessage:
    return ShownMessage(
        at=datetime.fromtimestamp(delivery.made, UTC).isoformat(timespec="seconds"),
        subject=msgspec.json.decode(delivery.message, type=Message).subject,
        state=delivery.state,
        tries=delivery.attempts,
        why=delivery.error,
    )
