"""What does the store know of a council's models? Their `Past`, gathered when a session opens.

Only findings are read, of finished sessions of the same kind of voices, through one query that ends after `MOST`
sessions however many there are. Events copied into a fork are no deeds of their own. `tests/analytics/test_past.py` and
`benchmarks/past.py` hold it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, groupby
from typing import Any

from msgspec import UNSET
from sqlalchemy import Column, Connection, Integer, Select, and_, bindparam, select

from moot.protocols.debate.careers import Recorded, past_from
from moot.protocols.debate.findings import Deeds
from moot.tally.judging.reader_habits import prior_from_lifts
from moot.transcripts.record import IMPORTED
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from
from moot.transcripts.sql.schema import events, sessions
from moot.transcripts.sql.store import Store
from moot.vocabulary.earlier.attendance import Attendance
from moot.vocabulary.earlier.priors import Prior
from moot.vocabulary.earlier.track_record import Past
from moot.vocabulary.events import Event, FindingMade, SessionOpened
from moot.vocabulary.findings import Standing
from moot.vocabulary.seats import seat_ids

MOST = 500
"""Sessions looked back upon, the latest first."""
KEPT = {
    "debate": ("synthesis/deeds", "synthesis/attendance"),
    "claim-vote": ("votes/attendance",),
}
"""Protocols that leave numbers behind for later sessions, and the keys under which they do."""
OWN = "own"
"""The option of protocols in which members may judge their own answers: later sessions learn how they did."""
JUDGED = {"peer-review": ("review/standing",)}
"""The same of protocols that leave a standing behind."""
MOST_JUDGED = 100
"""Sessions looked back upon for how readers judge their own answers."""


async def past_of(store: Store, opened: SessionOpened) -> Past | None:
    """The past of a session that is about to open; nothing for protocols that ask nothing of it."""
    if OWN in opened.options and opened.options[OWN] != "out" and opened.protocol in JUDGED:
        return Past(judging=await gather_judging(store, opened))
    if opened.protocol not in KEPT:
        return None
    scripted = any(seat.scripted for seat in (*opened.roster.seats, *opened.roster.offices))
    models = [seat.model for seat in opened.roster.seats if not seat.person]  # of people nothing is kept
    return await gather_past(store, models, scripted=scripted)


async def gather_past(store: Store, models: Collection[str], *, scripted: bool) -> Past:
    """The numbers of these models from earlier sessions."""
    recorded = await store.read(lambda connection: _recorded(connection, scripted))
    return past_from(recorded, frozenset(models))


async def gather_judging(store: Store, opened: SessionOpened) -> Prior:
    """What earlier sessions say of the members as readers of their own answers, by model. Of people nothing is kept,
    and scripted voices have no habits: a seed gives the same result however often it is asked."""
    names = {seat.id: seat.model for seat in opened.roster.seats if not seat.person}
    if any(seat.scripted for seat in opened.roster.seats):
        return Prior()
    return prior_from_lifts(await store.read(_lifts), names)


def _lifts(connection: Connection) -> list[list[tuple[str, float]]]:
    """For each session, the latest last: how much higher each model put its own answer than the others did."""
    found = []
    for _, members, *row in connection.execute(_STANDINGS, {"scripted": False, "most": MOST_JUDGED}):
        body = event_from(tuple(row)).body
        if isinstance(body, FindingMade) and isinstance(body.finding, Standing) and body.finding.own_lift is not UNSET:
            models = dict(zip(seat_ids(len(members.split("\n"))), members.split("\n"), strict=True))
            lifts = body.finding.own_lift.items()
            found.append([(models[seat], lift) for seat, lift in lifts if seat in models])
    return found[::-1]


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


def _latest(kept: Mapping[str, Sequence[str]], *more: Column[Any]) -> Select[Any]:
    """The events under these keys, of the latest finished sessions of these protocols."""
    ended = (
        select(sessions.c.number, sessions.c.id, sessions.c.protocol, *more)
        .where(
            sessions.c.state.in_(("verdict", "inconclusive")),
            sessions.c.protocol.in_(sorted(kept)),
            sessions.c.scripted == bindparam("scripted"),
            sessions.c.fork_of.is_(None),
            sessions.c.door != IMPORTED,
        )
        .order_by(sessions.c.number.desc())
        .limit(bindparam("most", type_=Integer))
        .subquery("ended")
    )
    return (
        select(ended.c.number, *(ended.c[each.name] for each in more), *(events.c[name] for name in EVENT_COLUMNS))
        .select_from(ended)
        .join(events, and_(events.c.session == ended.c.id, events.c.key.in_(sorted({*chain(*kept.values())}))))
        .order_by(ended.c.number.desc())
    )


_LATEST = _latest(KEPT)
_STANDINGS = _latest(JUDGED, sessions.c.members)
