"""Run fixed SQL statements a thousand times a second: written in SQLAlchemy's Core and compiled once.

Core's work at every execution (its cache, its contexts, its events) costs several times SQLite's own for our
statements. Here the compiled text is passed to the driver's cursor, inside the connection's transaction, with
positional values: lookup by name costs more than binding. Rows are plain tuples; no column type needs conversion except
booleans, which `rows.py` does.

Several rows are written by few statements, because the driver releases the interpreter's lock at each: while the event
loop is busy, getting the lock back takes up to 5 ms.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from sqlalchemy import ClauseElement, Connection
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from moot.transcripts.sql.rows import Values

MOST_ROWS = 64
"""Maximum number of rows inserted by one SQL text. They are taken in powers of two, so that few texts are compiled and
the driver caches them.
"""

_DIALECT = SQLiteDialect_pysqlite(paramstyle="qmark")

Reach = Connection | sqlite3.Connection
"""A connection to the store: SQLAlchemy's, or the driver's within a transaction."""


class SqlStatement:
    """An SQL statement that is compiled at its first use and then reused."""

    def __init__(self, made: ClauseElement) -> None:
        self._made = made
        self._of_rows: dict[int, str] = {}

    @cached_property
    def _compiled(self) -> Any:
        return self._made.compile(dialect=_DIALECT)

    @cached_property
    def text(self) -> str:
        """Return the compiled SQL text."""
        return str(self._compiled)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of the statement's parameters, in the order in which they occur."""
        return tuple(self._compiled.positiontup)

    @cached_property
    def brought(self) -> Values:
        """Return the parameters, by name, whose values are fixed in the statement and need not be passed."""
        return {name: value for name, value in self._compiled.params.items() if value is not None}

    @cached_property
    def _row(self) -> str:
        return f"({', '.join('?' * len(self.names))})"

    @cached_property
    def _takes_rows(self) -> bool:
        return self.text.startswith("INSERT") and f"VALUES {self._row}" in self.text

    def placed(self, values: Values) -> list[Any]:
        """Arrange values given by name in the order of the statement's parameters."""
        if self.brought:
            values = self.brought | values
        return [values[name] for name in self.names]

    def run(self, connection: Reach, values: Values | None = None) -> sqlite3.Cursor:
        """Run the statement with these values, and return the cursor with its rows."""
        return bare(connection).execute(self.text, self.placed(values or {}))

    def run_many(self, connection: Reach, rows: Sequence[Values]) -> None:
        """Run the statement once for each of these rows of values."""
        if not rows:
            return
        own = bare(connection)
        if not self._takes_rows:
            own.executemany(self.text, [self.placed(row) for row in rows])
            return
        first = 0
        while first < len(rows):
            size = min(MOST_ROWS, 1 << (len(rows) - first).bit_length() - 1)
            own.execute(self._for(size), [value for row in rows[first : first + size] for value in self.placed(row)])
            first += size

    def _for(self, rows: int) -> str:
        """Return the statement's text for inserting this many rows."""
        if rows == 1:
            return self.text
        made = self._of_rows.get(rows)
        if made is None:
            several = ", ".join([self._row] * rows)
            made = self._of_rows[rows] = self.text.replace(f"VALUES {self._row}", f"VALUES {several}", 1)
        return made


def bare(connection: Reach) -> sqlite3.Connection:
    """Return the `sqlite3` connection below a connection. If the connection is in no transaction, begin one."""
    if isinstance(connection, sqlite3.Connection):
        return connection
    own = driven(connection)
    if not own.in_transaction:
        connection.begin()  # as Core would
    return own


def driven(connection: Connection) -> sqlite3.Connection:
    """Return the `sqlite3` connection that a SQLAlchemy connection uses."""
    own = connection.connection.driver_connection
    assert isinstance(own, sqlite3.Connection)
    return own
