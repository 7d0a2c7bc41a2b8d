"""Prepare a file as a store: create it if missing, check it if present, migrate an older one, never overwrite it.

A file that is damaged, foreign or newer is refused with advice; an empty one too, because a store is created complete
under another name and then renamed. Header, application and version are always checked; all pages (`quick_check`) when
the file is small or the last writer did not close it, within a time limit. The checksums of `rows.py` detect what
SQLite cannot. Tests: `tests/transcripts/sql/repair/test_damage.py` and `tests/transcripts/sql/test_schema.py`.

Migration is forward only, step by step: the backup is in `backups/` before anything is changed, and all steps are one
transaction, so that a store has either the old version or the new one.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, create_engine
from sqlalchemy.dialects.sqlite import dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, StaticPool
from sqlalchemy.schema import CreateIndex, CreateTable

from moot.errors import MootError, StorageFailed, StoreDamaged, StoreNewer, StoreUnusable
from moot.transcripts.sql.schema import APPLICATION, VERSION, create_all, extension_tables

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
CANNOT_WRITE = {
    sqlite3.SQLITE_PERM: "the file may not be written",
    sqlite3.SQLITE_READONLY: "the file or its folder is read-only",
    sqlite3.SQLITE_IOERR: "reading or writing failed",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_NOMEM: "memory ran out",
    sqlite3.SQLITE_PROTOCOL: "the file's locks do not work here",
}
"""SQLite's error codes that mean nothing can be written, each with the reason in words."""
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
_NOT_UNDERSTOOD = sqlite3.SQLITE_ERROR
"""SQLite's code for a statement it cannot run. Moot's statements never change, so the store's schema is damaged."""


def is_busy(error: BaseException) -> bool:
    """Return whether this database error means that another process has locked the store."""
    return code_of(error) in _BUSY


def meant_by(error: BaseException) -> MootError | None:
    """Return the error to show users for a database error; `None` if nothing outside Moot explains it, i.e. if it is a
    bug."""
    if isinstance(error, MootError):
        return error
    code = code_of(error)
    if code in CANNOT_WRITE:
        return StorageFailed(f"Events cannot be stored: {CANNOT_WRITE[code]} ({_words(error)}).")
    if code in _BUSY:
        return StorageFailed("Events cannot be stored: another process holds the store locked.")
    if code in _DAMAGED or isinstance(error, UnicodeDecodeError):
        return StoreDamaged(f"The store is damaged ({_words(error)}).")
    if code == _NOT_UNDERSTOOD or "Could not decode" in _words(error):
        return StoreDamaged(f"The store does not answer as one of its version does ({_words(error)}).")
    return None


def code_of(error: BaseException) -> int | None:
    """Return the primary result code of a SQLite error; `None` if the error is not one of SQLite's."""
    original = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(original, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None


def _words(error: BaseException) -> str:
    return str(error.orig) if isinstance(error, DBAPIError) else str(error)


PATIENCE = 15.0
"""Number of seconds to wait while another process creates, migrates or recovers the file."""


def connected(path: Path, how: str = "mode=rw") -> sqlite3.Connection:
    """Open a SQLite connection to an existing file, outside any transaction. `how` can make the connection
    read-only."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}", uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def copied(source: Path, target: Path) -> None:
    """Copy a store to a new file, even while it is in use. The file gets its name only when all of it is on the
    disk."""
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
    """Make sure that a new file in a folder survives a power loss, if the system supports that."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


MIGRATIONS = Path(__file__).with_name("migrations")


def backup(path: Path, why: str) -> Path:
    """Copy the store to `backups/` beside it. Return the path of the copy."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    target = path.parent / "backups" / f"{path.stem}-{moment}-{why}{path.suffix}"
    copied(path, target)
    return target


def migrate(path: Path, found: int) -> None:
    """Convert a store from the older schema version `found` to the current one, after making a backup."""
    backup(path, f"before-schema-{VERSION}")
    engine = create_engine("sqlite://", creator=lambda: connected(path), poolclass=NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        now = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
        if now == found:  # otherwise another process was faster
            upgrade(connection)
        connection.commit()


def upgrade(connection: Connection) -> None:
    """Run all missing migrations within the current transaction, and write the new version to the file.

    A newly created store has no record of migrations. The version in its header is used instead.
    """
    from alembic import command  # imported here because it takes 0.3 s and a current store never needs it
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    found = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    if found:
        command.stamp(config, f"{found:04d}")
    command.upgrade(config, "head")
    stamp(connection)


def stamp(connection: Connection) -> None:
    """Write into the file's header, within the current transaction, that it is a store of the current version."""
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


SMALL = 4 * 1024 * 1024
"""Maximum size in bytes of a store that is checked completely at every opening."""
LONGEST_CHECK = 1.0
"""Maximum number of seconds for checking all pages when a store is opened; `moot doctor` has no limit."""
_MAGIC = b"SQLite format 3\x00"


def prepared(path: Path) -> None:
    """Make sure that there is a store with the current schema at `path`: create, check or migrate it; raise if that
    fails."""
    try:
        if not path.exists():
            _make(path)
        _check_header(path)
        left_open = _size(path.with_name(path.name + "-wal")) > 0
        connection = connected(path)
        try:
            found = _version_of(connection, path)
            if left_open or path.stat().st_size <= SMALL:
                check_pages(connection, path, LONGEST_CHECK)
        finally:
            connection.close()
        if found < VERSION:
            migrate(path, found)
        _add_tables(path)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise _refusal(path, error) from error
    except OSError as error:
        raise StoreUnusable(
            f"The store {path} cannot be opened: {error.strerror or error}.",
            "See to it that the file and its folder can be read and written.",
        ) from error


def check_whole(path: Path) -> None:
    """Check a whole file, such as a backup, before it replaces the store; raise if it cannot be used."""
    try:
        _check_header(path)
        with closing(connected(path)) as connection:
            _version_of(connection, path)
            check_pages(connection, path)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise _refusal(path, error) from error
    except OSError as error:
        raise StoreUnusable(f"{path} cannot be read: {error.strerror or error}.", "Name another backup.") from error


def check_pages(connection: sqlite3.Connection, path: Path, longest: float | None = None) -> None:
    """Check all pages of the store, for at most `longest` seconds; raise `StoreDamaged` if one is wrong."""
    if longest is not None:
        deadline = time.monotonic() + longest
        connection.set_progress_handler(lambda: time.monotonic() > deadline, 10_000)
    try:
        said = [str(row[0]) for row in connection.execute("PRAGMA quick_check(3)")]
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_INTERRUPT:
            return
        raise
    finally:
        connection.set_progress_handler(None, 0)
    if said != ["ok"]:
        raise StoreDamaged(f"The store {path} is damaged: {'; '.join(said)}.")


def _make(path: Path) -> None:
    """Create an empty store under another name and rename it when it is complete. If another process was faster, its
    store stays."""
    for beside in ("-wal", "-journal"):
        if _size(path.with_name(path.name + beside)):
            raise StoreDamaged(
                f"{path.name}{beside} lies in {path.parent}, but the store it belongs to is gone.",
                "Put the store back beside it, or a file from `backups/` in place of both.",
            )
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{time.monotonic_ns()}")
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with closing(connected(draft)) as connection:
            _fresh().backup(connection)
            connection.execute("PRAGMA journal_mode = WAL")
        try:
            os.link(draft, path)
        except FileExistsError:
            return
        except OSError:  # a file system without links: there the gap between check and rename is accepted
            if not path.exists():
                draft.rename(path)
        sync_folder(path.parent)
    finally:
        draft.unlink(missing_ok=True)


@cache
def _fresh() -> sqlite3.Connection:
    """Create an empty store in memory. Copying it to a file takes a quarter of the time of creating the tables
    there."""
    empty = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    with create_engine("sqlite://", creator=lambda: empty, poolclass=StaticPool).connect() as connection:
        connection.exec_driver_sql("BEGIN")
        create_all(connection)
        for table in extension_tables():
            table.create(connection)
        stamp(connection)
        connection.commit()
    return empty


def _add_tables(path: Path) -> None:
    """Create the tables of installed extensions that are missing in the store."""
    with closing(connected(path)) as connection:
        there = {str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if missing := [table for table in extension_tables() if table.name not in there]:
            connection.execute("BEGIN IMMEDIATE")
            for table in missing:
                connection.execute(str(CreateTable(table, if_not_exists=True).compile(dialect=dialect())))
                for index in table.indexes:
                    connection.execute(str(CreateIndex(index, if_not_exists=True).compile(dialect=dialect())))
            connection.execute("COMMIT")


def _check_header(path: Path) -> None:
    with path.open("rb") as file:
        head = file.read(100)
    if not head:
        raise StoreDamaged(
            f"The store {path} is empty: its contents are gone.",
            "Put a file from `backups/` in its place, or delete it if nothing was ever stored there.",
        )
    if len(head) < 100 or not head.startswith(_MAGIC):
        raise StoreDamaged(f"{path} is not a store of Moot, or its beginning is damaged.")


def _version_of(connection: sqlite3.Connection, path: Path) -> int:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    if application != APPLICATION:
        raise StoreDamaged(
            f"{path} is a database of another program.", "Point MOOT_HOME at another folder; the file is untouched."
        )
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > VERSION:
        raise StoreNewer(f"The store {path} has schema version {version}; this Moot knows {VERSION}.")
    if version < 1:
        raise StoreDamaged(f"The store {path} says it has schema version {version}; there is none such.")
    return version


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _refusal(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> StoreUnusable | StorageFailed:
    if is_busy(error):
        return StorageFailed(f"Another process holds the store {path} locked.", "Try again when it has finished.")
    if code_of(error) in CANNOT_WRITE:
        return StoreUnusable(
            f"The store {path} cannot be opened: {error}.",
            "See to it that the file and its folder can be read and written and that there is space.",
        )
    return StoreDamaged(f"The store {path} is damaged ({error}).")
