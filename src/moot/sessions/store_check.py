"""Find verdicts in a store that do not match their digest, the newest sessions first."""

from __future__ import annotations

import time

from msgspec import Struct
from sqlalchemy import Connection, func, select

from moot.errors import StoreDamaged
from moot.sessions.verdict_check import doubt_of
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from
from moot.transcripts.sql.schema import events as kept
from moot.transcripts.sql.store import Store
from moot.vocabulary.events import VerdictReached

PAGE = 200
"""Sessions checked in one transaction."""


class Doubtful(Struct, frozen=True, kw_only=True):
    """Result of a check of the store."""

    looked: int
    """Number of sessions with a verdict that were checked."""
    of: int
    """Number of all sessions with a verdict."""
    sessions: tuple[str, ...] = ()
    """Sessions whose verdict or findings do not match their digest, or cannot be read."""


async def doubtful(store: Store, seconds: float) -> Doubtful:
    """Check the store for at most this many seconds, the newest sessions first."""
    ends = time.monotonic() + seconds
    looked, found, before = 0, list[str](), None
    of = await store.read(_verdicts)
    while True:
        page = await store.read(lambda connection, before=before: _page(connection, before))  # type: ignore[misc]
        for at, session, wrong in page:
            looked, before = looked + 1, (at, session)
            found += [session] if wrong else []
        if len(page) < PAGE or time.monotonic() >= ends:
            return Doubtful(looked=looked, of=of, sessions=tuple(found))


def _verdicts(connection: Connection) -> int:
    return connection.execute(select(func.count()).where(kept.c.kind == VerdictReached.kind)).scalar_one()


def _page(connection: Connection, before: tuple[str, str] | None) -> list[tuple[str, str, bool]]:
    """Return the next sessions with a verdict, and whether each is wrong."""
    newest = select(kept.c.at, kept.c.session).where(kept.c.kind == VerdictReached.kind)
    if before is not None:
        newest = newest.where((kept.c.at < before[0]) | ((kept.c.at == before[0]) & (kept.c.session < before[1])))
    rows = connection.execute(newest.order_by(kept.c.at.desc(), kept.c.session.desc()).limit(PAGE)).all()
    return [(at, session, _is_wrong(connection, session)) for at, session in rows]


def _is_wrong(connection: Connection, session: str) -> bool:
    columns = (kept.c[column] for column in EVENT_COLUMNS)
    rows = connection.execute(
        select(*columns)
        .where(kept.c.session == session, kept.c.kind.in_((VerdictReached.kind, "FindingMade", "SeatSpoke")))
        .order_by(kept.c.seq)
    )
    try:
        return bool(doubt_of([event_from(tuple(row)) for row in rows]))
    except StoreDamaged:
        return True
