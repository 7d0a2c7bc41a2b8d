"""Check recorded verdicts against their digests: a store can be edited by hand.

Every readable export reports a mismatch where it lists what a result lacks; `doubtful` checks a whole store, the newest
sessions first.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, func, select

from moot.errors import StoreDamaged
from moot.floor.verdicts import is_taken_over, verdict_digest
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from
from moot.transcripts.sql.schema import events as kept
from moot.transcripts.sql.store import Store
from moot.vocabulary.events import Event, VerdictReached
from moot.vocabulary.state import SessionState


def doubt_of(events: Sequence[Event]) -> str:
    """Return a sentence that says why the recorded verdict does not match its digest; empty if it does, or if there is
    no verdict."""
    last = events[-1].body if events else None
    if not isinstance(last, VerdictReached) or is_taken_over(events):
        return ""
    try:
        made = verdict_digest(last.verdict, events)
    except UnicodeEncodeError:  # halves of surrogate pairs, which no store can contain
        return "The recorded verdict has no digest: it holds characters that cannot be written."
    if made == last.digest:
        return ""
    return (
        "The recorded verdict is not the one its digest was made of: verdict, findings or digest were changed after "
        "the session ended."
    )


def with_doubt(state: SessionState, events: Sequence[Event]) -> SessionState:
    """Return the session's state. If its verdict does not match its digest, the verdict gets a note that says so."""
    doubt = doubt_of(events)
    if not doubt or state.verdict is None:
        return state
    return replace(state, verdict=replace(state.verdict, degraded=(doubt, *state.verdict.degraded)))


PAGE = 200
"""Number of sessions that are checked in one transaction."""


class Doubtful(Struct, frozen=True, kw_only=True):
    """The sessions of a store whose verdict was changed after it was recorded, among those checked so far."""

    looked: int
    """Number of sessions with a verdict that were checked."""
    of: int
    """Number of all sessions with a verdict."""
    sessions: tuple[str, ...] = ()
    """Sessions whose verdict or findings do not match their digest, or cannot be read."""


async def doubtful(store: Store, seconds: float) -> Doubtful:
    """Check the verdicts in a store against their digests, the newest sessions first, for at most this many seconds."""
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
    """Return the next sessions that have a verdict, each with whether the verdict fails its check."""
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
