"""What came of a vote on claims? Every claim's tier, how alike the voters are, and who is silent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moot.tally.alpha import alpha_from
from moot.tally.tiers import LEVELS, change_of, counts_of, cut_at, mean_of, sd_of, tier_of
from moot.tally.voters import agreement_of, alike_from, normalised
from moot.vocabulary.claim_ballots import VOTE_LEVELS, ClaimVotes
from moot.vocabulary.claim_findings import ClaimTally, SilentVoter, TierBounds, Tiers


def tiers_from(
    claims: Sequence[str], ballots: Mapping[str, ClaimVotes], bounds: TierBounds, silent: Sequence[SilentVoter] = ()
) -> Tiers:
    """The tiers of these claims; every ballot has a vote on each."""
    voters = tuple(ballots)
    levels = {
        voter: {claim: VOTE_LEVELS[vote.level] for claim, vote in ballot.votes.items()}
        for voter, ballot in ballots.items()
    }
    rows = [[levels[voter].get(claim) for voter in voters] for claim in claims]
    agreement = agreement_of(rows, voters)
    return Tiers(
        claims=tuple(_tally(claim, ballots, bounds) for claim in claims),
        bounds=bounds,
        voters=voters,
        silent=tuple(silent),
        alpha=alpha_from(rows, "interval").value,
        agreement=agreement,
        alike=alike_from(agreement),
        normalised=normalised(levels),
    )


def _tally(claim: str, ballots: Mapping[str, ClaimVotes], bounds: TierBounds) -> ClaimTally:
    given = [ballot.votes[claim] for ballot in ballots.values() if claim in ballot.votes]
    counts = counts_of(VOTE_LEVELS[vote.level] for vote in given)
    cut = cut_at(bounds)
    change = change_of(counts, cut)
    return ClaimTally(
        claim=claim,
        tier=tier_of(counts, cut),
        mean=mean_of(counts),
        sd=sd_of(counts),
        counts=dict(zip(LEVELS, counts, strict=True)),
        votes=len(given),
        confidence=sum(vote.confidence for vote in given) / len(given),
        k=change.k,
        k_exact=change.exact,
    )
