"""Check and write the events of many waiting appends inside one transaction of `writer_thread.py`.

It reads what they need, checks each alone, and writes the admitted ones in bulk. `transcript.py` makes the appends. The
number of statements does not grow with the number of appends. Each is checked against the result of those before it, a
refused one leaves nothing behind, and the rules are those of `transcripts/append_rules.py`. The fence is safe because
everything happens in one transaction that began by locking out other writers. Tests:
`tests/transcripts/test_transcript.py` and `tests/transcripts/sql/test_writer_thread.py`.

What this connection wrote last of the sessions that run here is cached, so that an append need not read it again. The
cache is valid while no other process has written to the file: SQLite counts that (`PRAGMA data_version`), and it is
checked under the lock that excludes others. Any failure clears all of it, and then the file is read. Tests:
`tests/transcripts/sql/test_written_cache.py`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, TableValuedAlias, bindparam, delete, func, select, text, update
from sqlalchemy.dialects.sqlite import insert

from moot.errors import MootError, UnknownName
from moot.transcripts.append_rules import Admission, admitted
from moot.transcripts.crash_points import boundary
from moot.transcripts.lease import Lease
from moot.transcripts.session_counts.writing import COUNTED, count_ended
from moot.transcripts.session_record import KEY as TITLE
from moot.transcripts.session_record import DayChange, DaySpending, Reservation, SessionEntry, title_from
from moot.transcripts.sql.rows import (
    EVENT_COLUMNS,
    RECORD_COLUMNS,
    Values,
    event_from,
    event_row,
    json_from,
    record_from,
    record_row,
    reservation_from,
    reservation_row,
    text_row,
)
from moot.transcripts.sql.schema import conversations, days, events, money, requests, sessions, text_refs, texts
from moot.transcripts.sql.search import index_spoken
from moot.transcripts.sql.statement import Reach, SqlStatement
from moot.transcripts.transcript import ENDED, FOREVER, Draft
from moot.vocabulary.events import Event, SeatSpoke, VerdictReached

MOST = 1024
"""Maximum number of sessions in the cache. The session written longest ago is dropped first."""


class Session(Struct, kw_only=True):
    """Data of a session that this process caches between two appends, so that the store need not be read again."""

    record: SessionEntry
    """The session's record."""
    keys: set[str]
    """Keys of all events of the session."""
    money: dict[str, Reservation]
    """Reserved and actual cost of each call, by the key of the event that announced the call."""


class WrittenSessionCache:
    """Remembers the sessions to which this process appends, so that they need not be read again for each append."""

    def __init__(self) -> None:
        self._version: int | None = None
        self._sessions: dict[str, Session] = {}

    def check(self, connection: sqlite3.Connection) -> None:
        """Clear the cache if another process has written to the store since it was filled. Call this in a transaction
        that locks out other writers."""
        (version,) = connection.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._sessions.clear()
            self._version = version

    def forget(self, changed: Collection[str] | None = None) -> None:
        """Remove these sessions from the cache, or all of them."""
        if changed is None:
            self._sessions.clear()
            return
        for session in changed:
            self._sessions.pop(session, None)

    def found(self, connection: Reach, wanted: Iterable[str]) -> dict[str, Session]:
        """Return the records of those sessions that exist, by id. Sessions that are not in the cache are read from the
        store."""
        ids = list(dict.fromkeys(wanted))
        unknown = [session for session in ids if session not in self._sessions]
        if unknown:
            self._read(connection, unknown)
        return {session: self._sessions[session] for session in ids if session in self._sessions}

    def _read(self, connection: Reach, ids: Sequence[str]) -> None:
        wanted = {"sessions": json_from(ids, "A list")}
        for record in (record_from(row, SessionEntry) for row in _RECORDS.run(connection, wanted)):
            self._sessions[record.id] = Session(record=record, keys=set(), money={})
        for session, names in _KEYS.run(connection, wanted):
            self._sessions[session].keys.update(_names(names))
        for session, key, one in map(reservation_from, _MONEY.run(connection, wanted)):
            self._sessions[session].money[key] = one

    def wrote(self, admission: Admission) -> None:
        """Update the cache with an append that is being written. If its transaction fails, the cache is cleared."""
        record = admission.record
        known = self._sessions.pop(record.id, None)
        if known is None or record.state in ENDED:
            return
        known.record = record
        known.keys.update(event.key for event in admission.fresh)
        known.money.update(admission.money)
        self._sessions[record.id] = known
        while len(self._sessions) > MOST:
            del self._sessions[next(iter(self._sessions))]


def standing_in(connection: Reach, wanted: Mapping[str, Collection[str]]) -> dict[str, dict[str, Event]]:
    """Return the events that are stored under the keys in `wanted` (keys by session), by session and key."""
    found: dict[str, dict[str, Event]] = {session: {} for session in wanted}
    pairs = [(session, key) for session, names in wanted.items() for key in names]
    if pairs:
        for row in _STANDING.run(connection, {"wanted": json_from(pairs, "A list")}):
            event = event_from(row)
            found[event.session][event.key] = event
    return found


def listed(name: str) -> TableValuedAlias:
    """Return a table expression for a list passed as JSON text in the parameter `name`. The statement's text is then
    the same for any length of the list."""
    return func.json_each(bindparam(name)).table_valued("value", name="listed")


_names = msgspec.json.Decoder(list[str]).decode
_RECORDS = SqlStatement(
    select(*(sessions.c[name] for name in RECORD_COLUMNS)).where(sessions.c.id.in_(select(listed("sessions").c.value)))
)
_KEYS = SqlStatement(
    select(events.c.session, func.json_group_array(events.c.key))
    .where(events.c.session.in_(select(listed("sessions").c.value)))
    .group_by(events.c.session)
)
_MONEY = SqlStatement(select(money).where(money.c.session.in_(select(listed("sessions").c.value))))
_OPEN_MONEY = SqlStatement(
    select(money).where(money.c.session.in_(select(listed("sessions").c.value)), text("money.state = 'open'"))
)
_wanted = listed("wanted")
# joined rather than `(session, key) IN (VALUES ...)`, for which SQLite reads the whole table
_STANDING = SqlStatement(
    select(*(events.c[name] for name in EVENT_COLUMNS))
    .select_from(_wanted)
    .join(
        events,
        (events.c.session == func.json_extract(_wanted.c.value, "$[0]"))
        & (events.c.key == func.json_extract(_wanted.c.value, "$[1]")),
    )
)


def open_money(connection: Reach, session: str) -> dict[str, Reservation]:
    """Return the money reserved for a session's running calls, by the key of the event that announced the call."""
    rows = _OPEN_MONEY.run(connection, {"sessions": json_from([session], "A list")})
    return {key: one for _, key, one in map(reservation_from, rows)}


class Append(Struct, frozen=True, kw_only=True):
    """Events to be appended to a session, with the texts and other rows to be stored beside them."""

    lease: Lease
    """The right to append to the session, as a lease."""
    drafts: Sequence[Draft]
    """The events to append."""
    bodies: Mapping[str, str]
    """The events' contents as JSON, by key."""
    texts: Mapping[str, str]
    """Texts, such as prompts, to store with them, by SHA-256."""


class AppendResult(Struct, frozen=True):
    """Result of one append of events: the value it returned, or the error it raised."""

    value: Any = None
    """Return value of the operation."""
    error: Exception | None = None
    """The exception that the append raised; `None` if it succeeded."""


class Pile(Struct, kw_only=True):
    """Data that a group of appends has read from the store, and rows that it is going to write there."""

    records: dict[str, SessionEntry]
    """Record of each session after the appends checked so far, by session id."""
    standing: dict[str, dict[str, Event]]
    """Events that already exist under the keys of the appended events, by session and key."""
    money: dict[str, dict[str, Reservation]]
    """Money of the calls, by session and by the key of the event that announced the call."""
    purse: DaySpending
    """Amounts that all sessions together have spent today."""
    found: dict[str, SessionEntry] = {}
    """Record of each session as it was read, by session id."""
    changed: dict[str, None] = {}
    """Ids of the sessions whose record changed, in order."""
    rows: list[Values] = []
    """Rows of new events to write."""
    reservations: dict[tuple[str, str], Values] = {}
    """Rows of calls whose money changed, by session and key."""
    days: dict[str, DayChange] = {}
    """Changes of the store's spending, by day."""
    texts: dict[str, Values] = {}
    """Rows of new texts, by SHA-256."""
    refs: list[Values] = []
    """Rows that record which session uses which text."""
    verdicts: list[Values] = []
    """Rows with the texts of new verdicts, for the search index."""
    titles: list[Values] = []
    """Rows with titles for conversations without a title."""


def append_all(
    connection: Reach, appends: Sequence[Append], purse: DaySpending, known: WrittenSessionCache
) -> list[AppendResult]:
    """Check and write these appends in order, and return the result of each. The transaction must have locked out other
    writers."""
    pile = _read(connection, appends, purse, known)
    outcomes = [_weigh(pile, one, known) for one in appends]
    _write(connection, pile)
    return outcomes


def write_opening(connection: Reach, admission: Admission, append: Append, purse: DaySpending) -> None:
    """Write the first events of a session that already has its row in the table of sessions."""
    session = admission.record.id
    pile = Pile(records={}, standing={session: {}}, money={session: {}}, purse=purse)
    _pile_up(pile, admission, append)
    _write(connection, pile)


def write_money(
    connection: Reach, session: str, changed: Mapping[str, Reservation], accounts: Mapping[str, DayChange]
) -> None:
    """Write changes of a session's money that are not caused by an event, e.g. by its deletion.

    Args:
        changed: Calls whose money changes, by the key of the event that announced the call.
        accounts: Changes of the store's spending, by day.
    """
    _PUT_MONEY.run_many(connection, [reservation_row(session, key, one) for key, one in changed.items()])
    _write_days(connection, accounts)


def read_record(connection: Reach, session: str) -> SessionEntry:
    """Return the record of a session from the store; raise if there is no such session."""
    row = _RECORDS.run(connection, {"sessions": json_from([session], "A list")}).fetchone()
    if row is None:
        raise UnknownName("session", session)
    return record_from(row, SessionEntry)


def write_record(connection: Reach, record: SessionEntry) -> None:
    """Write a session's record to the store."""
    _PUT_RECORD.run(connection, _record_values(record))


def keep_conversation(connection: Connection, record: SessionEntry) -> None:
    """Create the conversation that a session belongs to, if it is missing in the store."""
    if record.thread is not None:
        values = {"id": record.thread, "title": "", "door": record.door, "contract": "", "created": record.created}
        connection.execute(insert(conversations).on_conflict_do_nothing(), values)


def fill_purse(connection: Reach, purse: DaySpending) -> DaySpending:
    """Return the day's account `purse` with the amounts that all sessions have spent and reserved on that day."""
    row = _DAY.run(connection, {"day": purse.day}).fetchone()
    if row is not None:
        purse.spent, purse.reserved, purse.presumed = row
    return purse


def _read(connection: Reach, appends: Sequence[Append], purse: DaySpending, known: WrittenSessionCache) -> Pile:
    there = known.found(connection, [one.lease.session for one in appends])
    wanted: dict[str, set[str]] = {session: set() for session in there}
    asking = False
    for one in appends:
        session = there.get(one.lease.session)
        if session is not None:
            wanted[one.lease.session].update(draft.key for draft in one.drafts if draft.key in session.keys)
        asking = asking or any(draft.body.kind in ("SeatAsked", "ToolAsked") for draft in one.drafts)
    if asking and purse.cap is not None:
        fill_purse(connection, purse)
    records = {name: session.record for name, session in there.items()}
    return Pile(
        records=dict(records),
        found=records,
        standing=standing_in(connection, wanted),
        money={name: session.money for name, session in there.items()},
        purse=purse,
    )


def _weigh(pile: Pile, one: Append, known: WrittenSessionCache) -> AppendResult:
    session = one.lease.session
    record = pile.records.get(session)
    if record is None:
        return AppendResult(error=UnknownName("session", session))
    try:
        admission = admitted(
            record, one.lease.epoch, one.drafts, pile.standing[session], pile.money[session], pile.purse
        )
    except MootError as refusal:
        return AppendResult(error=refusal)
    _pile_up(pile, admission, one)
    known.wrote(admission)
    return AppendResult(admission.stands)


def _pile_up(pile: Pile, admission: Admission, one: Append) -> None:
    session = admission.record.id
    for digest, words in one.texts.items():
        pile.texts[digest] = text_row(digest, words)
        pile.refs.append({"session": session, "digest": digest})
    if not admission.fresh:
        return
    pile.records[session] = admission.record
    pile.changed[session] = None
    standing = pile.standing[session]
    for event in admission.fresh:
        standing[event.key] = event
        pile.rows.append(event_row(event, one.bodies[event.key]))
        if isinstance(event.body, VerdictReached):
            pile.verdicts.append({"session": session, "verdict": event.body.verdict.text or ""})
        elif event.key == TITLE and isinstance(event.body, SeatSpoke) and admission.record.thread is not None:
            title = title_from(event.body.text, admission.record.question)
            pile.titles.append({"thread": admission.record.thread, "called": title})
    for key, reservation in admission.money.items():
        pile.money[session][key] = reservation
        pile.reservations[session, key] = reservation_row(session, key, reservation)
    for day, change in admission.days.items():
        pile.days.setdefault(day, DayChange()).add(change)
        if day == pile.purse.day:
            pile.purse.spent += change.spent
            pile.purse.presumed += change.presumed
            pile.purse.reserved += change.reserved


def _write(connection: Reach, pile: Pile) -> None:
    _KEEP_TEXT.run_many(connection, list(pile.texts.values()))
    _KEEP_REF.run_many(connection, pile.refs)
    if not pile.rows:
        return
    _PUT_EVENT.run_many(connection, pile.rows)
    boundary("commit:inside")
    ended = [session for session in pile.changed if pile.records[session].state in ENDED]
    if ended:
        index_spoken(connection, [pile.records[session] for session in ended])
    _write_records(connection, pile)
    _PUT_MONEY.run_many(connection, list(pile.reservations.values()))
    _write_days(connection, pile.days)
    _PUT_TITLE.run_many(connection, pile.titles)
    _PUT_VERDICT.run_many(connection, pile.verdicts)
    for session in ended:
        if pile.records[session].state in COUNTED:
            count_ended(connection, pile.records[session])
    if ended:
        # a request to stop must not wait for a later attempt; an answer may, unless nothing can follow
        _DROP_STOPS.run(connection, {"sessions": _list(ended)})
        over = [session for session in ended if pile.records[session].state in FOREVER]
        if over:
            _DROP_WISHES.run(connection, {"sessions": _list(over)})


def _write_records(connection: Reach, pile: Pile) -> None:
    """Write the changed records. For a session that keeps running, only counts are written, because indexed columns
    are slow to write.
    """
    going: list[tuple[object, ...]] = []
    turned: list[Values] = []
    for session in pile.changed:
        now, before = pile.records[session], pile.found.get(session)
        if before is not None and _turning(now) == _turning(before):
            going.append((session, *_going(now)))
        else:
            turned.append(_record_values(now))
    if len(going) == 1:
        _PUT_COUNTS.run(connection, dict(zip(("of", *_GOING), going[0], strict=True)))
    elif going:
        _PUT_ALL_COUNTS.run(connection, {"rows": _list(going)})
    _PUT_RECORD.run_many(connection, turned)


def _write_days(connection: Reach, accounts: Mapping[str, DayChange]) -> None:
    changed = {day: asdict(change) for day, change in accounts.items()}
    _PUT_DAY.run_many(connection, [{"day": day, **sums} for day, sums in changed.items() if any(sums.values())])


def _record_values(record: SessionEntry) -> Values:
    values = record_row(record)
    values["of"] = values.pop("id")
    return values


def _list(things: Sequence[object]) -> str:
    return json_from(things, "A list")


_DAY = SqlStatement(select(days.c.spent, days.c.reserved, days.c.presumed).where(days.c.day == bindparam("day")))
_KEEP_TEXT = SqlStatement(insert(texts).on_conflict_do_nothing())
_KEEP_REF = SqlStatement(insert(text_refs).on_conflict_do_nothing())
_PUT_EVENT = SqlStatement(insert(events))
_GOING = ("updated", "head", "t", "spent", "presumed", "reserved", "unknown", "tokens", "settled", "crashes")
"""Columns of a session that change with nearly every append. No index contains them."""
_going = attrgetter(*_GOING)
_turning = attrgetter(*(name for name in SessionEntry.__struct_fields__ if name not in _GOING))
_PUT_COUNTS = SqlStatement(
    update(sessions).where(sessions.c.id == bindparam("of")).values({name: bindparam(name) for name in _GOING})
)
_goes_on = listed("rows")
_PUT_ALL_COUNTS = SqlStatement(
    update(sessions)
    .where(sessions.c.id == func.json_extract(_goes_on.c.value, "$[0]"))
    .values({name: func.json_extract(_goes_on.c.value, f"$[{place}]") for place, name in enumerate(_GOING, start=1)})
)
_PUT_RECORD = SqlStatement(
    update(sessions)
    .where(sessions.c.id == bindparam("of"))
    .values({name: bindparam(name) for name in SessionEntry.__struct_fields__ if name != "id"})
)
_put_money = insert(money)
_PUT_MONEY = SqlStatement(
    _put_money.on_conflict_do_update(
        index_elements=["session", "key"],
        set_={name: _put_money.excluded[name] for name in ("reserved", "spent", "state", "unknown", "day")},
    )
)
_put_day = insert(days)
_PUT_DAY = SqlStatement(
    _put_day.on_conflict_do_update(
        index_elements=["day"],
        set_={
            "spent": days.c.spent + _put_day.excluded.spent,
            "reserved": days.c.reserved + _put_day.excluded.reserved,
            "presumed": days.c.presumed + _put_day.excluded.presumed,
        },
    )
)
_PUT_VERDICT = SqlStatement(
    text("UPDATE search SET verdict = :verdict WHERE rowid = (SELECT number FROM sessions WHERE id = :session)")
)
_PUT_TITLE = SqlStatement(
    update(conversations)
    .where(conversations.c.id == bindparam("thread"), conversations.c.title == "")
    .values(title=bindparam("called"))
)
_DROP_STOPS = SqlStatement(
    delete(requests).where(requests.c.session.in_(select(listed("sessions").c.value)), requests.c.kind == "stop")
)
_DROP_WISHES = SqlStatement(delete(requests).where(requests.c.session.in_(select(listed("sessions").c.value))))
