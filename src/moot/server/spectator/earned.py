"""Who had earned which achievement before a debate? Read from what earlier debates of the same kind of voices left."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, and_, select

from moot.protocols.debate.findings import Awards
from moot.server.spectator.moments import PROTOCOL
from moot.transcripts.record import IMPORTED
from moot.transcripts.sql.register import Listing
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from
from moot.transcripts.sql.schema import events, sessions
from moot.transcripts.sql.store import Store
from moot.vocabulary.events import FindingMade
from moot.vocabulary.seats import seat_ids

Earned = Collection[tuple[str, str]]
"""Achievements and the models that earned them."""


async def earned_before(store: Store, listing: Listing) -> Earned:
    """Every achievement and the model that earned it in a debate that was opened before this one."""
    statement = (
        select(sessions.c.members, *(events.c[name] for name in EVENT_COLUMNS))
        .select_from(sessions)
        .join(events, and_(events.c.session == sessions.c.id, events.c.key == "synthesis/awards"))
        .where(
            sessions.c.state.in_(("verdict", "inconclusive")),
            sessions.c.protocol == PROTOCOL,
            sessions.c.scripted == listing.scripted,
            sessions.c.fork_of.is_(None),
            sessions.c.door != IMPORTED,
            sessions.c.number < listing.number,
        )
    )

    def work(connection: Connection) -> Earned:
        found = set()
        for members, *row in connection.execute(statement):
            body = event_from(tuple(row)).body
            if isinstance(body, FindingMade) and isinstance(body.finding, Awards):
                models = dict(zip(seat_ids(len(members.split("\n"))), members.split("\n"), strict=True))
                found |= {(award.name, models[seat]) for award in body.finding.awards for seat in award.seats}
        return frozenset(found)

    return await store.read(work)
