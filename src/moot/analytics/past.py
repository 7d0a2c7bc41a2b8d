"""What does the store know of a council's models? Their `Past`, gathered when a session opens.

Only findings are read, of finished sessions of the same kind of voices, through one query that ends after `MOST`
sessions however many there are. Events copied into a fork are no deeds of their own. `tests/analytics/test_past.py` and
`benchmarks/past.py` hold it.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain, groupby

from sqlalchemy import Connection, Integer, and_, bindparam, select

from moot.sessions.record import IMPORTED
from moot.sessions.sql_rows import EVENT_COLUMNS, event_from
from moot.sessions.sql_schema import events, sessions
from moot.sessions.sql_store import Store
from moot.tally.careers import Recorded, past_from
from moot.vocabulary.attendance import Attendance
from moot.vocabulary.debate_findings import Deeds
from moot.vocabulary.events import Event, FindingMade, SessionOpened
from moot.vocabulary.past import Past

MOST = 500
"""Sessions looked back upon, the latest first."""
KEPT = {
    "debate": ("synthesis/deeds", "synthesis/attendance"),
    "claim-vote": ("votes/attendance",),
}
"""Protocols that leave numbers behind for later sessions, and the keys under which they do."""


async def past_of(store: Store, opened: SessionOpened) -> Past | None:
    """The past of a session that is about to open; nothing for protocols that ask nothing of it."""
    if opened.protocol not in KEPT:
        return None
    scripted = any(seat.scripted for seat in (*opened.roster.seats, *opened.roster.offices))
    models = [seat.model for seat in opened.roster.seats if not seat.person]  # of people nothing is kept
    return await gather_past(store, models, scripted=scripted)


async def gather_past(store: Store, models: Collection[str], *, scripted: bool) -> Past:
    """The numbers of these models from earlier sessions."""
    recorded = await store.read(lambda connection: _recorded(connection, scripted))
    return past_from(recorded, frozenset(models))


def _recorded(connection: Connection, scripted: bool) -> list[Recorded]:
    found = [event_from(tuple(row)[1:]) for row in connection.execute(_LATEST, {"scripted": scripted, "most": MOST})]
    by_session = [list(group) for _, group in groupby(found, key=lambda event: event.session)]
    return [_left_by(group) for group in reversed(by_session)]


def _left_by(session: list[Event]) -> Recorded:
    findings = [event.body.finding for event in session if isinstance(event.body, FindingMade)]
    return Recorded(
        deeds=next((finding for finding in findings if isinstance(finding, Deeds)), None),
        attendance=next((finding for finding in findings if isinstance(finding, Attendance)), None),
    )


_ended = (
    select(sessions.c.number, sessions.c.id, sessions.c.protocol)
    .where(
        sessions.c.state.in_(("verdict", "inconclusive")),
        sessions.c.protocol.in_(sorted(KEPT)),
        sessions.c.scripted == bindparam("scripted"),
        sessions.c.fork_of.is_(None),
        sessions.c.door != IMPORTED,
    )
    .order_by(sessions.c.number.desc())
    .limit(bindparam("most", type_=Integer))
    .subquery("ended")
)
_LATEST = (
    select(_ended.c.number, *(events.c[name] for name in EVENT_COLUMNS))
    .select_from(_ended)
    .join(events, and_(events.c.session == _ended.c.id, events.c.key.in_(sorted({*chain(*KEPT.values())}))))
    .order_by(_ended.c.number.desc())
)
