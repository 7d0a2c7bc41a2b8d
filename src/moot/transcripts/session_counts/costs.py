"""Compute what each member's calls cost in a session, by the store's accounts, if every price is known."""

from __future__ import annotations

from msgspec.structs import replace

from moot.transcripts.sql.statement import Reach, bare
from moot.vocabulary.history.session_counts import SessionCounts


def with_costs(connection: Reach, session: str, counted: SessionCounts) -> SessionCounts:
    """Return the counts with the cost of each member's calls."""
    rows = bare(connection).execute(_COSTS, (session,)).fetchall()
    costs = {seat: spent for seat, spent, unsure in rows if not unsure}
    seats = tuple(replace(each, cost=costs.get(each.seat)) for each in counted.seats)
    return replace(counted, seats=seats)


_COSTS = """
SELECT json_extract(e.body, '$.seat'), SUM(m.spent), SUM(m.unknown OR m.state != 'settled')
FROM money m JOIN events e ON e.session = m.session AND e.key = m.key WHERE m.session = ? GROUP BY 1
"""
"""Bounds for calls without a price do not count as costs, nor do reserves for calls in flight."""
