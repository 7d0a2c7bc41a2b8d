"""List and search the sessions and conversations of a `Store`, with spending and recovery.

Pages are cut by position, never by counting, so that the hundred-thousandth session costs as much as the first. Lists
use the `sessions` table, which is derived from the events (`transcripts/sql/repair/rebuild.py` rebuilds it). Tests:
`tests/transcripts/sql/test_register.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, delete, func, select, text, update

from moot.errors import BadInput, SessionBusy, UnknownName
from moot.transcripts.append_rules import purse_of
from moot.transcripts.lease import LeaseHolder, is_dead
from moot.transcripts.session_counts.writing import uncount
from moot.transcripts.session_record import BENCH, BROWSER, IMPORTED, SPECTATOR, SessionEntry, Till, is_held
from moot.transcripts.session_record import DaySpending as DaySpending
from moot.transcripts.sql import search
from moot.transcripts.sql.append import fill_purse, open_money, read_record, write_money
from moot.transcripts.sql.rows import record_from_row, seated_in, since
from moot.transcripts.sql.schema import (
    blob_refs,
    blobs,
    events,
    grades,
    idempotency,
    imports,
    money,
    requests,
    sessions,
    shares,
    study_cells,
    text_refs,
    texts,
)
from moot.transcripts.sql.search import drop_spoken
from moot.transcripts.sql.store import Store
from moot.vocabulary.seats import EXAMPLE

PAGE = 50
"""Default number of sessions on a page of a list."""
MOST = 500
"""Maximum number of sessions on one page."""
CHORE = "chore"
"""Interface recorded for small tasks of chat programs, such as titles; lists show them only on request."""
HIDDEN = (CHORE, BENCH)
"""Interfaces whose sessions lists show only on request; their cost counts like any other."""
UNCOUNTED = (*HIDDEN, EXAMPLE)
"""Interfaces whose sessions are skipped when one is named by position, as `last` or `@2`."""
SERVER = "server"
"""Interface recorded for the server, which also runs the sessions of the web app."""
SHORTEST = 4
"""Minimum number of characters to which a session's id may be shortened."""
_NEWEST = re.compile(r"last|@([1-9][0-9]{0,8})")
"""Pattern of a position given instead of an id, counted from the newest session."""


class SessionCell(Struct, frozen=True, kw_only=True):
    """The cell of a study (question, arm and repeat) that a session answers. If the session belongs to no study, all
    fields are empty."""

    study: str | None = None
    """The study or run to which the session belongs."""
    arm: str | None = None
    """Name of the arm in the study."""
    item: str | None = None
    """Id of the question in the study."""
    repeat: int | None = None
    """Number of the repeat in the study."""


class Listing(SessionEntry, kw_only=True):
    """One session in a list.

    `state` is `interrupted` if the session should be running but no process runs it. While a session runs, `t` is
    measured until now. `spent` excludes amounts that are only presumed, and `winner` is a model.
    """

    number: int
    """Position of the session in the order of opening. The next page starts before or after it."""
    pinned: bool
    """Whether the session is pinned to the top of lists."""
    cell: SessionCell
    """Position of the session in a study, if it belongs to one."""
    held_by: str = ""
    """The process that runs the session, in words; empty if none does."""

    @property
    def at_most(self) -> int:
        """Return the additional amount that the session may have cost besides `spent`, in nano-dollars, because of
        calls without a known price and running calls.
        """
        return self.presumed + self.reserved


Page = list[Listing]
CELL = (study_cells.c.study, study_cells.c.arm, study_cells.c.item, study_cells.c.repeat)

AT_ONCE = 500
"""Maximum number of sessions looked up in one query."""


class SessionFate(Struct, frozen=True, kw_only=True):
    """A session's present state and cost, and the number of ways in which its result is incomplete."""

    state: str
    """State of the session; `interrupted` when it should run and no process runs it."""
    degraded: int
    """Number of ways in which the session's result is incomplete."""
    spent: int
    """Cost in nano-dollars, with the money reserved for running calls."""
    charged: int = 0
    """Known charges in nano-dollars, as part of `spent`."""


class Register:
    """Lists, finds, names, pins and deletes the sessions of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def list(
        self,
        limit: int = PAGE,
        *,
        before: int | None = None,
        after: int | None = None,
        states: Sequence[str] = (),
        thread: str | None = None,
        query: str = "",
        protocol: str = "",
        latest: bool = False,
        door: str = "",
        source: search.Source | None = None,
        pinned: bool | None = None,
        study: str = "",
        arm: str = "",
        studies: bool = True,
        turns: bool = False,
    ) -> Page:
        """Return a page of sessions that match all filters, newest first.

        `interrupted` can be used as a state here; `running` then excludes interrupted sessions.

        Args:
            limit: Maximum number of sessions on the page.
            before: Only those opened before this number.
            after: Only those opened after this number.
            states: Only these states.
            thread: Only this conversation.
            query: Words to search for.
            protocol: Only this protocol.
            latest: List each conversation by its latest session; it matches or is pinned if any of its sessions is.
            door: Only those started through this interface, as recorded: `cli`, `server`, `python`, …
            source: Only those asked in this way: `terminal`, `browser`, `api` or `imported`.
            pinned: If true, only pinned ones; if false, only others.
            study: Only this study.
            arm: Only this arm of the study.
            studies: Whether to include sessions of studies.
            turns: List the turns of a conversation: a session that asks everyone takes the place of the one that asked
                only some members.
        """
        if not 1 <= limit <= MOST:
            raise BadInput(f"A page of {limit} sessions cannot be had.", f"Ask for 1 to {MOST}.")
        wanted = set(states)
        stored = (wanted - {"interrupted"}) | ({"running"} if "interrupted" in wanted else set())
        statement = select(sessions, *CELL).outerjoin(study_cells, study_cells.c.session == sessions.c.id)
        statement = statement.where(*((study_cells.c.study == study,) if study else ()))
        statement = statement.where(*((study_cells.c.arm == arm,) if arm else ()))
        statement = statement.where(*(() if studies else (sessions.c.door != search.STUDY,)))
        if stored:
            statement = statement.where(sessions.c.state.in_(sorted(stored)))
        if thread is not None:
            statement = statement.where(sessions.c.thread == thread)
        statement = statement.where(sessions.c.door == door if door else sessions.c.door.not_in(HIDDEN))
        if source is not None:
            statement = statement.where(search.came_from(source))
        if pinned is not None:
            statement = statement.where(search.is_pinned(latest) if pinned else ~search.is_pinned(latest))
        by_protocol = [sessions.c.protocol == protocol] if protocol else []
        statement = statement.where(search.is_latest()) if latest else statement.where(*by_protocol)
        ascending = after is not None and before is None
        place = search.turn_number() if turns else sessions.c.number
        order = place.asc() if ascending else place.desc()
        statement = statement.where(~search.is_replaced()) if turns else statement

        def work(connection: Connection) -> Page:
            found_by = [search.matching(connection, query)] if query.strip() else []
            chosen = statement.where(*found_by) if not latest else statement
            if latest and (found_by or by_protocol):
                every = select(search.GROUP).where(*by_protocol, *found_by).correlate(None)
                chosen = statement.where(search.GROUP.in_(every))
            found: Page = []
            low, high = after, before
            while len(found) < limit:  # more than once only if the store cannot distinguish running from interrupted
                page = chosen
                if low is not None:
                    page = page.where(sessions.c.number > low)
                if high is not None:
                    page = page.where(sessions.c.number < high)
                rows = connection.execute(page.order_by(order).limit(limit)).all()
                now = self._store.clock()
                for listing in (_listing(row, now) for row in rows):
                    if not wanted or listing.state in wanted:
                        found.append(listing)
                if len(rows) < limit:
                    break
                low, high = (rows[-1].number, high) if ascending else (low, rows[-1].number)
            found = found[:limit]
            return found[::-1] if ascending else found

        return await self._store.read(work)

    async def has_studies(self) -> bool:
        """Return whether any session belongs to a study."""
        of_cells = select(sessions.c.number).join(study_cells, study_cells.c.session == sessions.c.id)
        found = select(of_cells.where(sessions.c.door == search.STUDY).exists())
        return await self._store.read(lambda connection: bool(connection.execute(found).scalar()))

    async def places(self, page: Sequence[Listing]) -> Sequence[int]:
        """Return, for each session of a page, its position counted from the newest session, whose position is 1
        (`@1`).

        If a session is skipped when counting, such as a small task of a chat program, its position is 0.
        """
        numbers = [each.number for each in page]
        at = func.row_number().over(order_by=sessions.c.number.desc()).label("at")
        every = select(sessions.c.number, at).where(sessions.c.door.not_in(UNCOUNTED))
        late = every.where(sessions.c.number >= min(numbers, default=0)).subquery()
        chosen = select(late).where(late.c.number.in_(numbers))
        found = await self._store.read(lambda connection: connection.execute(chosen).all())
        place = {row.number: row.at for row in found}
        return [place.get(number, 0) for number in numbers]

    async def get(self, session: str) -> Listing:
        """Return the session with this full id; raise if there is none."""

        def work(connection: Connection) -> Listing:
            whole = select(sessions, *CELL).outerjoin(study_cells, study_cells.c.session == sessions.c.id)
            row = connection.execute(whole.where(sessions.c.id == session)).first()
            if row is None:
                raise UnknownName("session", session)
            return _listing(row, self._store.clock())

        return await self._store.read(work)

    async def resolve(self, prefix: str) -> str:
        """Return the full id for a full or shortened id. `last` and `@1` mean the newest session, and `@2` the one
        before.

        Positions do not count written examples and the sessions that lists show only on request.
        """
        prefix = prefix.strip()
        back = _NEWEST.fullmatch(prefix)

        def work(connection: Connection) -> str:
            if connection.execute(select(sessions.c.id).where(sessions.c.id == prefix)).first() is not None:
                return prefix
            if back is not None:
                own = sessions.c.door.not_in(UNCOUNTED)
                newest = select(sessions.c.id).where(own).order_by(sessions.c.number.desc())
                at = connection.execute(newest.offset(int(back[1] or 1) - 1).limit(1)).scalar()
                if at is None:
                    there = connection.execute(newest.with_only_columns(func.count()).order_by(None)).scalar_one()
                    raise UnknownName(
                        "session", prefix, remedy=f"There are {there}." if there else "No question was asked yet."
                    )
                return str(at)
            if len(prefix) < SHORTEST:
                raise BadInput(f"{prefix!r} is too short for a session's id.", f"Give at least {SHORTEST} characters.")
            beyond = prefix[:-1] + chr(ord(prefix[-1]) + 1) if ord(prefix[-1]) < 0xD7FF else prefix + "\U0010ffff"
            near = select(sessions.c.id).where(sessions.c.id >= prefix, sessions.c.id < beyond)
            found = list(connection.execute(near.order_by(sessions.c.id).limit(6)).scalars())
            if not found:
                raise UnknownName("session", prefix, remedy="See `moot sessions list`.")
            if len(found) > 1:
                more = ", …" if len(found) > 5 else ""
                raise BadInput(f"{prefix!r} could be {', '.join(found[:5])}{more}.", "Give more characters.")
            return str(found[0])

        return await self._store.read(work)

    async def search(self, words: str, limit: int = PAGE) -> Page:
        """Return sessions whose question or statements contain all these words, newest first."""
        return await self.list(limit, query=words) if words.strip() else []

    async def name(self, session: str, title: str) -> None:
        """Set the title of a session."""

        def work(connection: Connection) -> None:
            read_record(connection, session)
            connection.execute(update(sessions).where(sessions.c.id == session).values(title=title))

        await self._store.write(work)

    async def pin(self, session: str, pinned: bool) -> None:
        """Pin a session to the top of lists, or unpin it."""

        def work(connection: Connection) -> None:
            record = read_record(connection, session)
            of_it = sessions.c.thread == record.thread if record.thread is not None else sessions.c.id == session
            connection.execute(update(sessions).where(of_it).values(pinned=pinned))

        await self._store.write(work)

    async def delete(self, session: str) -> None:
        """Delete a session with everything that only it uses. Its cost still counts towards its day's spending."""

        def work(connection: Connection) -> None:
            record = read_record(connection, session)
            if is_held(record, self._store.clock()):
                raise SessionBusy(f"Session {session} is running.", "Stop it first, then delete it.")
            erase(connection, record)

        await self._store.write_at_need(work)

    async def left_today(self) -> int | None:
        """Return the remainder of today's budget for all sessions, in nano-dollars; `None` without such a budget."""
        return (await self.spent_today()).left

    async def spent_today(self) -> DaySpending:
        """Return what all sessions have spent on this UTC day, with the day's budget."""

        return await self._store.read(lambda connection: fill_purse(connection, self._store.purse()))

    async def unfinished(self, door: str | None = None) -> Page:
        """Return the interrupted sessions, oldest first. These have not ended, but no process runs them. With `door`,
        return only those of this interface.
        """

        def work(connection: Connection) -> Page:
            statement = select(sessions).where(sessions.c.state == "running").order_by(sessions.c.number)
            if door is not None:
                statement = statement.where(
                    sessions.c.door.in_((door, BROWSER, SPECTATOR) if door == SERVER else (door,))
                )
            else:
                statement = statement.where(sessions.c.door != IMPORTED)
            now = self._store.clock()
            listings = [_listing(row, now) for row in connection.execute(statement)]
            return [listing for listing in listings if listing.state == "interrupted"]

        return await self._store.read(work)

    async def count(self, *, chores: bool = False) -> dict[str, int]:
        """Return the number of sessions in each state.

        Args:
            chores: Whether to count the small tasks of chat programs instead of the sessions that lists show.
        """

        def work(connection: Connection) -> dict[str, int]:
            which = sessions.c.door == CHORE if chores else sessions.c.door.not_in(HIDDEN)
            grouped = select(sessions.c.state, func.count().label("number")).where(which).group_by(sessions.c.state)
            return {row.state: row.number for row in connection.execute(grouped)}

        return await self._store.read(work)

    async def fates(self, given: Sequence[str]) -> dict[str, SessionFate]:
        """Return the state and cost of each of these sessions, by id. Deleted sessions are left out."""

        def work(connection: Connection) -> dict[str, SessionFate]:
            found, now = {}, self._store.clock()
            for at in range(0, len(given), AT_ONCE):
                chosen = select(
                    sessions.c.id, sessions.c.state, sessions.c.degraded, sessions.c.spent, sessions.c.reserved,
                    sessions.c.presumed, sessions.c.holder, sessions.c.expires,
                ).where(sessions.c.id.in_(given[at : at + AT_ONCE]))  # fmt: skip
                for row in connection.execute(chosen):
                    spent = row.spent + row.reserved
                    state = row.state
                    if state == "running" and not held(row.holder, row.expires, now):
                        state = "interrupted"
                    charged = row.spent - row.presumed
                    found[row.id] = SessionFate(state=state, degraded=row.degraded, spent=spent, charged=charged)
            return found

        return await self._store.read(work)


def held(holder: str | None, expires: float, now: float) -> bool:
    """Return whether a process that is still running has the lease of a session. `holder` and `expires` are columns of
    the session's row."""
    return holder is not None and expires > now and not is_dead(msgspec.json.decode(holder, type=LeaseHolder))


def erase(connection: Connection, record: SessionEntry) -> None:
    """Delete everything stored for a session, including texts and attachments that no other session uses."""
    session = record.id
    till = Till(record, open_money(connection, session), purse_of(0, None).day)
    till.presume()  # its open calls stay in the day's account at their worst price
    write_money(connection, session, till.changed, till.days)
    drop_spoken(connection, record)
    connection.execute(_DROP_WORDS, {"session": session})
    for refs, kept in ((text_refs, texts), (blob_refs, blobs)):
        mine = select(refs.c.digest).where(refs.c.session == session)
        others = refs.alias()
        elsewhere = select(others.c.digest).where(others.c.digest == kept.c.digest, others.c.session != session)
        connection.execute(delete(kept).where(kept.c.digest.in_(mine), ~elsewhere.exists()))
        connection.execute(delete(refs).where(refs.c.session == session))
    uncount(connection, session)
    for table in (events, money, requests, idempotency, shares, imports, study_cells, grades):
        connection.execute(delete(table).where(table.c.session == session))
    connection.execute(delete(sessions).where(sessions.c.id == session))


def _listing(row: Row[Any], now: float) -> Listing:
    cell = SessionCell(**{name: row._mapping.get(name) for name in SessionCell.__struct_fields__})
    one = record_from_row(row, Listing, number=row.number, pinned=bool(row.pinned), cell=cell)
    holder = one.holder if is_held(one, now) else None
    if one.state == "running" and holder is not None:
        one.t += since(one.updated, now)
    elif one.state == "running":
        one.state = "interrupted"
    if holder is not None:
        one.held_by = f"{holder.door}, process {holder.pid} on {holder.host.partition('/')[0]}"
    one.spent -= one.presumed
    one.winner = seated_in(one.members).get(one.winner, "")
    return one


_DROP_WORDS = text("DELETE FROM search WHERE rowid = (SELECT number FROM sessions WHERE id = :session)")
