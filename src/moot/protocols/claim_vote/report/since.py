"""What changed from one vote on claims to a later one? Claims that are new or gone, and claims whose tier moved.

A claim is the same where it says the same in almost the same words (`merging`); one that is said anew in other words is
told as gone and new. Held by `tests/protocols/claim_vote/test_since.py`.
"""

from __future__ import annotations

from moot.protocols.claim_vote.findings import Claim, ClaimList, Tier, Tiers
from moot.protocols.claim_vote.merging import first_alike
from moot.protocols.files import Since
from moot.protocols.replies import latest
from moot.vocabulary.state import SessionState


def since(now: SessionState, before: SessionState) -> Since:
    """What changed, contested claims first."""
    ours, theirs = _standing(now), _standing(before)
    earlier = [claim for claim, _ in theirs]
    met: set[int] = set()
    new, moved = [], []
    for claim, tier in ours:
        place = first_alike(claim, earlier)
        if place is None or place in met:
            new.append((claim, tier))
            continue
        met.add(place)
        if theirs[place][1] != tier:
            moved.append((claim, theirs[place][1], tier))
    gone = [each for place, each in enumerate(theirs) if place not in met]
    contested = sum(tier == "CONTESTED" for _, tier in ours)
    counts = [
        f"{number} {word}" for number, word in ((len(new), "new"), (len(moved), "moved"), (len(gone), "gone")) if number
    ]
    lines = [f"moved from {was} to {tier}: {claim.text}" for claim, was, tier in moved]
    lines += [f"new, {tier}: {claim.text}" for claim, tier in sorted(new, key=lambda each: each[1] != "CONTESTED")]
    lines += [f"gone, was {tier}: {claim.text}" for claim, tier in gone]
    if counts and contested:
        counts.append(f"{contested} contested")
    return Since(counts=tuple(counts), lines=tuple(" ".join(line.split()) for line in lines))


def _standing(state: SessionState) -> list[tuple[Claim, Tier]]:
    claims, tiers = latest(state, ClaimList), latest(state, Tiers)
    if claims is None or tiers is None:
        return []
    standing = {tally.claim: tally.tier for tally in tiers.claims}
    return [(claim, standing[claim.id]) for claim in claims.claims if claim.id in standing]
