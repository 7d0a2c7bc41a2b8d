"""What can be saved from a damaged store? Every row that can still be read and whose checksum is right, in a new file.

The damaged file is only read. A session is saved up to its first missing event, so that what is saved keeps the shape
of a transcript; what was cut is named. Lists, money and the search index are built again from the events.
`tests/sessions/test_damage.py` holds it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Table, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import SQLAlchemyError

from moot.errors import BadInput, MootError
from moot.sessions.rebuild import rebuild
from moot.sessions.sql_bare import connected
from moot.sessions.sql_rows import EVENT_COLUMNS, event_from, text_from
from moot.sessions.sql_schema import (
    blob_refs,
    blobs,
    conversations,
    days,
    events,
    idempotency,
    imports,
    shares,
    text_refs,
    texts,
)
from moot.sessions.sql_store import Store

_SAVED: tuple[Table, ...] = (
    events,
    texts,
    text_refs,
    blobs,
    blob_refs,
    conversations,
    idempotency,
    imports,
    shares,
    days,
)
_STEP = 200
_ROWS_TO_A_PAGE = 100


class Salvaged(Struct, kw_only=True):
    """What came of it."""

    sessions: int = 0
    """Sessions that were saved, whole or in part."""
    events: int = 0
    """Events that were saved."""
    cut: list[str] = []
    """Sessions whose later events are lost."""
    lost: list[str] = []
    """Sessions of which nothing could be saved, as far as their names could still be read."""
    unreadable: int = 0
    """Rows that could not be read or were not what was written."""


async def salvage(source: Path, target: Path) -> Salvaged:
    """Saves what can be read of `source` into a new store at `target`."""
    came = Salvaged()
    with TemporaryDirectory(prefix="moot-salvage-", dir=target.parent) as folder:
        copy = _copy(source, target, Path(folder))
        store = Store(target)
        try:
            with closing(connected(copy)) as damaged:
                for kept in _there(damaged):
                    for rows in _readable(damaged, kept, came):
                        await store.write(partial(_save, kept=kept, rows=rows, came=came))
            await store.write(partial(_cut, came=came))
            came.sessions = await rebuild(store)
        finally:
            await store.close()
    return came


def _copy(source: Path, target: Path, folder: Path) -> Path:
    """A copy to read from: opening a store may change it, and the damaged one is evidence."""
    if target.exists():
        raise BadInput(f"{target} exists already.", "Name a file that does not exist yet.")
    if not source.exists():
        raise BadInput(f"There is no file {source}.")
    for ending in ("", "-wal"):
        part = source.with_name(source.name + ending)
        if part.exists():
            copyfile(part, folder / f"damaged.db{ending}")
    return folder / "damaged.db"


def _there(damaged: sqlite3.Connection) -> tuple[Table, ...]:
    """The tables the file has: one of an earlier schema has fewer. All of them, where its list cannot be read."""
    try:
        names = {row[0] for row in damaged.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()}
    except (sqlite3.Error, UnicodeDecodeError):
        return _SAVED
    return tuple(kept for kept in _SAVED if kept.name in names)


def _readable(damaged: sqlite3.Connection, kept: Table, came: Salvaged) -> Iterator[list[dict[str, Any]]]:
    """The rows of a table, skipping what cannot be read: by halves, down to the single row."""
    names = [one.name for one in kept.columns]
    chosen = ", ".join(f'"{name}"' for name in names)
    try:
        last = damaged.execute(f'SELECT max(rowid) FROM "{kept.name}"').fetchone()[0] or 0
    except sqlite3.Error:
        came.unreadable += 1
        last = _guess(damaged)
    spans = [(1, last)]
    while spans:
        low, high = spans.pop()
        if low > high:
            continue
        middle = min(high, low + _STEP - 1)
        if middle < high:
            spans.append((middle + 1, high))
        try:
            statement = f'SELECT {chosen} FROM "{kept.name}" WHERE rowid BETWEEN ? AND ?'
            rows = damaged.execute(statement, (low, middle)).fetchall()
        except (sqlite3.Error, UnicodeDecodeError):
            if low == middle:
                came.unreadable += 1
            else:
                half = (low + middle) // 2
                spans += [(half + 1, middle), (low, half)]
            continue
        if rows:
            yield [dict(zip(names, row, strict=True)) for row in rows]


def _guess(damaged: sqlite3.Connection) -> int:
    """More rows than the file can hold, where a table cannot say how many it has."""
    try:
        return int(damaged.execute("PRAGMA page_count").fetchone()[0]) * _ROWS_TO_A_PAGE
    except sqlite3.Error:
        return 0


def _save(connection: Connection, kept: Table, rows: list[dict[str, Any]], came: Salvaged) -> None:
    for row in rows:
        if kept is events and not isinstance(row["session"], str):
            came.unreadable += 1
            continue
        try:
            with connection.begin_nested():
                connection.execute(insert(kept).on_conflict_do_nothing(), row)
        except SQLAlchemyError:
            came.unreadable += 1


def _cut(connection: Connection, came: Salvaged) -> None:
    """Drops what is not what was written, and every event that comes after a gap."""
    for row in connection.execute(select(texts)).all():
        try:
            text_from(row)
        except MootError:
            came.unreadable += 1
            connection.execute(texts.delete().where(texts.c.digest == row.digest))
    for name in connection.execute(select(events.c.session).distinct()).scalars().all():
        columns = (events.c[one] for one in EVENT_COLUMNS)
        rows = connection.execute(select(*columns).where(events.c.session == name).order_by(events.c.seq)).all()
        whole = 0
        for row in rows:
            try:
                event = event_from(row)
            except MootError:
                came.unreadable += 1
                break
            if event.seq != whole + 1 or (whole == 0 and event.kind != "SessionOpened"):
                break
            whole += 1
        came.events += whole
        if whole == 0:
            came.lost.append(name)
        elif whole < len(rows):
            came.cut.append(name)
        if whole < len(rows):
            connection.execute(events.delete().where(events.c.session == name, events.c.seq > whole))
