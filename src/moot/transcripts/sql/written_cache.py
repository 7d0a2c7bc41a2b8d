"""Cache what this connection wrote last of the sessions that run here, so that an append need not read it again.

The cache is valid while no other process has written to the file: SQLite counts that (`PRAGMA data_version`), and it is
checked under the lock that excludes others. Any failure clears all of it, and then the file is read. Tests:
`tests/transcripts/sql/test_written_cache.py`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import TableValuedAlias, bindparam, func, select, text

from moot.transcripts.append_rules import Admission
from moot.transcripts.session_record import Reservation, SessionEntry
from moot.transcripts.sql.rows import (
    EVENT_COLUMNS,
    RECORD_COLUMNS,
    event_from,
    json_from,
    record_from,
    reservation_from,
)
from moot.transcripts.sql.schema import events, money, sessions
from moot.transcripts.sql.statement import Reach, SqlStatement
from moot.transcripts.transcript import ENDED
from moot.vocabulary.events import Event

MOST = 1024
"""Sessions in the cache; the one written longest ago is dropped first."""


class Session(Struct, kw_only=True):
    """One session, as stored in the file."""

    record: SessionEntry
    """Its record."""
    keys: set[str]
    """Keys of all its events."""
    money: dict[str, Reservation]
    """Money of its calls, by their intents."""


class WrittenSessionCache:
    """Cache of the sessions this process writes to, as stored in the file."""

    def __init__(self) -> None:
        self._version: int | None = None
        self._sessions: dict[str, Session] = {}

    def check(self, connection: sqlite3.Connection) -> None:
        """Clear the cache if another process has written since; others must be locked out."""
        (version,) = connection.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._sessions.clear()
            self._version = version

    def forget(self, changed: Collection[str] | None = None) -> None:
        """Drop these sessions, or all of them."""
        if changed is None:
            self._sessions.clear()
            return
        for session in changed:
            self._sessions.pop(session, None)

    def found(self, connection: Reach, wanted: Iterable[str]) -> dict[str, Session]:
        """Return those of these sessions that exist; read the ones not cached."""
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
        """Update the cache with a session being written; a transaction that fails clears it."""
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
    """Return the events under these keys, by session and key."""
    found: dict[str, dict[str, Event]] = {session: {} for session in wanted}
    pairs = [(session, key) for session, names in wanted.items() for key in names]
    if pairs:
        for row in _STANDING.run(connection, {"wanted": json_from(pairs, "A list")}):
            event = event_from(row)
            found[event.session][event.key] = event
    return found


def listed(name: str) -> TableValuedAlias:
    """Return a list bound as one JSON text, so that a statement does not depend on the length of the list."""
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
    """Return the calls of a session that are still open."""
    rows = _OPEN_MONEY.run(connection, {"sessions": json_from([session], "A list")})
    return {key: one for _, key, one in map(reservation_from, rows)}


def record_of(connection: Reach, session: str) -> SessionEntry | None:
    """Return the record of a session, as stored in the file."""
    row = _RECORDS.run(connection, {"sessions": json_from([session], "A list")}).fetchone()
    return record_from(row, SessionEntry) if row is not None else None
