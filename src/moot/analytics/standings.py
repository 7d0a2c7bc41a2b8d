"""Which model is marked best, whom does it beat, and what did it earn? Read from what was counted of sessions.

Figures of many sessions come from sums (`vocabulary/earlier/sums.py`): of all, or of the months and days since one;
only lists of single sessions read rows. `tests/analytics/test_standings.py` counts every figure again from exports,
`benchmarks/standings.py` says what a page takes.
"""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import Connection, text

from moot.analytics.counted_asked import Asked
from moot.analytics.counted_board import board_of
from moot.analytics.counted_models import achievements_of, head_to_head_of, model_of
from moot.errors import BadInput, StorageFailed
from moot.transcripts.counted.writing import count_due
from moot.transcripts.sql.store import Store
from moot.vocabulary.earlier.standings import Achievement, HeadToHead, Leaderboard, ModelReport

AT_ONCE = 100
"""Sessions that are counted in one transaction, where some are due."""
MOST_AWARDS = 500
"""Achievements told at once."""


class Standings:
    """What counted sessions say of models."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def leaderboard(
        self, protocol: str | None = None, since: str | None = None, *, scripted: bool = False, least: int = 1
    ) -> Leaderboard:
        """Models by what their peers marked."""
        asked = Asked(protocol, since, scripted=scripted)
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
        *,
        scripted: bool = False,
        most: int = 100,
    ) -> list[Achievement]:
        """What was earned, the latest first."""
        if not 1 <= most <= MOST_AWARDS:
            raise BadInput(f"{most} achievements cannot be had.", f"Ask for 1 to {MOST_AWARDS}.")
        asked = Asked(protocol, None, scripted=scripted)
        await self._catch_up()
        return await self._store.read(lambda connection: achievements_of(connection, asked, model, name, most))

    async def _catch_up(self) -> None:
        with suppress(StorageFailed):  # what cannot be counted now is told as due
            await count_what_is_due(self._store)


async def count_what_is_due(store: Store) -> None:
    """Counts what is still to be counted: the sessions of a store that an earlier version wrote, the first time."""
    while await store.read(_some_due):
        await store.write(_count_some)


def _count_some(connection: Connection) -> int:
    return count_due(connection, AT_ONCE)


def _some_due(connection: Connection) -> bool:
    return connection.execute(_DUE).first() is not None


_DUE = text("SELECT 1 FROM counting_due WHERE why = '' LIMIT 1")
