"""List counted sessions with topics and results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import json
from sqlalchemy import Connection, Row, text

from moot.analytics.session_filter import KIND, SessionFilter, check_known
from moot.errors import UnknownName
from moot.vocabulary.history.session_lists import HistoryPage, PastDebate


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
