"""Conversations: create, list, rename, pin and delete threads of sessions.

A conversation stores only the order of its sessions and a title: each session stores its earlier turns when it opens
(`floor/earlier_turns.py`). Tests: `tests/sessions/conversation/test_threads.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from msgspec import Struct, field
from sqlalchemy import Connection, Row, Select, case, delete, func, insert, select, update

from moot.errors import BadInput, Conflict, SessionBusy, UnknownName
from moot.floor.earlier_turns import EarlierTurns
from moot.request import Ask
from moot.sessions.conversation.earlier import earlier_in
from moot.transcripts.session_record import IMPORTED, SessionEntry, is_held
from moot.transcripts.sql.register import MOST, PAGE, SHORTEST, Listing, Page, Register, erase
from moot.transcripts.sql.rows import record_from_row
from moot.transcripts.sql.schema import conversations, sessions
from moot.transcripts.sql.search import Source, is_replaced
from moot.transcripts.sql.store import Store
from moot.transcripts.transcript import Transcript

NEW = "new"
"""Value given instead of a conversation's id to start a new conversation."""


class Thread(Struct, frozen=True, kw_only=True):
    """A conversation: sessions that follow one another, each of which includes the earlier answers."""

    number: int
    """Number of the conversation in order of creation. Pass it as `before` to `Threads.list` to get earlier
    conversations.
    """
    id: str = field(name="conversation")
    """Id of the conversation; `conversation` in JSON."""
    title: str
    """Title of the conversation; empty until it gets one."""
    door: str
    """Interface in which the conversation was started."""
    contract: str
    """Settings that the interface stored for the whole conversation; empty if none."""
    created: str
    """UTC time of the conversation's creation."""
    sessions: int
    """Number of sessions in the conversation."""
    updated: str
    """UTC time of the conversation's last event, or of its creation if it has no session."""


class Talk(Struct, frozen=True, kw_only=True):
    """An entry of a list: a conversation, or a session that belongs to no conversation."""

    thread: str | None
    """The conversation's id; `None` for a single session."""
    title: str
    """Title of the conversation, or the beginning of its first question."""
    turns: int
    """Number of questions."""
    created: str
    """UTC time of the conversation's first event."""
    updated: str
    """UTC time of the conversation's last event."""
    spent: int
    """Known cost of the conversation so far, in nano-dollars."""
    presumed: int
    """Maximum additional cost of calls whose price was not reported, in nano-dollars."""
    unknown: int
    """Number of calls whose price was not reported."""
    pinned: bool
    """Whether the conversation is kept at the top of lists."""
    latest: Listing
    """Latest session of the conversation, with its state."""

    @property
    def at_most(self) -> int:
        """Return how much more than `spent` may be charged, in nano-dollars, including calls that are running."""
        return self.presumed + self.latest.reserved


Talks = list[Talk]
Ids = list[str]


class QuestionPlace(Struct, frozen=True, kw_only=True):
    """The conversation to which a new question belongs, and its earlier turns."""

    thread: str | None = None
    """The conversation's id; it is created with the session if it does not exist. `None` if there is none."""
    earlier: EarlierTurns = EarlierTurns()
    """The earlier turns of the conversation."""
    fresh: bool = False
    """Whether the question is the first of its conversation, so that the chair is asked for a title."""
    first: str = ""
    """Id of a session outside any conversation that becomes the first session of this conversation; empty if none."""


class Threads:
    """Creates, lists, changes and deletes the conversations of a store."""

    def __init__(self, store: Store) -> None:
        self._store, self._register = store, Register(store)

    async def create(self, title: str = "", door: str = "python", contract: str = "", id: str = "") -> Thread:
        """Create a conversation, or return the existing one with this id.

        Args:
            door: The interface it is started in.
            contract: Settings that the interface stores for the whole conversation.
        """
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
        """Return a page of conversations, newest first.

        Args:
            limit: Maximum number of conversations on the page.
            before: Only those with a number below this one.
            door: Only those started in this interface.
        """
        if not 1 <= limit <= MOST:
            raise BadInput(f"A page of {limit} conversations cannot be had.", f"Ask for 1 to {MOST}.")
        statement = _threads().order_by(conversations.c.number.desc()).limit(limit)
        if before is not None:
            statement = statement.where(conversations.c.number < before)
        if door is not None:
            statement = statement.where(conversations.c.door == door)
        return await self._store.read(lambda connection: [_thread(row) for row in connection.execute(statement)])

    async def get(self, thread: str) -> Thread:
        """Return the conversation with this id; raise if there is none."""

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
        """Return a page of conversations, and of sessions that belong to none, ordered by their latest question, newest
        first.

        Args:
            states: States of the latest session.
            query: Words in any of its sessions.
            protocol: Protocol of any of its sessions.
            studies: Whether to include sessions of studies.
        """
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
            func.sum(case((is_replaced(), 0), else_=1)).label("turns"),
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
        """Return the ids of conversations that begin with `prefix`, at most six. If `prefix` is itself an id, return
        only that id. If it is too short, return nothing."""

        def work(connection: Connection) -> Ids:
            if connection.execute(select(conversations.c.id).where(conversations.c.id == prefix)).first() is not None:
                return [prefix]
            begins = conversations.c.id.startswith(prefix, autoescape=True)
            ids = select(conversations.c.id).where(begins).order_by(conversations.c.id).limit(6)
            return [str(each) for each in connection.execute(ids).scalars()] if len(prefix) >= SHORTEST else []

        return await self._store.read(work)

    async def sessions(self, thread: str, limit: int = MOST) -> Page:
        """Return the sessions of a conversation in the order of its questions, one session per question. If everyone
        was asked later, this is the session that did so.
        """
        await self.get(thread)
        return (await self._register.list(limit, after=0, thread=thread, turns=True))[::-1]

    async def earlier(self, thread: str, transcript: Transcript) -> EarlierTurns:
        """Return the earlier turns that the next question of a conversation may use."""
        return await earlier_in(self._store, transcript, thread=thread)

    async def belonging(self, ask: Ask, transcript: Transcript) -> QuestionPlace:
        """Return the conversation to which a request belongs, with its earlier turns."""
        thread, follows = ask.conversation, ask.follows
        given = EarlierTurns(turns=ask.history) if ask.history is not None else None
        if thread is not None and follows is not None:
            raise BadInput("Both a conversation and a session to go on with were named.", "Name one of them.")
        if follows is not None:
            session = await self._register.get(await self._register.resolve(follows))
            if session.door == IMPORTED and session.thread is None:
                # Imported sessions stay unchanged: their turns are carried into a conversation started here.
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
        """Make a session that belonged to no conversation the first session of this one."""
        joined = update(sessions).where(sessions.c.id == session, sessions.c.thread.is_(None)).values(thread=thread)
        there = select(conversations.c.id).where(conversations.c.id == thread)

        def work(connection: Connection) -> None:
            if connection.execute(there).first() is not None:
                connection.execute(joined)

        await self._store.write(work)

    async def replacement(self, session: str, thread: str) -> str | None:
        """Return the session of this conversation that asks everyone in place of `session`; `None` if there is none."""
        asks = select(sessions.c.id).where(sessions.c.fork_of == session, sessions.c.thread == thread)
        return await self._store.read(lambda connection: connection.execute(asks).scalar())

    async def rename(self, thread: str, title: str) -> None:
        """Change the title of a conversation."""
        renamed = update(conversations).where(conversations.c.id == thread).values(title=title)

        def work(connection: Connection) -> None:
            if not connection.execute(renamed).rowcount:
                raise UnknownName("conversation", thread)

        await self._store.write(work)

    async def pin(self, thread: str, pinned: bool) -> None:
        """Pin a conversation to the top of lists, or unpin it."""
        await self.get(thread)
        of_it = update(sessions).where(sessions.c.thread == thread).values(pinned=pinned)

        def work(connection: Connection) -> None:
            connection.execute(of_it)

        await self._store.write(work)

    async def delete(self, thread: str) -> None:
        """Delete a conversation with all its sessions.

        Raises:
            SessionBusy: One of its sessions is running.
        """
        await self.get(thread)

        def work(connection: Connection) -> None:
            rows = connection.execute(select(sessions).where(sessions.c.thread == thread)).all()
            records = [record_from_row(row, SessionEntry) for row in rows]
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
        select(func.count()).where(of_it, ~is_replaced()).scalar_subquery().label("sessions"),
        select(func.max(sessions.c.updated)).where(of_it).scalar_subquery().label("latest"),
    )


def _talk(latest: Listing, row: Row[Any] | None) -> Talk:
    of_it = latest if row is None else row
    return Talk(
        thread=of_it.thread,
        title=latest.title or latest.question if row is None else row.called or row.title or row.question,
        turns=1 if row is None else row.turns,
        created=of_it.created,
        updated=of_it.updated,
        spent=of_it.spent,
        presumed=of_it.presumed,
        unknown=of_it.unknown,
        pinned=bool(of_it.pinned),
        latest=latest,
    )


def _thread(row: Row[Any]) -> Thread:
    values = dict(row._mapping)
    latest = values.pop("latest")
    return Thread(updated=latest or values["created"], **values)
