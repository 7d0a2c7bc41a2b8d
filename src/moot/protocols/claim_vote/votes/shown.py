"""Summarise the voters of a claim vote: the state of each ballot, its votes, and its cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

from msgspec import UNSET

from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVotes
from moot.protocols.claim_vote.bench.given import CALIBRATING
from moot.protocols.claim_vote.claim_list import same_words
from moot.protocols.claim_vote.claim_tally import tiers_under
from moot.protocols.claim_vote.findings import ClaimList, ControlClaims, TierBounds, Tiers
from moot.protocols.claim_vote.words import calibrated_in_words
from moot.protocols.files import TiersMade, VoterCounting
from moot.vocabulary import event_keys
from moot.vocabulary.events import (
    BallotRead,
    BallotSpoiled,
    Event,
    FindingMade,
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    as_seated,
)
from moot.vocabulary.findings import Finding
from moot.vocabulary.history.voter_quality import BallotCame, ControlMet, VoterShown, voter_in
from moot.vocabulary.seats import Seat

STAGE = "votes"
"""Name of the stage in which ballots are cast."""


def shown_in(events: Sequence[Event]) -> tuple[VoterShown, ...]:
    """Return each voter of a session with the state of its ballot, its votes and its cost, in the order of the
    seats."""
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    opened = as_seated(opened, events)
    asked = {event_keys.who_of(event.key) for event in events if isinstance(event.body, (SeatSpoke, SeatFailed))}
    claims = {
        claim.id: claim_key(claim.text)
        for event in events
        if isinstance(event.body, FindingMade) and isinstance(event.body.finding, ClaimList)
        for claim in event.body.finding.claims
    }
    return tuple(
        _shown(seat, opened.system, events, claims)
        for seat in opened.roster.seats
        if not seat.person and seat.id in asked
    )


def claim_key(text: str) -> str:
    """Return a key by which a claim is recognised in other sessions. Case, spaces and punctuation do not change the
    key.

    Example: `claim_key("Water boils at 100 C.") == claim_key("water  boils at 100 C")`.

    Example: `claim_key("Water boils at 100 C.") == claim_key("water  boils at 100 C")`.
    """
    return sha256(same_words(text).encode()).hexdigest()[:16]


def _shown(seat: Seat, system: str, events: Sequence[Event], claims: Mapping[str, str]) -> VoterShown:
    mine = [
        event for event in events if event_keys.who_of(event.key) == seat.id and event_keys.stage_of(event.key) == STAGE
    ]
    ballot: BallotCame = "missing"
    votes: dict[str, int] = {}
    for event in mine:
        if isinstance(event.body, BallotSpoiled):
            ballot = "spoiled"
        elif isinstance(event.body, BallotRead) and isinstance(event.body.ballot, ClaimVotes):
            ballot = "repaired" if event.body.repaired else "valid"
            votes = {
                claims.get(claim, claim): VOTE_LEVELS[vote.level]
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
        controls=tuple(
            ControlMet(key=claim.of, hit=seat.id in claim.hits)
            for event in events
            if isinstance(event.body, FindingMade) and isinstance(event.body.finding, ControlClaims)
            for claim in event.body.finding.claims
            if seat.id in (*claim.hits, *claim.misses)
        ),
        tokens=sum(each.usage.input + each.usage.output for each in said),
    )


def made(claims: Finding, tiers: Finding) -> TiersMade | None:
    """Return the tier of each claim of a session, from its list of claims and its result of the vote.

    `None` if `claims` is no `ClaimList` or `tiers` no `Tiers`.
    """
    if not isinstance(claims, ClaimList) or not isinstance(tiers, Tiers):
        return None
    keys_by_id = {claim.id: claim_key(claim.text) for claim in claims.claims}
    return TiersMade(
        tiers={keys_by_id[tally.claim]: tally.tier for tally in tiers.claims},
        weighted=tiers.weights is not UNSET,
        tiers_from="" if tiers.bounds == TierBounds() else calibrated_in_words(tiers.bounds),
    )


def reweighed(events: Sequence[Event], weights: Mapping[str, float]) -> dict[str, tuple[str, str]]:
    """Return each claim's tier with equal votes and its tier with these weights of the seats, by claim id.

    If the events have no result of a vote, or lack a voter's ballot, return an empty mapping.
    """
    found = [event.body.finding for event in events if isinstance(event.body, FindingMade)]
    tiers = next((each for each in found if isinstance(each, Tiers)), None)
    ballots = {
        event.body.reader: event.body.ballot
        for event in events
        if isinstance(event.body, BallotRead) and isinstance(event.body.ballot, ClaimVotes)
    }
    if tiers is None or not set(tiers.voters) <= ballots.keys():
        return {}
    cast = {seat: ballots[seat] for seat in tiers.voters}
    claims = [tally.claim for tally in tiers.claims]
    equal, weighed = (tiers_under(claims, cast, tiers.bounds, tiers.silent, each) for each in ({}, weights))
    return {claim: (equal[claim], weighed[claim]) for claim in claims}


VOTING = VoterCounting(
    stage=STAGE,
    claims_at="claims/claim-list",
    shown=shown_in,
    tiers_at=f"{STAGE}/tiers",
    made=made,
    best="HIGH",
    reweighed=reweighed,
    weighted="weighted",
    calibrating=CALIBRATING,
)
"""Functions that read the voters of a claim vote from the events of a finished session."""
