"""Statistics of models from counted sessions: leaderboard, profiles, comparisons, achievements.

Figures over many sessions are computed from sums (`transcripts/session_counts/totals.py`): of all time, or of the
months and days since a day; only lists of single sessions read rows. `tests/analytics/test_standings.py` counts every
figure again from exports; `benchmarks/standings.py` measures the time of a page.
"""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import Connection, text

from moot.analytics.model_board import board_of
from moot.analytics.model_profiles import achievements_of, head_to_head_of, model_of
from moot.analytics.session_filter import SessionFilter
from moot.errors import BadInput, StorageFailed
from moot.transcripts.session_counts.totals import EVER, sums_in
from moot.transcripts.session_counts.writing import count_due
from moot.transcripts.sql.store import Store
from moot.vocabulary.history.session_counts import ALL
from moot.vocabulary.history.standings import (
    MOST_AWARDS,
    Achievement,
    HeadToHead,
    Leaderboard,
    ModelReport,
)

AT_ONCE = 100
"""Number of sessions counted in one transaction."""


class Standings:
    """Statistics of models over the finished sessions of a store: leaderboard, profiles, comparisons, achievements."""

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
        """Return the models ranked by the marks that other members gave their answers.

        Args:
            since: The first day that counts.
            least: Number of sessions a model needs to be listed.
        """
        asked = SessionFilter(protocol, since, council, scripted=scripted)
        await self._catch_up()
        return await self._store.read(lambda connection: board_of(connection, asked, least))

    async def model(self, model: str, protocol: str | None = None, *, scripted: bool | None = None) -> ModelReport:
        """Return one model's figures and sessions.

        Without `scripted`, the sessions with real models are counted. If `model` is a scripted voice (replies without a
        model), the sessions with scripted voices are counted.
        """
        await self._catch_up()
        return await self._store.read(lambda connection: model_of(connection, model, protocol, scripted))

    async def head_to_head(
        self, a: str, b: str, protocol: str | None = None, *, scripted: bool | None = None
    ) -> HeadToHead:
        """Return how two models compare in the sessions in which both took part."""
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
        """Return the achievements that models earned in sessions, the latest first.

        Args:
            most: Maximum number of achievements returned.
            latest: Whether to list only the latest time a model earned each.
        """
        if not 1 <= most <= MOST_AWARDS:
            raise BadInput(f"{most} achievements cannot be had.", f"Ask for 1 to {MOST_AWARDS}.")
        asked = SessionFilter(protocol, None, council, scripted=scripted)
        await self._catch_up()
        return await self._store.read(
            lambda connection: achievements_of(connection, asked, model, name, most, latest=latest)
        )

    async def counted(self, protocol: str | None = None, *, scripted: bool = False) -> int:
        """Return how many sessions the statistics include, either those of scripted voices or those of real models."""
        asked = SessionFilter(protocol, None, scripted=scripted)
        await self._catch_up()
        sums = await self._store.read(lambda connection: sums_in(connection, asked.kind, [EVER])[0])
        return sums.get(ALL, {}).get("sessions", 0)

    async def earned_before(self, number: int, protocol: str, *, scripted: bool) -> frozenset[tuple[str, str]]:
        """Return the achievements that models had earned before the session with this number, as pairs of achievement
        and model.
        """
        values = {"number": number, "protocol": protocol, "scripted": scripted}
        await self._catch_up()
        return await self._store.read(
            lambda connection: frozenset((row.name, row.model) for row in connection.execute(_EARNED, values))
        )

    async def _catch_up(self) -> None:
        with suppress(StorageFailed):  # what cannot be counted now is reported as due
            await count_what_is_due(self._store)


async def count_what_is_due(store: Store) -> None:
    """Add to the statistics all finished sessions that are missing there, such as sessions recorded by an earlier
    version.
    """
    while await store.read(_some_due):
        await store.write(_count_some)


def _count_some(connection: Connection) -> int:
    return count_due(connection, AT_ONCE)


def _some_due(connection: Connection) -> bool:
    return connection.execute(_DUE).first() is not None


_EARNED = text(
    "SELECT DISTINCT name, model FROM achievements WHERE scripted = :scripted AND protocol = :protocol "
    "AND number < :number"
)
_DUE = text("SELECT 1 FROM counting_due WHERE why = '' LIMIT 1")
