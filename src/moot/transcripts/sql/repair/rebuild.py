"""Rebuild derived tables from the events, which alone are the record, and salvage a damaged store.

Leases, crash counts and titles are not derived from the events and are kept. The days' accounts stay too: deleting a
session does not return money. `tests/transcripts/sql/repair/test_rebuild.py` compares a rebuilt store with the
original.

A salvage copies every row that can be read to a new file, and names what is lost; the damaged file is only read. Around
a damaged page reading goes on at the next row that can be reached; an event's own checksum shows whether it is as
written. A session is saved up to its first missing event, so that it keeps the shape of a transcript. A file whose
first page, or list of tables, is lost cannot be read at all: a backup restores it. Tests:
`tests/transcripts/sql/repair/test_salvage.py`.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from msgspec import Struct
from sqlalchemy import Connection, Table, delete, select, text
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import SQLAlchemyError

from moot.errors import BadInput, MootError, StoreDamaged, UnknownName
from moot.transcripts.append_rules import admitted, purse_of
from moot.transcripts.session_counts.writing import clear, count_due
from moot.transcripts.session_record import IMPORTED, Reservation, SessionEntry, Till, is_held, record_from
from moot.transcripts.sql.append import keep_conversation, read_record, write_record
from moot.transcripts.sql.prepare_file import connected
from moot.transcripts.sql.rows import EVENT_COLUMNS, Values, event_from, record_row, reservation_row, text_row
from moot.transcripts.sql.schema import (
    blob_refs,
    blobs,
    conversations,
    events,
    extension_tables,
    imports,
    metadata,
    money,
    requests,
    sessions,
    shares,
    text_refs,
    texts,
)
from moot.transcripts.sql.search import clear_spoken, index_again
from moot.transcripts.sql.store import Store
from moot.transcripts.transcript import ENDED, Draft
from moot.vocabulary.events import Event, SessionOpened, VerdictReached

FROM_FILES = "taken in from its own file"
"""Settings recorded for a conversation that was imported whole from another program's file; marks it as such."""
AT_ONCE = 100
"""Number of sessions that are rebuilt in one transaction."""


async def rebuild(store: Store) -> int:
    """Recompute everything in the store that is derived from events: records, money, statistics, search index. Return
    the number of sessions."""
    opened = select(events.c.session).where(events.c.seq == 1).order_by(events.c.at, events.c.session)
    names = await store.read(lambda connection: list(connection.execute(opened).scalars()))
    await store.write(_drop_orphans)
    for start in range(0, len(names), AT_ONCE):
        some = names[start : start + AT_ONCE]
        await store.write(partial(_rebuild_some, names=some, now=store.clock()))
    await store.write(clear)
    while await store.write(partial(count_due, most=AT_ONCE)):
        pass
    return len(names)


def folded(history: Sequence[Event], epoch: int) -> tuple[SessionEntry, dict[str, Reservation]]:
    """Compute a session's record, and what each of its calls reserved or spent, from its events. `epoch` is the number
    of its lease, which no event contains."""
    first = history[0].body
    if not isinstance(first, SessionOpened):
        raise StoreDamaged(f"Session {history[0].session} does not begin with SessionOpened.")
    record = record_from(history[0].session, first)
    record.created, record.epoch = history[0].at, epoch
    kept: dict[str, Reservation] = {}
    for event in history:
        draft = Draft(key=event.key, body=event.body, at=event.at, t=event.t, origin=event.origin)
        cap, record.cap, record.cap_per_call = record.cap, None, None  # what was admitted once is not checked again
        purse = purse_of(0, None)
        purse.day = event.at[:10]
        admission = admitted(record, epoch, [draft], {}, kept, purse)
        changed = admission.record.cap
        record, record.cap, record.cap_per_call = (
            admission.record,
            cap if changed is None else changed,
            first.cap_per_call,
        )
        kept.update(admission.money)
    return record, kept


def _rebuild_some(connection: Connection, names: Sequence[str], now: float) -> None:
    for name in names:
        columns = (events.c[column] for column in EVENT_COLUMNS)
        rows = connection.execute(select(*columns).where(events.c.session == name).order_by(events.c.seq))
        history = [event_from(row) for row in rows]
        try:
            before: SessionEntry | None = read_record(connection, name)
        except (UnknownName, StoreDamaged):
            before = None
        # without the old fence, any number above all earlier leases will do
        record, kept = folded(history, before.epoch if before is not None else int(now))
        if before is not None:
            record.holder, record.expires, record.crashes = before.holder, before.expires, before.crashes
            record.title, record.said_to = before.title, min(before.said_to, record.head)
            record.thread = record.thread or before.thread  # it was continued, and is the first of a conversation
            record.state = "waiting" if before.state == "waiting" and record.state == "running" else record.state
        elif record.state in ENDED:
            record.said_to = record.head
        if not is_held(record, now):
            till = Till(record, kept, "")
            till.presume()
            kept.update(till.changed)
        if connection.execute(select(imports.c.session).where(imports.c.session == name)).first() is not None:
            record.door, record.thread = IMPORTED, thread_of_import(connection, record)
            kept = {}  # payments elsewhere are in its record and in no account here
        if before is not None:
            write_record(connection, record)
        else:
            connection.execute(delete(sessions).where(sessions.c.id == name))
            connection.execute(insert(sessions), record_row(record))
        connection.execute(delete(money).where(money.c.session == name))
        if kept:
            connection.execute(insert(money), [reservation_row(name, key, one) for key, one in kept.items()])
        keep_conversation(connection, record)
        index_words(connection, record, history)


def thread_of_import(connection: Connection, record: SessionEntry) -> str | None:
    """Return the id of the conversation to which an ended, imported session belongs.

    Return `None` if it belongs to no conversation, if the conversation was started in this store, or if the session
    has not ended.
    """
    if record.thread is None or record.state not in ENDED:
        return None
    columns = (conversations.c.door, conversations.c.contract)
    begun = connection.execute(select(*columns).where(conversations.c.id == record.thread)).first()
    taken_in = begun is None or begun.door == IMPORTED or begun.contract == FROM_FILES
    return record.thread if taken_in else None


def index_words(connection: Connection, record: SessionEntry, history: Sequence[Event]) -> None:
    """Add a session's question, verdict and statements to the search index. The index must not contain them yet."""
    question = history[0].body.question.text if isinstance(history[0].body, SessionOpened) else ""
    last = history[-1].body
    verdict = (last.verdict.text or "") if isinstance(last, VerdictReached) else ""
    number = connection.execute(select(sessions.c.number).where(sessions.c.id == record.id)).scalar_one()
    values = {"number": number, "question": question, "verdict": verdict}
    connection.execute(_INDEX, values)
    index_again(connection, record)


def _drop_orphans(connection: Connection) -> None:
    connection.execute(text("DELETE FROM search"))
    clear_spoken(connection)
    without = ~select(events.c.session).where(events.c.session == sessions.c.id).exists()
    connection.execute(delete(sessions).where(without))


_INDEX = text("INSERT INTO search (rowid, question, verdict) VALUES (:number, :question, :verdict)")


_DERIVED = (money, text_refs, blob_refs)
"""Tables that are built again from the events."""
_NEAR = 256
"""Number of rows tried one by one after an unreadable row. A page of the file has fewer."""
_FARTHEST = 1 << 40
"""Maximum number of rows skipped at once in search of a readable row."""
_QUOTED = re.compile(r'"([^"\\]{1,128})"')


class SalvageResult(Struct, kw_only=True):
    """Result of salvaging a damaged store: what was saved and what is lost."""

    sessions: int = 0
    """Number of sessions saved, whole or in part."""
    events: int = 0
    """Number of events saved."""
    cut: list[str] = []
    """Sessions whose later events are lost, or may be lost because nothing shows that there were none."""
    lost: list[str] = []
    """Sessions that could not be saved at all, if their names could still be read."""
    unreadable: int = 0
    """Number of places at which rows could not be read, and of rows that were altered."""
    tables: list[str] = []
    """Tables that could not be read completely."""


async def salvage(source: Path, target: Path) -> SalvageResult:
    """Copy everything readable from a damaged store to a new one at `target`. Return what was saved and what is
    lost."""
    came = SalvageResult()
    with TemporaryDirectory(prefix="moot-salvage-", dir=target.parent) as folder:
        copy = _copy(source, target, Path(folder))
        store = Store(target)
        try:
            with closing(connected(copy)) as damaged:
                await store.write(lambda connection: _copy_tables(connection, damaged, came))
            await store.write(lambda connection: _cut(connection, came))
            await store.write(_refer)
            came.sessions = await rebuild(store)
            await store.write(lambda connection: connection.execute(_ACCOUNT))
        except BaseException:
            await store.close()
            for ending in ("", "-wal", "-shm"):
                target.with_name(target.name + ending).unlink(missing_ok=True)
            raise
        await store.close()
    return came


def _copy(source: Path, target: Path, folder: Path) -> Path:
    """Copy a damaged store and its log to a folder, and return the copy's path. Only the copy is opened, because
    opening a store may change it.

    If the file was truncated, the copy is extended to the number of pages in its header, because SQLite does not open a
    shorter file.
    """
    if target.exists():
        raise BadInput(f"{target} exists already.", "Name a file that does not exist yet.")
    if not source.exists():
        raise BadInput(f"There is no file {source}.")
    copy = folder / "damaged.db"
    for ending in ("", "-wal"):
        if (part := source.with_name(source.name + ending)).exists():
            copyfile(part, copy.with_name(copy.name + ending))
    with copy.open("r+b") as file:
        head = file.read(100)
        size, pages = int.from_bytes(head[16:18], "big"), int.from_bytes(head[28:32], "big")
        there = file.seek(0, 2)
        size = 65536 if size == 1 else size
        if there < size * pages <= 1_000 * max(there, 1_000):  # beyond, the header itself is damaged
            file.truncate(size * pages)
    return copy


def _copy_tables(connection: Connection, damaged: sqlite3.Connection, came: SalvageResult) -> None:
    try:
        there = {row[0] for row in damaged.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise StoreDamaged("Its list of tables is damaged, so nothing of it can be read.") from error
    for table in (*metadata.sorted_tables, *extension_tables()):
        if table.name not in there or table in _DERIVED:
            continue
        before = came.unreadable
        for row in _rows(damaged, table, came):
            try:
                if not _is_as_written(table, row):
                    raise StoreDamaged(f"A row of {table.name} is not what was written.")
                connection.execute(insert(table).on_conflict_do_nothing(), row)
            except (MootError, SQLAlchemyError, TypeError, ValueError, AttributeError):
                came.unreadable += 1
        if came.unreadable > before:
            came.tables.append(table.name)


def _rows(damaged: sqlite3.Connection, table: Table, came: SalvageResult) -> Iterator[Values]:
    """Yield the readable rows of a table, one by one, and count the unreadable places."""
    known = {str(row[1]) for row in damaged.execute(f'PRAGMA table_info("{table.name}")')}
    names = [one.name for one in table.columns if one.name in known]
    chosen = ", ".join(f'"{name}"' for name in names)
    # one by one: the driver reads a row ahead, and would lose the one before a damaged page
    query = f'SELECT rowid, {chosen} FROM "{table.name}" NOT INDEXED WHERE rowid >= ? ORDER BY rowid LIMIT 1'
    start: int | None = 1
    while start is not None:
        try:
            row = damaged.execute(query, (start,)).fetchone()
        except (sqlite3.Error, UnicodeDecodeError):
            came.unreadable += 1
            start = _next_readable(damaged, query, start)
            continue
        if row is None:
            return
        yield dict(zip(names, row[1:], strict=True))
        start = row[0] + 1


def _next_readable(damaged: sqlite3.Connection, query: str, start: int) -> int | None:
    """Return the number of the first row after `start` that can be read again; `None` if there is none."""

    def reads(rowid: int) -> bool:
        try:
            damaged.execute(query, (rowid,)).fetchone()
        except (sqlite3.Error, UnicodeDecodeError):
            return False
        return True

    low, step = start, 1
    while not reads(start + step):
        low = start + step
        step += 1 if step < _NEAR else step
        if step > _FARTHEST:
            return None
    high = start + step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reads(middle) else (middle, high)
    return high


def _is_as_written(table: Table, row: Values) -> bool:
    """Return whether a row matches its checksum; true if its table has none.

    Raises:
        MootError: The row is an event and does not match.
    """
    if table is events:
        event_from([row[name] for name in EVENT_COLUMNS])
    if table is texts:
        return text_row(row["digest"], row["text"]) == row
    return table is not blobs or sha256(row["data"]).hexdigest() == row["digest"]


def _cut(connection: Connection, came: SalvageResult) -> None:
    """Delete all events after a gap in a session, and add the sessions that became incomplete or were lost to the
    result."""
    heads: dict[str, int] = {row.id: row.head for row in connection.execute(select(sessions.c.id, sessions.c.head))}
    saved: set[str] = set()
    seen = set(connection.execute(select(events.c.session).distinct()).scalars())
    for name in sorted(seen):
        here = events.c.session == name
        rows = connection.execute(select(events.c.seq, events.c.kind).where(here).order_by(events.c.seq)).all()
        whole = next((n for n, row in enumerate(rows) if row.seq != n + 1), len(rows))
        whole = whole if rows[0].kind == "SessionOpened" else 0
        connection.execute(events.delete().where(here, events.c.seq > whole))
        if whole == 0:
            continue
        came.events += whole
        saved.add(name)
        if rows[whole - 1].kind != VerdictReached.kind and heads.get(name) != whole:
            came.cut.append(name)
    came.lost = sorted((heads.keys() | seen) - saved)


def _refer(connection: Connection) -> None:
    """Write which texts and attachments each session's events refer to, and delete those to which none refers."""
    for table, refs in ((texts, text_refs), (blobs, blob_refs)):
        kept = set(connection.execute(select(table.c.digest)).scalars())
        needed: set[tuple[str, str]] = set()
        for session, body in connection.execute(select(events.c.session, events.c.body)):
            needed.update((session, digest) for digest in kept.intersection(_QUOTED.findall(body)))
        for session, digest in needed:
            connection.execute(insert(refs), {"session": session, "digest": digest})
        for digest in kept - {digest for _, digest in needed}:
            connection.execute(table.delete().where(table.c.digest == digest))
    known = select(events.c.session)
    for table in (imports, requests, shares):
        connection.execute(table.delete().where(table.c.session.not_in(known)))


_ACCOUNT = text("""
INSERT INTO days (day, spent, reserved, presumed)
SELECT day, SUM(IIF(state = 'open', 0, spent)), SUM(IIF(state = 'open', COALESCE(reserved, 0), 0)),
       SUM(IIF(state = 'presumed', spent, 0)) FROM money WHERE true GROUP BY day
ON CONFLICT (day) DO UPDATE SET spent = excluded.spent, reserved = excluded.reserved, presumed = excluded.presumed
WHERE days.spent < excluded.spent
""")
"""Statement that sets each day's spending to at least what its sessions spent."""
