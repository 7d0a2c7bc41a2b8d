"""Read from the file in a few threads with a connection each, so that the event loop never waits for the disk.

A reader sees what was committed when it began, blocks nothing, and cannot write.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from moot.errors import MootError, StorageFailed
from moot.transcripts.sql.errors import meant_by
from moot.transcripts.sql.statement import driven

READERS = 4
"""Threads that read; more reads wait."""

T = TypeVar("T")


class Readers:
    """Threads that read, each over its own connection."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="moot-reader")
        self._mine = threading.local()
        self._open: set[Connection] = set()
        self._closed = False

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run the work in one of the threads."""
        if self._closed:
            raise StorageFailed("The store is closed.")
        return await asyncio.get_running_loop().run_in_executor(self._threads, self.read_here, work)

    def read_here(self, work: Callable[[Connection], T]) -> T:
        """Run the work in this thread."""
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
        """Wait for running reads and close the file."""
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
