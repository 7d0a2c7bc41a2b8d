"""List counted sessions with topics and results, and single marks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import json
from sqlalchemy import Connection, Row, text

from moot.analytics.session_filter import KIND, SessionFilter, check_known
from moot.errors import UnknownName
from moot.vocabulary.history.session_lists import HistoryPage, MarkPage, MarkRow, PastDebate


def history_of(connection: Connection, asked: SessionFilter, search: str, before: str, most: int) -> HistoryPage:
    """Return a page of sessions.

    Args:
        search: Words that the topic must contain.
        before: The session before which the page starts.
        most: Maximum number of sessions.
    """
    check_known(connection, asked)
    words = search.split()
    where = [f"topic LIKE :word{at} ESCAPE '\\'" for at in range(len(words))]
    where += ["council = :council"] if asked.council else []
    values = asked.under(most=most + 1) | {f"word{at}": f"%{_plain(word)}%" for at, word in enumerate(words)}
    if before:
        values |= _position(connection, before)
        where.append("(at, number) < (:at, :number)")
    statement = _PAGE.format(more="".join(f" AND {each}" for each in where))
    numbers = list(connection.execute(text(statement), values).scalars())
    return HistoryPage(
        protocol=asked.protocol,
        scripted=asked.scripted,
        debates=list(_debates(connection, numbers[:most])),
        more=len(numbers) > most,
    )


def _plain(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _position(connection: Connection, session: str) -> dict[str, Any]:
    row = connection.execute(_WHERE, {"session": session}).first()
    if row is None:
        raise UnknownName("counted session", session)
    return {"at": row.at, "number": row.number}


def _debates(connection: Connection, numbers: list[int]) -> Iterable[PastDebate]:
    values = {"numbers": json.encode(numbers).decode()}
    seats: dict[int, list[Row[Any]]] = {number: [] for number in numbers}
    for row in connection.execute(_SEATS, values):
        seats[row.number].append(row)
    found = {row.number: row for row in connection.execute(_SESSIONS, values)}
    return [_debate(found[number], seats[number]) for number in numbers]


def _debate(row: Row[Any], seats: list[Row[Any]]) -> PastDebate:
    winner = next((seat.model for seat in seats if seat.won), None)
    return PastDebate(
        session=row.session,
        at=row.at,
        topic=row.topic,
        members=[seat.model for seat in seats],
        winner=winner,
        level=[seat.model for seat in seats if seat.place == 1] if winner is None else [],
        lead=row.lead,
        k=row.k,
        exact=bool(row.exact),
        upset=row.upset or 0,
        spread=row.spread,
        chair=next((seat.model for seat in seats if seat.chaired), None),
        proposer=next((seat.model for seat in seats if seat.proposed), None),
        seconds=(row.moment or 0) / 1000,
    )


def marks_of(
    connection: Connection, asked: SessionFilter, reader: str | None, author: str | None, before: str, most: int
) -> MarkPage:
    """Return the marks of these models in the latest sessions.

    Args:
        before: The session before which the page starts.
        most: Maximum number of sessions.
    """
    check_known(connection, asked, reader, author)
    values = asked.under(reader=reader, author=author, most=most + 1)
    named = [name for name in ("reader", "author") if values[name]]
    where = [_SAT.format(name=name) for name in named]
    where += ["council = :council"] if asked.council else []
    if before:
        values |= _position(connection, before)
        where.append("(at, number) < (:at, :number)")
    pages = _PAGE.format(more="".join(f" AND {each}" for each in where))
    numbers = list(connection.execute(text(pages), values).scalars())
    values["numbers"] = json.encode(numbers[:most]).decode()
    marks = text(_MARKS.format(more="".join(f" AND {name}.model = :{name}" for name in named)))
    return MarkPage(
        protocol=asked.protocol,
        scripted=asked.scripted,
        marks=[MarkRow(**row._asdict()) for row in connection.execute(marks, values)],
        more=len(numbers) > most,
        last=connection.execute(_NAMED, {"number": numbers[:most][-1]}).scalar_one() if numbers else "",
    )


_PAGE = f"SELECT number FROM counted_sessions WHERE {KIND}{{more}} ORDER BY at DESC, number DESC LIMIT :most"
_WHERE = text("SELECT at, number FROM counted_sessions WHERE session = :session")
_THESE = "number IN (SELECT value FROM json_each(:numbers))"
_SEATS = text(
    f"SELECT number, model, place, won, chaired, proposed FROM counted_seats WHERE {_THESE} ORDER BY number, seat"
)
_SESSIONS = text(
    "SELECT c.*, s.t AS moment, (SELECT MAX(upset) FROM personalities p WHERE p.number = c.number) AS upset "
    f"FROM counted_sessions c LEFT JOIN sessions s ON s.number = c.number WHERE c.{_THESE}"
)
_SAT = "EXISTS (SELECT 1 FROM counted_seats s WHERE s.number = counted_sessions.number AND s.model = :{name})"
_NAMED = text("SELECT session FROM counted_sessions WHERE number = :number")
_MARKS = (
    "SELECT c.session, c.at, reader.model AS reader, author.model AS author, m.first, m.counts "
    "FROM counted_sessions c JOIN counted_marks m ON m.number = c.number "
    "JOIN counted_seats reader ON reader.number = c.number AND reader.seat = m.reader "
    "JOIN counted_seats author ON author.number = c.number AND author.seat = m.author "
    f"WHERE c.{_THESE}{{more}} ORDER BY c.at DESC, c.number DESC, m.reader, m.author"
)
