"""What does a vote on claims show of its voters? What came of each ballot, the votes on it, and what it took."""

from __future__ import annotations

from collections.abc import Sequence

from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVotes
from moot.protocols.files import Voting
from moot.vocabulary import keys
from moot.vocabulary.earlier.voters import BallotCame, VoterShown, voter_in
from moot.vocabulary.events import BallotRead, BallotSpoiled, Event, SeatFailed, SeatSpoke, SessionOpened
from moot.vocabulary.seats import Seat

STAGE = "votes"
"""The stage in which ballots are cast."""


def shown_in(events: Sequence[Event]) -> tuple[VoterShown, ...]:
    """Every member that was asked for its votes, in the order of the seats."""
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    asked = {keys.who_of(event.key) for event in events if isinstance(event.body, (SeatSpoke, SeatFailed))}
    return tuple(
        _shown(seat, opened.system, events) for seat in opened.roster.seats if not seat.person and seat.id in asked
    )


def _shown(seat: Seat, system: str, events: Sequence[Event]) -> VoterShown:
    mine = [event for event in events if keys.who_of(event.key) == seat.id and keys.stage_of(event.key) == STAGE]
    ballot: BallotCame = "missing"
    votes: dict[str, int] = {}
    for event in mine:
        if isinstance(event.body, BallotSpoiled):
            ballot = "spoiled"
        elif isinstance(event.body, BallotRead) and isinstance(event.body.ballot, ClaimVotes):
            ballot = "repaired" if event.body.repaired else "valid"
            votes = {
                claim: VOTE_LEVELS[vote.level]
                for claim, vote in event.body.ballot.votes.items()
                if vote.level in VOTE_LEVELS
            }
    said = [event.body for event in mine if isinstance(event.body, SeatSpoke) and not event.key.endswith(":late")]
    failed = [event.body.cost or 0 for event in mine if isinstance(event.body, SeatFailed)]
    known = bool(said) and all(each.cost is not None for each in said)
    return VoterShown(
        seat=seat.id,
        voter=voter_in(seat, system),
        ballot=ballot,
        votes=votes,
        cost=sum(each.cost or 0 for each in said) + sum(failed) if known else None,
        first_ms=said[0].first_ms if said else 0,
        total_ms=sum(each.total_ms for each in said),
        tokens=sum(each.usage.input + each.usage.output for each in said),
    )


VOTING = Voting(stage=STAGE, shown=shown_in)
"""Read when a vote on claims has ended."""
