"""Compare a claim vote with a later one: claims that are new or gone, and claims whose tier moved.

Claims are equal if their words are, ignoring case, spaces and punctuation. A reworded claim counts as gone and new.
"""

from __future__ import annotations

from moot.protocols.claim_vote.claim_list import same_words
from moot.protocols.claim_vote.findings import Claim, ClaimList, Tier, Tiers
from moot.protocols.files import Since
from moot.protocols.replies import latest
from moot.vocabulary.state import SessionState


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
