"""Measure how alike the voters voted, and which of them voted alike.

For every pair: the share of claims with the same vote, the share on the same side, and the correlation of their votes.
From the mean correlation, at least 0, Kish's effective number `n / (1 + (n - 1) r)`: voters who all vote alike count as
one. Voters who agree because they are right look alike too; the number shows how much they repeat each other, not why.
All sums are of whole numbers, so the figures are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import sqrt

from msgspec import Struct

from moot.protocols.claim_vote.findings import Alike, VoterSimilarity
from moot.protocols.claim_vote.tiers import counts_of, mean_of, sd_of

ALIKE = 1.0
ALIKE_FROM = 4
"""Claims two voters must both have voted on before their likeness is shown."""
ALIKE_SHARE = 0.9
"""Share of equal votes from which two voters count as having voted alike."""


class SharedClaims(Struct, frozen=True, kw_only=True):
    """Sums over the claims that two voters both voted on."""

    claims: int
    """Their number."""
    same: int
    """Those with the same vote."""
    same_side: int
    """Those on the same side of neutral."""
    one: int
    """Sum of the first one's votes."""
    other: int
    """Sum of the second one's votes."""
    one_squared: int
    """Sum of the squares of the first one's votes."""
    other_squared: int
    """Sum of the squares of the second one's votes."""
    product: int
    """Sum of both votes multiplied."""


def agreement_of(rows: Sequence[Sequence[int | None]], voters: Sequence[str]) -> tuple[VoterSimilarity, ...]:
    """Return every pair of voters that shares a claim; one row for each claim, one column for each voter."""
    columns = list(zip(*rows, strict=True))
    return _pairs(
        (voters[row], voters[column], _shared(columns[row], columns[column]))
        for row, column in combinations(range(len(columns)), 2)
    )


def alike_from(agreement: Sequence[VoterSimilarity]) -> tuple[Alike, ...]:
    """Return pairs with the same vote on nearly all claims that both voted on, without any cause."""
    found = []
    for pair in agreement:
        same = round(pair.same * pair.claims)
        if pair.claims >= ALIKE_FROM and same >= ALIKE_SHARE * pair.claims:
            found.append(Alike(one=pair.one, other=pair.other, same=same, claims=pair.claims))
    return tuple(found)


def normalised(votes: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, float]]:
    """Return each vote as a z-score among its voter's votes; 0 from one who never varies.

    A voter who approves of everything and one who doubts everything become comparable. No tier depends on it.
    """
    measured = {}
    for voter, given in votes.items():
        if not given:
            continue
        counts = counts_of(given.values())
        mean, deviation = mean_of(counts), sd_of(counts)
        measured[voter] = {claim: (level - mean) / deviation if deviation else 0.0 for claim, level in given.items()}
    return measured


def _shared(one: Sequence[int | None], other: Sequence[int | None]) -> SharedClaims:
    both = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    return SharedClaims(
        claims=len(both),
        same=sum(a == b for a, b in both),
        same_side=sum(_side(a) == _side(b) for a, b in both),
        one=sum(a for a, _ in both),
        other=sum(b for _, b in both),
        one_squared=sum(a * a for a, _ in both),
        other_squared=sum(b * b for _, b in both),
        product=sum(a * b for a, b in both),
    )


def _side(vote: int) -> int:
    return (vote > 0) - (vote < 0)


def _pairs(found: Iterable[tuple[str, str, SharedClaims]]) -> tuple[VoterSimilarity, ...]:
    return tuple(
        VoterSimilarity(
            one=one,
            other=other,
            claims=shared.claims,
            same=shared.same / shared.claims,
            same_side=shared.same_side / shared.claims,
            likeness=_likeness(shared),
        )
        for one, other, shared in found
        if shared.claims
    )


def _likeness(shared: SharedClaims) -> float | None:
    """Return Pearson's correlation; two voters who never vary are alike (1) if their votes are the same, else
    unrelated."""
    if shared.claims < 2:
        return None
    spread_one = shared.claims * shared.one_squared - shared.one**2
    spread_other = shared.claims * shared.other_squared - shared.other**2
    if not spread_one or not spread_other:
        return ALIKE if shared.same == shared.claims else 0.0
    between = shared.claims * shared.product - shared.one * shared.other
    return max(-1.0, min(1.0, between / sqrt(spread_one * spread_other)))
