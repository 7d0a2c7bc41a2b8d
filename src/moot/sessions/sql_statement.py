"""How is a statement that never changes run a thousand times a second? Written in SQLAlchemy's Core, compiled once.

What Core does at every execution (its cache, its contexts, its events) costs several times what SQLite does with one of
our statements. Here the compiled text goes straight to the driver's cursor, inside the connection's transaction as
ever. Rows are plain tuples; no column type of ours needs converting on its way but booleans, which `sql_rows.py` does.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ClauseElement, Connection
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from moot.sessions.sql_rows import Values

_DIALECT = SQLiteDialect_pysqlite(paramstyle="qmark")


class Statement:
    """A statement, ready to be run: its text, and the names it binds in order, with the value of those it brings."""

    def __init__(self, made: ClauseElement) -> None:
        compiled = made.compile(dialect=_DIALECT)
        self.text = str(compiled)
        fixed: Mapping[str, Any] = compiled.params
        self.bound = [(name, fixed[name]) for name in getattr(compiled, "positiontup", None) or ()]

    def run(self, connection: Connection, values: Values | None = None) -> sqlite3.Cursor:
        """Runs it once."""
        return _bare(connection).execute(self.text, self._ordered(values or {}))

    def run_many(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Runs it for each of these rows."""
        _bare(connection).executemany(self.text, map(self._ordered, rows))

    def _ordered(self, values: Values) -> list[Any]:
        return [values.get(name, fixed) for name, fixed in self.bound]


def _bare(connection: Connection) -> sqlite3.Connection:
    if not connection.in_transaction():
        connection.begin()  # as Core would
    bare = connection.connection.driver_connection
    assert isinstance(bare, sqlite3.Connection)
    return bare
