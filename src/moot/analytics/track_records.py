"""Collect statistics of a council's models from earlier sessions: the `Past` of a new session.

Only findings are read, of finished sessions with the same kind of voices, by one query that ends after `MOST` sessions,
whatever their total. Forks, and sessions that asked only some members first, do not count.
Tests: `tests/analytics/test_track_records.py`, `benchmarks/past.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace
from sqlalchemy import Column, Connection, Integer, and_, bindparam, or_, select

from moot.analytics.grade_book import graded_questions
from moot.protocols import registry
from moot.stats.attendance import silences
from moot.stats.evidence.shared_errors import shared_errors
from moot.stats.judging.standing import prior_from_lifts
from moot.transcripts.session_record import IMPORTED
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from
from moot.transcripts.sql.schema import events, sessions
from moot.transcripts.sql.search import asked_everyone
from moot.transcripts.sql.statement import SqlStatement
from moot.vocabulary.events import Event, FindingMade, SessionOpened
from moot.vocabulary.findings import Attendance, Finding, Standing
from moot.vocabulary.history.track_record import Past, Prior
from moot.vocabulary.seats import seat_ids

MOST = 500
"""Maximum number of sessions, the latest first."""
OWN = "own"
"""Name of the option with which members may judge their own answers. Later sessions use the results."""
MOST_JUDGED = 100
"""Maximum number of sessions from which readers' habits towards their own answers are computed."""


def past_of(connection: Connection, opened: SessionOpened) -> Past | None:
    """Return the statistics of earlier sessions that a new session uses; `None` if its protocol uses none."""
    protocol = registry.find(opened.protocol)
    if protocol.standing:
        own = opened.options.get(OWN, "out") != "out"
        prior = gather_judging(connection, opened, protocol.standing) if own else Prior()
        if not any(seat.scripted for seat in opened.roster.seats):
            measured = shared_errors(graded_questions(connection))
            prior = prior if measured is None else replace(prior, shared_errors=measured)
        if own or prior != Prior():
            return Past(judging=prior)
    if not protocol.leaves:
        return None
    scripted = any(seat.scripted for seat in (*opened.roster.seats, *opened.roster.offices))
    models = [seat.model for seat in opened.roster.seats if not seat.person]  # nothing is stored about people
    return gather_past(connection, models, scripted=scripted)


def gather_past(connection: Connection, models: Collection[str], *, scripted: bool) -> Past:
    """Return statistics, read from the store, on how these models did in earlier sessions."""
    statement = latest(tuple(registry.leaves().items()))
    return past_from(_recorded(connection, statement, scripted), frozenset(models))


def past_from(sessions: Sequence[Sequence[Finding]], models: Collection[str]) -> Past:
    """Compute how these models did in earlier sessions from their recorded results, oldest first."""
    attended = [next((each for each in left if isinstance(each, Attendance)), None) for left in sessions]
    past = Past(sessions=len(sessions), silent=silences(attended, models))
    for add in registry.pasts():
        past = add(sessions, models, past)
    return past


def gather_judging(connection: Connection, opened: SessionOpened, standing: str) -> Prior:
    """Return how members ranked their own answers in earlier sessions, which lowers the weight of their votes for
    themselves.

    People are not recorded, and scripted voices have no habits, so that a seed always gives the same result.

    Args:
        standing: Key of the recorded rankings.
    """
    names = {seat.id: seat.model for seat in opened.roster.seats if not seat.person}
    if any(seat.scripted for seat in opened.roster.seats):
        return Prior()
    statement = latest(((opened.protocol, (standing,)),), sessions.c.members)
    return prior_from_lifts(_lifts(connection, statement), names)


def _lifts(connection: Connection, statement: SqlStatement) -> list[list[tuple[str, float]]]:
    """Return, for each session, how much higher each model put its own answer than the others did.

    The latest session is last.
    """
    rows = statement.run(connection, {"scripted": False, "most": MOST_JUDGED})
    found = [_lifts_in(row[1], row[2:]) for row in rows]
    return [lifts for lifts in reversed(found) if lifts is not None]


@lru_cache(maxsize=4 * MOST_JUDGED)
def _lifts_in(members: str, row: tuple[Any, ...]) -> list[tuple[str, float]] | None:
    """Return, for each model that ranked its own answer in a session, how much higher it put that answer than the
    others did.
    """
    body = event_from(row).body
    if not isinstance(body, FindingMade) or not isinstance(body.finding, Standing) or body.finding.own_lift is UNSET:
        return None
    models = dict(zip(seat_ids(len(members.split("\n"))), members.split("\n"), strict=True))
    return [(models[seat], lift) for seat, lift in body.finding.own_lift.items() if seat in models]


def _recorded(connection: Connection, statement: SqlStatement, scripted: bool) -> list[list[Finding]]:
    found = [event_from(row[1:]) for row in statement.run(connection, {"scripted": scripted, "most": MOST})]
    by_session = [list(group) for _, group in groupby(found, key=lambda event: event.session)]
    return [_left_by(group) for group in reversed(by_session)]


def _left_by(session: list[Event]) -> list[Finding]:
    return [event.body.finding for event in session if isinstance(event.body, FindingMade)]


@lru_cache(maxsize=64)
def latest(kept: tuple[tuple[str, Sequence[str]], ...], *more: Column[Any]) -> SqlStatement:
    """Return the SQL query for recorded results in the latest finished sessions.

    Args:
        kept: Pairs of a protocol and the keys of its results.
        more: Further columns to select.
    """
    keys = sorted({key for _, names in kept for key in names})
    ended = (
        select(sessions.c.number, sessions.c.id, sessions.c.protocol, *more)
        .where(
            or_(sessions.c.state == "verdict", sessions.c.state == "inconclusive"),
            or_(*(sessions.c.protocol == each for each, _ in kept)),
            sessions.c.scripted == bindparam("scripted"),
            sessions.c.fork_of.is_(None),
            sessions.c.door != IMPORTED,
            *([asked_everyone()] if any(registry.find(each).stops_early for each, _ in kept) else []),
        )
        .order_by(sessions.c.number.desc())
        .limit(bindparam("most", type_=Integer))
        .subquery("ended")
    )
    return SqlStatement(
        select(ended.c.number, *(ended.c[each.name] for each in more), *(events.c[name] for name in EVENT_COLUMNS))
        .select_from(ended)
        .join(events, and_(events.c.session == ended.c.id, or_(*(events.c.key == each for each in keys))))
        .order_by(ended.c.number.desc())
    )
