"""What came of a vote on claims? Every claim's tier, how alike the voters are, who is silent, and which opinions lack.

A ballot is counted vote by vote. Whoever is silent, abstains or could not be read has no opinion on a claim, and is
never counted as having one: it is named, and keeps the claim from being HIGH where its opinion could have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVote, ClaimVotes
from moot.protocols.claim_vote.findings import (
    ClaimTally,
    Gap,
    OpenTier,
    SilentVoter,
    TierBounds,
    Tiers,
    VoteGaps,
)
from moot.protocols.claim_vote.tiers import (
    LEVELS,
    change_of,
    could_be,
    counts_of,
    cut_at,
    held_tier,
    mean_of,
    sd_of,
    tier_of,
)
from moot.protocols.claim_vote.votes.voters import agreement_of, alike_from, normalised
from moot.tally.alpha import alpha_from

NOT_GIVEN = "no vote is given"


def tiers_from(
    claims: Sequence[str], ballots: Mapping[str, ClaimVotes], bounds: TierBounds, silent: Sequence[SilentVoter] = ()
) -> Tiers:
    """The tiers of these claims."""
    voters = tuple(ballots)
    levels = {
        voter: {claim: VOTE_LEVELS[vote.level] for claim, vote in ballot.votes.items() if vote.level in VOTE_LEVELS}
        for voter, ballot in ballots.items()
    }
    rows = [[levels[voter].get(claim) for voter in voters] for claim in claims]
    agreement = agreement_of(rows, voters)
    return Tiers(
        claims=tuple(_tally(claim, ballots, bounds, len(silent)) for claim in claims),
        bounds=bounds,
        voters=voters,
        silent=tuple(silent),
        alpha=alpha_from(rows, "interval").value,
        agreement=agreement,
        alike=alike_from(agreement),
        normalised=normalised(levels),
    )


def gaps_in(
    claims: Sequence[str], ballots: Mapping[str, ClaimVotes], bounds: TierBounds, silent: int = 0
) -> VoteGaps | None:
    """Which opinions lack, and what that leaves open; `None` where every member gave one on every claim."""
    gaps, open_ = [], []
    cut = cut_at(bounds)
    for claim in claims:
        counts = counts_of(VOTE_LEVELS[vote.level] for vote in opinions_on(claim, ballots))
        missing = len(ballots) + silent - sum(counts)
        gaps += [gap for voter, ballot in ballots.items() if (gap := _gap(claim, voter, ballot)) is not None]
        could = could_be(counts, cut, missing)
        given = tier_of(counts, cut) if sum(counts) else "MEDIUM"
        # too few votes for any tier: whatever the missing opinions are may then make the same other one
        sure = could == (given,) if cut.k_star == "asked" else len(could) < 2
        if missing and not sure:
            open_.append(OpenTier(claim=claim, missing=missing, given=given, could_be=could))
    return VoteGaps(gaps=tuple(gaps), open=tuple(open_)) if gaps or open_ else None


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


def _tally(claim: str, ballots: Mapping[str, ClaimVotes], bounds: TierBounds, silent: int) -> ClaimTally:
    given = opinions_on(claim, ballots)
    counts = counts_of(VOTE_LEVELS[vote.level] for vote in given)
    cut = cut_at(bounds)
    missing = len(ballots) + silent - len(given)
    change = change_of(counts, cut, missing)
    sure = [vote.confidence for vote in given if vote.confidence is not None and not vote.stated]
    return ClaimTally(
        claim=claim,
        tier=held_tier(counts, cut, missing),
        mean=mean_of(counts) if given else 0.0,
        sd=sd_of(counts) if given else 0.0,
        counts=dict(zip(LEVELS, counts, strict=True)),
        votes=len(given),
        confidence=sum(sure) / len(sure) if sure else 0.0,
        k=change.k,
        k_exact=change.exact,
    )
