"""Who sends what waits in the outbox, and what when it fails? Each message by itself, again after longer and longer.

After eight tries, about a day, it is given up and said so; once a test of the channel succeeds it is sent again. A
message is taken for longer than sending may take, so that two processes never send one at once. Where a receiver takes
a message and the process dies before that is written down, it is sent once more, under the same id.
Held by `tests/exports/delivery/test_outbox.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import msgspec

from moot.errors import MootError
from moot.exports.delivery.channels import Channels
from moot.exports.delivery.message import Attached, Message
from moot.exports.delivery.sending import DEADLINE, send
from moot.transcripts.scheduled.outbox import Delivery, Outbox

WAITS = (30.0, 120.0, 600.0, 1_800.0, 7_200.0, 21_600.0, 43_200.0)
"""Seconds before each further try."""
HOLD = 2 * DEADLINE
"""Seconds for which who sends a message has it for itself."""
AT_ONCE = 20
"""Messages sent in one look, so that a long queue keeps nobody from opening what is due."""

FilesOf = Callable[[Message], Awaitable[Sequence[Attached]]]


class Delivering:
    """Sends what waits."""

    def __init__(self, outbox: Outbox, channels: Channels, files_of: FilesOf, clock: Callable[[], float]) -> None:
        self._outbox, self._channels, self._files_of, self._clock = outbox, channels, files_of, clock

    async def look(self, most: int = AT_ONCE) -> int:
        """Sends what is due; how many were sent."""
        sent = 0
        for _ in range(most):
            delivery = await self._outbox.take(self._clock(), HOLD)
            if delivery is None:
                break
            sent += await self._sent(delivery)
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
            return False
        await self._outbox.settle(delivery, "sent", error=note)
        return True
