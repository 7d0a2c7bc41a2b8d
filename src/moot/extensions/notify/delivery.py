"""Send the messages of the outbox, retry failed ones, and test channels.

Channels are served concurrently, those that failed least first, so that one that hangs delays no other. If a channel
does not answer, everything due for it waits with the message that was tried: it is tried once a round. After eight
tries, about a day, a message is given up; once a test of the channel succeeds it is sent again. A message is reserved
for longer than sending may take, so that two processes never send it at once. If a receiver accepts a message and the
process dies before that is recorded, it is sent once more, under the same id.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime

import msgspec
from msgspec import Struct

from moot.errors import MootError
from moot.extensions.notify.channels import Channel, Channels
from moot.extensions.notify.outbox import ChannelMessage, Delivery, DeliveryState, MailAttachment, Outbox
from moot.extensions.notify.sending import DEADLINE, ChannelTimeout, send

WAITS = (30.0, 120.0, 600.0, 1_800.0, 7_200.0, 21_600.0, 43_200.0)
"""Number of seconds before each further try."""
HOLD = 2 * DEADLINE
"""Number of seconds for which a message is reserved for the process that sends it."""
BEGIN = 10.0
"""Number of seconds of a round in which sending a message may begin, so that a round ends within this and `DEADLINE`:
40 s.
"""
SIDE_BY_SIDE = 16
"""Maximum number of channels that are served at once."""
MOST = 20
"""Maximum number of messages sent to one channel in a round."""
MOST_SHOWN = 3
"""Maximum number of messages listed with a channel."""

FilesOf = Callable[[ChannelMessage], Awaitable[Sequence[MailAttachment]]]


class MessageSender:
    """Sends the messages queued in the outbox, with one task per channel."""

    def __init__(self, outbox: Outbox, channels: Channels, files_of: FilesOf, clock: Callable[[], float]) -> None:
        self._outbox, self._channels, self._files_of, self._clock = outbox, channels, files_of, clock
        self._rounds: dict[str, asyncio.Task[int]] = {}
        self._places = asyncio.Semaphore(SIDE_BY_SIDE)

    async def begin(self) -> list[asyncio.Task[int]]:
        """Start a sending task for each channel that has due messages and no running task, and return the tasks. Raises
        the errors of tasks that have failed.
        """
        over = {name: task for name, task in self._rounds.items() if task.done()}
        self._rounds = {name: task for name, task in self._rounds.items() if name not in over}
        for task in over.values():
            task.result()
        begun = {
            name: asyncio.create_task(self._round(name), name=f"messages to {name}")
            for name in await self._outbox.due(self._clock())
            if name not in self._rounds
        }
        self._rounds |= begun
        return list(begun.values())

    async def look(self) -> int:
        """Send all messages that are due now, wait until they are sent, and return how many were sent."""
        return sum(await asyncio.gather(*await self.begin()))

    async def stop(self) -> None:
        """Cancel all sending. Another process sends the messages once their reservation has expired."""
        for task in self._rounds.values():
            task.cancel()
        await asyncio.gather(*self._rounds.values(), return_exceptions=True)

    async def _round(self, channel: str) -> int:
        loop, sent = asyncio.get_running_loop(), 0
        ends = loop.time() + BEGIN
        async with self._places:
            for _ in range(MOST):
                if loop.time() > ends:
                    break
                now = self._clock()
                delivery = await self._outbox.take(now, HOLD, channel=channel)
                if delivery is None:
                    break
                try:
                    sent += await self._sent(delivery)
                except ChannelTimeout as error:
                    await self._outbox.rest(channel, now, WAITS, error.message)
                    break
        return sent

    async def _sent(self, delivery: Delivery) -> bool:
        try:
            channel = self._channels.named(delivery.channel)
            message = msgspec.json.decode(delivery.message, type=ChannelMessage)
            files = await self._files_of(message) if channel.kind == "mail" else ()
            note = await send(channel, message, self._channels.key(channel), files)
        except MootError as error:
            tries = delivery.attempts + 1
            if tries > len(WAITS):
                await self._outbox.settle(delivery, "dead", error=error.message)
            else:
                await self._outbox.settle(
                    delivery, "waiting", next_at=self._clock() + WAITS[tries - 1], error=error.message
                )
            if isinstance(error, ChannelTimeout):
                raise
            return False
        await self._outbox.settle(delivery, "sent", error=note)
        return True


class ShownMessage(Struct, frozen=True, kw_only=True):
    """A message sent to a channel, and whether it arrived, as lists show it."""

    at: str
    """When the message was queued."""
    subject: str
    """Subject of the message."""
    state: DeliveryState
    """State of the message; `dead` if Moot stopped trying to send it."""
    tries: int
    """Number of tries."""
    why: str
    """Why the last try failed."""


class ShownChannel(Channel, frozen=True, kw_only=True):
    """A channel and its latest messages, as lists show them: without keys and the secret part of the address."""

    key: bool
    """Whether a password or token is stored for the channel."""
    messages: tuple[ShownMessage, ...]
    """Latest messages of the channel, newest first."""


class ChannelList(Struct, frozen=True, kw_only=True):
    """Every channel."""

    channels: tuple[ShownChannel, ...]
    """The channels, sorted by name."""


class ChannelTest(Struct, frozen=True, kw_only=True):
    """Result of a test message that a channel accepted."""

    channel: str
    """Name of the channel."""
    note: str
    """Recipients that the server refused, in words; empty if there are none."""
    again: int
    """Number of messages that were given up and are sent again."""


async def list_channels(channels: Channels, outbox: Outbox) -> ChannelList:
    """Return every channel with its latest messages."""
    found = [
        ShownChannel(
            **msgspec.structs.asdict(each.shown),
            key=channels.key(each) is not None,
            messages=tuple(map(_shown, await outbox.latest(MOST_SHOWN, channel=name))),
        )
        for name, each in sorted(channels.all().items())
    ]
    return ChannelList(channels=tuple(found))


async def test_channel(channels: Channels, outbox: Outbox, name: str, now: float) -> ChannelTest:
    """Send a test message to a channel now. If it arrives, queue again the messages that were given up for the channel.

    Raises:
        SendFailed: The channel did not accept it.
    """
    channel = channels.named(name)
    message = ChannelMessage(
        about=f"test:{name}:{now:.0f}", subject="A test from Moot", text=f"The channel {name} works."
    )
    note = await send(channel, message, channels.key(channel))
    return ChannelTest(channel=name, note=note, again=await outbox.again(name, now))


def _shown(delivery: Delivery) -> ShownMessage:
    return ShownMessage(
        at=datetime.fromtimestamp(delivery.made, UTC).isoformat(timespec="seconds"),
        subject=msgspec.json.decode(delivery.message, type=ChannelMessage).subject,
        state=delivery.state,
        tries=delivery.attempts,
        why=delivery.error,
    )
