"""Which sessions are wanted? Those in which all of some words occur, asked or said, the last perhaps unfinished; those
that were asked some way; the pinned ones; and of each conversation the latest.

What the user typed is never syntax: each word becomes a quoted string for FTS5, or an escaped pattern where SQLite was
built without it. `tests/transcripts/sql/test_register.py` throws every kind of mark at it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal
from unicodedata import normalize

from sqlalchemy import ColumnElement, Connection, and_, bindparam, func, select, text

from moot.transcripts.session_record import BROWSER, IMPORTED
from moot.transcripts.sql.schema import sessions, study_cells
from moot.transcripts.sql.statement import Reach, SqlStatement

MOST_WORDS = 16
"""Words of a search that count; the rest is ignored."""
LONGEST = 64
"""Characters of a word that count."""
GROUP = func.coalesce(sessions.c.thread, sessions.c.id)
"""What a session is listed under among conversations: its own, or itself."""
Source = Literal["terminal", "browser", "api", "imported"]
"""How a question was asked; `api` is every program: HTTP, Python, chat clients."""
RUN, STUDY = "run", "study"
"""The doors of what `moot run` and a study ask."""
_TERMINAL = ("cli", RUN, STUDY, "llm")
"""The doors of the terminal."""


def source_of(door: str) -> Source:
    """How a session was asked, by the door it came through."""
    if door in _TERMINAL:
        return "terminal"
    return "browser" if door == BROWSER else "imported" if door == IMPORTED else "api"


def came_from(source: Source) -> ColumnElement[bool]:
    """Whether a session was asked that way."""
    if source == "api":
        return sessions.c.door.not_in([*_TERMINAL, BROWSER, IMPORTED])
    return sessions.c.door.in_(_TERMINAL if source == "terminal" else (BROWSER if source == "browser" else IMPORTED,))


def is_pinned(latest: bool) -> ColumnElement[bool]:
    """Whether a session is pinned; with `latest`, whether any of its conversation is."""
    if not latest:
        return sessions.c.pinned.is_(True)
    some = sessions.alias()
    return GROUP.in_(select(func.coalesce(some.c.thread, some.c.id)).where(some.c.pinned == 1))


def is_latest() -> ColumnElement[bool]:
    """Whether no later session belongs to the same conversation."""
    later = sessions.alias()
    return (
        ~select(later.c.number).where(later.c.thread == sessions.c.thread, later.c.number > sessions.c.number).exists()
    )


def any_of_studies(connection: Connection) -> bool:
    """Whether any session was asked by a study."""
    of_cells = select(sessions.c.number).join(study_cells, study_cells.c.session == sessions.c.id)
    return bool(connection.execute(select(of_cells.where(sessions.c.door == STUDY).exists())).scalar())


def places_of(connection: Connection, numbers: Sequence[int], hidden: Sequence[str]) -> list[int]:
    """How far back from the newest session each of these is, the newest being the first; 0 behind hidden doors, which
    do not count."""
    at = func.row_number().over(order_by=sessions.c.number.desc()).label("at")
    every = select(sessions.c.number, at).where(sessions.c.door.not_in(hidden))
    late = every.where(sessions.c.number >= min(numbers, default=0)).subquery()
    found = connection.execute(select(late).where(late.c.number.in_(numbers)))
    place = {row.number: row.at for row in found}
    return [place.get(number, 0) for number in numbers]


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


_MADE_BY = SqlStatement(text("SELECT sql FROM sqlite_master WHERE name = 'search'"))
