"""What came of a vote on claims? Every claim's tier, how alike the voters are, who is silent, and which opinions lack.

A ballot is counted vote by vote. Whoever is silent, abstains or could not be read has no opinion on a claim, and is
never counted as having one: it is named, and keeps the claim from being HIGH where its opinion could have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVote, ClaimVotes
from moot.protocols.claim_vote.findings import (
    ClaimTally,
    Gap,
    OpenTier,
    SilentVoter,
    Tier,
    TierBounds,
    Tiers,
    VoteGaps,
)
from moot.protocols.claim_vote.tiers import LEVELS, Cut, counts_of, cut_at
from moot.protocols.claim_vote.votes.voters import agreement_of, alike_from, normalised
from moot.protocols.claim_vote.votes.weighing import Weights, stands, tier_stands
from moot.tally.alpha import alpha_from

NOT_GIVEN = "no vote is given"


def tiers_from(
    claims: Sequence[str],
    ballots: Mapping[str, ClaimVotes],
    bounds: TierBounds,
    silent: Sequence[SilentVoter] = (),
    weights: Weights | None = None,
) -> Tiers:
    """The tiers of these claims; with weights, each vote counts as much as it weighs."""
    voters = tuple(ballots)
    levels = {
        voter: {claim: VOTE_LEVELS[vote.level] for claim, vote in ballot.votes.items() if vote.level in VOTE_LEVELS}
        for voter, ballot in ballots.items()
    }
    rows = [[levels[voter].get(claim) for voter in voters] for claim in claims]
    agreement = agreement_of(rows, voters)
    lacking = [voter.seat for voter in silent]
    return Tiers(
        claims=tuple(_tally(claim, ballots, cut_at(bounds), lacking, weights or {}) for claim in claims),
        bounds=bounds,
        voters=voters,
        silent=tuple(silent),
        alpha=alpha_from(rows, "interval").value,
        agreement=agreement,
        alike=alike_from(agreement),
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
    """The tiers alone, as these weights make them."""
    cut, lacking, found = cut_at(bounds), [voter.seat for voter in silent], {}
    for claim in claims:
        votes = values_on(claim, ballots)
        found[claim] = tier_stands(votes, _missing(votes, ballots, lacking), cut, weights)
    return found


def gaps_in(
    claims: Sequence[str],
    ballots: Mapping[str, ClaimVotes],
    bounds: TierBounds,
    silent: Sequence[SilentVoter] = (),
    weights: Weights | None = None,
) -> VoteGaps | None:
    """Which opinions lack, and what that leaves open; `None` where every member gave one on every claim."""
    gaps, open_ = [], []
    cut, lacking = cut_at(bounds), [voter.seat for voter in silent]
    for claim in claims:
        votes = values_on(claim, ballots)
        missing = _missing(votes, ballots, lacking)
        gaps += [gap for voter, ballot in ballots.items() if (gap := _gap(claim, voter, ballot)) is not None]
        found = stands(votes, missing, cut, weights or {})
        # too few votes for any tier: whatever the missing opinions are may then make the same other one
        sure = found.could_be == (found.given,) if cut.k_star == "asked" else len(found.could_be) < 2
        if missing and not sure:
            open_.append(OpenTier(claim=claim, missing=len(missing), given=found.given, could_be=found.could_be))
    return VoteGaps(gaps=tuple(gaps), open=tuple(open_)) if gaps or open_ else None


def values_on(claim: str, ballots: Mapping[str, ClaimVotes]) -> dict[str, int]:
    """The opinions on a claim, by seat."""
    cast = ((voter, ballot.votes.get(claim)) for voter, ballot in ballots.items())
    return {voter: VOTE_LEVELS[vote.level] for voter, vote in cast if vote is not None and vote.level in VOTE_LEVELS}


def _missing(votes: Mapping[str, int], ballots: Mapping[str, ClaimVotes], silent: Sequence[str]) -> list[str]:
    """Who was asked and gave no opinion."""
    return [*(voter for voter in ballots if voter not in votes), *silent]


def opinions_on(claim: str, ballots: Mapping[str, ClaimVotes]) -> list[ClaimVote]:
    """The votes on a claim that are opinions."""
    cast = (ballot.votes.get(claim) for ballot in ballots.values())
    return [vote for vote in cast if vote is not None and vote.level in VOTE_LEVELS]


def _gap(claim: str, voter: str, ballot: ClaimVotes) -> Gap | None:
    vote = ballot.votes.get(claim)
    if vote is None:
        return Gap(claim=claim, seat=voter, how="unread", why=ballot.unread.get(claim, NOT_GIVEN))
    if vote.level in VOTE_LEVELS:
        return None
    return Gap(claim=claim, seat=voter, how="abstained", why=vote.reason)


def _tally(
    claim: str, ballots: Mapping[str, ClaimVotes], cut: Cut, silent: Sequence[str], weights: Weights
) -> ClaimTally:
    given = opinions_on(claim, ballots)
    votes = values_on(claim, ballots)
    found = stands(votes, _missing(votes, ballots, silent), cut, weights)
    sure = [vote.confidence for vote in given if vote.confidence is not None and not vote.stated]
    return ClaimTally(
        claim=claim,
        tier=found.tier,
        mean=found.mean,
        sd=found.sd,
        counts=dict(zip(LEVELS, counts_of(votes.values()), strict=True)),
        votes=len(given),
        confidence=sum(sure) / len(sure) if sure else 0.0,
        k=found.change.k,
        k_exact=found.change.exact,
        equal=found.equal,
    )
