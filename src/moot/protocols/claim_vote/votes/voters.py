"""Measure how alike the voters voted.

For every pair: the share of claims with the same vote, the share on the same side, and the correlation of their votes.
Voters who agree because they are right look alike too. All sums are of whole numbers, so the figures are the same on
every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import sqrt
from operator import mul

from moot.protocols.claim_vote.findings import VoterSimilarity
from moot.protocols.claim_vote.tiers import counts_of, mean_of, sd_of


def agreement_of(rows: Sequence[Sequence[int | None]], voters: Sequence[str]) -> tuple[VoterSimilarity, ...]:
    """Return every pair of voters that shares a claim; one row for each claim, one column for each voter."""
    columns = list(zip(*rows, strict=True))
    pairs = []
    for row, column in combinations(range(len(columns)), 2):
        cast = zip(columns[row], columns[column], strict=True)
        both = [(one, other) for one, other in cast if one is not None and other is not None]
        if both:
            pair = VoterSimilarity(
                one=voters[row],
                other=voters[column],
                claims=len(both),
                same=sum(one == other for one, other in both) / len(both),
                same_side=sum((one > 0) - (one < 0) == (other > 0) - (other < 0) for one, other in both) / len(both),
                likeness=_likeness(both),
            )
            pairs.append(pair)
    return tuple(pairs)


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


def _likeness(both: Sequence[tuple[int, int]]) -> float | None:
    """Return Pearson's correlation; two voters who never vary are alike (1) if their votes are the same, else
    unrelated."""
    if len(both) < 2:
        return None
    ones, others = zip(*both, strict=True)
    columns = ((ones, ones), (others, others), (ones, others))
    spread_one, spread_other, between = (len(both) * sum(map(mul, x, y)) - sum(x) * sum(y) for x, y in columns)
    if not spread_one or not spread_other:
        return 1.0 if ones == others else 0.0
    return max(-1.0, min(1.0, float(between / sqrt(spread_one * spread_other))))
