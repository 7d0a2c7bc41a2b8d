"""Store what a session shows about its voters, in the transaction of its verdict.

Sessions with a scripted voice, forks and imported sessions show nothing. All of it is derived from the transcripts:
`clear` and `writing.count_due` rebuild it. `tests/analytics/voter_quality/test_figures.py` tests that a rebuilt store
equals the original.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import bindparam, delete, insert, or_, select
from sqlalchemy.dialects.sqlite import insert as put

from moot.protocols import registry
from moot.protocols.files import VoterCounting
from moot.transcripts.session_record import BENCH, SessionEntry
from moot.transcripts.sql.rows import EVENT_COLUMNS, event_from
from moot.transcripts.sql.schema import events, evidence, sessions, voter_sessions, voters
from moot.transcripts.sql.statement import Reach, SqlStatement, bare
from moot.vocabulary.events import Event, SessionOpened
from moot.vocabulary.history.voters import VoterShown

BALLOT = "ballot"
"""Kind of evidence on the result of a ballot."""
CONTROL = "control"
"""Kind of evidence on a voter's reply to a control claim."""


def keep_voters(connection: Reach, record: SessionEntry) -> None:
    """Write what a finished session shows about its voters."""
    voting = None if record.scripted else registry.voting_of(record.protocol)
    if voting is not None:
        read = _read(connection, record.id, voting)
        if read:
            _keep(connection, record, read, voting.shown(read))


def drop_voters(connection: Reach, session: str) -> None:
    """Delete what a session shows."""
    for row in NUMBER.run(connection, {"session": session}).fetchall():
        for statement in _DROPS:
            statement.run(connection, {"number": row[0]})
    _FORGET.run(connection)


def clear_voters(connection: Reach) -> None:
    """Delete what all sessions show."""
    for table in (evidence, voter_sessions, voters):
        bare(connection).execute(f"DELETE FROM {table.name}")


def _read(connection: Reach, session: str, voting: VoterCounting) -> list[Event]:
    values = {"session": session, "stage": f"{voting.stage}/%", "claims": voting.claims_at}
    return [event_from(row) for row in _EVENTS.run(connection, values)]


def _keep(connection: Reach, record: SessionEntry, read: Sequence[Event], shown: Sequence[VoterShown]) -> None:
    opened = read[0].body
    assert isinstance(opened, SessionOpened)
    (number,) = NUMBER.run(connection, {"session": record.id}).fetchone()
    (at,) = ENDED.run(connection, {"session": record.id}).fetchone()
    for statement in _DROPS:
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
        _PUT_VOTER.run(
            connection,
            {"fingerprint": one.voter.fingerprint, "model": one.voter.model, "settings": _json(one.voter)},
        )
        _PUT_SESSION.run(
            connection,
            {
                **under,
                "session": record.id,
                "protocol": record.protocol,
                "votes": _json(one.votes),
                "cost": one.cost,
                "first_ms": one.first_ms,
                "total_ms": one.total_ms,
            },
        )
        _PUT_EVIDENCE.run(connection, {**under, "kind": BALLOT, "key": "", "outcome": one.ballot})
        for met in one.controls:
            outcome = "hit" if met.hit else "miss"
            _PUT_EVIDENCE.run(connection, {**under, "kind": CONTROL, "key": met.key, "outcome": outcome})


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


_EVENTS = SqlStatement(
    select(*(events.c[name] for name in EVENT_COLUMNS))
    .where(
        events.c.session == bindparam("session"),
        or_(events.c.seq == 1, events.c.key == bindparam("claims"), events.c.key.like(bindparam("stage"))),
    )
    .order_by(events.c.seq)
)
NUMBER = SqlStatement(select(sessions.c.number).where(sessions.c.id == bindparam("session")))
"""A session's number."""
ENDED = SqlStatement(
    select(events.c.at).where(events.c.session == bindparam("session")).order_by(events.c.seq.desc()).limit(1)
)
"""When a session ended."""
_PUT_VOTER = SqlStatement(put(voters).on_conflict_do_nothing())
_PUT_SESSION = SqlStatement(insert(voter_sessions))
_PUT_EVIDENCE = SqlStatement(insert(evidence))
_DROPS = [
    SqlStatement(delete(table).where(table.c.number == bindparam("number"))) for table in (evidence, voter_sessions)
]
_FORGET = SqlStatement(delete(voters).where(voters.c.fingerprint.not_in(select(voter_sessions.c.voter))))
