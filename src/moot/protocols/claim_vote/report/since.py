"""What changed from one vote on claims to a later one? Claims that are new or gone, and claims whose tier moved.

A claim is the same where it says the same in almost the same words (`merging`); one that is said anew in other words is
told as gone and new. No claim is the same as two, and as many as can be are the same as one. Held by
`tests/protocols/claim_vote/test_since.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from moot.protocols.claim_vote.findings import Claim, ClaimList, Tier, Tiers
from moot.protocols.claim_vote.merging import same_claim
from moot.protocols.files import Since
from moot.protocols.replies import latest
from moot.vocabulary.state import SessionState


def since(now: SessionState, before: SessionState) -> Since:
    """What changed, contested claims first."""
    ours, theirs = _standing(now), _standing(before)
    pairs = paired([claim for claim, _ in ours], [claim for claim, _ in theirs])
    new = [each for place, each in enumerate(ours) if place not in pairs]
    met = [(*each, theirs[pairs[place]][1]) for place, each in enumerate(ours) if place in pairs]
    moved = [(claim, was, tier) for claim, tier, was in met if was != tier]
    gone = [each for place, each in enumerate(theirs) if place not in pairs.values()]
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


def paired(
    ours: Sequence[Claim], theirs: Sequence[Claim], same: Callable[[Claim, Claim], bool] = same_claim
) -> dict[int, int]:
    """The place of the earlier claim that each says again, each of them once: those in the same words first, then as
    many as can be (augmenting paths)."""
    alike = [
        sorted(
            (place for place, known in enumerate(theirs) if known.text == claim.text or same(known, claim)),
            key=lambda place: theirs[place].text != claim.text,
        )
        for claim in ours
    ]
    whose: dict[int, int] = {}

    def takes(one: int, tried: set[int]) -> bool:
        for place in alike[one]:
            if place in tried:
                continue
            tried.add(place)
            if place not in whose or takes(whose[place], tried):
                whose[place] = one
                return True
        return False

    for one, claim in enumerate(ours):
        worded = [place for place in alike[one] if theirs[place].text == claim.text and place not in whose]
        if worded:
            whose[worded[0]] = one
    for one in range(len(ours)):
        if one not in whose.values():
            takes(one, set())
    return {one: place for place, one in whose.items()}


def _standing(state: SessionState) -> list[tuple[Claim, Tier]]:
    claims, tiers = latest(state, ClaimList), latest(state, Tiers)
    if claims is None or tiers is None:
        return []
    standing = {tally.claim: tally.tier for tally in tiers.claims}
    return [(claim, standing[claim.id]) for claim in claims.claims if claim.id in standing]
