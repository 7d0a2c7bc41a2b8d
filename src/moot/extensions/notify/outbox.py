"""Queue messages for channels, and record what came of each. A message goes to a channel once.

Who sends a message takes it for a while first: when a process dies, or a receiver never answers, the next one takes it
when that while is over. `(about, channel)` is unique, so nothing is queued twice for one channel."""

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
    """Its name."""
    text: str
    """Its content."""


class ChannelMessage(Struct, frozen=True, kw_only=True):
    """What a channel receives."""

    about: str
    """Its id, such as `session:ID`; the same for every try, so that a receiver can drop the second copy."""
    subject: str
    """One line."""
    text: str
    """The whole."""
    link: str = ""
    """Where the session can be read."""
    session: str = ""
    """The session, where there is one."""
    schedule: str = ""
    """The schedule it is of."""
    urgent: bool = False
    """Whether somebody should look."""


FEED = "feed"
"""The channel that is read where it lies: nothing is sent to it."""
FOLDER = "report folder"
"""Where reports wait to be written; no channel of a person can be called so."""
DeliveryState = Literal["waiting", "sent", "dead"]
"""`dead` where it was tried as often as it is worth."""


class Parcel(Struct, frozen=True, kw_only=True):
    """Something to be sent."""

    about: str
    """What it is about: a session, a time of a schedule, an alarm."""
    channel: str
    """Where to."""
    message: str
    """What it says, as JSON."""


class Delivery(Struct, frozen=True, kw_only=True):
    """A message and what became of it."""

    id: int
    """Its number."""
    about: str
    """What it is about."""
    channel: str
    """Where it goes."""
    message: str
    """What it says, as JSON."""
    state: DeliveryState
    """What became of it."""
    attempts: int
    """How often it was tried."""
    next_at: float
    """When it is tried next."""
    held_until: float
    """Until when somebody is sending it."""
    error: str
    """Why the last try failed."""
    made: float
    """When it was queued."""


class Outbox:
    """The messages of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def put(self, parcel: Parcel, now: float) -> bool:
        """Queue a message. Returns whether it is new."""
        return await self._store.write(lambda connection: post(connection, parcel, now), changes=())

    async def due(self, now: float) -> list[str]:
        """Return the channels that something is due for, those whose messages were tried least first."""
        tries, first = func.min(deliveries.c.attempts), func.min(deliveries.c.next_at)
        chosen = select(deliveries.c.channel).where(*_due(now), _of("")).group_by(deliveries.c.channel)
        return await self._store.read(
            lambda connection: list(connection.execute(chosen.order_by(tries, first, deliveries.c.channel)).scalars())
        )

    async def take(self, now: float, hold: float, *, channel: str = "", about: str = "") -> Delivery | None:
        """Return the message that is due first, and hold it for this process; None where nothing is due. Of one channel
        or of all that something is sent to, and of one subject or of any."""
        which = [_of(channel), *([deliveries.c.about == about] if about else [])]

        def work(connection: Connection) -> Delivery | None:
            due = select(deliveries).where(*_due(now), *which).order_by(deliveries.c.next_at, deliveries.c.id).limit(1)
            row = connection.execute(due).one_or_none()
            if row is None:
                return None
            held = update(deliveries).where(deliveries.c.id == row.id)
            connection.execute(held.values(held_until=now + hold, attempts=row.attempts + 1))
            return _delivery(row)

        return await self._store.write(work, changes=())

    async def settle(self, delivery: Delivery, state: DeliveryState, *, next_at: float = 0.0, error: str = "") -> None:
        """Record what came of a try."""
        mine = update(deliveries).where(deliveries.c.id == delivery.id, deliveries.c.state == "waiting")
        values = {"state": state, "next_at": next_at, "held_until": 0.0, "error": error}

        def work(connection: Connection) -> None:
            connection.execute(mine.values(**values))

        await self._store.write(work, changes=())

    async def rest(self, channel: str, due: float, waits: Sequence[float], error: str) -> None:
        """Count a try for all that was due for a channel then and nobody is sending: it would have failed too.

        Each waits on from then, as long as its number of tries says; what was tried more often is given up."""
        idle = (*_due(due), deliveries.c.channel == channel)

        def work(connection: Connection) -> None:
            # From the longest tried on: who is put off is due no more, and so is counted once.
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
        """Try again what was given up for a channel. Returns how many messages that is."""
        dead = update(deliveries).where(deliveries.c.state == "dead", deliveries.c.channel == channel)

        def work(connection: Connection) -> int:
            return connection.execute(dead.values(state="waiting", attempts=0, next_at=now, held_until=0.0)).rowcount

        return await self._store.write(work, changes=())

    async def latest(self, most: int = 50, *, channel: str = "") -> list[Delivery]:
        """Return the newest messages: to one channel, or to all that something is sent to."""
        chosen = select(deliveries).where(_of(channel)).order_by(deliveries.c.id.desc()).limit(most)
        return await self._store.read(lambda connection: [_delivery(row) for row in connection.execute(chosen)])

    async def waiting(self, channel: str) -> list[Delivery]:
        """Return all that waits for a channel, the newest first."""
        chosen = (
            select(deliveries).where(_of(channel), deliveries.c.state == "waiting").order_by(deliveries.c.id.desc())
        )
        return await self._store.read(lambda connection: [_delivery(row) for row in connection.execute(chosen)])


def post(connection: Connection, parcel: Parcel, now: float) -> bool:
    """Queue a message within this transaction. Returns whether it is new."""
    state: DeliveryState = "sent" if parcel.channel == FEED else "waiting"
    row = msgspec.structs.asdict(parcel) | {"state": state, "attempts": 0, "next_at": now, "held_until": 0.0}
    row |= {"error": "", "made": now}
    return bool(connection.execute(insert(deliveries).on_conflict_do_nothing(), row).rowcount)


def _due(now: float) -> tuple[ColumnElement[bool], ...]:
    """Select what is due and held by nobody."""
    return (deliveries.c.state == "waiting", deliveries.c.next_at <= now, deliveries.c.held_until <= now)


def _of(channel: str) -> ColumnElement[bool]:
    """Select what goes to this channel; without a name, to any that something is sent to."""
    return deliveries.c.channel == channel if channel else deliveries.c.channel.not_in([FEED, FOLDER])


def _delivery(row: Row[tuple[object, ...]]) -> Delivery:
    return Delivery(**dict(row._mapping))
