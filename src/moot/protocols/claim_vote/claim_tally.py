"""Count the votes on claims: every claim's tier, the voters' agreement, and missing votes.

A ballot is counted vote by vote. A member that is silent, abstains or could not be read has no opinion on a claim, and
is never counted as having one. The tiers that missing votes could make are computed beside it (`tiers.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET, UnsetType

from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVotes
from moot.protocols.claim_vote.findings import ClaimTally, Gap, SilentVoter, Tier, TierBounds, Tiers
from moot.protocols.claim_vote.tiers import (
    LEVELS,
    CountedVote,
    ExactBounds,
    change_of,
    could_be,
    counts_of,
    cut_at,
    mean_at,
    moments_of,
    sd_at,
    tier_at,
)
from moot.protocols.claim_vote.votes.controls import agreement_of, normalised
from moot.stats.alpha import alpha_from
from moot.vocabulary.history.track_record import VoterWeight
from moot.vocabulary.seats import Seat

NOT_GIVEN = "no vote is given"
THOUSAND = 1_000

Weights = Mapping[str, float]
"""Weight of each seat's votes; empty if all votes weigh the same."""


def weights_in(settled: Sequence[VoterWeight] | UnsetType, seats: Sequence[Seat]) -> dict[str, float]:
    """Return the weight of each seat's votes in a session, by seat.

    If all votes have the same weight, return an empty mapping.

    `settled` are the weights that were fixed when the session was opened. They are ignored if the seats or their models
    have changed since.
    """
    if settled is UNSET or [(one.seat, one.model) for one in settled] != [(seat.id, seat.model) for seat in seats]:
        return {}
    return {one.seat: one.weight for one in settled} if len({one.weight for one in settled}) > 1 else {}


def tiers_from(
    claims: Sequence[str],
    ballots: Mapping[str, ClaimVotes],
    bounds: TierBounds,
    silent: Sequence[SilentVoter] = (),
    weights: Weights | None = None,
) -> Tiers:
    """Return the tier of each claim by these ballots, with the figures behind it. With `weights`, some votes count
    more."""
    voters = tuple(ballots)
    levels = {
        voter: {claim: VOTE_LEVELS[vote.level] for claim, vote in ballot.votes.items() if vote.level in VOTE_LEVELS}
        for voter, ballot in ballots.items()
    }
    rows = [[levels[voter].get(claim) for voter in voters] for claim in claims]
    return Tiers(
        claims=tuple(_tally(claim, ballots, cut_at(bounds), silent, weights or {}) for claim in claims),
        bounds=bounds,
        voters=voters,
        silent=tuple(silent),
        gaps=tuple(
            Gap(claim=claim, seat=voter, why=ballot.unread.get(claim, NOT_GIVEN))
            for claim in claims
            for voter, ballot in ballots.items()
            if claim not in ballot.votes
        ),
        alpha=alpha_from(rows, "interval").value,
        agreement=agreement_of(rows, voters),
        normalised=normalised(levels),
        weights=dict(weights) if weights else UNSET,
    )


def tiers_under(
    claims: Sequence[str],
    ballots: Mapping[str, ClaimVotes],
    bounds: TierBounds,
    silent: Sequence[SilentVoter],
    weights: Weights,
) -> dict[str, Tier]:
    """Return each claim's tier if votes count with these weights, without any other figures."""
    cut, asked = cut_at(bounds), len(ballots) + len(silent)
    return {claim: tier_at(moments_of(_cast(claim, ballots, weights)), cut, asked) for claim in claims}


def _cast(claim: str, ballots: Mapping[str, ClaimVotes], weights: Weights) -> tuple[CountedVote, ...]:
    """Return the readable votes on a claim, including abstentions, in a fixed order."""
    given = ((voter, ballot.votes[claim].level) for voter, ballot in ballots.items() if claim in ballot.votes)
    return tuple(
        sorted(
            (CountedVote(_weight(voter, weights), VOTE_LEVELS.get(level)) for voter, level in given),
            key=lambda vote: (vote.weight, vote.value is None, vote.value or 0),
        )
    )


def _tally(
    claim: str, ballots: Mapping[str, ClaimVotes], cut: ExactBounds, silent: Sequence[SilentVoter], weights: Weights
) -> ClaimTally:
    cast, asked = _cast(claim, ballots, weights), len(ballots) + len(silent)
    lacking = [
        *(voter for voter, ballot in ballots.items() if claim not in ballot.votes),
        *(one.seat for one in silent),
    ]
    missing = tuple(sorted(_weight(seat, weights) for seat in lacking))
    moments, change = moments_of(cast), change_of(cast, missing, cut)
    votes = [ballot.votes[claim] for ballot in ballots.values() if claim in ballot.votes]
    sure = [vote.confidence for vote in votes if vote.level in VOTE_LEVELS and vote.confidence is not None]
    return ClaimTally(
        claim=claim,
        tier=tier_at(moments, cut, asked),
        mean=mean_at(moments),
        sd=sd_at(moments),
        counts=dict(zip(LEVELS, counts_of(vote.value for vote in cast if vote.value is not None), strict=True)),
        votes=moments.votes,
        abstained=len(cast) - moments.votes,
        missing=len(missing),
        confidence=sum(sure) / len(sure) if sure else 0.0,
        k=change.k,
        k_exact=change.exact,
        could_be=could_be(moments, missing, cut, asked),
        equal=tier_at(moments_of(_cast(claim, ballots, {})), cut, asked) if weights else UNSET,
        supported=sum(vote.supported == "yes" for vote in votes),
        unsupported=sum(vote.supported == "no" for vote in votes),
    )


def _weight(seat: str, weights: Weights) -> int:
    return round(weights[seat] * THOUSAND) if weights else 1
