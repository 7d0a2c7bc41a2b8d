"""What did a member's calls cost in a session? By the store's own account, and only where every price is known."""

from __future__ import annotations

from msgspec.structs import replace

from moot.transcripts.sql.statement import Reach, bare
from moot.vocabulary.history.session_counts import SessionCounts


def with_costs(connection: Reach, session: str, counted: SessionCounts) -> SessionCounts:
    """The same, with what each member's calls cost."""
    rows = bare(connection).execute(_COSTS, (session,)).fetchall()
    costs = {seat: spent for seat, spent, unsure in rows if not unsure}
    seats = tuple(replace(each, cost=costs.get(each.seat)) for each in counted.seats)
    return replace(counted, seats=seats)


_COSTS = """
SELECT json_extract(e.body, '$.seat'), SUM(m.spent), SUM(m.unknown OR m.state != 'settled')
FROM money m JOIN events e ON e.session = m.session AND e.key = m.key WHERE m.session = ? GROUP BY 1
"""
"""A bound for what a service told no price of is none; nor is what is set aside for a call in flight."""
