"""Access the file below SQLAlchemy: connect, copy, sync a folder."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

PATIENCE = 15.0
"""Seconds to wait while another process creates, migrates or recovers the file."""


def connected(path: Path, how: str = "mode=rw") -> sqlite3.Connection:
    """Return a plain connection to an existing file, outside any transaction; `how` may make it read-only."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}", uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def copied(source: Path, target: Path) -> None:
    """Copy a store completely, even one in use; the copy gets its name only when all of it is on the disk."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    os.close(os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
    try:
        with closing(connected(source)) as whole:
            whole.execute("VACUUM INTO ?", (str(draft),))  # reads every row, so an unreadable store makes no copy
        handle = os.open(draft, os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
        draft.rename(target)
        sync_folder(target.parent)
    finally:
        draft.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder survive a power loss, if the system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
