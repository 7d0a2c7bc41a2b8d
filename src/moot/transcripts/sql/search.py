"""Which sessions hold these words? Those in which all of them occur, asked or said; the last may be unfinished.

What the user typed is never syntax: each word becomes a quoted string for FTS5, or an escaped pattern where SQLite was
built without it. `tests/transcripts/sql/test_register.py` throws every kind of mark at it.
"""

from __future__ import annotations

from unicodedata import normalize

from sqlalchemy import ColumnElement, Connection, and_, bindparam, text

from moot.transcripts.sql.statement import Reach, Statement

MOST_WORDS = 16
"""Words of a search that count; the rest is ignored."""
LONGEST = 64
"""Characters of a word that count."""


def words_of(query: str) -> list[str]:
    """The words of a search: runs of letters and digits, as the index cuts them too."""
    clean = "".join(one if one.isalnum() else " " for one in normalize("NFC", query))
    return [word[:LONGEST] for word in clean.split()[:MOST_WORDS]]


def matching(connection: Connection, query: str) -> ColumnElement[bool]:
    """A condition on `sessions` that holds where all words of the search occur."""
    words = words_of(query)
    if not words:
        return text("1 = 0")  # type: ignore[return-value]
    if has_index(connection):
        return and_(*(_indexed(word, place, place == len(words) - 1) for place, word in enumerate(words)))
    return and_(*(_holds(word, place) for place, word in enumerate(words)))


def _indexed(word: str, place: int, last: bool) -> ColumnElement[bool]:
    """A word may stand in the question, another in what was said."""
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
    """Whether this SQLite was built with FTS5 when the store was made."""
    return "fts5" in str(_MADE_BY.run(connection).fetchone()).lower()


_MADE_BY = Statement(text("SELECT sql FROM sqlite_master WHERE name = 'search'"))
