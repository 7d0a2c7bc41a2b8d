"""By which rule was a vote cut into tiers, in words? The borders, from where they are, and what votes weigh."""

from __future__ import annotations

from msgspec import UNSET

from moot.protocols.claim_vote.findings import TierBounds, Tiers
from moot.vocabulary.words.headings import Names


def borders_in_words(bounds: TierBounds) -> str:
    """The rules of the tiers, in a line."""
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
    """From where the borders are, in a sentence."""
    if bounds.calibrated is not UNSET:
        return f"Tiers are cut by a calibration: {bounds.calibrated}."
    published = TierBounds(least_votes=bounds.least_votes)
    return "Tiers are cut as published, never calibrated." if bounds == published else "Tiers are cut by options."


def weights_in_words(finding: Tiers, names: Names) -> list[str]:
    """What votes weigh, and where that makes another tier; nothing where all weigh the same."""
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
