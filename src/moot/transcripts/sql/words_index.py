"""Index the words of sessions' statements, beside the index of questions and verdicts.

It is written whenever a session ends and stores no copy of the texts: to remove an entry, its text is computed again
from the events, up to the one in the session's record (`said_to`). Without FTS5 there is none, and only questions and
verdicts are searched. Tests: `tests/transcripts/sql/test_words_index.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import bindparam, select, text

from moot.transcripts.session_record import SessionEntry
from moot.transcripts.sql.schema import sessions
from moot.transcripts.sql.search import has_index
from moot.transcripts.sql.statement import Reach, SqlStatement

LONGEST = 1_000_000
"""Characters of a session that are indexed."""


def index_spoken(connection: Reach, ended: Iterable[SessionEntry]) -> None:
    """Index the statements of sessions that have just ended, and replace the entries of their earlier endings."""
    if not has_index(connection):
        return
    for record in ended:
        _change(connection, record, _DELETE)
        record.said_to = record.head
        _change(connection, record, _INSERT)


def index_again(connection: Reach, record: SessionEntry) -> None:
    """Index the statements up to a session's last ending, in an index that has been cleared."""
    if has_index(connection):
        _change(connection, record, _INSERT)


def drop_spoken(connection: Reach, record: SessionEntry) -> None:
    """Remove a session from the index, before its events are deleted."""
    if has_index(connection):
        _change(connection, record, _DELETE)


def clear_spoken(connection: Reach) -> None:
    """Clear the index."""
    if has_index(connection):
        _CLEAR.run(connection)


def _change(connection: Reach, record: SessionEntry, change: SqlStatement) -> None:
    if not record.said_to:
        return
    rows = _SAID.run(connection, {"session": record.id, "last": record.said_to})
    words = "\n".join(row[0] or "" for row in rows)[:LONGEST]
    number = _NUMBER.run(connection, {"session": record.id}).fetchone()[0]
    change.run(connection, {"number": number, "words": words})


_NUMBER = SqlStatement(select(sessions.c.number).where(sessions.c.id == bindparam("session")))
_SAID = SqlStatement(
    text(
        "SELECT json_extract(body, '$.text') FROM events "
        "WHERE session = :session AND kind = 'SeatSpoke' AND seq <= :last ORDER BY seq"
    )
)
_INSERT = SqlStatement(text("INSERT INTO spoken (rowid, words) VALUES (:number, :words)"))
_DELETE = SqlStatement(text("INSERT INTO spoken (spoken, rowid, words) VALUES ('delete', :number, :words)"))
_CLEAR = SqlStatement(text("INSERT INTO spoken (spoken) VALUES ('delete-all')"))
