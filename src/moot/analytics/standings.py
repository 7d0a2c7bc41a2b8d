"""Which model is marked best, whom does it beat, and what did it earn? Read from what was counted of sessions.

Figures of many sessions come from sums (`vocabulary/history/totals.py`): of all, or of the months and days since one;
only lists of single sessions read rows. `tests/analytics/test_standings.py` counts every figure again from exports,
`benchmarks/standings.py` says what a page takes.
"""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import Connection, text

from moot.analytics.model_board import board_of
from moot.analytics.model_pairs import alliances_of, pairs_of
from moot.analytics.model_profiles import achievements_of, head_to_head_of, model_of
from moot.analytics.session_filter import SessionFilter
from moot.analytics.session_history import history_of, marks_of
from moot.errors import BadInput, StorageFailed
from moot.transcripts.session_counts.totals import EVER, sums_in
from moot.transcripts.session_counts.writing import count_due
from moot.transcripts.sql.store import Store
from moot.vocabulary.history.pairs import AllianceReport, PairReport
from moot.vocabulary.history.session_lists import HistoryPage, MarkPage
from moot.vocabulary.history.standings import MOST_AWARDS, Achievement, HeadToHead, Leaderboard, ModelReport
from moot.vocabulary.history.totals import ALL

AT_ONCE = 100
"""Sessions that are counted in one transaction, where some are due."""
MOST_LISTED = 200
"""Sessions told at once."""


class Standings:
    """What counted sessions say of models."""

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
        """Models by what their peers marked."""
        asked = SessionFilter(protocol, since, council, scripted=scripted)
        await self._catch_up()
        return await self._store.read(lambda connection: board_of(connection, asked, least))

    async def model(self, model: str, protocol: str | None = None, *, scripted: bool | None = None) -> ModelReport:
        """One model; of the kind of voices it is, where that is not said."""
        await self._catch_up()
        return await self._store.read(lambda connection: model_of(connection, model, protocol, scripted))

    async def head_to_head(
        self, a: str, b: str, protocol: str | None = None, *, scripted: bool | None = None
    ) -> HeadToHead:
        """Two models in the sessions both sat in."""
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
        """What was earned, the latest first; of each that a model earned only the latest time, if that is asked for."""
        if not 1 <= most <= MOST_AWARDS:
            raise BadInput(f"{most} achievements cannot be had.", f"Ask for 1 to {MOST_AWARDS}.")
        asked = SessionFilter(protocol, None, council, scripted=scripted)
        await self._catch_up()
        return await self._store.read(
            lambda connection: achievements_of(connection, asked, model, name, most, latest=latest)
        )

    async def pairs(
        self,
        protocol: str | None = None,
        since: str | None = None,
        council: str | None = None,
        *,
        scripted: bool = False,
    ) -> PairReport:
        """Every pair of models, and those that never met."""
        asked = SessionFilter(protocol, since, council, scripted=scripted)
        await self._catch_up()
        return await self._store.read(lambda connection: pairs_of(connection, asked))

    async def alliances(
        self,
        protocol: str | None = None,
        until: str | None = None,
        council: str | None = None,
        *,
        scripted: bool = False,
    ) -> AllianceReport:
        """Who sided with whom, up to the end of a month."""
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
        """Counted sessions, the latest first: those whose topic holds these words, those before one."""
        asked = SessionFilter(protocol, None, council, scripted=scripted)
        _check(most)
        await self._catch_up()
        return await self._store.read(
            lambda connection: history_of(connection, asked, search or "", before or "", most)
        )

    async def marks(
        self,
        protocol: str | None = None,
        reader: str | None = None,
        author: str | None = None,
        before: str | None = None,
        council: str | None = None,
        *,
        scripted: bool = False,
        most: int = 50,
    ) -> MarkPage:
        """Marks one by one, of so many of the latest sessions: by whom, for whom."""
        asked = SessionFilter(protocol, None, council, scripted=scripted)
        _check(most)
        await self._catch_up()
        return await self._store.read(
            lambda connection: marks_of(connection, asked, reader, author, before or "", most)
        )

    async def counted(self, protocol: str | None = None, *, scripted: bool = False) -> int:
        """How many sessions of one kind of voices were counted."""
        asked = SessionFilter(protocol, None, scripted=scripted)
        await self._catch_up()
        sums = await self._store.read(lambda connection: sums_in(connection, asked.kind, [EVER])[0])
        return sums.get(ALL, {}).get("sessions", 0)

    async def earned_before(self, number: int, protocol: str, *, scripted: bool) -> frozenset[tuple[str, str]]:
        """Achievements and the models that earned them in sessions that were opened before the one of this number."""
        values = {"number": number, "protocol": protocol, "scripted": scripted}
        await self._catch_up()
        return await self._store.read(
            lambda connection: frozenset((row.name, row.model) for row in connection.execute(_EARNED, values))
        )

    async def _catch_up(self) -> None:
        with suppress(StorageFailed):  # what cannot be counted now is told as due
            await count_what_is_due(self._store)


async def count_what_is_due(store: Store) -> None:
    """Counts what is still to be counted: the sessions of a store that an earlier version wrote, the first time."""
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
