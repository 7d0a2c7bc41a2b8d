"""Open the store, the SQLite file `moot.db`, with its connections: one for writing and a few for reading.

`Store` runs work in transactions; it knows no events. Beside it: `prepare_file.py` creates and checks the file,
`schema.py` declares its tables, `writer_thread.py` groups waiting writes into commits, `append.py` checks and writes
events, `transcript.py` implements `Transcript` on a `Store`, and `register.py` lists sessions.

With `durable="full"` (the default) every commit is on the disk before it is reported; `"normal"` may lose the last
commits in a power loss, never in a crash of Moot alone, and never their order. A transaction that will write starts
with `BEGIN IMMEDIATE`: a plain `BEGIN` fails with "locked" at its first write whatever the timeout, so readers, which
alone use it, cannot write at all.

Reading needs no writing: a store that cannot be written is read directly, or, if its log contains more than the file,
from a copy elsewhere. A small reserve file beside the store provides space for what frees or needs little space on a
full disk: a deletion, a paid answer, a session's ending. Tests: `tests/transcripts/sql/test_store.py` and
`tests/transcripts/sql/test_no_room.py`.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from random import random
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from moot.errors import MootError, StorageFailed, StoreDamaged, StoreNewer, StoreUnusable
from moot.transcripts.append_rules import purse_of, wall_clock
from moot.transcripts.session_record import DaySpending
from moot.transcripts.sql.append import Append
from moot.transcripts.sql.prepare_file import connected, is_busy, meant_by, prepared
from moot.transcripts.sql.schema import APPLICATION, VERSION
from moot.transcripts.sql.statement import driven
from moot.transcripts.sql.writer_thread import SqlWriter

RESERVE = 512 * 1024
"""Size in bytes of the reserve: a file that is deleted when the disk is full, so that the store can still be
written."""
SHORT = 4 * 1024 * 1024
"""Number of free bytes on the disk below which no reserve is made."""


class Aside:
    """Opens a store only for reading if it cannot be opened as usual, e.g. on a read-only disk. If necessary, a
    temporary copy is opened."""

    def __init__(self, path: Path) -> None:
        self._folder: TemporaryDirectory[str] | None = None
        self.path, self.how = path, "mode=ro"
        if not self._reads():
            log = path.with_name(path.name + "-wal")
            if not log.exists() or not log.stat().st_size:
                self.how = "immutable=1"
            else:
                self._folder = TemporaryDirectory(prefix="moot-reading-")
                self.path, self.how = Path(self._folder.name) / path.name, "mode=rw"
                for each in (path, log):
                    shutil.copyfile(each, self.path.with_name(each.name))
            if not self._reads():
                self.close()
                raise StoreUnusable(f"The store {path} cannot be read.")

    def close(self) -> None:
        """Delete the temporary copy of the store, if there is one."""
        if self._folder is not None:
            self._folder.cleanup()

    def _reads(self) -> bool:
        try:
            with closing(connected(self.path, self.how)) as connection:
                application = connection.execute("PRAGMA application_id").fetchone()[0]
                version = connection.execute("PRAGMA user_version").fetchone()[0]
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            return bool(application == APPLICATION and version == VERSION)
        except sqlite3.Error:
            return False


def keep_reserve(store: Path) -> None:
    """Create the file whose space is freed when the disk is full, if it does not exist and there is room for it."""
    reserve = _reserve(store)
    with suppress(OSError):
        if (reserve.exists() and reserve.stat().st_size >= RESERVE) or free(store) < SHORT:
            return
        handle = os.open(reserve, os.O_CREAT | os.O_WRONLY, 0o600)
        try:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(handle, 0, RESERVE)
            else:
                os.write(handle, os.urandom(RESERVE))
        finally:
            os.close(handle)


def use_reserve(store: Path) -> bool:
    """Delete the file that keeps disk space in reserve. Return whether the file existed."""
    try:
        _reserve(store).unlink()
    except OSError:
        return False
    return True


def free(store: Path) -> int:
    """Return how many bytes are free on the disk that contains the store."""
    return shutil.disk_usage(store.parent).free


def trouble_writing(store: Path) -> str:
    """Return why the store cannot be written, without trying to write; empty if no reason is known."""
    try:
        left = free(store)
    except OSError as error:
        return f"{store.parent} cannot be reached ({error.strerror or error})"
    if hasattr(os, "statvfs") and os.statvfs(store.parent).f_flag & os.ST_RDONLY:
        return f"{store.parent} lies on a disk that is read-only"
    for each in (store.parent, store):
        if each.exists() and not os.access(each, os.W_OK):
            return f"{each} may not be written by this user"
    return f"the disk is full: {left / 1e6:.1f} MB are free in {store.parent}" if left < 1_000_000 else ""


def touched(connection: Connection) -> None:
    """Write to the store without changing its content, to test whether writing works; raise if it does not."""
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


def _reserve(store: Path) -> Path:
    return store.with_name(f"{store.name}.reserve")


READERS = 4
"""Number of threads that read at the same time. Further reads wait."""

T = TypeVar("T")


class Readers:
    """A pool of threads that read from the store, each with its own connection."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="moot-reader")
        self._mine = threading.local()
        self._open: set[Connection] = set()
        self._closed = False

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in one of the threads, with a connection for reading. Return its result."""
        if self._closed:
            raise StorageFailed("The store is closed.")
        return await asyncio.get_running_loop().run_in_executor(self._threads, self.read_here, work)

    def read_here(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in the calling thread, with a connection for reading. Return its result."""
        try:
            connection: Connection | None = getattr(self._mine, "connection", None)
            if connection is None:
                connection = self._mine.connection = self._connect()
                self._open.add(connection)
            own = driven(connection)
            own.execute("BEGIN")  # by the driver: Core's bookkeeping costs as much as a short read
            try:
                return work(connection)
            finally:
                connection.rollback()
                own.rollback()
        except MootError:
            raise
        except (SQLAlchemyError, sqlite3.Error, UnicodeDecodeError) as error:
            self._drop()
            meant = meant_by(error)
            if meant is None:
                raise
            raise meant from error

    def close(self) -> None:
        """Wait for running reads, and close the threads' connections."""
        self._closed = True
        self._threads.shutdown()
        while self._open:
            self._open.pop().close()

    def _drop(self) -> None:
        connection: Connection | None = getattr(self._mine, "connection", None)
        self._mine.connection = None
        if connection is not None:
            self._open.discard(connection)
            connection.close()


Durable = Literal["full", "normal"]

BUSY = 5.0
"""Number of seconds that one attempt waits for another process's lock."""
GLANCE = 0.001
"""Number of seconds between the first checks whether another process still has the lock."""
LONGEST_GLANCE = 0.002
"""Number of seconds between later checks whether another process still has the lock."""
LARGEST_WAL = 64 * 1024 * 1024
"""Number of bytes to which SQLite's write-ahead log is truncated after its pages were copied to the store."""


class Store:
    """The open database file with all sessions. Several processes may have it open at the same time."""

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

    def purse(self) -> DaySpending:
        """Return an account for today with nothing spent yet. Within a transaction, fill the account from the store."""
        return purse_of(self.clock(), self.day_cap)

    async def append(self, append: Append) -> Any:
        """Check and append events to a session, in one transaction with other waiting operations. Return the stored
        events."""
        return await self._writer.write(append)

    async def write(
        self, work: Callable[[Connection], T], *, appends: bool = False, changes: Collection[str] | None = None
    ) -> T:
        """Run `work` in a transaction that may write, together with other waiting operations. Return its result once
        the transaction is committed.

        If `work` raises, it must do so before it writes.

        Args:
            appends: Whether `work` adds events to a session.
            changes: The sessions whose records, events or money `work` changes; only these are then dropped from the
                cache. By default all are.
        """
        result: T = await self._writer.write(work, appends=appends, changes=changes)
        return result

    @property
    def trouble(self) -> str:
        """Return why nothing can be written at present; empty when writing works."""
        return trouble_writing(self.path) or self._writer.trouble

    async def write_at_need(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction that may write. If the disk is full, free the space kept in reserve and try
        again."""
        try:
            return await self.write(work)
        except StorageFailed:
            if not self.make_room():
                raise
            return await self.write(work)

    def make_room(self) -> bool:
        """Free the disk space kept in reserve. Return whether there was any."""
        return use_reserve(self.path)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run `work` with a connection for reading, and return its result."""
        return await self._readers.read(work)

    async def close(self) -> None:
        """Commit waiting operations and close the file."""
        await asyncio.get_running_loop().run_in_executor(None, self.close_here)

    def close_here(self) -> None:
        """Commit waiting operations and close the file, in the calling thread. This is for programs without an event
        loop."""
        self._readers.close()
        self._writer.close()
        self._writing.dispose()
        self._reading.dispose()
        if self._aside is not None:
            self._aside.close()


def _read_otherwise(path: Path, refused: StoreUnusable) -> Aside:
    """Open, only for reading, a store that cannot be written; raise the original error `refused` if that fails, too."""
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
    """Begin a transaction for reading, unless one is open."""
    if not driven(connection).in_transaction:
        connection.exec_driver_sql("BEGIN")


def _begin_writing(connection: Connection) -> None:
    """Begin a transaction that locks out other writers, unless one is open."""
    bare = driven(connection)
    if not bare.in_transaction and not _locked(bare):
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # so that the error becomes one of SQLAlchemy's


def lock(bare: sqlite3.Connection) -> None:
    """Begin a transaction that locks out other writers; `bare` is the connection."""
    if not _locked(bare):
        bare.execute("BEGIN IMMEDIATE")


def _locked(bare: sqlite3.Connection) -> bool:
    """Try to lock out other writers. Return whether that succeeded in time.

    SQLite's own waiting sleeps up to 0.1 s between attempts, which is too slow for eight processes.
    """
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
