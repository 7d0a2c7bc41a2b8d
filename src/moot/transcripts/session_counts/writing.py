"""Count a finished session, and what it shows of its voters, in the transaction of its verdict, or later.

A session that cannot be counted, because a package is broken or its findings are damaged, keeps its verdict: it is
recorded as due with the reason, and retried when its figures are requested. Forks, imported sessions and those that
asked only some members first are not counted; sessions with a scripted voice show nothing of voters.
`tests/transcripts/session_counts/` tests that a rebuilt store equals the original.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict, replace
from sqlalchemy import bindparam, delete, func, insert, or_, select
from sqlalchemy.dialects.sqlite import insert as put

from moot.protocols import registry
from moot.protocols.files import SessionCounting
from moot.transcripts.session_counts.totals import Kind, change_sums, outdate_later, portray
from moot.transcripts.session_record import BENCH, IMPORTED, SessionEntry
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from, json_from
from moot.transcripts.sql.schema import (
    achievements,
    counted_marks,
    counted_seats,
    counted_sessions,
    counted_sums,
    counted_ties,
    counting_due,
    events,
    evidence,
    personalities,
    sessions,
    voter_sessions,
    voters,
)
from moot.transcripts.sql.search import NUMBER, asked_everyone
from moot.transcripts.sql.statement import Reach, SqlStatement, bare
from moot.vocabulary.events import Event, FindingMade, SessionOpened
from moot.vocabulary.findings import Finding
from moot.vocabulary.history.session_counts import (
    CountedAward,
    CountedMark,
    CountedSeat,
    CountedTie,
    SessionCounts,
    sums_of,
    without_people,
)
from moot.vocabulary.history.voter_quality import VoterShown

BALLOT = "ballot"
"""Kind of evidence: how a voter's vote compares with the result of a ballot."""
CONTROL = "control"
"""Kind of evidence: how a voter answered a control claim, whose right answer is known."""


def keep_voters(connection: Reach, record: SessionEntry) -> None:
    """Store what a finished session shows about how reliably its members vote."""
    voting = None if record.scripted else registry.voting_of(record.protocol)
    if voting is not None:
        values = {"session": record.id, "stage": f"{voting.stage}/%", "claims": voting.claims_at}
        if read := [event_from(row) for row in _EVENTS.run(connection, values)]:
            _put_voters(connection, record, read, voting.shown(read))


def drop_voters(connection: Reach, session: str) -> None:
    """Delete what is stored from a session about how reliably its members vote."""
    for row in NUMBER.run(connection, {"session": session}).fetchall():
        for statement in _DROP_VOTERS:
            statement.run(connection, {"number": row[0]})
    _FORGET.run(connection)


def _put_voters(connection: Reach, record: SessionEntry, read: Sequence[Event], shown: Sequence[VoterShown]) -> None:
    opened = read[0].body
    assert isinstance(opened, SessionOpened)
    (number,) = NUMBER.run(connection, {"session": record.id}).fetchone()
    (at,) = ENDED.run(connection, {"session": record.id}).fetchone()
    for statement in _DROP_VOTERS:
        statement.run(connection, {"number": number})
    source = "bench" if record.door == BENCH else "live"
    council = opened.council or ", ".join(seat.model for seat in opened.roster.seats)
    for one in shown:
        under = {
            "number": number,
            "seat": one.seat,
            "voter": one.voter.fingerprint,
            "council": council,
            "source": source,
            "at": at,
        }
        voter = json_from(one.voter, "A voter")
        _PUT_VOTER.run(connection, {"fingerprint": one.voter.fingerprint, "model": one.voter.model, "settings": voter})
        _PUT_VOTER_SESSION.run(
            connection,
            {
                **under,
                "session": record.id,
                "protocol": record.protocol,
                "votes": json_from(one.votes, "A ballot"),
                "cost": one.cost,
                "first_ms": one.first_ms,
                "total_ms": one.total_ms,
            },
        )
        _PUT_EVIDENCE.run(connection, {**under, "kind": BALLOT, "key": "", "outcome": one.ballot})
        for met in one.controls:
            outcome = "hit" if met.hit else "miss"
            _PUT_EVIDENCE.run(connection, {**under, "kind": CONTROL, "key": met.key, "outcome": outcome})


_EVENTS = SqlStatement(
    select(*(events.c[name] for name in EVENT_COLUMNS))
    .where(
        events.c.session == bindparam("session"),
        or_(events.c.seq == 1, events.c.key == bindparam("claims"), events.c.key.like(bindparam("stage"))),
    )
    .order_by(events.c.seq)
)
ENDED = SqlStatement(
    select(events.c.at).where(events.c.session == bindparam("session")).order_by(events.c.seq.desc()).limit(1)
)
"""SQL statement that returns when a session ended."""
_PUT_VOTER = SqlStatement(put(voters).on_conflict_do_nothing())
_PUT_VOTER_SESSION = SqlStatement(insert(voter_sessions))
_PUT_EVIDENCE = SqlStatement(insert(evidence))
_DROP_VOTERS = [
    SqlStatement(delete(table).where(table.c.number == bindparam("number"))) for table in (evidence, voter_sessions)
]
_FORGET = SqlStatement(delete(voters).where(voters.c.fingerprint.not_in(select(voter_sessions.c.voter))))


COUNTED = ("verdict", "inconclusive")
"""Outcomes of sessions that enter the statistics."""


def count_ended(connection: Reach, record: SessionEntry) -> None:
    """Add a session whose verdict is being written to the statistics. If that fails, note that it is still to be
    counted. Forks, imported sessions and sessions that asked only some members first are not counted.
    """
    if record.state not in COUNTED or record.door == IMPORTED or record.fork_of is not None:
        return
    if _WHOLE.run(connection, {"session": record.id}).fetchone() is None:
        return
    try:
        keep_voters(connection, record)
    except Exception as error:  # a package's code may raise anything, and the verdict must be kept
        _put_off(connection, record, error)
    counting = registry.counting_of(record.protocol)
    if counting is None:
        return
    try:
        counted = _read(connection, record.id, counting)
    except Exception as error:  # as above
        _put_off(connection, record, error)
        return
    if counted is not None and counted.seats:
        keep(connection, record, counting, counted)


def _put_off(connection: Reach, record: SessionEntry, error: Exception) -> None:
    _DUE.run(connection, {"session": record.id, "why": f"{type(error).__name__}: {error}"[:500]})


def uncount(connection: Reach, session: str) -> None:
    """Remove a session from the statistics."""
    _NOT_DUE.run(connection, {"session": session})
    drop_voters(connection, session)
    row = _FIND.run(connection, {"session": session}).fetchone()
    if row is None:
        return
    number, protocol, scripted, council, at, ranked = row
    counted = stored(connection, number, ranked)
    change_sums(connection, Kind(protocol, scripted, council), at, sums_of(counted), -1)
    for statement in _DROPS:
        statement.run(connection, {"number": number})
    under = {"number": number, "protocol": protocol, "scripted": scripted, "at": at}
    _follow(connection, under, {seat.model for seat in counted.seats})


def clear(connection: Reach) -> None:
    """Delete all statistics, and note for every session that it is to be counted again."""
    for table in (evidence, voter_sessions, voters, *_BY_NUMBER, counted_sums, counting_due):
        bare(connection).execute(f"DELETE FROM {table.name}")
    bare(connection).execute(_ALL_DUE, (*COUNTED, IMPORTED))


def count_due(connection: Reach, most: int) -> int:
    """Take the oldest sessions that are still to be counted, at most `most`, and add each to the statistics or update
    its rows. Return how many were taken."""
    found = [row[0] for row in _NEXT_DUE.run(connection, {"most": most}).fetchall()]
    for session in found:
        _NOT_DUE.run(connection, {"session": session})
        row = _RECORD.run(connection, {"session": session}).fetchone()
        if row is None:
            continue
        if _FIND.run(connection, {"session": session}).fetchone() is None:
            record = SessionEntry(id=session, **dict(zip(_RECORDED, row, strict=True)))
            record.scripted = bool(record.scripted)
            count_ended(connection, record)
        else:
            _portray_again(connection, session)
    return len(found)


def stored(connection: Reach, number: int, ranked: int) -> SessionCounts:
    """Return the statistics of the session with this number, read back from its stored rows, without titles and
    reasons.

    `ranked` is the number of ranked answers, which is not in these rows and is part of the result.
    """
    seats = _SEATS.run(connection, {"number": number}).fetchall()
    marks = _MARKS.run(connection, {"number": number}).fetchall()
    ties = _TIES.run(connection, {"number": number}).fetchall()
    awards: dict[int, list[Any]] = {}
    for place, model, name in _AWARDS.run(connection, {"number": number}).fetchall():
        awards.setdefault(place, [name]).append(model)
    seat_of = {row[1]: row[0] for row in seats}
    return SessionCounts(
        ranked=ranked,
        seats=tuple(CountedSeat(**dict(zip(_SEAT, row, strict=True))) for row in seats),
        marks=tuple(CountedMark(**dict(zip(_MARK, row, strict=True))) for row in marks),
        ties=tuple(CountedTie(**dict(zip(_TIE, row, strict=True))) for row in ties),
        awards=tuple(
            CountedAward(name=name, title="", seats=tuple(seat_of[model] for model in models), because="")
            for name, *models in awards.values()
        ),
    )


def _read(connection: Reach, session: str, counting: SessionCounting) -> SessionCounts | None:
    findings: dict[str, Finding] = {}
    for row in _FINDINGS.run(connection, {"session": session}):
        event = event_from(row)
        if isinstance(event.body, FindingMade):
            findings[event.key] = event.body.finding
    counted = counting.count(findings)
    if counted is None:
        return None
    counted = without_people(counted)
    # the cost of each member's calls, by the store's accounts, if every price is known
    rows = bare(connection).execute(_COSTS, (session,)).fetchall()
    costs = {seat: spent for seat, spent, unsure in rows if not unsure}
    return replace(counted, seats=tuple(replace(each, cost=costs.get(each.seat)) for each in counted.seats))


def keep(connection: Reach, record: SessionEntry, counting: SessionCounting, counted: SessionCounts) -> None:
    """Store the statistics of a session (`counted`), and add them to the sums. `counting` says how its protocol
    counts."""
    (number,) = NUMBER.run(connection, {"session": record.id}).fetchone()
    (at,) = ENDED.run(connection, {"session": record.id}).fetchone()
    under = {"number": number, "protocol": record.protocol, "scripted": record.scripted, "at": at}
    _PUT_SESSION.run(
        connection,
        {
            **under,
            "session": record.id,
            "council": record.council,
            "topic": counted.topic,
            "told": counted.told,
            "ranked": counted.ranked,
        },
    )
    _PUT_SEAT.run_many(connection, [{**under, **asdict(each)} for each in counted.seats])
    _PUT_MARK.run_many(connection, [{"number": number, **asdict(each)} for each in counted.marks])
    _PUT_TIE.run_many(connection, [{"number": number, **asdict(each)} for each in counted.ties])
    model_of = {seat.seat: seat.model for seat in counted.seats}
    _PUT_AWARD.run_many(
        connection,
        [
            {**under, "place": place, "model": model, "name": each.name, "title": each.title, "because": each.because}
            for place, each in enumerate(counted.awards)
            for model in sorted({model_of[seat] for seat in each.seats})
        ],
    )
    change_sums(connection, Kind(record.protocol, record.scripted, record.council), at, sums_of(counted), 1)
    if not portray(connection, under, counting, counted):
        _DUE.run(connection, {"session": record.id, "why": ""})
    _follow(connection, under, set(model_of.values()))


def _follow(connection: Reach, under: dict[str, Any], models: set[str]) -> None:
    """Update these models' rows of later sessions, because their rows of this session have changed or were deleted."""
    for session in outdate_later(connection, under, models):
        _NOT_DUE.run(connection, {"session": session})
        _portray_again(connection, session)


def _portray_again(connection: Reach, session: str) -> None:
    """Compute the careers of a counted session's members again, because the row of an earlier session has changed."""
    number, protocol, scripted, _, at, ranked = _FIND.run(connection, {"session": session}).fetchone()
    counting = registry.counting_of(protocol)
    if counting is None:
        return
    under = {"number": number, "protocol": protocol, "scripted": scripted, "at": at}
    if not portray(connection, under, counting, stored(connection, number, ranked)):
        _DUE.run(connection, {"session": session, "why": ""})


_SEAT = CountedSeat.__struct_fields__
_MARK, _TIE = CountedMark.__struct_fields__, CountedTie.__struct_fields__
_BY_NUMBER = (counted_sessions, counted_seats, counted_marks, counted_ties, achievements, personalities)
_RECORDED = ("state", "protocol", "council", "scripted", "fork_of", "door")


def _of_number(table: Any, names: Sequence[str]) -> SqlStatement:
    return SqlStatement(
        select(*(table.c[name] for name in names))
        .where(table.c.number == bindparam("number"))
        .order_by(*table.primary_key)
    )


_SEATS, _MARKS = _of_number(counted_seats, _SEAT), _of_number(counted_marks, _MARK)
_TIES, _AWARDS = _of_number(counted_ties, _TIE), _of_number(achievements, ("place", "model", "name"))
_FINDINGS = SqlStatement(
    select(*(events.c[name] for name in EVENT_COLUMNS))
    .where(events.c.session == bindparam("session"), events.c.kind == FindingMade.kind)
    .order_by(events.c.seq)
)
_RECORD = SqlStatement(select(*(sessions.c[name] for name in _RECORDED)).where(sessions.c.id == bindparam("session")))
_FIND = SqlStatement(
    select(*(counted_sessions.c[name] for name in ("number", "protocol", "scripted", "council", "at", "ranked"))).where(
        counted_sessions.c.session == bindparam("session")
    )
)
_WHOLE = SqlStatement(select(sessions.c.number).where(sessions.c.id == bindparam("session"), asked_everyone()))
_PUT_SESSION = SqlStatement(insert(counted_sessions))
_PUT_SEAT = SqlStatement(insert(counted_seats))
_PUT_MARK = SqlStatement(insert(counted_marks))
_PUT_TIE = SqlStatement(insert(counted_ties))
_PUT_AWARD = SqlStatement(insert(achievements))
_DUE = SqlStatement(put(counting_due).on_conflict_do_nothing())
_NOT_DUE = SqlStatement(delete(counting_due).where(counting_due.c.session == bindparam("session")))
_NEXT_DUE = SqlStatement(
    select(counting_due.c.session)
    .join(sessions, sessions.c.id == counting_due.c.session, isouter=True)
    .join(counted_sessions, counted_sessions.c.session == counting_due.c.session, isouter=True)
    .where(counting_due.c.why == "")
    .order_by(func.coalesce(counted_sessions.c.at, sessions.c.updated), sessions.c.number)
    .limit(bindparam("most"))
)
_DROPS = [SqlStatement(delete(table).where(table.c.number == bindparam("number"))) for table in _BY_NUMBER]
_ALL_DUE = """
INSERT INTO counting_due (session, why) SELECT id, '' FROM sessions WHERE state IN (?, ?) AND door != ?
AND fork_of IS NULL
"""
_COSTS = """
SELECT json_extract(e.body, '$.seat'), SUM(m.spent), SUM(m.unknown OR m.state != 'settled')
FROM money m JOIN events e ON e.session = m.session AND e.key = m.key WHERE m.session = ? GROUP BY 1
"""
"""SQL statement that sums what each seat cost. It leaves out upper bounds for calls without a price, and money
reserved for running calls.
"""
