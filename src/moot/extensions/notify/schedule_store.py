"""Store schedules and every time each was due. A time is claimed once, by the process that writes it first.

`seen` is the moment up to which a schedule was checked. It moves in the transaction that writes the time, so that a
process that dies between the two leaves neither. `tests/extensions/notify/test_due_runner.py` checks it.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, Row, Select, delete, func, or_, select, update
from sqlalchemy.dialects.sqlite import Insert, insert

from moot.errors import Conflict, UnknownName
from moot.extensions.notify.outbox import Parcel, post
from moot.extensions.notify.tables import fires, schedules
from moot.transcripts.public import Store, sessions

FireState = Literal["due", "opened", "ended", "failed", "missed", "unpaid"]
"""State of a schedule's run: `due` before it has a session, `opened` while the session runs; the other states say how
it ended.
"""


class ScheduleRow(Struct, frozen=True, kw_only=True):
    """A schedule as it is stored."""

    id: str
    """Id of the schedule."""
    name: str
    """Name of the schedule."""
    body: str
    """The schedule, as JSON."""
    paused: bool
    """Whether the schedule is paused."""
    made: float
    """When the schedule was created, in seconds since 1970."""
    seen: int
    """Time up to which the schedule was checked, in seconds since 1970."""


class FireResult(Struct, frozen=True, kw_only=True):
    """Result of one run of a schedule: its state, the session it opened, and if it opened none, why."""

    state: FireState
    """State of the run."""
    session: str
    """Id of the session that the run opened; empty if it opened none."""
    why: str
    """Why the run opened no session; empty if it did."""


class Fire(FireResult, frozen=True, kw_only=True):
    """One run of a schedule, with the time at which it was due and its result."""

    schedule: str
    """Id of the schedule."""
    at: int
    """Due time, in seconds since 1970."""


class MonthCost(Struct, frozen=True, kw_only=True):
    """Actual and possible cost of a schedule's sessions in one month, in nano-dollars."""

    spent: int
    """Money spent, and reserved for running calls."""
    held: int
    """Money that unfinished sessions may still spend."""
    going: bool
    """Whether one of the unfinished sessions runs by itself, so that it may cost less than is reserved."""
    earlier: bool
    """Whether a session that was due earlier is still to be opened. It is opened first."""


class Schedules:
    """The schedules in the store, and every due time of each with the session it opened."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, name: str, body: str, now: float) -> ScheduleRow:
        """Store a schedule and return it. Times that were due before now are ignored."""
        made = ScheduleRow(id=uuid.uuid4().hex, name=name, body=body, paused=False, made=now, seen=int(now))
        new = insert(schedules).values(asdict(made)).on_conflict_do_nothing()
        if not await self._store.write(lambda connection: connection.execute(new).rowcount, changes=()):
            raise Conflict(f"There is a schedule {name!r} already.", "Remove it first, or choose another name.")
        return made

    async def all(self) -> list[ScheduleRow]:
        """Return every schedule, by name."""
        chosen = select(schedules).order_by(schedules.c.name)
        return await self._store.read(lambda connection: [_kept(row) for row in connection.execute(chosen)])

    async def named(self, given: str) -> ScheduleRow:
        """Return the schedule of this name or id."""
        known = await self.all()
        for each in known:
            if given in (each.name, each.id):
                return each
        raise UnknownName("schedule", given, [each.name for each in known])

    async def pause(self, schedule: str, paused: bool, now: float) -> None:
        """Pause or resume a schedule. Times that were due during the pause are skipped."""
        values: dict[str, object] = {"paused": paused} if paused else {"paused": False, "seen": int(now)}

        def work(connection: Connection) -> None:
            connection.execute(update(schedules).where(schedules.c.id == schedule).values(**values))

        await self._store.write(work, changes=())

    async def remove(self, schedule: str) -> None:
        """Remove a schedule. The sessions it opened stay."""

        def work(connection: Connection) -> None:
            connection.execute(delete(schedules).where(schedules.c.id == schedule))
            connection.execute(delete(fires).where(fires.c.schedule == schedule))

        await self._store.write(work, changes=())

    async def claim(self, schedule: str, at: int | None, missed: Sequence[int], seen: int) -> list[Fire]:
        """Reserve the due time `at` for this process, and record the times in `missed` and that all due times up to
        `seen` were handled. Return the runs for those times that no other process had recorded.
        """
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
        """Reserve a run of the schedule at the time `at`, or at the next free second after `at`, and return the run.

        If the schedule has an unfinished run, return that run instead. A run is unfinished if its session is not opened
        yet, or is in one of the states `going`. If two callers come at the same time, only one of them therefore runs a
        session, and the other waits for that session.
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
        """Return the unfinished runs of all schedules, oldest first. A run is unfinished if it has no session yet, or
        if its session has not ended."""
        chosen = select(fires).where(fires.c.state.in_(("due", "opened"))).order_by(fires.c.at)
        return await self._fires(chosen)

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
        """Record that a run's session was opened or how the run ended, and queue messages about it. Return false if the
        run had ended already.
        """

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
        """Return the latest runs of a schedule, newest first."""
        chosen = select(fires).where(fires.c.schedule == schedule).order_by(fires.c.at.desc()).limit(most)
        return await self._fires(chosen)

    async def at(self, fire: Fire) -> Fire | None:
        """Return the given run as it is stored now; `None` if its schedule was removed."""
        chosen = select(fires).where(fires.c.schedule == fire.schedule, fires.c.at == fire.at)
        return next(iter(await self._fires(chosen)), None)

    async def before(self, schedule: str, at: int) -> Fire | None:
        """Return the latest run of a schedule before the time `at` whose session ended with an answer; `None` if there
        is none.
        """
        chosen = (
            select(fires)
            .where(fires.c.schedule == schedule, fires.c.at < at, fires.c.state == "ended")
            .order_by(fires.c.at.desc())
            .limit(1)
        )
        return next(iter(await self._fires(chosen)), None)

    async def month(self, fire: Fire, since: int, ended: Sequence[str], going: Sequence[str]) -> MonthCost:
        """Return how much this schedule's sessions since the time `since` have cost and may still cost. The session of
        `fire` is not included.

        If a session's state is not in `ended`, its whole budget counts, so that sessions that run at the same time
        cannot exceed the budget of the month. `going` lists the states in which a session continues without a person.
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

        def work(connection: Connection) -> MonthCost:
            rows = connection.execute(chosen).all()
            on = [row for row in rows if row.state not in ended]
            return MonthCost(
                spent=sum(int(row.cost) for row in rows),
                held=sum(max(0, int(row.cap or 0) - int(row.cost)) for row in on),
                going=any(row.state in going for row in on),
                earlier=bool(connection.execute(before.select_from(fires)).scalar_one()),
            )

        return await self._store.read(work)

    async def _fires(self, chosen: Select[Any]) -> list[Fire]:
        return await self._store.read(lambda connection: [_fire(row) for row in connection.execute(chosen)])

    async def cap_of(self, session: str) -> int | None:
        """Return a session's budget, in nano-dollars."""
        chosen = select(sessions.c.cap).where(sessions.c.id == session)
        return await self._store.read(lambda connection: connection.execute(chosen).scalar_one_or_none())


def _written(schedule: str, at: int, state: FireState) -> Insert:
    return insert(fires).values(schedule=schedule, at=at, state=state, session="", why="")


def _kept(row: Row[tuple[object, ...]]) -> ScheduleRow:
    return ScheduleRow(**dict(row._mapping))


def _fire(row: Row[tuple[object, ...]]) -> Fire:
    return Fire(**dict(row._mapping))
