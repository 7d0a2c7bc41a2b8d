"""How is the file of sessions opened, written and read? By one writer and a few readers over one prepared file.

`durable="full"` (the default) has every commit on the disk before anybody is told of it; `"normal"` may lose the last
commits in a power loss, never in a crash of Moot alone, and never the order. A transaction that will write begins with
`BEGIN IMMEDIATE`: a plain `BEGIN` fails with "locked" at its first write whatever the timeout, so the readers, who
alone use it, cannot write at all. `tests/transcripts/sql/test_store.py` holds it.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Collection
from pathlib import Path
from random import random
from typing import Any, Literal, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import NullPool

from moot.errors import StorageFailed, StoreDamaged, StoreNewer, StoreUnusable
from moot.transcripts.append_rules import Purse, purse_of, wall_clock
from moot.transcripts.sql.append import Append
from moot.transcripts.sql.errors import is_busy
from moot.transcripts.sql.file import prepared
from moot.transcripts.sql.readers import Readers
from moot.transcripts.sql.repair.file_access import connected
from moot.transcripts.sql.statement import driven
from moot.transcripts.sql.unwritable import Aside, trouble_writing, use_reserve
from moot.transcripts.sql.writer import SqlWriter

Durable = Literal["full", "normal"]

BUSY = 5.0
"""Seconds one try waits for a lock."""
GLANCE = 0.001
"""Seconds between two looks at a lock that another process holds, at first."""
LONGEST_GLANCE = 0.002
"""Seconds between two looks, later."""
LARGEST_WAL = 64 * 1024 * 1024
"""Bytes to which the write-ahead log is cut back once it has been copied into the store."""

T = TypeVar("T")


class Store:
    """An open file of sessions. Several processes may have one open at once."""

    def __init__(
        self,
        path: Path | str,
        *,
        durable: Durable = "full",
        day_cap: int | None = None,
        clock: Callable[[], float] = wall_clock,
    ) -> None:
        self.path = Path(path)
        self.clock, self.day_cap = clock, day_cap
        self._aside: Aside | None = None
        try:
            prepared(self.path)
        except (StoreDamaged, StoreNewer):
            raise
        except StoreUnusable as error:
            self._aside = _read_otherwise(self.path, error)
        reading = (self.path, "mode=rw") if self._aside is None else (self._aside.path, self._aside.how)
        self._writing = _engine(self.path, "mode=rw", _begin_writing, _writing_pragmas(durable))
        self._reading = _engine(*reading, _begin_reading, _READING_PRAGMAS)
        self._writer = SqlWriter(self._writing.connect, lock, self.purse, lambda: trouble_writing(self.path))
        self._readers = Readers(self._reading.connect)

    def purse(self) -> Purse:
        """Today's account, empty; whoever needs it fills it within their transaction."""
        return purse_of(self.clock(), self.day_cap)

    async def append(self, append: Append) -> Any:
        """Weighs and commits an append, with whatever else is waiting."""
        return await self._writer.write(append)

    async def write(
        self, work: Callable[[Connection], T], *, appends: bool = False, changes: Collection[str] | None = None
    ) -> T:
        """Does something in the writer's transaction, with whatever else is waiting; it refuses before it writes.

        Whoever says which sessions' records, events or money it `changes` spares the others being read again.
        """
        result: T = await self._writer.write(work, appends=appends, changes=changes)
        return result

    @property
    def trouble(self) -> str:
        """Why nothing can be written just now, in words; empty when all is well."""
        return trouble_writing(self.path) or self._writer.trouble

    async def write_at_need(self, work: Callable[[Connection], T]) -> T:
        """The same for what must be possible on a full disk, too: there the reserve pays for it."""
        try:
            return await self.write(work)
        except StorageFailed:
            if not self.make_room():
                raise
            return await self.write(work)

    def make_room(self) -> bool:
        """Gives the reserve back to a full disk; whether there was one."""
        return use_reserve(self.path)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Does something in a reader's transaction."""
        return await self._readers.read(work)

    async def close(self) -> None:
        """Commits what is waiting and lets go of the file."""
        await asyncio.get_running_loop().run_in_executor(None, self.close_here)

    def close_here(self) -> None:
        """The same, from this thread."""
        self._readers.close()
        self._writer.close()
        self._writing.dispose()
        self._reading.dispose()
        if self._aside is not None:
            self._aside.close()


def _read_otherwise(path: Path, refused: StoreUnusable) -> Aside:
    """A way to read a store that cannot be written; raises why it was refused where there is none."""
    if not path.is_file():
        raise refused
    try:
        return Aside(path)
    except (StoreUnusable, OSError):
        raise refused from None


def _engine(path: Path, how: str, begin: Callable[[Connection], None], pragmas: tuple[str, ...]) -> Engine:
    engine = create_engine("sqlite://", creator=lambda: _connection(path, pragmas, how), poolclass=NullPool)
    event.listen(engine, "begin", begin)
    return engine


def _begin_reading(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _begin_writing(connection: Connection) -> None:
    """Locks out other writers, where the one who writes has not done so already."""
    bare = driven(connection)
    if not bare.in_transaction and not _locked(bare):
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # so that the error comes out as one of SQLAlchemy's


def lock(bare: sqlite3.Connection) -> None:
    """Begins a transaction that locks out other writers."""
    if not _locked(bare):
        bare.execute("BEGIN IMMEDIATE")


def _locked(bare: sqlite3.Connection) -> bool:
    """Whether the lock was to be had in time. SQLite's own waiting sleeps up to 0.1 s between looks, which eight
    processes feel."""
    deadline = time.monotonic() + BUSY
    glance = GLANCE
    while time.monotonic() < deadline:
        try:
            bare.execute("BEGIN IMMEDIATE")
            return True
        except sqlite3.OperationalError as error:
            if not is_busy(error):
                break
        time.sleep(glance * (0.5 + random()))
        glance = min(glance * 1.5, LONGEST_GLANCE)
    return False


def _connection(path: Path, pragmas: tuple[str, ...], how: str = "mode=rw") -> sqlite3.Connection:
    connection = connected(path, how)
    try:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _writing_pragmas(durable: Durable) -> tuple[str, ...]:
    return (
        "journal_mode = WAL",
        f"synchronous = {durable.upper()}",
        f"journal_size_limit = {LARGEST_WAL}",
        "temp_store = MEMORY",
        "trusted_schema = OFF",
        "busy_timeout = 0",
    )


_READING_PRAGMAS = (
    f"busy_timeout = {int(BUSY * 1000)}",
    "query_only = ON",
    "temp_store = MEMORY",
    "trusted_schema = OFF",
)
