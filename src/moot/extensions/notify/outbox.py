"""Queue messages for channels, and record the result of each. A message goes to a channel once.

A process reserves a message for a while before it sends it: if it dies, or a receiver never answers, the next one takes
it when that while is over. `(about, channel)` is unique, so nothing is queued twice for one channel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Row, func, select, update
from sqlalchemy.dialects.sqlite import insert

from moot.extensions.notify.tables import deliveries
from moot.transcripts.public import Store


class MailAttachment(Struct, frozen=True, kw_only=True):
    """A file attached to a mail."""

    name: str
    """Name of the attachment."""
    text: str
    """Content of the attachment."""


class ChannelMessage(Struct, frozen=True, kw_only=True):
    """Content of a message about a session, a schedule or an alarm."""

    about: str
    """Id of the message, such as `session:ID`; the same for every try, so that a receiver can drop the second copy."""
    subject: str
    """Subject of the message, in one line."""
    text: str
    """Text of the message."""
    link: str = ""
    """Address at which the session can be read."""
    session: str = ""
    """Id of the session, if there is one."""
    schedule: str = ""
    """Name of the schedule that the message is about."""
    urgent: bool = False
    """Whether somebody should act on the message."""


FEED = "feed"
"""Name of the channel for the feed, to which nothing is sent."""
DeliveryState = Literal["waiting", "sent", "dead"]
"""State of a message; `dead` after the last try."""


class Parcel(Struct, frozen=True, kw_only=True):
    """A message to be queued, with its channel and its subject."""

    about: str
    """Subject of the message: a session, a time of a schedule, or an alarm."""
    channel: str
    """Channel to which the message is sent."""
    message: str
    """Content of the message, as JSON."""


class Delivery(Struct, frozen=True, kw_only=True):
    """A message queued for one channel, with its state and tries."""

    id: int
    """Number of the delivery."""
    about: str
    """Subject of the message."""
    channel: str
    """Channel to which the message is sent."""
    message: str
    """Content of the message, as JSON."""
    state: DeliveryState
    """State of the delivery."""
    attempts: int
    """Number of tries."""
    next_at: float
    """When the next try is due."""
    held_until: float
    """Time until which a process has reserved the message."""
    error: str
    """Why the last try failed."""
    made: float
    """When the message was queued."""


class Outbox:
    """The queue of messages to channels, in the store, with the result of each attempt to send one."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def put(self, parcel: Parcel, now: float) -> bool:
        """Queue a message for a channel. If the message has been queued for this channel before, do nothing and return
        false; otherwise return true."""
        return await self._store.write(lambda connection: post(connection, parcel, now), changes=())

    async def due(self, now: float) -> list[str]:
        """Return the names of the channels that have due messages, those with the fewest failed attempts first."""
        tries, first = func.min(deliveries.c.attempts), func.min(deliveries.c.next_at)
        chosen = select(deliveries.c.channel).where(*_due(now), _of("")).group_by(deliveries.c.channel)
        return await self._store.read(
            lambda connection: list(connection.execute(chosen.order_by(tries, first, deliveries.c.channel)).scalars())
        )

    async def take(self, now: float, hold: float, *, channel: str = "") -> Delivery | None:
        """Reserve the next due message for this process, so that no other sends it, and return it; `None` if none is
        due.

        Args:
            now: The present time.
            hold: Seconds for which it is reserved.
            channel: Take only messages of this channel; empty takes from any channel except the feed.
        """

        def work(connection: Connection) -> Delivery | None:
            due = (
                select(deliveries)
                .where(*_due(now), _of(channel))
                .order_by(deliveries.c.next_at, deliveries.c.id)
                .limit(1)
            )
            row = connection.execute(due).one_or_none()
            if row is None:
                return None
            held = update(deliveries).where(deliveries.c.id == row.id)
            connection.execute(held.values(held_until=now + hold, attempts=row.attempts + 1))
            return _delivery(row)

        return await self._store.write(work, changes=())

    async def settle(self, delivery: Delivery, state: DeliveryState, *, next_at: float = 0.0, error: str = "") -> None:
        """Record the result of an attempt to send a message: its new state, when it is tried next, and the error."""
        mine = update(deliveries).where(deliveries.c.id == delivery.id, deliveries.c.state == "waiting")
        values = {"state": state, "next_at": next_at, "held_until": 0.0, "error": error}

        def work(connection: Connection) -> None:
            connection.execute(mine.values(**values))

        await self._store.write(work, changes=())

    async def rest(self, channel: str, due: float, waits: Sequence[float], error: str) -> None:
        """Postpone all other due messages to a channel that has just failed. This counts as a failed attempt for each
        message.

        `waits` gives the delay after each number of attempts. A message with more attempts is given up.
        """
        idle = (*_due(due), deliveries.c.channel == channel)

        def work(connection: Connection) -> None:
            # From the most tries on: a postponed message is no longer due, and so is counted once.
            connection.execute(
                update(deliveries)
                .where(*idle, deliveries.c.attempts >= len(waits))
                .values(state="dead", attempts=deliveries.c.attempts + 1, error=error)
            )
            for tries in range(len(waits) - 1, -1, -1):
                one = update(deliveries).where(*idle, deliveries.c.attempts == tries)
                connection.execute(one.values(next_at=due + waits[tries], attempts=tries + 1, error=error))

        await self._store.write(work, changes=())

    async def again(self, channel: str, now: float) -> int:
        """Queue again the messages to a channel that were given up, and return their number."""
        dead = update(deliveries).where(deliveries.c.state == "dead", deliveries.c.channel == channel)

        def work(connection: Connection) -> int:
            return connection.execute(dead.values(state="waiting", attempts=0, next_at=now, held_until=0.0)).rowcount

        return await self._store.write(work, changes=())

    async def latest(self, most: int = 50, *, channel: str = "") -> list[Delivery]:
        """Return the newest messages to one channel. If no channel is given, return those to all channels except the
        feed."""
        chosen = select(deliveries).where(_of(channel)).order_by(deliveries.c.id.desc()).limit(most)
        return await self._store.read(lambda connection: [_delivery(row) for row in connection.execute(chosen)])


def post(connection: Connection, parcel: Parcel, now: float) -> bool:
    """Queue a message for a channel, within the caller's transaction. If the message has been queued for this channel
    before, do nothing and return false; otherwise return true."""
    state: DeliveryState = "sent" if parcel.channel == FEED else "waiting"
    row = msgspec.structs.asdict(parcel) | {"state": state, "attempts": 0, "next_at": now, "held_until": 0.0}
    row |= {"error": "", "made": now}
    return bool(connection.execute(insert(deliveries).on_conflict_do_nothing(), row).rowcount)


def _due(now: float) -> tuple[ColumnElement[bool], ...]:
    """Return the SQL conditions for messages that are due and not reserved."""
    return (deliveries.c.state == "waiting", deliveries.c.next_at <= now, deliveries.c.held_until <= now)


def _of(channel: str) -> ColumnElement[bool]:
    """Return the SQL condition for messages to this channel. If `channel` is empty, messages to all channels but the
    feed match."""
    return deliveries.c.channel == channel if channel else deliveries.c.channel != FEED


def _delivery(row: Row[tuple[object, ...]]) -> Delivery:
    return Delivery(**dict(row._mapping))
