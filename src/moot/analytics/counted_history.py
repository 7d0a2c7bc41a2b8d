"""What happened, session after session? Topics and their ends, what people go back to, records, marks one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import json
from sqlalchemy import Connection, Row, text

from moot.analytics.counted_asked import KIND, Asked, check_known
from moot.errors import UnknownName
from moot.vocabulary.earlier.history import BestYet, DramaticMoment, HistoryPage, MarkPage, MarkRow, PastDebate


def history_of(connection: Connection, asked: Asked, search: str, before: str, most: int) -> HistoryPage:
    """Sessions whose topic holds these words, those before one of them if it is named."""
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


def moments_of(connection: Connection, asked: Asked, most: int) -> list[DramaticMoment]:
    """What people go back to, the latest first."""
    check_known(connection, asked)
    return [
        DramaticMoment(
            kind=row.kind,
            title=row.title,
            models=row.models.split("\n"),
            says=row.says,
            session=row.session,
            topic=row.topic,
            t=row.moment or 0,
            at=row.at,
        )
        for row in connection.execute(text(_MOMENTS[bool(asked.council)]), asked.under(most=most))
    ]


def records_of(connection: Connection, asked: Asked) -> list[BestYet]:
    """The greatest of each kind; a kind of which there is nothing yet is left out, and of one council what runs through
    sessions of any."""
    check_known(connection, asked)
    found = []
    for name, statement in _RECORDS.items():
        if asked.council and name in _ACROSS:
            continue
        of = text(statement.format(more=_OF_COUNCIL if asked.council else ""))
        row = connection.execute(of, asked.under()).first()
        if row is not None:
            found.append(
                BestYet(
                    name=name,
                    models=[row.model] if row.model else [],
                    figure=float(row.figure),
                    k=row.k if name == "narrow" else None,
                    session=row.session,
                    topic=row.topic,
                    t=row.moment or 0,
                    at=row.at,
                )
            )
    return found


def marks_of(
    connection: Connection, asked: Asked, reader: str | None, author: str | None, before: str, most: int
) -> MarkPage:
    """Marks of so many of the latest sessions in which these models sat, or of those before one."""
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
_T = "(SELECT t FROM events e WHERE e.session = c.session AND e.key = {key}) AS moment"
_OF_COUNCIL = " AND c.council = :council"
_MOMENT = f"SELECT m.kind, m.title, m.models, m.says, c.session, c.topic, c.at, {_T.format(key='m.told')} "
_MOMENTS = (
    f"{_MOMENT} FROM counted_moments m JOIN counted_sessions c ON c.number = m.number "
    "WHERE m.scripted = :scripted AND m.protocol = :protocol ORDER BY m.at DESC, m.number DESC, m.place LIMIT :most",
    # The council's sessions come first, whatever the planner thinks: of a small one there may be few among many.
    f"{_MOMENT} FROM counted_sessions c CROSS JOIN counted_moments m ON m.number = c.number "
    f"WHERE c.scripted = :scripted AND c.protocol = :protocol{_OF_COUNCIL} "
    "ORDER BY c.at DESC, c.number DESC, m.place LIMIT :most",
)
"""Of all councils, and of one."""
_OF = "WHERE {of}.scripted = :scripted AND {of}.protocol = :protocol{{more}}"
_RECORDS = {
    "comeback": (
        f"SELECT s.model, s.rise AS figure, 0 AS k, c.session, c.topic, c.at, {_T.format(key='s.said')} "
        f"FROM counted_seats s JOIN counted_sessions c ON c.number = s.number {_OF.format(of='s')} "
        "AND s.rise > 0 ORDER BY s.rise DESC, s.at, s.number LIMIT 1"
    ),
    "streak": (
        "SELECT p.model, p.streak AS figure, 0 AS k, c.session, c.topic, c.at, 0 AS moment "
        f"FROM personalities p JOIN counted_sessions c ON c.number = p.number {_OF.format(of='p')} "
        "AND p.streak > 1 ORDER BY p.streak DESC, p.at, p.number LIMIT 1"
    ),
    "divided": (
        "SELECT '' AS model, c.spread AS figure, 0 AS k, c.session, c.topic, c.at, 0 AS moment "
        f"FROM counted_sessions c {_OF.format(of='c')} AND c.spread > 0 ORDER BY c.spread DESC, c.at, c.number LIMIT 1"
    ),
    "narrow": (
        "SELECT (SELECT model FROM counted_seats w WHERE w.number = c.number AND w.won) AS model, c.lead AS figure, "
        f"c.k, c.session, c.topic, c.at, 0 AS moment FROM counted_sessions c {_OF.format(of='c')} AND c.lead > 0 "
        "ORDER BY c.lead, c.at, c.number LIMIT 1"
    ),
}
_ACROSS = frozenset({"streak"})
"""Records that sessions of several councils may make together."""
_SAT = "EXISTS (SELECT 1 FROM counted_seats s WHERE s.number = counted_sessions.number AND s.model = :{name})"
_NAMED = text("SELECT session FROM counted_sessions WHERE number = :number")
_MARKS = (
    "SELECT c.session, c.at, reader.model AS reader, author.model AS author, m.first, m.counts "
    "FROM counted_sessions c JOIN counted_marks m ON m.number = c.number "
    "JOIN counted_seats reader ON reader.number = c.number AND reader.seat = m.reader "
    "JOIN counted_seats author ON author.number = c.number AND author.seat = m.author "
    f"WHERE c.{_THESE}{{more}} ORDER BY c.at DESC, c.number DESC, m.reader, m.author"
)
