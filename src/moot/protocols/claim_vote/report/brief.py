"""Summarise a claim vote in a line or two: the quality of its votes, and what changed since an earlier one.

Claims are equal if their words are, ignoring case, spaces and punctuation. A reworded claim counts as gone and new.
"""

from __future__ import annotations

from msgspec import UNSET

from moot.protocols.claim_vote.claim_list import same_words
from moot.protocols.claim_vote.findings import Claim, ClaimList, ControlClaims, Tier, TierBounds, Tiers
from moot.protocols.files import Since, TrustPart
from moot.protocols.replies import latest
from moot.vocabulary.history.track_record import same_votes_in_words
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.headings import counted

INDEPENDENT_UNKNOWN = "independence not known yet"


def trust(state: SessionState) -> tuple[TrustPart, ...]:
    """Return the parts of the line; empty if there was no vote."""
    tiers, controls = latest(state, Tiers), latest(state, ControlClaims)
    if tiers is None:
        return ()
    pairs, tested, weights = INDEPENDENT_UNKNOWN, "no controls", "weights equal"
    if tiers.same_votes is not UNSET:
        pairs = same_votes_in_words(tiers.same_votes)
    elif tiers.independent is not UNSET:
        pairs = f"at most {tiers.independent:.1f} independent"
    if controls is not None and controls.claims:
        tested = f"controls {sum(claim.expected for claim in controls.claims)} of {len(controls.claims)}"
    if tiers.weights is not UNSET:
        weights = f"weights {min(tiers.weights.values()):.2f} to {max(tiers.weights.values()):.2f}"
    return (
        TrustPart(about="voters", says=counted(len(tiers.voters), "voter")),
        TrustPart(about="pairs", says=pairs),
        TrustPart(about="controls", says=tested),
        TrustPart(about="weights", says=weights),
        TrustPart(about="borders", says=borders_in_words(tiers.bounds)),
    )


def borders_in_words(bounds: TierBounds) -> str:
    """Describe the source of the tiers' borders."""
    if bounds.calibrated is not UNSET:
        return f"borders by calibration ({bounds.calibrated})"
    usual = bounds == TierBounds(least_votes=bounds.least_votes)
    return f"borders {'as published' if usual else 'set for this session'} (never calibrated)"


def since(now: SessionState, before: SessionState) -> Since:
    """Return what changed, contested claims first."""
    ours, theirs = _standing(now), _standing(before)
    new = [(claim, tier) for words, (claim, tier) in ours.items() if words not in theirs]
    gone = [(claim, tier) for words, (claim, tier) in theirs.items() if words not in ours]
    met = [(claim, theirs[words][1], tier) for words, (claim, tier) in ours.items() if words in theirs]
    moved = [(claim, was, tier) for claim, was, tier in met if was != tier]
    contested = sum(tier == "CONTESTED" for _, tier in ours.values())
    counts = [
        f"{number} {word}" for number, word in ((len(new), "new"), (len(moved), "moved"), (len(gone), "gone")) if number
    ]
    lines = [f"moved from {was} to {tier}: {claim.text}" for claim, was, tier in moved]
    lines += [f"new, {tier}: {claim.text}" for claim, tier in sorted(new, key=lambda each: each[1] != "CONTESTED")]
    lines += [f"gone, was {tier}: {claim.text}" for claim, tier in gone]
    if counts and contested:
        counts.append(f"{contested} contested")
    return Since(counts=tuple(counts), lines=tuple(" ".join(line.split()) for line in lines))


def _standing(state: SessionState) -> dict[tuple[str, str], tuple[Claim, Tier]]:
    """Return the claims that were voted on by kind and words, each with its tier."""
    claims, tiers = latest(state, ClaimList), latest(state, Tiers)
    if claims is None or tiers is None:
        return {}
    standing = {tally.claim: tally.tier for tally in tiers.claims}
    return {
        (claim.kind, same_words(claim.text)): (claim, standing[claim.id])
        for claim in claims.claims
        if claim.id in standing
    }
