"""Run the thread that writes to the store; it commits all waiting operations as one transaction.

An operation is an append of events, performed by `append.py`, or any function of a connection. One that is refused is
refused alone; one that fails unexpectedly is found by running each alone. When nothing can be written (disk full,
read-only, I/O error, a lock kept too long) all waiting operations raise `StorageFailed`, the connection is dropped, and
the next operation retries. Success is reported only after the commit. Tests:
`tests/transcripts/sql/test_writer_thread.py`.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Sequence
from queue import Empty, SimpleQueue
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from moot.errors import MootError, StorageFailed, StoreDamaged
from moot.transcripts.crash_points import boundary
from moot.transcripts.session_record import DaySpending
from moot.transcripts.sql.append import Append, AppendResult, WrittenSessionCache, append_all
from moot.transcripts.sql.prepare_file import is_busy, meant_by
from moot.transcripts.sql.statement import driven

PATIENCE = 30.0
"""Number of seconds to wait for another process's lock, over all attempts together."""
MOST_AT_ONCE = 512
"""Maximum number of operations in one transaction. Further operations wait for the next."""

Work = Callable[[Connection], Any]
"""A function that is run inside the writing thread's transaction. If it raises, it must do so before it writes."""


class Operation(Struct, eq=False):
    """A function or an append of events that waits for the thread that writes."""

    work: Work | Append
    """Function to run, or events to append."""
    future: asyncio.Future[Any]
    """Future that gets the result once it is committed."""
    loop: asyncio.AbstractEventLoop
    """Event loop in which the caller waits."""
    appends: bool
    """Whether the operation adds events to a session."""
    changes: Collection[str] | None
    """Sessions whose record, events or money the operation may change; `None` if unknown."""


class SqlWriter:
    """The only thread of this process that writes to the store. Each transaction commits everything that is waiting."""

    def __init__(
        self,
        connect: Callable[[], Connection],
        lock: Callable[[sqlite3.Connection], None],
        purse: Callable[[], DaySpending],
        why: Callable[[], str] = lambda: "",
    ) -> None:
        self._connect, self._lock_others_out, self._purse, self._why = connect, lock, purse, why
        self._waiting: SimpleQueue[Operation | None] = SimpleQueue()
        self._connection: Connection | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False
        self._known = WrittenSessionCache()
        self.trouble = ""
        """Why the last attempt to write failed; empty if it succeeded."""

    async def write(self, work: Work | Append, *, appends: bool = False, changes: Collection[str] | None = None) -> Any:
        """Run `work` in the next transaction. Return its result once the transaction is committed.

        Args:
            appends: Whether `work` adds events to a session.
            changes: The sessions whose records, events or money `work` changes; only these are then dropped from the
                cache. By default all are.
        """
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        operation = Operation(work, future, loop, appends or isinstance(work, Append), changes)
        with self._lock:
            if self._closed:
                raise StorageFailed("The store is closed.")
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name="moot-writer", daemon=True)
                self._thread.start()
            self._waiting.put(operation)
        return await future

    def close(self) -> None:
        """Commit what is waiting, then end the thread."""
        with self._lock:
            self._closed = True
            thread, self._thread = self._thread, None
            self._waiting.put(None)
        if thread is not None:
            thread.join()
        self._drop()

    def _serve(self) -> None:
        while (operation := self._waiting.get()) is not None:
            group = [operation]
            last = False
            while len(group) < MOST_AT_ONCE:
                try:
                    more = self._waiting.get_nowait()
                except Empty:
                    break
                if more is None:
                    last = True
                    break
                group.append(more)
            _deliver(group, self._settle(group))
            del operation, group
            if last:
                return

    def _settle(self, group: Sequence[Operation], again: bool = True) -> list[AppendResult]:
        """Commit a group of operations and return the result or error of each. If the group fails, each is tried
        alone."""
        try:
            return self._transaction(group)
        except Exception as error:
            self._drop()
            meant = meant_by(error)
            if isinstance(meant, StorageFailed):
                seen = self._why()  # often the database's only message is that something failed
                message = f"Events cannot be stored: {seen}." if seen else meant.message
                self.trouble = seen or meant.message.rstrip(".")
                return [AppendResult(error=StorageFailed(message, meant.remedy)) for _ in group]
            if len(group) == 1 and again and meant is None and isinstance(error, DBAPIError | sqlite3.Error):
                return self._settle(group, again=False)  # perhaps it was committed: then it finds its own events
            if len(group) == 1:
                return [AppendResult(error=meant or error)]
            return [outcome for operation in group for outcome in self._settle([operation])]

    def _transaction(self, group: Sequence[Operation]) -> list[AppendResult]:
        connection, bare = self._begin()
        self._known.check(bare)
        if not all(isinstance(operation.work, Append) for operation in group):
            connection.begin()  # work through SQLAlchemy finds it in the same transaction
        outcomes = self._perform(connection, bare, group)
        appends = any(
            operation.appends and outcome.error is None for operation, outcome in zip(group, outcomes, strict=True)
        )
        if appends:
            boundary("commit:before")
        _commit(connection, bare)
        self.trouble = ""
        if appends:
            boundary("commit:after")
        return outcomes

    def _begin(self) -> tuple[Connection, sqlite3.Connection]:
        """Begin a transaction that locks out other writers. Return the connection, and the driver's connection below
        it."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if self._connection is None:
                    self._connection = self._connect()
                bare = driven(self._connection)
                self._lock_others_out(bare)
                return self._connection, bare
            except (DBAPIError, sqlite3.Error) as error:
                if not is_busy(error):
                    raise
                if time.monotonic() >= deadline:
                    raise StorageFailed(
                        f"Another process has held the store locked for {PATIENCE:.0f} seconds.",
                        "Find out which program keeps it open, then resume the session.",
                    ) from error
                self._drop()

    def _perform(
        self, connection: Connection, bare: sqlite3.Connection, group: Sequence[Operation]
    ) -> list[AppendResult]:
        """Run these operations in order. Consecutive appends are checked and written together."""
        outcomes: list[AppendResult] = []
        together: list[Append] = []
        for operation in group:
            if isinstance(operation.work, Append):
                together.append(operation.work)
                continue
            if together:
                outcomes += append_all(bare, together, self._purse(), self._known)
                together = []
            self._known.forget(operation.changes)
            try:
                outcomes.append(AppendResult(operation.work(connection)))
            except StoreDamaged:
                raise
            except MootError as refusal:
                outcomes.append(AppendResult(error=refusal))
        if together:
            outcomes += append_all(bare, together, self._purse(), self._known)
        return outcomes

    def _drop(self) -> None:
        """Close a connection that is in an unknown state. Its uncommitted changes are rolled back."""
        connection, self._connection = self._connection, None
        self._known.forget()
        if connection is not None:
            try:
                connection.close()
            except DBAPIError:
                connection.invalidate()


def _commit(connection: Connection, bare: sqlite3.Connection) -> None:
    """Commit the transaction. If SQLAlchemy was not used in it, commit by the driver alone, which is faster."""
    if connection.in_transaction():
        connection.commit()
    else:
        bare.commit()


def _deliver(group: Sequence[Operation], outcomes: Sequence[AppendResult]) -> None:
    """Pass each result to its waiting caller, with a single call into each event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], AppendResult]]] = {}
    for operation, outcome in zip(group, outcomes, strict=True):
        by_loop.setdefault(operation.loop, []).append((operation.future, outcome))
    for loop, told in by_loop.items():
        try:
            loop.call_soon_threadsafe(_tell, told)
        except RuntimeError:
            continue  # their loop is closed: no caller waits, and what was committed stays committed


def _tell(told: Sequence[tuple[asyncio.Future[Any], AppendResult]]) -> None:
    for future, outcome in told:
        if future.done():
            continue
        if outcome.error is not None:
            future.set_exception(outcome.error)
        else:
            future.set_result(outcome.value)
