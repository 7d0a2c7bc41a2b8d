"""Which conversations are there? Several questions after one another, each of them a session.

A conversation owns its sessions' order and a title, nothing else: what was said before is written into each session
when it opens (`floor/earlier_turns.py`). `tests/sessions/conversation/test_threads.py` holds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from msgspec import Struct
from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update

from moot.errors import BadInput, Conflict, SessionBusy, UnknownName
from moot.floor.earlier_turns import EarlierTurns
from moot.request import Ask
from moot.sessions.conversation.earlier import earlier_in
from moot.transcripts.session_record import IMPORTED, is_held
from moot.transcripts.sql.register import MOST, PAGE, SHORTEST, Listing, Page, Register, erase
from moot.transcripts.sql.rows import record_from_row
from moot.transcripts.sql.schema import conversations, sessions
from moot.transcripts.sql.search import Source
from moot.transcripts.sql.store import Store
from moot.transcripts.transcript import Transcript

NEW = "new"
"""In place of a conversation's id: the question begins one."""


class Thread(Struct, frozen=True, kw_only=True):
    """A conversation."""

    number: int
    """Its place in the order of beginning; a page goes on before it."""
    id: str
    """The conversation."""
    title: str
    """What people call it; empty until somebody or the council names it."""
    door: str
    """The door it was begun through."""
    contract: str
    """What the door agreed with its user for the whole conversation, as the door wrote it; empty if nothing."""
    created: str
    """Wall clock of its beginning."""
    sessions: int
    """How many sessions it has."""
    updated: str
    """Wall clock of its last event; its beginning while it has no session."""


class Talk(Struct, frozen=True, kw_only=True):
    """A conversation in a list, or a session that belongs to none and is one by itself."""

    thread: str | None
    """The conversation; `None` for a single session."""
    title: str
    """What it is called, or how its first question begins."""
    turns: int
    """How many questions were put in it."""
    created: str
    """Wall clock of its first event."""
    updated: str
    """Wall clock of its last event."""
    spent: int
    """What it has cost so far, in nano-dollars."""
    presumed: int
    """What further calls may have cost at the most: a bound, not a price."""
    unknown: int
    """Calls whose price nobody reported."""
    pinned: bool
    """Whether it is kept at the top of lists."""
    latest: Listing
    """Its latest session, which says how it stands."""

    @property
    def at_most(self) -> int:
        """The same with calls in flight, which only its latest session can have."""
        return self.presumed + self.latest.reserved


Talks = list[Talk]
Ids = list[str]


class QuestionPlace(Struct, frozen=True, kw_only=True):
    """Where a question belongs."""

    thread: str | None = None
    """Its conversation, which is begun with the session where it is not there yet."""
    earlier: EarlierTurns = EarlierTurns()
    """What was said before."""
    fresh: bool = False
    """Whether the conversation begins with it, so that the chair is asked for a title."""
    first: str = ""
    """A session that belonged to no conversation, and is the first of this one as soon as it goes on."""


class Threads:
    """The conversations of a store."""

    def __init__(self, store: Store) -> None:
        self._store, self._register = store, Register(store)

    async def create(self, title: str = "", door: str = "python", contract: str = "", id: str = "") -> Thread:
        """Begins a conversation; the one of a given id, where there is one already."""
        created = datetime.fromtimestamp(self._store.clock(), UTC).isoformat(timespec="milliseconds")
        values = {
            "id": id or str(uuid4()),
            "title": title,
            "door": door,
            "contract": contract,
            "created": created.replace("+00:00", "Z"),
        }

        def work(connection: Connection) -> Thread:
            there = connection.execute(_threads().where(conversations.c.id == values["id"])).first()
            if there is not None:
                return _thread(there)
            key = connection.execute(insert(conversations), values).inserted_primary_key
            assert key is not None
            return Thread(number=key[0], sessions=0, updated=values["created"], **values)

        return await self._store.write(work)

    async def list(self, limit: int = PAGE, *, before: int | None = None, door: str | None = None) -> list[Thread]:
        """A page of conversations, newest first."""
        if not 1 <= limit <= MOST:
            raise BadInput(f"A page of {limit} conversations cannot be had.", f"Ask for 1 to {MOST}.")
        statement = _threads().order_by(conversations.c.number.desc()).limit(limit)
        if before is not None:
            statement = statement.where(conversations.c.number < before)
        if door is not None:
            statement = statement.where(conversations.c.door == door)
        return await self._store.read(lambda connection: [_thread(row) for row in connection.execute(statement)])

    async def get(self, thread: str) -> Thread:
        """One conversation."""

        def work(connection: Connection) -> Thread:
            row = connection.execute(_threads().where(conversations.c.id == thread)).first()
            if row is None:
                raise UnknownName("conversation", thread)
            return _thread(row)

        return await self._store.read(work)

    async def talks(
        self,
        limit: int = PAGE,
        *,
        before: int | None = None,
        states: Sequence[str] = (),
        query: str = "",
        protocol: str = "",
        source: Source | None = None,
        pinned: bool | None = None,
        studies: bool = True,
    ) -> Talks:
        """A page of conversations by their latest question, newest first; a session that belongs to none is one of one
        turn. The states are those of the latest session; words and protocol may be those of any. Without `studies`,
        none that a study asked."""
        page = await self._register.list(
            limit,
            before=before,
            states=states,
            query=query,
            protocol=protocol,
            source=source,
            pinned=pinned,
            studies=studies,
            latest=True,
        )
        threads = [listing.thread for listing in page if listing.thread is not None]
        beginning = select(
            sessions.c.thread,
            func.min(sessions.c.number).label("first"),
            func.count().label("turns"),
            func.min(sessions.c.created).label("created"),
            func.max(sessions.c.updated).label("updated"),
            func.sum(sessions.c.spent - sessions.c.presumed).label("spent"),
            func.sum(sessions.c.presumed).label("presumed"),
            func.sum(sessions.c.unknown).label("unknown"),
            func.max(sessions.c.pinned).label("pinned"),
        )
        grouped = beginning.where(sessions.c.thread.in_(threads)).group_by(sessions.c.thread).subquery()
        called = (
            select(grouped, sessions.c.title, sessions.c.question, conversations.c.title.label("called"))
            .join(sessions, sessions.c.number == grouped.c.first)
            .outerjoin(conversations, conversations.c.id == grouped.c.thread)
        )

        def work(connection: Connection) -> dict[str, Row[Any]]:
            return {row.thread: row for row in connection.execute(called)} if threads else {}

        known = await self._store.read(work)
        return [_talk(listing, known.get(listing.thread or "")) for listing in page]

    async def near(self, prefix: str) -> Ids:
        """The conversations whose id begins like this, a few at most; the one that is just this, if there is one."""

        def work(connection: Connection) -> Ids:
            if connection.execute(select(conversations.c.id).where(conversations.c.id == prefix)).first() is not None:
                return [prefix]
            begins = conversations.c.id.startswith(prefix, autoescape=True)
            ids = select(conversations.c.id).where(begins).order_by(conversations.c.id).limit(6)
            return [str(each) for each in connection.execute(ids).scalars()] if len(prefix) >= SHORTEST else []

        return await self._store.read(work)

    async def sessions(self, thread: str, limit: int = MOST) -> Page:
        """Its sessions, oldest first."""
        await self.get(thread)
        return (await self._register.list(limit, after=0, thread=thread))[::-1]

    async def earlier(self, thread: str, transcript: Transcript) -> EarlierTurns:
        """What the next question in it has before it."""
        return await earlier_in(self._store, transcript, thread=thread)

    async def belonging(self, ask: Ask, transcript: Transcript) -> QuestionPlace:
        """Which conversation a question goes on in, and what it has before it."""
        thread, follows = ask.conversation, ask.follows
        given = EarlierTurns(turns=ask.history) if ask.history is not None else None
        if thread is not None and follows is not None:
            raise BadInput("Both a conversation and a session to go on with were named.", "Name one of them.")
        if follows is not None:
            session = await self._register.get(await self._register.resolve(follows))
            if session.door == IMPORTED and session.thread is None:
                # What came from elsewhere stays as it came: its turns go along into a conversation begun here.
                earlier = given or await earlier_in(self._store, transcript, session=session.id)
                return QuestionPlace(thread=str(uuid4()), earlier=earlier, fresh=True)
            if session.thread is None:
                if session.state in ("running", "waiting", "interrupted"):
                    raise Conflict(f"Session {session.id} has not ended.", "Wait for it, stop it, or resume it first.")
                earlier = given or await earlier_in(self._store, transcript, session=session.id)
                return QuestionPlace(thread=str(uuid4()), earlier=earlier, first=session.id)
            thread = session.thread
        if thread == NEW:
            return QuestionPlace(thread=str(uuid4()), earlier=given or EarlierTurns(), fresh=True)
        if thread is None:
            return QuestionPlace(earlier=given or EarlierTurns())
        await self.get(thread)
        return QuestionPlace(thread=thread, earlier=given or await self.earlier(thread, transcript))

    async def begin_with(self, session: str, thread: str) -> None:
        """Makes a session that belonged to no conversation the first of one that went on from it."""
        joined = update(sessions).where(sessions.c.id == session, sessions.c.thread.is_(None)).values(thread=thread)
        there = select(conversations.c.id).where(conversations.c.id == thread)

        def work(connection: Connection) -> None:
            if connection.execute(there).first() is not None:
                connection.execute(joined)

        await self._store.write(work)

    async def rename(self, thread: str, title: str) -> None:
        """Gives it another title."""
        renamed = update(conversations).where(conversations.c.id == thread).values(title=title)

        def work(connection: Connection) -> None:
            if not connection.execute(renamed).rowcount:
                raise UnknownName("conversation", thread)

        await self._store.write(work)

    async def pin(self, thread: str, pinned: bool) -> None:
        """Keeps it at the top of lists, or no longer."""
        await self.get(thread)
        of_it = update(sessions).where(sessions.c.thread == thread).values(pinned=pinned)

        def work(connection: Connection) -> None:
            connection.execute(of_it)

        await self._store.write(work)

    async def delete(self, thread: str) -> None:
        """Removes it with all its sessions; refused while one of them runs."""
        await self.get(thread)

        def work(connection: Connection) -> None:
            rows = connection.execute(select(sessions).where(sessions.c.thread == thread)).all()
            records = [record_from_row(row) for row in rows]
            now = self._store.clock()
            for record in records:
                if is_held(record, now):
                    raise SessionBusy(f"Session {record.id} of this conversation is running.", "Stop it first.")
            for record in records:
                erase(connection, record)
            connection.execute(delete(conversations).where(conversations.c.id == thread))

        await self._store.write(work)


def _threads() -> Select[Any]:
    of_it = sessions.c.thread == conversations.c.id
    return select(
        conversations,
        select(func.count()).where(of_it).scalar_subquery().label("sessions"),
        select(func.max(sessions.c.updated)).where(of_it).scalar_subquery().label("latest"),
    )


def _talk(latest: Listing, row: Row[Any] | None) -> Talk:
    if row is None:
        return Talk(
            thread=latest.thread,
            created=latest.created,
            updated=latest.updated,
            spent=latest.spent,
            presumed=latest.presumed,
            unknown=latest.unknown,
            pinned=latest.pinned,
            title=latest.title or latest.question,
            turns=1,
            latest=latest,
        )
    return Talk(
        thread=row.thread,
        turns=row.turns,
        created=row.created,
        updated=row.updated,
        spent=row.spent,
        presumed=row.presumed,
        unknown=row.unknown,
        title=row.called or row.title or row.question,
        pinned=bool(row.pinned),
        latest=latest,
    )


def _thread(row: Row[Any]) -> Thread:
    values = dict(row._mapping)
    latest = values.pop("latest")
    return Thread(updated=latest or values["created"], **values)
