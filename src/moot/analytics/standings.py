"""Statistics of models from counted sessions: leaderboard, profiles, comparisons, achievements, list of sessions.

Figures over many sessions are computed from sums (`transcripts/session_counts/totals.py`): of all time, or of the
months and days since a day; only lists of single sessions read rows. `tests/analytics/test_standings.py` counts every
figure again from exports; `benchmarks/standings.py` measures the time of a page.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from msgspec import json
from sqlalchemy import Connection, Row, text

from moot.analytics.model_board import board_of
from moot.analytics.model_profiles import achievements_of, alliances_of, head_to_head_of, model_of
from moot.analytics.session_filter import KIND, SessionFilter, check_known
from moot.errors import BadInput, StorageFailed, UnknownName
from moot.transcripts.session_counts.totals import EVER, sums_in
from moot.transcripts.session_counts.writing import count_due
from moot.transcripts.sql.store import Store
from moot.vocabulary.history.session_counts import ALL
from moot.vocabulary.history.standings import (
    MOST_AWARDS,
    Achievement,
    AllianceReport,
    HeadToHead,
    HistoryPage,
    Leaderboard,
    ModelReport,
    PastDebate,
)


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


AT_ONCE = 100
"""Sessions counted in one transaction."""
MOST_LISTED = 200
"""Maximum number of sessions in a list."""


class Standings:
    """Reader of statistics over a store's counted sessions."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def leaderboard(
        self,
        protocol: str | None = None,
        since: str | None = None,
        council: str | None = None,
        *,
        scripted: bool = False,
        least: int = 1,
    ) -> Leaderboard:
        """Return the models ranked by the marks of their peers."""
        asked = SessionFilter(protocol, since, council, scripted=scripted)
        await self._catch_up()
        return await self._store.read(lambda connection: board_of(connection, asked, least))

    async def model(self, model: str, protocol: str | None = None, *, scripted: bool | None = None) -> ModelReport:
        """Return one model's report; the kind of voices defaults to the model's own."""
        await self._catch_up()
        return await self._store.read(lambda connection: model_of(connection, model, protocol, scripted))

    async def head_to_head(
        self, a: str, b: str, protocol: str | None = None, *, scripted: bool | None = None
    ) -> HeadToHead:
        """Return the comparison of two models over the sessions with both."""
        if a == b:
            raise BadInput("A model cannot be compared with itself.", "Name two models.")
        await self._catch_up()
        return await self._store.read(lambda connection: head_to_head_of(connection, (a, b), protocol, scripted))

    async def achievements(
        self,
        protocol: str | None = None,
        model: str | None = None,
        name: str | None = None,
        council: str | None = None,
        *,
        scripted: bool = False,
        most: int = 100,
        latest: bool = False,
    ) -> list[Achievement]:
        """Return achievements, the latest first.

        Args:
            latest: Whether to list only the latest time a model earned each.
        """
        if not 1 <= most <= MOST_AWARDS:
            raise BadInput(f"{most} achievements cannot be had.", f"Ask for 1 to {MOST_AWARDS}.")
        asked = SessionFilter(protocol, None, council, scripted=scripted)
        await self._catch_up()
        return await self._store.read(
            lambda connection: achievements_of(connection, asked, model, name, most, latest=latest)
        )

    async def alliances(
        self,
        protocol: str | None = None,
        until: str | None = None,
        council: str | None = None,
        *,
        scripted: bool = False,
    ) -> AllianceReport:
        """Return the alliances up to the end of a month."""
        asked = SessionFilter(protocol, None, council, scripted=scripted)
        await self._catch_up()
        return await self._store.read(lambda connection: alliances_of(connection, asked, until or ""))

    async def history(
        self,
        protocol: str | None = None,
        search: str | None = None,
        before: str | None = None,
        council: str | None = None,
        *,
        scripted: bool = False,
        most: int = 50,
    ) -> HistoryPage:
        """Return counted sessions, the latest first.

        Args:
            search: Words that the topic must contain.
            before: The session before which the page starts.
        """
        asked = SessionFilter(protocol, None, council, scripted=scripted)
        _check(most)
        await self._catch_up()
        return await self._store.read(
            lambda connection: history_of(connection, asked, search or "", before or "", most)
        )

    async def counted(self, protocol: str | None = None, *, scripted: bool = False) -> int:
        """Return the number of counted sessions with one kind of voices."""
        asked = SessionFilter(protocol, None, scripted=scripted)
        await self._catch_up()
        sums = await self._store.read(lambda connection: sums_in(connection, asked.kind, [EVER])[0])
        return sums.get(ALL, {}).get("sessions", 0)

    async def earned_before(self, number: int, protocol: str, *, scripted: bool) -> frozenset[tuple[str, str]]:
        """Return pairs of achievement and model earned in sessions opened before the one of this number."""
        values = {"number": number, "protocol": protocol, "scripted": scripted}
        await self._catch_up()
        return await self._store.read(
            lambda connection: frozenset((row.name, row.model) for row in connection.execute(_EARNED, values))
        )

    async def _catch_up(self) -> None:
        with suppress(StorageFailed):  # what cannot be counted now is reported as due
            await count_what_is_due(self._store)


async def count_what_is_due(store: Store) -> None:
    """Count sessions that are not counted yet, e.g. in a store written by an earlier version."""
    while await store.read(_some_due):
        await store.write(_count_some)


def _check(most: int) -> None:
    if not 1 <= most <= MOST_LISTED:
        raise BadInput(f"{most} cannot be had at once.", f"Ask for 1 to {MOST_LISTED}.")


def _count_some(connection: Connection) -> int:
    return count_due(connection, AT_ONCE)


def _some_due(connection: Connection) -> bool:
    return connection.execute(_DUE).first() is not None


_EARNED = text(
    "SELECT DISTINCT name, model FROM achievements WHERE scripted = :scripted AND protocol = :protocol "
    "AND number < :number"
)
_DUE = text("SELECT 1 FROM counting_due WHERE why = '' LIMIT 1")
