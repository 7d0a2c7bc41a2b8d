"""Who sends what waits in the outbox, and what when it fails? Each message by itself, again after longer and longer.

Channels are served side by side, those that failed least first, so that one that hangs keeps nobody waiting. Where a
channel does not answer, all that is due for it waits with the message that was tried: it is tried once a round.
After eight tries, about a day, a message is given up and said so; once a test of the channel succeeds it is sent again.
A message is taken for longer than sending may take, so that two processes never send one at once. Where a receiver
takes a message and the process dies before that is written down, it is sent once more, under the same id.
Held by `tests/exports/delivery/test_outbox.py` and `test_side_by_side.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from moot.errors import MootError
from moot.exports.delivery.channels import Channels
from moot.exports.delivery.message import Attached, Message
from moot.exports.delivery.sending import DEADLINE, Unanswered, send
from moot.transcripts.scheduled.outbox import Delivery, Outbox

WAITS = (30.0, 120.0, 600.0, 1_800.0, 7_200.0, 21_600.0, 43_200.0)
"""Seconds before each further try."""
HOLD = 2 * DEADLINE
"""Seconds for which who sends a message has it for itself."""
BEGIN = 10.0
"""Seconds of a round in which a message may begin, so that a round ends within this and `DEADLINE`: 40 s."""
SIDE_BY_SIDE = 16
"""Channels that are served at once."""
MOST = 20
"""Messages sent to one channel in a round."""

FilesOf = Callable[[Message], Awaitable[Sequence[Attached]]]


class Delivering:
    """Sends what waits."""

    def __init__(self, outbox: Outbox, channels: Channels, files_of: FilesOf, clock: Callable[[], float]) -> None:
        self._outbox, self._channels, self._files_of, self._clock = outbox, channels, files_of, clock
        self._rounds: dict[str, asyncio.Task[int]] = {}
        self._places = asyncio.Semaphore(SIDE_BY_SIDE)

    async def begin(self) -> list[asyncio.Task[int]]:
        """Begins a round for each channel that has something due and none under way; a hanging one holds up no other.
        Raises what kept an earlier round from being written down."""
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
        """Sends what is due, and waits for it; how many were sent."""
        return sum(await asyncio.gather(*await self.begin()))

    async def stop(self) -> None:
        """Ends what is under way. What was being sent is sent by the next process, once nobody holds it any more."""
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
                except Unanswered as error:
                    await self._outbox.rest(channel, now, WAITS, error.message)
                    break
        return sent

    async def _sent(self, delivery: Delivery) -> bool:
        try:
            channel = self._channels.named(delivery.channel)
            message = msgspec.json.decode(delivery.message, type=Message)
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
            if isinstance(error, Unanswered):
                raise
            return False
        await self._outbox.settle(delivery, "sent", error=note)
        return True
