"""Describe the rule that sorted a vote into tiers: the borders, their source, and the weights of votes."""

from __future__ import annotations

from msgspec import UNSET

from moot.protocols.claim_vote.findings import TierBounds, Tiers
from moot.vocabulary.words.headings import Names


def borders_in_words(bounds: TierBounds) -> str:
    """Describe the rules of the tiers, in a line."""
    split = (
        ""
        if bounds.contested_split is UNSET
        else f", or at least {100 * bounds.contested_split:g} % of the votes on either side"
    )
    return (
        f"HIGH: mean at least {bounds.high_mean:g} and deviation below {bounds.high_sd:g}; CONTESTED: deviation at "
        f"least {bounds.contested_sd:g}{split}; REJECTED: mean below {bounds.rejected_mean:g}; else MEDIUM. "
        f"MEDIUM also with fewer than {bounds.least_votes} opinions, or from no more than half of the members."
    )


def calibrated_in_words(bounds: TierBounds) -> str:
    """Describe the source of the borders, in a sentence."""
    if bounds.calibrated is not UNSET:
        return f"Tiers are cut by a calibration: {bounds.calibrated}."
    published = TierBounds(least_votes=bounds.least_votes)
    return "Tiers are cut as published, never calibrated." if bounds == published else "Tiers are cut by options."


def weights_in_words(finding: Tiers, names: Names) -> list[str]:
    """Describe the weights and any tiers they change; empty if all weigh the same."""
    if finding.weights is UNSET:
        return []
    told = ", ".join(f"{names.get(seat, seat)} {weight:.2f}" for seat, weight in finding.weights.items())
    return [
        f"Votes weigh by how often earlier ballots of their voters could be read: {told}.",
        *(
            f"{tally.claim}: {tally.tier}; {tally.equal} with equal votes."
            for tally in finding.claims
            if tally.equal not in (UNSET, tally.tier)
        ),
    ]
