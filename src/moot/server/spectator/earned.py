"""Who had earned which achievement before a debate? Read from what earlier debates of the same kind of voices left."""

from __future__ import annotations

from sqlalchemy import Connection

from moot.analytics.past import latest
from moot.protocols.debate.findings import Awards
from moot.server.spectator.moments import PROTOCOL
from moot.transcripts.sql.register import Listing
from moot.transcripts.sql.rows import event_from
from moot.transcripts.sql.schema import sessions
from moot.transcripts.sql.store import Store
from moot.vocabulary.events import FindingMade
from moot.vocabulary.seats import seat_ids

MOST = 20_000
"""Debates looked back upon, the latest first."""


async def earned_before(store: Store, listing: Listing) -> frozenset[tuple[str, str]]:
    """Every achievement and the model that earned it in a debate that was opened before this one."""
    statement = latest({PROTOCOL: ("synthesis/awards",)}, sessions.c.members)

    def work(connection: Connection) -> frozenset[tuple[str, str]]:
        found = set()
        for number, members, *row in connection.execute(statement, {"scripted": listing.scripted, "most": MOST}):
            body = event_from(tuple(row)).body
            if number >= listing.number or not isinstance(body, FindingMade) or not isinstance(body.finding, Awards):
                continue
            models = dict(zip(seat_ids(len(members.split("\n"))), members.split("\n"), strict=True))
            found |= {(award.name, models[seat]) for award in body.finding.awards for seat in award.seats}
        return frozenset(found)

    return await store.read(work)
