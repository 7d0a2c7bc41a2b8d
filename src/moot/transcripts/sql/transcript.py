"""Implement `Transcript` (`transcripts/transcript.py`) on a `Store`: append, read, leases, blobs and grades.

The rules are those of `transcripts/append_rules.py`; `append.py` applies them inside the transaction. A transcript's
events are committed before callers and followers are notified. After an error in the middle of a commit the caller may
retry: its own events are found under their keys. `tests/transcripts/test_transcript.py` tests the contract,
`tests/sessions/killed/test_killed.py` kills processes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, bindparam, case, delete, func, select, text, update
from sqlalchemy.dialects.sqlite import insert

from moot.errors import BadInput, Conflict, StoreDamaged, UnknownName
from moot.transcripts.append_rules import balance_of, check_thread, check_wish, opening, released, taken
from moot.transcripts.lease import LASTS, Lease, LeaseHolder
from moot.transcripts.session_record import SessionEntry, Till, is_held
from moot.transcripts.sql.append import (
    Append,
    fill_purse,
    keep_conversation,
    listed,
    open_money,
    read_record,
    write_money,
    write_opening,
    write_record,
)
from moot.transcripts.sql.grades import GradeStore
from moot.transcripts.sql.rows import (
    EVENT_COLUMNS,
    RECORD_COLUMNS,
    event_from,
    json_from,
    record_from_row,
    record_row,
    text_from,
)
from moot.transcripts.sql.schema import (
    blob_refs,
    blobs,
    events,
    idempotency,
    requests,
    sessions,
    text_refs,
    texts,
)
from moot.transcripts.sql.statement import SqlStatement
from moot.transcripts.sql.store import Store
from moot.transcripts.transcript import Balance, Draft, HolderRequest, Once, OpenResult, Transcript
from moot.transcripts.wake_followers import Bell
from moot.vocabulary import event_keys
from moot.vocabulary.events import BallotSpoiled, Event, SeatFailed, SessionOpened

BLOBS_WAIT = 86_400.0
"""Number of seconds after which an attachment that no session uses is deleted."""
KEYS_KEPT = 7 * 86_400.0
"""Number of seconds for which an idempotency key is stored."""


class SessionFailure(Struct, frozen=True, kw_only=True):
    """The stages of a session, and the stages in which something failed."""

    stages: tuple[str, ...]
    """All stages of the session, in order."""
    lost: tuple[str, ...]
    """The stages in which a call failed permanently, or a ballot could not be parsed."""


class _Stages(Struct, frozen=True):
    stages: tuple[str, ...]


async def stages_lost(store: Store, given: Sequence[str]) -> dict[str, SessionFailure]:
    """Return, by session, the stages it went through and the stages in which something failed. Deleted sessions are
    left out."""

    def work(connection: Connection) -> dict[str, SessionFailure]:
        stages, lost = dict[str, tuple[str, ...]](), dict[str, set[str]]()
        for session, key, body in connection.execute(_LOST, {"given": list(given)}):
            if body:
                stages[session] = msgspec.json.decode(body, type=_Stages).stages
            else:
                lost.setdefault(session, set()).add(event_keys.stage_of(key))
        return {
            session: SessionFailure(
                stages=every, lost=tuple(stage for stage in every if stage in lost.get(session, ()))
            )
            for session, every in stages.items()
        }

    return await store.read(work) if given else {}


class SqlTranscript(Transcript):
    """Stores sessions in a SQLite file."""

    def __init__(self, store: Store, bell: Bell | None = None) -> None:
        super().__init__(bell)
        self._store = store
        self._grades = GradeStore(store)

    def make_room(self) -> bool:
        return self._store.make_room()

    async def _open(
        self,
        session: str,
        drafts: Sequence[Draft],
        holder: LeaseHolder,
        texts: Mapping[str, str],
        blobs: Sequence[str],
        once: Once | None,
    ) -> OpenResult:
        lease = Lease(session=session, holder=holder, epoch=1)
        first = _append(lease, drafts, texts)

        def work(connection: Connection) -> OpenResult:
            if once is not None and (known := _opened_with(connection, once)) is not None:
                return OpenResult(session=known, lease=lease if known == session else None)
            purse = fill_purse(connection, self._store.purse())
            admission = opening(session, drafts, holder, self._store.clock(), purse)
            if _is_there(connection, session, holder, drafts[0]):
                return OpenResult(session=session, lease=lease)
            record = admission.record
            check_thread(connection.execute(_UNFINISHED_IN, {"thread": record.thread}).scalar())
            number = _PUT_SESSION.run(connection, record_row(record)).lastrowid
            write_opening(connection, admission, first, purse)
            self._refer(connection, record, blobs, first)
            _FIND_WORDS.run(connection, {"number": number, "question": _words(drafts[0])})
            if once is not None:
                values = {"key": once.key, "digest": once.digest, "session": session, "at": self._store.clock()}
                connection.execute(insert(idempotency), values)
            return OpenResult(session=session, lease=lease, events=tuple(admission.stands))

        return await self._store.write(work, appends=True, changes=[session])

    async def opened_with(self, once: Once) -> str | None:
        """Return the session that was opened with an idempotency key; `None` if there is none."""
        return await self._store.read(lambda connection: _opened_with(connection, once))

    async def _append(self, lease: Lease, drafts: Sequence[Draft], texts: Mapping[str, str]) -> list[Event]:
        stands: list[Event] = await self._store.append(_append(lease, drafts, texts))
        return stands

    async def read(self, session: str, after: int = 0, limit: int | None = None) -> list[Event]:
        def work(connection: Connection) -> list[Event]:
            first = max(after, 0)
            row = _HEAD.run(connection, {"session": session}).fetchone()
            if row is None:
                raise UnknownName("session", session)
            head: int = row[0]
            values = {"session": session, "after": first, "most": -1 if limit is None else limit}
            found = [event_from(row) for row in _READ.run(connection, values)]
            due = max(head - first, 0) if limit is None else max(min(head - first, limit), 0)
            if [event.seq for event in found] != list(range(first + 1, first + due + 1)):
                raise StoreDamaged(f"Events of session {session} are missing.")
            return found

        return await self._store.read(work)

    async def text(self, digest: str) -> str | None:
        def work(connection: Connection) -> str | None:
            row = connection.execute(select(texts).where(texts.c.digest == digest)).first()
            return text_from(row) if row is not None else None

        return await self._store.read(work)

    async def blob(self, digest: str) -> bytes | None:
        def work(connection: Connection) -> bytes | None:
            data = connection.execute(select(blobs.c.data).where(blobs.c.digest == digest)).scalar_one_or_none()
            if data is not None and sha256(data).hexdigest() != digest:
                raise StoreDamaged(f"The attachment {digest} is not what was stored.")
            return data

        return await self._store.read(work)

    async def keep_blob(self, data: bytes) -> str:
        digest = sha256(data).hexdigest()
        values = {"digest": digest, "data": bytes(data), "kept": self._store.clock()}
        kept = insert(blobs).on_conflict_do_update(index_elements=["digest"], set_={"kept": values["kept"]})

        def work(connection: Connection) -> str:
            connection.execute(kept, values)
            return digest

        return await self._store.write(work, changes=())

    async def take(self, session: str, holder: LeaseHolder, *, force: bool = False) -> Lease:
        def work(connection: Connection) -> Lease:
            record = taken(read_record(connection, session), holder, self._store.clock(), force=force)
            self._presume(connection, record)
            write_record(connection, record)
            return Lease(session=session, holder=holder, epoch=record.epoch)

        return await self._store.write(work, changes=[session])

    async def crashes(self, session: str) -> int:
        return (await self._store.read(lambda connection: read_record(connection, session))).crashes

    async def renew(self, holder: LeaseHolder, leases: Sequence[Lease]) -> list[str]:
        held = json_from(holder, "The holder")

        def work(connection: Connection) -> list[str]:
            expires = self._store.clock() + LASTS
            values = {"expires": expires, "held": held}
            return [
                lease.session
                for lease in leases
                if not connection.execute(_RENEW, {**values, "of": lease.session, "was": lease.epoch}).rowcount
            ]

        return await self._store.write(work, changes=[lease.session for lease in leases]) if leases else []

    async def release(self, lease: Lease, state: Literal["running", "waiting"] | None = None) -> None:
        def work(connection: Connection) -> None:
            record = released(read_record(connection, lease.session), lease.epoch, state)
            if record is not None:
                write_record(connection, record)

        await self._store.write(work, changes=[lease.session])

    async def wish(self, wish: HolderRequest) -> int:
        values = {"session": wish.session, "kind": wish.kind, "key": wish.key, "text": wish.text}

        def work(connection: Connection) -> int:
            waiting = select(func.count()).where(requests.c.session == wish.session)
            check_wish(read_record(connection, wish.session), wish, connection.execute(waiting).scalar_one())
            stored = connection.execute(insert(requests), values).inserted_primary_key
            assert stored is not None
            return int(stored[0])

        return await self._store.write(work, changes=())

    async def wishes(self, sessions: Sequence[str]) -> list[HolderRequest]:
        wanted = {"sessions": json_from(list(sessions), "A list")}

        def work(connection: Connection) -> list[HolderRequest]:
            rows = _WISHES.run(connection, wanted)
            return [
                HolderRequest(id=number, session=of, kind=kind, key=key, text=text)
                for number, of, kind, key, text in rows
            ]

        return await self._store.read(work) if sessions else []

    async def grant(self, wish: HolderRequest) -> None:
        granted = delete(requests).where(requests.c.id == wish.id)
        await self._store.write(lambda connection: connection.execute(granted), changes=())

    async def balance(self, session: str) -> Balance:
        def work(connection: Connection) -> Balance:
            return balance_of(read_record(connection, session), fill_purse(connection, self._store.purse()))

        return await self._store.read(work)

    async def grades(self, digests: Sequence[str], grader: str) -> dict[str, str]:
        return await self._grades.by(grader, digests)

    async def keep_grades(self, session: str, given: Mapping[tuple[str, str], str]) -> None:
        await self._grades.keep(session, given)

    async def sweep(self) -> list[str]:
        def work(connection: Connection) -> list[str]:
            now = self._store.clock()
            left = []
            for record in [record_from_row(row, SessionEntry) for row in connection.execute(_UNFINISHED)]:
                if is_held(record, now):
                    continue
                if self._presume(connection, record):
                    write_record(connection, record)
                if record.state == "running":
                    left.append(record.id)
            connection.execute(_DROP_BLOBS, {"before": now - BLOBS_WAIT})
            connection.execute(delete(idempotency).where(idempotency.c.at < now - KEYS_KEPT))
            return left

        return await self._store.write(work)

    async def close(self) -> None:
        await self._store.close()

    def _presume(self, connection: Connection, record: SessionEntry) -> bool:
        """Count a session's open calls as spent, at the amounts reserved for them. Return whether there were any."""
        till = Till(record, open_money(connection, record.id), self._store.purse().day)
        till.presume()
        write_money(connection, record.id, till.changed, till.days)
        return bool(till.changed)

    def _refer(self, connection: Connection, record: SessionEntry, given: Sequence[str], first: Append) -> None:
        """Record which attachments the new session uses and, if it is a fork, which texts of the original session."""
        if given:
            rows = [{"session": record.id, "digest": digest} for digest in given]
            connection.execute(insert(blob_refs).on_conflict_do_nothing(), rows)
        for origin in {draft.origin.session for draft in first.drafts if draft.origin is not None}:
            connection.execute(_COPY_REFS, {"session": record.id, "origin": origin})
        keep_conversation(connection, record)


def _append(lease: Lease, drafts: Sequence[Draft], texts: Mapping[str, str]) -> Append:
    """Make an append with its events already encoded as JSON, so that the thread that writes has less to do."""
    for digest, words in texts.items():
        try:
            words.encode()
        except UnicodeEncodeError as error:
            raise BadInput(f"The text {digest} cannot be written down: {error}.") from error
    bodies: dict[str, str] = {}
    for draft in drafts:
        bodies.setdefault(draft.key, json_from(draft.body, draft.key))
    return Append(lease=lease, drafts=drafts, bodies=bodies, texts=texts)


def _is_there(connection: Connection, session: str, holder: LeaseHolder, first: Draft) -> bool:
    """Return whether this same session was opened before by this process; raise `Conflict` if another session has its
    id."""
    try:
        record = read_record(connection, session)
    except UnknownName:
        return False
    values = {"session": session, "after": 0, "most": 1}
    stands = [event_from(row).body for row in _READ.run(connection, values)]
    if record.holder == holder and record.epoch == 1 and stands == [first.body]:
        return True
    raise Conflict(f"There is a session {session} already.")


def _words(first: Draft) -> str:
    return first.body.question.text if isinstance(first.body, SessionOpened) else ""


_READ = SqlStatement(
    select(*(events.c[name] for name in EVENT_COLUMNS))
    .where(events.c.session == bindparam("session"), events.c.seq > bindparam("after"))
    .order_by(events.c.seq)
    .limit(bindparam("most"))
)
_OPENS = events.c.kind == SessionOpened.kind
_LOST = select(events.c.session, events.c.key, case((_OPENS, events.c.body))).where(
    _OPENS
    | (events.c.kind == BallotSpoiled.kind)
    | ((events.c.kind == SeatFailed.kind) & ~events.c.key.endswith("!")),  # an attempt followed by another one
    events.c.session.in_(bindparam("given", expanding=True)),
)
_HEAD = SqlStatement(select(sessions.c.head).where(sessions.c.id == bindparam("session")))
_WISHES = SqlStatement(
    select(requests.c.id, requests.c.session, requests.c.kind, requests.c.key, requests.c.text)
    .where(requests.c.session.in_(select(listed("sessions").c.value)))
    .order_by(requests.c.id)
)


def _opened_with(connection: Connection, once: Once) -> str | None:
    known = connection.execute(_KNOWN, {"key": once.key}).first()
    if known is not None and known.digest != once.digest:
        raise Conflict(f"The idempotency key {once.key!r} was used for something else.", "Use a new key.")
    return known.session if known is not None else None


_KNOWN = select(idempotency.c.digest, idempotency.c.session).where(idempotency.c.key == bindparam("key"))
_UNFINISHED = select(sessions).where(sessions.c.state.in_(["running", "waiting"])).order_by(sessions.c.number)
_UNFINISHED_IN = select(sessions.c.id).where(
    sessions.c.thread == bindparam("thread"), sessions.c.state.in_(["running", "waiting"])
)
_RENEW = (
    update(sessions)
    .where(
        sessions.c.id == bindparam("of"), sessions.c.epoch == bindparam("was"), sessions.c.holder == bindparam("held")
    )
    .values(expires=bindparam("expires"))
)
_PUT_SESSION = SqlStatement(insert(sessions).values({name: bindparam(name) for name in RECORD_COLUMNS}))
_FIND_WORDS = SqlStatement(text("INSERT INTO search (rowid, question, verdict) VALUES (:number, :question, '')"))
_COPY_REFS = (
    insert(text_refs)
    .from_select(
        ["session", "digest"],
        select(bindparam("session"), text_refs.c.digest).where(text_refs.c.session == bindparam("origin")),
    )
    .on_conflict_do_nothing()
)
_DROP_BLOBS = delete(blobs).where(
    blobs.c.kept < bindparam("before"), ~select(blob_refs.c.digest).where(blob_refs.c.digest == blobs.c.digest).exists()
)
