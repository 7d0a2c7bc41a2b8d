"""Measure how long models take for an answer and for its first word, in the latest sessions.

One query over `MOST` sessions, whatever their total; answers copied into a fork are not calls.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from statistics import median

from sqlalchemy import Connection, func, select

from moot.transcripts.session_record import IMPORTED
from moot.transcripts.sql.schema import events, sessions
from moot.transcripts.sql.store import Store

MOST = 20
"""Maximum number of sessions, the latest first."""


async def call_times(store: Store, models: Collection[str]) -> dict[str, float]:
    """Return seconds per call for each model with recent calls."""
    took = await store.read(_took)
    return {model: median(took[model]) / 1000 for model in sorted(set(models)) if model in took}


async def first_words(store: Store, models: Collection[str]) -> dict[str, list[float]]:
    """Return seconds to the first word of each recent call by model, the latest first."""
    wanted = set(models)

    def took(connection: Connection) -> dict[str, list[float]]:
        found: dict[str, list[float]] = defaultdict(list)
        for model, _, first_ms in connection.execute(_CALLS):
            if model in wanted and first_ms:
                found[str(model)].append(int(first_ms) / 1000)
        return found

    return await store.read(took)


def _took(connection: Connection) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for model, ms, _ in connection.execute(_CALLS):
        found[str(model)].append(int(ms))
    return found


_ended = (
    select(sessions.c.id)
    .where(sessions.c.state.in_(("verdict", "inconclusive")), sessions.c.door != IMPORTED)
    .order_by(sessions.c.number.desc())
    .limit(MOST)
    .subquery("ended")
)
_asked = events.alias("asked")
_spoke = events.alias("spoke")
_CALLS = (
    select(
        func.json_extract(_asked.c.body, "$.model"),
        func.json_extract(_spoke.c.body, "$.total_ms"),
        func.json_extract(_spoke.c.body, "$.first_ms"),
    )
    .select_from(_ended)
    .join(_spoke, (_spoke.c.session == _ended.c.id) & (_spoke.c.kind == "SeatSpoke") & _spoke.c.origin.is_(None))
    .join(
        _asked,
        (_asked.c.session == _ended.c.id)
        & (_asked.c.key == _spoke.c.key.concat("~").concat(func.json_extract(_spoke.c.body, "$.attempt"))),
    )
)
