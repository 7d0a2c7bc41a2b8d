"""Which schedules are there, when was each due, and what became of it? A time is taken once, by who writes it first.

`seen` is the moment up to which a schedule was looked at: it moves in the transaction that writes the time down, so
that a process that dies between the two leaves neither. Held by `tests/convening/schedules/test_firing.py`.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from sqlalchemy import Connection, Row, delete, func, or_, select, update
from sqlalchemy.dialects.sqlite import Insert, insert

from moot.errors import Conflict, UnknownName
from moot.transcripts.scheduled.outbox import Parcel, post
from moot.transcripts.scheduled.tables import fires, schedules
from moot.transcripts.sql.schema import sessions
from moot.transcripts.sql.store import Store

FireState = Literal["due", "opened", "ended", "failed", "missed", "unpaid"]
"""`due` before it has a session, `opened` while that runs; the rest is how it ended."""


class Kept(Struct, frozen=True, kw_only=True):
    """A schedule as it is kept."""

    id: str
    """Its id."""
    name: str
    """What people call it."""
    body: str
    """What it asks and when, as JSON."""
    paused: bool
    """Whether it rests."""
    made: float
    """When it was made, in seconds since 1970."""
    seen: int
    """Up to when it was looked at, in seconds since 1970."""


class Fire(Struct, frozen=True, kw_only=True):
    """One time at which a schedule was due."""

    schedule: str
    """Its id."""
    at: int
    """When, in seconds since 1970."""
    state: FireState
    """What became of it."""
    session: str
    """Its session, where it has one."""
    why: str
    """Why it has none, in words."""


class Month(Struct, frozen=True, kw_only=True):
    """What a month's sessions of a schedule cost, in nano-dollars."""

    spent: int
    """What is gone, with what is set aside for calls that run."""
    held: int
    """What sessions that have not ended may still spend."""
    going: bool
    """Whether one of those goes on by itself, so that some of it may come free."""
    earlier: bool
    """Whether a time before this one is still to be opened: it comes first."""


class Schedules:
    """The schedules of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, name: str, body: str, now: float) -> Kept:
        """Writes a schedule down; it is due for the first time after now."""
        made = Kept(id=uuid.uuid4().hex, name=name, body=body, paused=False, made=now, seen=int(now))

        row = {each: getattr(made, each) for each in Kept.__struct_fields__}
        new = insert(schedules).values(row).on_conflict_do_nothing()
        if not await self._store.write(lambda connection: connection.execute(new).rowcount, changes=()):
            raise Conflict(f"There is a schedule {name!r} already.", "Remove it first, or choose another name.")
        return made

    async def all(self) -> list[Kept]:
        """Every schedule, by name."""
        chosen = select(schedules).order_by(schedules.c.name)
        return await self._store.read(lambda connection: [_kept(row) for row in connection.execute(chosen)])

    async def named(self, given: str) -> Kept:
        """The schedule of this name or id."""
        known = await self.all()
        for each in known:
            if given in (each.name, each.id):
                return each
        raise UnknownName("schedule", given, [each.name for each in known])

    async def pause(self, schedule: str, paused: bool, now: float) -> None:
        """Lets a schedule rest, or go on. What it was due meanwhile is not made up for."""
        values: dict[str, object] = {"paused": paused} if paused else {"paused": False, "seen": int(now)}

        def work(connection: Connection) -> None:
            connection.execute(update(schedules).where(schedules.c.id == schedule).values(**values))

        await self._store.write(work, changes=())

    async def remove(self, schedule: str) -> None:
        """Takes a schedule away. The sessions it opened stay."""

        def work(connection: Connection) -> None:
            connection.execute(delete(schedules).where(schedules.c.id == schedule))
            connection.execute(delete(fires).where(fires.c.schedule == schedule))

        await self._store.write(work, changes=())

    async def claim(self, schedule: str, at: int | None, missed: Sequence[int], seen: int) -> list[Fire]:
        """Takes a time, and writes down which were missed before it; those that are ours. What was seen is not."""
        wanted: list[tuple[int, FireState]] = [(each, "missed") for each in missed]
        wanted += [] if at is None else [(at, "due")]

        def work(connection: Connection) -> list[Fire]:
            row = connection.execute(select(schedules).where(schedules.c.id == schedule)).one_or_none()
            if row is None or row.paused or row.seen >= seen:
                return []
            taken = [
                Fire(schedule=schedule, at=each, state=state, session="", why="")
                for each, state in wanted
                if connection.execute(_written(schedule, each, state).on_conflict_do_nothing()).rowcount
            ]
            connection.execute(update(schedules).where(schedules.c.id == schedule).values(seen=seen))
            return taken

        return await self._store.write(work, changes=())

    async def take(self, schedule: str, at: int, going: Sequence[str]) -> Fire:
        """Takes a moment that is on no plan, because somebody wants it now, or one near it where it is taken.

        A time that is still to be opened, or whose session is in one of the states `going`, is the one that is wanted:
        of two that ask at once one holds a session, and the other waits for it.
        """

        def work(connection: Connection) -> Fire:
            under_way = (
                select(fires)
                .select_from(fires.outerjoin(sessions, sessions.c.id == fires.c.session))
                .where(fires.c.schedule == schedule, fires.c.state.in_(("due", "opened")))
                .where(or_(fires.c.session == "", sessions.c.state.in_(going)))
                .order_by(fires.c.at.desc())
                .limit(1)
            )
            found = connection.execute(under_way).one_or_none()
            if found is not None:
                return _fire(found)
            here = at
            while not connection.execute(_written(schedule, here, "due").on_conflict_do_nothing()).rowcount:
                here += 1
            return Fire(schedule=schedule, at=here, state="due", session="", why="")

        return await self._store.write(work, changes=())

    async def open_fires(self) -> list[Fire]:
        """Times that are not done with, oldest first."""
        chosen = select(fires).where(fires.c.state.in_(("due", "opened"))).order_by(fires.c.at)
        return await self._store.read(lambda connection: [_fire(row) for row in connection.execute(chosen)])

    async def settle(
        self,
        fire: Fire,
        state: FireState,
        *,
        session: str = "",
        why: str = "",
        posts: Sequence[Parcel] = (),
        now: float = 0.0,
    ) -> bool:
        """Writes down what became of a time, with what is to be sent of it; whether it was not done with already."""

        def work(connection: Connection) -> bool:
            mine = fires.c.schedule == fire.schedule, fires.c.at == fire.at
            found = connection.execute(select(fires.c.state).where(*mine)).scalar_one_or_none()
            if found not in ("due", "opened") or found == state:
                return False
            values = {"state": state, "session": session or fire.session, "why": why}
            connection.execute(update(fires).where(*mine).values(**values))
            for each in posts:
                post(connection, each, now)
            return True

        return await self._store.write(work, changes=())

    async def recent(self, schedule: str, most: int = 10) -> list[Fire]:
        """The latest times of a schedule, newest first."""
        chosen = select(fires).where(fires.c.schedule == schedule).order_by(fires.c.at.desc()).limit(most)
        return await self._store.read(lambda connection: [_fire(row) for row in connection.execute(chosen)])

    async def at(self, fire: Fire) -> Fire | None:
        """A time as it stands now; nothing where its schedule was removed."""
        chosen = select(fires).where(fires.c.schedule == fire.schedule, fires.c.at == fire.at)
        found = await self._store.read(lambda connection: connection.execute(chosen).one_or_none())
        return None if found is None else _fire(found)

    async def before(self, schedule: str, at: int) -> Fire | None:
        """The latest time before this one at which it came to a session that ended."""
        chosen = (
            select(fires)
            .where(fires.c.schedule == schedule, fires.c.at < at, fires.c.state == "ended")
            .order_by(fires.c.at.desc())
            .limit(1)
        )
        found = await self._store.read(lambda connection: connection.execute(chosen).one_or_none())
        return None if found is None else _fire(found)

    async def month(self, fire: Fire, since: int, ended: Sequence[str], going: Sequence[str]) -> Month:
        """What its sessions cost that were due from then on, this one aside, and what those that run may still cost.

        A session that has not ended holds all it was allowed, so that those which run at once cost no more together.
        """
        cost = (sessions.c.spent + sessions.c.reserved).label("cost")  # what is presumed is a part of what is spent
        chosen = (
            select(cost, sessions.c.cap, sessions.c.state)
            .select_from(fires.join(sessions, sessions.c.id == fires.c.session))
            .where(fires.c.schedule == fire.schedule, fires.c.at >= since, fires.c.at != fire.at)
        )
        before = select(func.count()).where(
            fires.c.schedule == fire.schedule, fires.c.at < fire.at, fires.c.state == "due"
        )

        def work(connection: Connection) -> Month:
            rows = connection.execute(chosen).all()
            on = [row for row in rows if row.state not in ended]
            return Month(
                spent=sum(int(row.cost) for row in rows),
                held=sum(max(0, int(row.cap or 0) - int(row.cost)) for row in on),
                going=any(row.state in going for row in on),
                earlier=bool(connection.execute(before.select_from(fires)).scalar_one()),
            )

        return await self._store.read(work)

    async def cap_of(self, session: str) -> int | None:
        """What a session was allowed to cost, in nano-dollars."""
        chosen = select(sessions.c.cap).where(sessions.c.id == session)
        return await self._store.read(lambda connection: connection.execute(chosen).scalar_one_or_none())


def _written(schedule: str, at: int, state: FireState) -> Insert:
    return insert(fires).values(schedule=schedule, at=at, state=state, session="", why="")


def _kept(row: Row[tuple[object, ...]]) -> Kept:
    return Kept(**dict(row._mapping))


def _fire(row: Row[tuple[object, ...]]) -> Fire:
    return Fire(**dict(row._mapping))
