"""Compute the weights of votes for a session that opens now, and their effect on earlier sessions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, text

from moot.analytics.voter_quality.ledger import BallotRecord, ballots_by, sittings_by
from moot.errors import UnknownName
from moot.protocols import registry
from moot.stats.voter_quality.posterior import FEWEST_SESSIONS, Tries, weights_of
from moot.transcripts.sql.store import Store
from moot.transcripts.sql.transcript import SqlTranscript
from moot.vocabulary.events import Event, SessionOpened, as_seated
from moot.vocabulary.history.track_record import CouncilWeights, MovedTier, VoterWeight
from moot.vocabulary.history.voter_quality import voter_in
from moot.vocabulary.seats import Seat

LOOKED_AT = 10
"""Number of a council's earlier sessions that are examined."""


class VoterBallotRecords(NamedTuple):
    """Number of readable ballots and of sessions of every voter."""

    tries: dict[str, Tries]
    """Readable and all ballots in each voter's last ten sessions, by fingerprint."""
    sessions: dict[str, int]
    """Number of sessions in which the voter cast a ballot."""


class SeatWeights(NamedTuple):
    """Weights of the seats' votes, and the reasons if all weights are equal for now."""

    voters: tuple[VoterWeight, ...]
    """Weights of the voters, in the order of the seats."""
    waiting: list[str]
    """A sentence for each voter with too few sessions."""


def known_in(connection: Connection) -> VoterBallotRecords:
    """Return for every voter how many of its last ballots could be read, and in how many sessions it voted."""
    tries = {name: readable(ballots) for name, ballots in ballots_by(connection, "voter").items()}
    return VoterBallotRecords(tries, {name: row.sessions for name, row in sittings_by(connection, "voter").items()})


def readable(ballots: Sequence[BallotRecord]) -> Tries:
    """Count these ballots, and how many of them could be read. Ballots that never arrived are left out."""
    given = [each.outcome for each in ballots if each.outcome != "missing"]
    return Tries(sum(each != "spoiled" for each in given), len(given))


def weighed(known: VoterBallotRecords, seats: Sequence[Seat], system: str) -> SeatWeights:
    """Return how much the votes of these seats count, from each voter's share of readable ballots.

    A person's vote has the greatest weight.
    """
    names = {seat.id: voter_in(seat, system).fingerprint for seat in seats if not seat.person}
    tries = [known.tries.get(name, Tries(0, 0)) for name in names.values()]
    by_seat = dict(zip(names, weights_of(tries), strict=True))
    voters, waiting = [], []
    for seat in seats:
        name = names.get(seat.id, "")
        good, of = known.tries.get(name, Tries(0, 0))
        voters.append(
            VoterWeight(
                seat=seat.id, voter=name, model=seat.model, weight=by_seat.get(seat.id, 1.0), valid=good,
                spoiled=of - good,
            )
        )  # fmt: skip
        sat = known.sessions.get(name, 0)
        if name and sat < FEWEST_SESSIONS:
            waiting.append(f"{seat.model} has voted in {sat} of {FEWEST_SESSIONS} sessions.")
    return SeatWeights(tuple(voters), list(dict.fromkeys(waiting)))


def not_yet_in_words(waiting: Sequence[str]) -> str:
    """Return the note that all votes count the same for now, followed by `waiting`.

    `waiting`: a sentence for each voter with too few sessions.
    """
    return f"All votes weigh the same for now: {' '.join(waiting)}"


async def council_weights(store: Store, council: str) -> CouncilWeights:
    """Return the current weights of a council's voters, and results of its latest sessions that these weights would
    change.
    """
    known, sessions, councils = await store.read(
        lambda connection: (
            known_in(connection),
            [row.session for row in connection.execute(_SESSIONS, {"council": council, "most": LOOKED_AT})],
            sorted(sittings_by(connection, "council")),
        )
    )
    if not sessions:
        raise UnknownName("council that has voted", council, councils)
    transcript = SqlTranscript(store)
    read = [await transcript.read(session) for session in sessions]
    looked, claims, moved = 0, 0, []
    for events in read:
        opened = _opened(events)
        weighing, voting = weighed(known, opened.roster.seats, opened.system), registry.voting_of(opened.protocol)
        if weighing.waiting or voting is None or voting.reweighed is None:
            continue
        tiers = voting.reweighed(events, {each.seat: each.weight for each in weighing.voters})
        looked, claims = looked + bool(tiers), claims + len(tiers)
        moved += [
            MovedTier(session=events[0].session, claim=claim, equal=equal, weighted=other)
            for claim, (equal, other) in tiers.items()
            if equal != other
        ]
    last = _opened(read[0])
    weighing = weighed(known, last.roster.seats, last.system)
    return CouncilWeights(
        council=council,
        in_force=last.past is not None and bool(last.past.weights),
        voters=list(weighing.voters),
        waiting=weighing.waiting,
        sessions=looked,
        claims=claims,
        moved=moved,
    )


def _opened(events: Sequence[Event]) -> SessionOpened:
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    return as_seated(opened, events)


_SESSIONS = text(
    "SELECT DISTINCT session, at, number FROM voter_sessions WHERE source = 'live' AND council = :council "
    "ORDER BY at DESC, number DESC LIMIT :most"
)
