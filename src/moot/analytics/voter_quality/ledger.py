"""Read evidence on voters and councils from the rows of finished sessions, the latest first.

Old evidence is dropped: figures use the ballots of the last ten sessions and the last forty control claims.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, text

from moot.stats.voter_quality.alarms import council_was_right
from moot.stats.voter_quality.leniency import VoterVotes
from moot.stats.voter_quality.posterior import Tries
from moot.transcripts.sql.statement import SqlStatement
from moot.vocabulary.history.voter_quality import BallotCame, ControlSeen, VoterIdentity

BALLOTS = 10
"""Number of sessions from which the rate of readable ballots is computed."""
CONTROLS = 40
"""Number of control claims from which the rate of right votes is computed."""
AGAIN_AFTER = 20
"""Number of a model's sessions within which no control claim is repeated."""
MOST_SEEN = 200
"""Maximum number of votes on control claims in a list."""
FITTED = 200
"""Number of sessions to which claims and voters are fitted."""

Whose = Literal["voter", "council"]
"""Whether figures are by voter (a model with its settings) or by council."""


class BallotRecord(NamedTuple):
    """Whether one ballot could be read, with the number of its session."""

    number: int
    """Number of the session in which the ballot was cast."""
    outcome: BallotCame
    """Whether and how the ballot was parsed."""


def voters_in(connection: Connection) -> dict[str, VoterIdentity]:
    """Return every voter (a model with its settings) by its fingerprint."""
    return {row[0]: _voter.decode(row[1]) for row in connection.execute(_VOTERS)}


def ballots_by(connection: Connection, whose: Whose) -> dict[str, list[BallotRecord]]:
    """Return, for each voter or council, whether the ballots of its last ten sessions could be read, the latest
    first."""
    found: dict[str, list[BallotRecord]] = defaultdict(list)
    for name, number, outcome in connection.execute(_BALLOTS[whose], {"most": BALLOTS}):
        found[name].append(BallotRecord(number, outcome))
    return found


def silences_in(connection: Connection) -> dict[str, int]:
    """Return, for each voter, the number of its latest consecutive sessions without a vote that counts."""
    return {row.name: row.sessions for row in connection.execute(_SILENT)}


def controls_by(connection: Connection, whose: Whose) -> dict[str, list[bool]]:
    """Return, for each voter or council, whether its votes on the last forty control claims (whose truth is known) were
    right, the latest first."""
    found: dict[str, list[bool]] = defaultdict(list)
    for name, right, votes in connection.execute(_CONTROLS[whose], {"most": CONTROLS}):
        found[name].append(council_was_right(right, votes))
    return found


def sittings_by(connection: Connection, whose: Whose) -> dict[str, Row[Any]]:
    """Return, for each voter or council, in how many sessions it has voted, and when it last did."""
    return {row.name: row for row in connection.execute(_SITTINGS[whose])}


def casts_in(connection: Connection) -> list[list[VoterVotes]]:
    """Return the votes on claims in the latest sessions, as one list per session."""
    by_session: dict[int, list[VoterVotes]] = defaultdict(list)
    for number, voter, votes in connection.execute(_CASTS, {"most": FITTED}):
        by_session[number].append(VoterVotes(voter, _votes.decode(votes)))
    return list(by_session.values())


def seated_last(connection: Connection) -> dict[str, list[str]]:
    """Return the voters in the last session of each council. A voter with two seats is listed twice."""
    found: dict[str, list[str]] = defaultdict(list)
    for council, voter in connection.execute(_SEATED):
        found[council].append(voter)
    return found


def trials_by(connection: Connection, voters: Collection[str] | None = None) -> dict[str, Tries]:
    """Return, for each voter, how many ballots of its trial runs there were and how many of them could be read.

    Args:
        voters: Fingerprints of the voters to include; all by default.
    """
    return {
        voter: Tries(good, number)
        for voter, good, number in _TRIALS.run(connection)
        if voters is None or voter in voters
    }


def controls_met(connection: Connection, models: Sequence[str]) -> set[str]:
    """Return the control claims that any of these models voted on recently and should not see again soon."""
    return {
        key
        for model in dict.fromkeys(models)
        for (key,) in connection.execute(_MET, {"model": model, "most": AGAIN_AFTER})
    }


def controls_seen(connection: Connection) -> list[ControlSeen]:
    """Return the votes on the latest control claims (claims of known truth), the latest first."""
    return [
        ControlSeen(
            at=row.at,
            session=row.session,
            voter=row.voter,
            model=row.model,
            key=row.key,
            hit=row.outcome == "hit",
        )
        for row in connection.execute(_SEEN, {"most": MOST_SEEN})
    ]


def took_by(connection: Connection) -> dict[str, Sequence[Row[Any]]]:
    """Return the cost and the duration of each voter's latest ballots."""
    found: dict[str, list[Row[Any]]] = defaultdict(list)
    for row in connection.execute(_TOOK, {"most": BALLOTS}):
        found[row.voter].append(row)
    return {**found}


_voter = msgspec.json.Decoder(VoterIdentity)
_votes = msgspec.json.Decoder(dict[str, int])
_LIVE = "source = 'live'"
_VOTERS = text("SELECT fingerprint, settings FROM voters")
_SITTINGS = {
    whose: text(
        f"SELECT {whose} AS name, COUNT(DISTINCT number) AS sessions, MAX(at) AS last FROM voter_sessions "
        f"WHERE {_LIVE} GROUP BY {whose}"
    )
    for whose in ("voter", "council")
}
_BALLOTS = {
    whose: text(
        f"SELECT name, number, outcome FROM (SELECT {whose} AS name, number, seat, at, outcome, "
        f"DENSE_RANK() OVER (PARTITION BY {whose} ORDER BY at DESC, number DESC) AS place "
        f"FROM evidence WHERE {_LIVE} AND kind = 'ballot') WHERE place <= :most ORDER BY name, place, seat"
    )
    for whose in ("voter", "council")
}
_SILENT = text(
    "SELECT name, COUNT(DISTINCT number) AS sessions FROM (SELECT voter AS name, number, "
    "SUM(CASE WHEN outcome IN ('valid', 'repaired') THEN 1 ELSE 0 END) "
    "OVER (PARTITION BY voter ORDER BY at DESC, number DESC) AS voted "  # seats of one session are added up
    f"FROM evidence WHERE {_LIVE} AND kind = 'ballot') WHERE voted = 0 GROUP BY name"
)
_CONTROLS = {
    whose: text(
        f"SELECT name, hits, votes FROM (SELECT {whose} AS name, COUNT(*) AS votes, "
        "SUM(CASE WHEN outcome = 'hit' THEN 1 ELSE 0 END) AS hits, "
        f'ROW_NUMBER() OVER (PARTITION BY {whose} ORDER BY MAX(at) DESC, number DESC, {seat}kind, "key") AS place '
        f"FROM evidence WHERE {_LIVE} AND kind != 'ballot' GROUP BY {whose}, number, {seat}kind, \"key\") "
        "WHERE place <= :most ORDER BY name, place"
    )
    for whose, seat in (("voter", "seat, "), ("council", ""))
}
_CASTS = text(
    "SELECT number, voter, votes FROM voter_sessions WHERE source = 'live' AND number IN "
    "(SELECT DISTINCT number FROM voter_sessions WHERE source = 'live' ORDER BY number DESC LIMIT :most) "
    "ORDER BY number DESC, seat"
)
_TRIALS = SqlStatement(
    text(
        "SELECT voter, SUM(outcome != 'spoiled') AS good, COUNT(*) AS number FROM evidence "
        "WHERE source = 'bench' AND kind = 'ballot' AND outcome != 'missing' GROUP BY voter"
    )
)
_MET = text(
    "SELECT DISTINCT e.\"key\" FROM evidence e WHERE e.kind = 'control' AND e.number IN "
    "(SELECT DISTINCT s.number FROM voter_sessions s JOIN voters v ON v.fingerprint = s.voter "
    "WHERE v.model = :model AND s.source = 'live' ORDER BY s.number DESC LIMIT :most) "
    "AND e.voter IN (SELECT fingerprint FROM voters WHERE model = :model)"
)
_SEEN = text(
    "SELECT e.at, s.session, e.voter, v.model, e.key, e.outcome FROM evidence e "
    "JOIN voter_sessions s ON s.number = e.number AND s.seat = e.seat JOIN voters v ON v.fingerprint = e.voter "
    "WHERE e.source = 'live' AND e.kind != 'ballot' "
    "ORDER BY e.at DESC, e.number DESC, e.key, e.seat LIMIT :most"
)
_SEATED = text(
    "SELECT council, voter FROM (SELECT council, voter, seat, DENSE_RANK() OVER (PARTITION BY council "
    f"ORDER BY at DESC, number DESC) AS place FROM voter_sessions WHERE {_LIVE}) WHERE place = 1 ORDER BY council, seat"
)
_TOOK = text(
    "SELECT voter, cost, first_ms, total_ms FROM (SELECT voter, cost, first_ms, total_ms, "
    "ROW_NUMBER() OVER (PARTITION BY voter ORDER BY at DESC, number DESC, seat DESC) AS place FROM voter_sessions "
    "WHERE source = 'live' AND total_ms > 0) WHERE place <= :most ORDER BY voter, place"
)
