"""Collect members' votes and graded answers of earlier sessions, for `moot insights evidence`.

Ballots and members' first answers of the latest `MOST` finished sessions with real models count; sessions with a
scripted voice, forks, imported sessions and people do not. Tests: `tests/analytics/test_vote_records.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, and_, func, or_, select

from moot.analytics.grade_book import GRADES, answered_from, grades_among, people_said
from moot.protocols import registry
from moot.protocols.words import ordering_of
from moot.stats.evidence.known_answers import AnsweredQuestion, Spoke, first_answers, known_answers, names_of
from moot.stats.evidence.report import EvidenceReport, SessionBallots, ahead_from, learnt_from
from moot.transcripts.session_record import BENCH, IMPORTED
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from
from moot.transcripts.sql.schema import events, sessions
from moot.transcripts.sql.store import Store
from moot.vocabulary.ballots import Ballot
from moot.vocabulary.event_keys import stage_of
from moot.vocabulary.events import BallotRead, Event, SeatSpoke, SessionOpened, as_seated, unseated

MOST = 300
"""Maximum number of sessions, the latest first."""


class VoteRecords(Struct, frozen=True, kw_only=True):
    """Votes and graded answers."""

    voted: tuple[SessionBallots, ...]
    """Sessions with ballots that rank answers."""
    asked: tuple[AnsweredQuestion, ...]
    """Questions with a known answer."""
    families: dict[str, str]
    """Model family of each member, if known."""


async def evidence_of(store: Store) -> EvidenceReport:
    """Return the report of `moot insights evidence` for a store."""
    cast = await votes_cast(store)

    def made() -> EvidenceReport:
        known = known_answers(cast.asked, cast.families)
        return EvidenceReport(learnt=learnt_from(known), ahead=ahead_from(cast.voted), known=known)

    return await asyncio.to_thread(made)


async def votes_cast(store: Store) -> VoteRecords:
    """Return members' votes and answers."""
    return await store.read(lambda connection: _cast(connection))


def _cast(connection: Connection) -> VoteRecords:
    voted: list[SessionBallots] = []
    asked: list[AnsweredQuestion] = []
    families: dict[str, str] = {}
    ordering = [
        str(each.__struct_config__.tag) for each in registry.every_ballot() if each.ordering is not Ballot.ordering
    ]
    for row in connection.execute(_OPENED):
        opened = event_from(tuple(row)[1:])
        body = opened.body
        assert isinstance(body, SessionOpened)
        if unseated(body.roster):
            body = as_seated(body, _events_of(connection, opened.session, events.c.kind == "SeatAsked"))
        families |= {
            name: body.roster.seat(seat).abilities.family for seat, name in names_of(body.roster.seats).items()
        }
        of_order = func.json_extract(events.c.body, "$.ballot.type").in_(ordering)
        found = _voted(body, _events_of(connection, opened.session, events.c.kind == "BallotRead", of_order))
        if found.ranks:
            voted.append(found)
        if body.graded:
            spoke_or_graded = or_(events.c.kind == "SeatSpoke", events.c.key == GRADES)
            asked.append(_answered(connection, body, _events_of(connection, opened.session, spoke_or_graded)))
    return VoteRecords(voted=tuple(voted), asked=tuple(asked), families=families)


def _voted(opened: SessionOpened, ballots: Sequence[Event]) -> SessionBallots:
    """Return each reader's first ballot; later ones depend on more information than others'."""
    names = names_of(opened.roster.seats)
    ranks: dict[str, dict[str, float]] = {}
    for event in ballots:
        body = event.body
        if not isinstance(body, BallotRead) or body.reader not in names or body.reader in ranks:
            continue
        placed = ordering_of(body.ballot)
        if len(placed) > 1:
            ranks[body.reader] = placed
    return SessionBallots(models={seat: opened.roster.seat(seat).model for seat in names}, ranks=ranks)


def _answered(connection: Connection, opened: SessionOpened, said: Sequence[Event]) -> AnsweredQuestion:
    spoken = [
        Spoke(event.body.seat, stage_of(event.key), event.body.text)
        for event in said
        if isinstance(event.body, SeatSpoke)
    ]
    names = names_of(opened.roster.seats)
    grades = grades_among(said)
    return answered_from(
        first_answers(spoken, opened.roster.seats),
        names,
        grades,
        overruled=people_said(connection, grades),
    )


_ended = (
    select(sessions.c.number, sessions.c.id)
    .where(
        sessions.c.state.in_(("verdict", "inconclusive")),
        sessions.c.scripted.is_(False),
        sessions.c.fork_of.is_(None),
        sessions.c.door.not_in((IMPORTED, BENCH)),
    )
    .order_by(sessions.c.number.desc())
    .limit(MOST)
    .subquery("ended")
)
_OPENED = (
    select(_ended.c.number, *(events.c[name] for name in EVENT_COLUMNS))
    .select_from(_ended)
    .join(events, and_(events.c.session == _ended.c.id, events.c.seq == 1))
    .order_by(_ended.c.number.desc())
)


def _events_of(connection: Connection, session: str, *which: ColumnElement[bool]) -> list[Event]:
    """Return the events of a session under these conditions, in order."""
    chosen = select(*(events.c[name] for name in EVENT_COLUMNS)).where(events.c.session == session, *which)
    return [event_from(tuple(row)) for row in connection.execute(chosen.order_by(events.c.seq))]
