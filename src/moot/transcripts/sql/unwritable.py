"""Handle a store that cannot be written: a full disk, a read-only folder, another user's file.

Reading needs no writing: such a store is read directly, or, if its log contains more than the file, from a copy
elsewhere. A small reserve file beside the store provides space for what frees or needs little space on a full disk: a
deletion, a paid answer, a session's ending. `tests/transcripts/sql/test_no_room.py` tests it on disks of its own.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection

from moot.errors import StoreUnusable
from moot.transcripts.sql.repair.file_access import connected
from moot.transcripts.sql.schema import APPLICATION, VERSION

RESERVE = 512 * 1024
"""Bytes of the reserve."""
SHORT = 4 * 1024 * 1024
"""Free bytes below which no reserve is made."""


class Aside:
    """A way to read a store that cannot be opened as usual."""

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
        """Delete the copy, if there is one."""
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
    """Create the reserve if it is missing and the disk has space for it."""
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
    """Delete the reserve; return whether there was one."""
    try:
        _reserve(store).unlink()
    except OSError:
        return False
    return True


def free(store: Path) -> int:
    """Return the free bytes on the store's disk."""
    return shutil.disk_usage(store.parent).free


def trouble_writing(store: Path) -> str:
    """Return why nothing can be written, without trying to write; empty when no reason is known."""
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
    """Write a page unchanged: only that shows whether writing works."""
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


def _reserve(store: Path) -> Path:
    return store.with_name(f"{store.name}.reserve")
