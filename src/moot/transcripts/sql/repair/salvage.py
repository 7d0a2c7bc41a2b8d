"""Salvage a damaged store: copy every session whose pages survive to a new file, and name the rest.

The damaged file is only read, page by page, so that damage to its header, tables or other pages matters little: an
event's own checksum shows whether it is as written. A session is saved up to its first missing event, so that it keeps
the shape of a transcript; it counts as whole when its verdict is there, or when list or index show that no more was
written. Lists, money and the search index are rebuilt from the events. Tests:
`tests/transcripts/sql/repair/test_salvage.py`.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Table, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import SQLAlchemyError

from moot.errors import BadInput, MootError
from moot.transcripts.sql.repair.file_access import connected
from moot.transcripts.sql.repair.pages import PageRecord, Pages
from moot.transcripts.sql.repair.rebuild import rebuild
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from, is_state, text_row
from moot.transcripts.sql.schema import (
    alarm_notes,
    blob_refs,
    blobs,
    conversations,
    days,
    events,
    extension_tables,
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
from moot.transcripts.sql.store import Store
from moot.vocabulary.events import VerdictReached

_CHANGING = (
    conversations,
    idempotency,
    imports,
    requests,
    shares,
    days,
    study_cells,
    grades,
    alarm_notes,
)
"""Tables, besides those of extensions, whose rows may be changed or withdrawn.

They are read through the file's structure and not from loose pages: a revoked share must not return.
"""
_AT_ONCE = 500
_HEADER = 100
_ID, _TITLE, _HEAD = 1, 3, 11
_QUOTED = re.compile(r'"([^"\\]{1,128})"')


class SalvageResult(Struct, kw_only=True):
    """Result of a salvage."""

    sessions: int = 0
    """Sessions saved, whole or in part."""
    events: int = 0
    """Events saved."""
    cut: list[str] = []
    """Sessions whose later events are lost, or may be, because nothing shows that there were none."""
    lost: list[str] = []
    """Sessions of which nothing could be saved, if their names could still be read."""
    unreadable: int = 0
    """Lost pages, and rows that were unreadable or altered."""
    tables: list[str] = []
    """Tables that could not be read completely: those besides the sessions' own records."""
    deleted: bool = False
    """Whether deleted sessions may be among those saved: the list that would show it is lost."""


class _PageScan(Struct, kw_only=True):
    """Data on the pages besides the rows that are saved at once."""

    heads: dict[str, int] = {}
    """The last known event of each session."""
    titles: dict[str, str] = {}
    """Titles of sessions."""
    all_told: bool = False
    """Whether the list is up to date; false if the log with its latest part is torn."""
    bad: set[tuple[str, int]] = set()
    """Events that were found altered."""


async def salvage(source: Path, target: Path) -> SalvageResult:
    """Save what can be read of `source` to a new store at `target`."""
    came = SalvageResult()
    with TemporaryDirectory(prefix="moot-salvage-", dir=target.parent) as folder:
        copy, log = _copy(source, target, Path(folder))
        store = Store(target)
        pages = Pages(copy, log)
        try:
            scanned = _PageScan()
            for rows in _batches(pages):
                await store.write(lambda connection, rows=rows: _save(connection, rows, scanned, came))  # type: ignore[misc]
            came.unreadable += pages.missing() + pages.unreadable
            whole_log = pages.log_is_whole()
            pages.close()
            _mend(copy, pages, target)
            listed = await _changing(store, copy, came)
            scanned.all_told, listed = whole_log, listed if whole_log else None
            await store.write(lambda connection: _cut(connection, scanned, listed, came))
            await store.write(_refer)
            came.sessions = await rebuild(store)
            await store.write(lambda connection: _settle(connection, scanned))
        except BaseException:
            await store.close()
            for ending in ("", "-wal", "-shm"):
                target.with_name(target.name + ending).unlink(missing_ok=True)
            raise
        finally:
            pages.close()
        await store.close()
    return came


def _copy(source: Path, target: Path, folder: Path) -> tuple[Path, Path]:
    """Copy the store and its log for reading: opening a store may change it, and the damaged one is evidence."""
    if target.exists():
        raise BadInput(f"{target} exists already.", "Name a file that does not exist yet.")
    if not source.exists():
        raise BadInput(f"There is no file {source}.")
    copy, log = folder / "damaged.db", folder / "log"
    copyfile(source, copy)
    beside = source.with_name(source.name + "-wal")
    if beside.exists():
        copyfile(beside, log)
        copyfile(beside, folder / "damaged.db-wal")
    return copy, log


def _batches(pages: Pages) -> Iterator[list[PageRecord]]:
    some: list[PageRecord] = []
    for row in pages.rows():
        some.append(row)
        if len(some) == _AT_ONCE:
            yield some
            some = []
    yield some


def _save(connection: Connection, rows: Sequence[PageRecord], scanned: _PageScan, came: SalvageResult) -> None:
    """Save rows with a valid checksum, and note the data of the others."""
    for row in rows:
        match row.values if not row.indexed else ():
            case (str(session), int(seq), str(), str(), int(), str(), int(), _, str(), int()):
                try:
                    event_from(row.values)
                except MootError:
                    scanned.bad.add((session, seq))
                else:
                    _put(connection, events, dict(zip(EVENT_COLUMNS, row.values, strict=True)))
                    scanned.heads[session] = max(seq, scanned.heads.get(session, 0))
            case (str(digest), str(words), int(checksum)):
                found = text_row(digest, words)
                if found["checksum"] == checksum:
                    _put(connection, texts, found)
            case (str(digest), bytes(data), (int() | float()) as kept) if sha256(data).hexdigest() == digest:
                _put(connection, blobs, {"digest": digest, "data": data, "kept": kept})
            case (str(session), float(at)):
                _put(connection, imports, {"session": session, "at": at})
            case (None, str(session), str(state), str(title), *_) as known if is_state(state) and len(known) > _HEAD:
                scanned.titles.setdefault(session, title)
                if isinstance(head := known[_HEAD], int):
                    scanned.heads[session] = max(head, scanned.heads.get(session, 0))
        if row.indexed:
            match row.values:
                case (str(session), int(seq), int(number)) if seq != number and not is_state(session):
                    scanned.heads[session] = max(seq, scanned.heads.get(session, 0))


def _put(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    connection.execute(insert(table).on_conflict_do_nothing(), row)


def _mend(copy: Path, pages: Pages, fresh: Path) -> None:
    """Restore the copy's length, and a missing header, so that the content of its tables can be read."""
    with copy.open("r+b") as file:
        if not pages.headed:
            head = bytearray(fresh.read_bytes()[:_HEADER])
            head[16:18] = (1 if pages.size == 65536 else pages.size).to_bytes(2, "big")
            head[28:32] = max(1, pages.there).to_bytes(4, "big")
            head[32:40] = bytes(8)  # no page is known to be free
            head[92:96] = head[24:28]
            file.write(head)
        file.truncate(max(1, pages.said) * pages.size)


async def _changing(store: Store, copy: Path, came: SalvageResult) -> set[str] | None:
    """Save the readable rows of tables whose rows change; return the sessions listed, if all are readable."""
    try:
        with closing(connected(copy)) as damaged:
            there = {row[0] for row in damaged.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            for table in (*_CHANGING, *extension_tables()):
                if table.name in there:
                    rows, whole = _both_ways(damaged, table)
                    if not whole:
                        came.tables.append(table.name)
                    await store.write(lambda connection, rows=rows, table=table: _keep(connection, table, rows, came))  # type: ignore[misc]
            return {str(row[0]) for row in damaged.execute("SELECT id FROM sessions NOT INDEXED")}
    except (sqlite3.Error, UnicodeDecodeError):
        came.tables = came.tables or [table.name for table in (*_CHANGING, *extension_tables())]
        return None


def _both_ways(damaged: sqlite3.Connection, table: Table) -> tuple[list[dict[str, Any]], bool]:
    """Return the rows of a table read from its beginning and its end, and whether they are all."""
    found: dict[int, dict[str, Any]] = {}
    whole = True
    known = {str(row[1]) for row in damaged.execute(f'PRAGMA table_info("{table.name}")')}
    names = [one.name for one in table.columns if one.name in known]
    chosen = ", ".join(f'"{name}"' for name in names)
    for way in ("ASC", "DESC"):
        try:
            for row in damaged.execute(f'SELECT rowid, {chosen} FROM "{table.name}" NOT INDEXED ORDER BY rowid {way}'):
                found[row[0]] = dict(zip(names, row[1:], strict=True))
            if whole:
                break
        except (sqlite3.Error, UnicodeDecodeError):
            whole = False
    return list(found.values()), whole


def _keep(connection: Connection, table: Table, rows: Sequence[dict[str, Any]], came: SalvageResult) -> None:
    for row in rows:
        try:
            with connection.begin_nested():
                _put(connection, table, row)
        except SQLAlchemyError:
            came.unreadable += 1


def _cut(connection: Connection, scanned: _PageScan, listed: set[str] | None, came: SalvageResult) -> None:
    """Delete sessions that had been deleted, and all events after a gap; report incomplete ones."""
    came.deleted = listed is None
    saved: set[str] = set()
    for name in connection.execute(select(events.c.session).distinct()).scalars().all():
        here = events.c.session == name
        if listed is not None and name not in listed:
            connection.execute(events.delete().where(here))
            continue
        columns = (events.c[one] for one in EVENT_COLUMNS)
        rows = connection.execute(select(*columns).where(here).order_by(events.c.seq)).all()
        found = [event_from(row) for row in rows]
        whole = next((n for n, event in enumerate(found) if event.seq != n + 1), len(found))
        whole = whole if found[0].kind == "SessionOpened" else 0
        came.events += whole
        came.unreadable += sum(of == name and seq > whole for of, seq in scanned.bad)
        if whole == 0:
            connection.execute(events.delete().where(here))
            continue
        saved.add(name)
        if whole < len(found):
            connection.execute(events.delete().where(here, events.c.seq > whole))
        ended = isinstance(found[whole - 1].body, VerdictReached)
        told = (
            scanned.all_told and name in scanned.titles
        )  # its row in the list was read, and so its last event is known
        if not ended and (whole < scanned.heads[name] or not told):
            came.cut.append(name)
    named = {of for of in scanned.heads if listed is None or of in listed} | (listed or set())
    came.lost = sorted(named - saved)


def _refer(connection: Connection) -> None:
    """Find the texts and attachments that a session's events refer to; skip all others."""
    for table, refs in ((texts, text_refs), (blobs, blob_refs)):
        kept = set(connection.execute(select(table.c.digest)).scalars())
        needed: set[tuple[str, str]] = set()
        for session, body in connection.execute(select(events.c.session, events.c.body)):
            needed.update((session, digest) for digest in kept.intersection(_QUOTED.findall(body)))
        for session, digest in needed:
            _put(connection, refs, {"session": session, "digest": digest})
        for digest in kept - {digest for _, digest in needed}:
            connection.execute(table.delete().where(table.c.digest == digest))
    known = select(events.c.session)
    for table in (imports, requests, shares):
        connection.execute(table.delete().where(table.c.session.not_in(known)))


def _settle(connection: Connection, scanned: _PageScan) -> None:
    """Restore the sessions' titles, and account for every day at least what its sessions spent."""
    for session, title in scanned.titles.items():
        if title:
            connection.execute(sessions.update().where(sessions.c.id == session).values(title=title))
    spent: dict[str, list[int]] = {}
    for row in connection.execute(select(money)).all():
        day = spent.setdefault(row.day, [0, 0, 0])
        day[0] += row.spent if row.state != "open" else 0
        day[1] += (row.reserved or 0) if row.state == "open" else 0
        day[2] += row.spent if row.state == "presumed" else 0
    for name, (paid, reserved, presumed) in spent.items():
        had = connection.execute(select(days).where(days.c.day == name)).first()
        if had is None or had.spent < paid:
            values = {"spent": paid, "reserved": reserved, "presumed": presumed}
            again = insert(days).on_conflict_do_update(index_elements=["day"], set_=values)
            connection.execute(again, {"day": name, **values})
