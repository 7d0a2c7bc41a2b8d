"""Convert database errors to Moot's: busy, not writable, or damaged."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError

from moot.errors import MootError, StorageFailed, StoreDamaged

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
"""Codes of errors for which nothing can be written, in words."""
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
_NOT_UNDERSTOOD = sqlite3.SQLITE_ERROR
"""Our statements never change, so a statement with an error has met a damaged schema."""


def is_busy(error: BaseException) -> bool:
    """Return whether another process has the lock."""
    return code_of(error) in _BUSY


def meant_by(error: BaseException) -> MootError | None:
    """Return the Moot error for a database error; `None` when it has no external cause."""
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
    """Return the primary result code of SQLite, without its extension."""
    original = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(original, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None


def _words(error: BaseException) -> str:
    return str(error.orig) if isinstance(error, DBAPIError) else str(error)
