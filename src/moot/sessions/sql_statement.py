"""How is a statement that never changes run a thousand times a second? Written in SQLAlchemy's Core, compiled once.

What Core does at every execution (its cache, its contexts, its events) costs several times what SQLite does with one of
our statements. Here the compiled text goes straight to the driver's cursor, inside the connection's transaction as
ever. Rows are plain tuples; no column type of ours needs converting on its way but booleans, which `sql_rows.py` does.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from sqlalchemy import ClauseElement, Connection
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from moot.sessions.sql_rows import Values

_DIALECT = SQLiteDialect_pysqlite(paramstyle="named")


class Statement:
    """A statement, ready to be run: its text, and the names it binds, with the value of those it brings."""

    def __init__(self, made: ClauseElement) -> None:
        compiled = made.compile(dialect=_DIALECT)
        self.text = str(compiled)
        self.bound: Values = dict(compiled.params)

    def run(self, connection: Connection, values: Values | None = None) -> sqlite3.Cursor:
        """Runs it once."""
        return _bare(connection).execute(self.text, self.bound | values if values else self.bound)

    def run_many(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Runs it for each of these rows."""
        _bare(connection).executemany(self.text, [self.bound | row for row in rows])


def _bare(connection: Connection) -> sqlite3.Connection:
    if not connection.in_transaction():
        connection.begin()  # as Core would
    bare = connection.connection.driver_connection
    assert isinstance(bare, sqlite3.Connection)
    return bare
