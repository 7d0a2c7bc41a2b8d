"""Read how often models were right on questions with known answers that were put to all of them.

The latest `MOST` finished sessions with real models count; forks, imported sessions and sessions that asked only some
members first do not.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, and_, or_, select

from moot.analytics.grade_book import GRADES, answered_from, grades_among, people_said
from moot.stats.evidence.known_answers import AnsweredQuestion, CommonRecord, common_record, names_of
from moot.transcripts.session_record import BENCH, IMPORTED
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from
from moot.transcripts.sql.schema import events, sessions
from moot.transcripts.sql.store import Store
from moot.vocabulary.events import Event, SessionOpened

MOST = 300
"""Maximum number of sessions, the latest first."""


async def record_of(store: Store, members: Collection[str]) -> CommonRecord | None:
    """Return the record of these models on questions that were put to all of them; `None` for too few questions."""
    return common_record(await store.read(_graded), members)


def _graded(connection: Connection) -> list[AnsweredQuestion]:
    """Return the graded answers of the latest sessions that asked everyone."""
    found: dict[str, dict[int, Event]] = {}
    for row in connection.execute(_GRADED):
        event = event_from(tuple(row)[1:])
        found.setdefault(event.session, {})[event.seq] = event
    asked = []
    for events_ in found.values():
        opened, grades = events_[1].body, grades_among(events_.values())
        if isinstance(opened, SessionOpened) and opened.asks.when == "always":
            names = names_of(opened.roster.seats)
            asked.append(answered_from((), names, grades, overruled=people_said(connection, grades)))
    return asked


_known = (
    select(sessions.c.number, sessions.c.id)
    .join(events, and_(events.c.session == sessions.c.id, events.c.key == GRADES))
    .where(
        sessions.c.state.in_(("verdict", "inconclusive")),
        sessions.c.scripted.is_(False),
        sessions.c.fork_of.is_(None),
        sessions.c.door.not_in((IMPORTED, BENCH)),
    )
    .order_by(sessions.c.number.desc())
    .limit(MOST)
    .subquery("known")
)
_GRADED = (
    select(_known.c.number, *(events.c[name] for name in EVENT_COLUMNS))
    .select_from(_known)
    .join(events, and_(events.c.session == _known.c.id, or_(events.c.seq == 1, events.c.key == GRADES)))
    .order_by(_known.c.number.desc())
)
