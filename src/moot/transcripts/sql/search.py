"""Find sessions: by words, by how they were asked, pinned, or the latest of a conversation; index their statements.

All words must occur in the question or the statements; the last may be incomplete. User input is never syntax: each
word becomes a quoted string for FTS5, or an escaped pattern if SQLite was built without it. The index of statements is
written whenever a session ends and stores no copy of the texts: to remove an entry, its text is computed again from the
events, up to the one in the session's record (`said_to`). Without FTS5 only questions and verdicts are searched. Tests:
`tests/transcripts/sql/test_register.py` and `tests/transcripts/sql/test_words_index.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal
from unicodedata import normalize

from sqlalchemy import ColumnElement, Connection, and_, bindparam, func, select, text

from moot.protocols.selective import Selection
from moot.transcripts.session_record import BROWSER, IMPORTED, SessionEntry
from moot.transcripts.sql.schema import events, sessions
from moot.transcripts.sql.statement import Reach, SqlStatement

MOST_WORDS = 16
"""Maximum number of words of a search that are used. Further words are ignored."""
LONGEST = 64
"""Maximum number of characters of each word that are used."""
GROUP = func.coalesce(sessions.c.thread, sessions.c.id)
"""Column by which lists of conversations group sessions: the conversation, or the session itself if it has none."""
Source = Literal["terminal", "browser", "api", "imported"]
"""How a question was asked; `api` covers every program: HTTP, Python, chat clients."""
RUN, STUDY = "run", "study"
"""Interfaces recorded for sessions of `moot run` and of studies."""
SELECTION = str(Selection.__struct_config__.tag)
REPLACING = ("running", "waiting", "verdict", "inconclusive")
"""States in which a session that asks everyone replaces the session it was made from."""
_TERMINAL = ("cli", RUN, STUDY, "llm")
"""Interfaces that count as the terminal."""


def source_of(door: str) -> Source:
    """Return how a session was asked (terminal, browser, …), computed from the interface (`door`) recorded for it."""
    if door in _TERMINAL:
        return "terminal"
    return "browser" if door == BROWSER else "imported" if door == IMPORTED else "api"


def came_from(source: Source) -> ColumnElement[bool]:
    """Return the SQL condition for sessions that were asked in this way."""
    if source == "api":
        return sessions.c.door.not_in([*_TERMINAL, BROWSER, IMPORTED])
    return sessions.c.door.in_(_TERMINAL if source == "terminal" else (BROWSER if source == "browser" else IMPORTED,))


def is_pinned(latest: bool) -> ColumnElement[bool]:
    """Return the SQL condition for pinned sessions. With `latest`, the condition is true for all sessions of a
    conversation in which any session is pinned."""
    if not latest:
        return sessions.c.pinned.is_(True)
    some = sessions.alias()
    return GROUP.in_(select(func.coalesce(some.c.thread, some.c.id)).where(some.c.pinned == 1))


def is_latest() -> ColumnElement[bool]:
    """Return the SQL condition for sessions that are the latest of their conversation."""
    later = sessions.alias()
    return (
        ~select(later.c.number).where(later.c.thread == sessions.c.thread, later.c.number > sessions.c.number).exists()
    )


def is_replaced() -> ColumnElement[bool]:
    """Return the SQL condition that a session only asked some members, and a later session of its conversation asks
    everyone in its place. A later session that failed replaces nothing."""
    fork = sessions.alias()
    asks = select(fork.c.number).where(fork.c.thread == sessions.c.thread, fork.c.fork_of == sessions.c.id)
    return asks.where(fork.c.state.in_(REPLACING)).exists()


def asked_everyone() -> ColumnElement[bool]:
    """Return the SQL condition that a session asked all its members from the start, i.e. it has no finding on which
    members were asked first.

    In other sessions, which members were asked depends on the first answers.
    """
    made = events.alias()
    found = select(made.c.seq).where(made.c.session == sessions.c.id, made.c.key.like(f"%/{SELECTION}"))
    return ~found.exists()


def turn_number() -> ColumnElement[int]:
    """Return the number by which a session is sorted in its conversation: its own, or that of the session that it
    replaces.
    """
    base = sessions.alias()
    first = select(base.c.number).where(base.c.id == sessions.c.fork_of, base.c.thread == sessions.c.thread)
    return func.coalesce(first.scalar_subquery(), sessions.c.number)


def words_of(query: str) -> list[str]:
    """Split a search into words (runs of letters and digits) in the same way as the index does."""
    clean = "".join(one if one.isalnum() else " " for one in normalize("NFC", query))
    return [word[:LONGEST] for word in clean.split()[:MOST_WORDS]]


def matching(connection: Connection, query: str) -> ColumnElement[bool]:
    """Return the SQL condition for sessions that contain all words of the search."""
    words = words_of(query)
    if not words:
        return text("1 = 0")  # type: ignore[return-value]
    if has_index(connection):
        return and_(*(_indexed(word, place, place == len(words) - 1) for place, word in enumerate(words)))
    return and_(*(_holds(word, place) for place, word in enumerate(words)))


def _indexed(word: str, place: int, last: bool) -> ColumnElement[bool]:
    """Return the SQL condition for sessions whose question, verdict or statements contain this word. If `last`, longer
    words that begin with `word` match too."""
    name = f"match{place}"
    found = text(
        f"sessions.number IN (SELECT rowid FROM search WHERE search MATCH :{name} "
        f"UNION SELECT rowid FROM spoken WHERE spoken MATCH :{name})"
    )
    return found.bindparams(bindparam(name, f'"{word}"' + "*" * last))  # type: ignore[return-value]


def _holds(word: str, place: int) -> ColumnElement[bool]:
    name = f"word{place}"
    found = text(
        "sessions.number IN (SELECT rowid FROM search "
        f"WHERE question LIKE :{name} ESCAPE '!' OR verdict LIKE :{name} ESCAPE '!')"
    )
    return found.bindparams(bindparam(name, f"%{word}%"))  # type: ignore[return-value]


def has_index(connection: Reach) -> bool:
    """Return whether the store has a full-text index, which depends on whether SQLite had FTS5 when the store was
    created."""
    return "fts5" in str(_MADE_BY.run(connection).fetchone()).lower()


_MADE_BY = SqlStatement(text("SELECT sql FROM sqlite_master WHERE name = 'search'"))


MOST_INDEXED = 1_000_000
"""Maximum number of characters of a session in the search index."""


def index_spoken(connection: Reach, ended: Iterable[SessionEntry]) -> None:
    """Put the statements of sessions that have just ended into the search index, replacing those from an earlier
    ending."""
    if not has_index(connection):
        return
    for record in ended:
        _change(connection, record, _DELETE)
        record.said_to = record.head
        _change(connection, record, _INSERT)


def index_again(connection: Reach, record: SessionEntry) -> None:
    """Put a session's statements up to its last ending into the search index, which must have been cleared before."""
    if has_index(connection):
        _change(connection, record, _INSERT)


def drop_spoken(connection: Reach, record: SessionEntry) -> None:
    """Remove a session's statements from the search index. Call this before its events are deleted."""
    if has_index(connection):
        _change(connection, record, _DELETE)


def clear_spoken(connection: Reach) -> None:
    """Remove all statements from the search index."""
    if has_index(connection):
        _CLEAR.run(connection)


def _change(connection: Reach, record: SessionEntry, change: SqlStatement) -> None:
    if not record.said_to:
        return
    rows = _SAID.run(connection, {"session": record.id, "last": record.said_to})
    words = "\n".join(row[0] or "" for row in rows)[:MOST_INDEXED]
    number = NUMBER.run(connection, {"session": record.id}).fetchone()[0]
    change.run(connection, {"number": number, "words": words})


NUMBER = SqlStatement(select(sessions.c.number).where(sessions.c.id == bindparam("session")))
"""SQL statement that returns a session's number by its id."""
_SAID = SqlStatement(
    text(
        "SELECT json_extract(body, '$.text') FROM events "
        "WHERE session = :session AND kind = 'SeatSpoke' AND seq <= :last ORDER BY seq"
    )
)
_INSERT = SqlStatement(text("INSERT INTO spoken (rowid, words) VALUES (:number, :words)"))
_DELETE = SqlStatement(text("INSERT INTO spoken (spoken, rowid, words) VALUES ('delete', :number, :words)"))
_CLEAR = SqlStatement(text("INSERT INTO spoken (spoken) VALUES ('delete-all')"))
