"""How alike did the voters vote, and how many independent ones do they amount to?

For every pair: the share of claims with the very same vote, the share on the same side, and the correlation of their
votes. From the mean correlation, at least 0, Kish's effective number `n / (1 + (n - 1) r)`: voters who all vote alike
amount to one. Voters who agree because they are right look alike too; the number says how much they repeat each other,
not why. All sums are of whole numbers, so the figures are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING

from msgspec import Struct

from moot.tally.tiers import ABSENT, BLOCK, VALUES, counts_of, mean_of, sd_of
from moot.vocabulary.claim_findings import Agreement

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ALIKE = 1.0


class PairSums(Struct, frozen=True):
    """Whole-number sums over the claims each pair of voters shares; every field is voters by voters."""

    shared: Floats
    """Claims both voted on."""
    same: Floats
    """Of them with the same vote."""
    same_side: Floats
    """Of them on the same side of neutral."""
    sums: Floats
    """Sum of the row's voter's votes."""
    squares: Floats
    """Sum of their squares."""
    products: Floats
    """Sum of both votes multiplied."""


def ratings_in(table: NDArray[np.int8]) -> NDArray[np.float16]:
    """The same table with NaN where there is no vote; half floats hold votes exactly and in little room."""
    import numpy as np  # slow to import, and only votes on claims need it

    ratings = table.astype(np.float16)
    ratings[table == ABSENT] = np.nan
    return ratings


def pair_sums(table: NDArray[np.int8]) -> PairSums:
    """From a table with one row for each claim and one column for each voter, read in blocks."""
    import numpy as np

    voters = table.shape[1]
    sums = [np.zeros((voters, voters)) for _ in range(6)]
    step = max(1, BLOCK // max(1, voters))
    for start in range(0, len(table), step):
        block = table[start : start + step]
        present = (block != ABSENT).astype(np.float64)
        votes = np.where(block == ABSENT, 0, block).astype(np.float64)
        sums[0] += present.T @ present
        for value in VALUES:
            mask = (block == value).astype(np.float64)
            sums[1] += mask.T @ mask
        for side in (block > 0, block == 0, (block < 0) & (block != ABSENT)):
            mask = side.astype(np.float64)
            sums[2] += mask.T @ mask
        sums[3] += votes.T @ present
        sums[4] += (votes * votes).T @ present
        sums[5] += votes.T @ votes
    return PairSums(*sums)


def agreement_from(sums: PairSums, voters: Sequence[str]) -> tuple[Agreement, ...]:
    """Every pair of voters that shares a claim, in the order of the voters."""
    pairs = []
    for row, column in combinations(range(len(voters)), 2):
        shared = int(sums.shared[row, column])
        if shared:
            pairs.append(
                Agreement(
                    one=voters[row],
                    other=voters[column],
                    claims=shared,
                    same=int(sums.same[row, column]) / shared,
                    same_side=int(sums.same_side[row, column]) / shared,
                    likeness=_likeness(sums, row, column),
                )
            )
    return tuple(pairs)


def effective_voters(agreement: Sequence[Agreement], voters: int) -> float:
    """From 1 to the number of voters; 0 without any."""
    if not voters:
        return 0.0
    known = [pair.likeness for pair in agreement if pair.likeness is not None]
    mean = min(1.0, max(0.0, sum(known) / len(known))) if known else 0.0
    return voters / (1 + (voters - 1) * mean)


def normalised(votes: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, float]]:
    """Each vote as so many of its voter's standard deviations from its voter's mean; 0 from one who never varies.

    A voter who approves of everything and one who doubts everything become comparable. No tier rests on it.
    """
    measured = {}
    for voter, given in votes.items():
        if not given:
            continue
        counts = counts_of(given.values())
        mean, deviation = mean_of(counts), sd_of(counts)
        measured[voter] = {claim: (level - mean) / deviation if deviation else 0.0 for claim, level in given.items()}
    return measured


def _likeness(sums: PairSums, row: int, column: int) -> float | None:
    """Pearson's correlation; two voters who never vary are alike (1) when their votes are the same, else unrelated."""
    shared = int(sums.shared[row, column])
    if shared < 2:
        return None
    one, other = int(sums.sums[row, column]), int(sums.sums[column, row])
    spread_one = shared * int(sums.squares[row, column]) - one * one
    spread_other = shared * int(sums.squares[column, row]) - other * other
    if not spread_one or not spread_other:
        return ALIKE if int(sums.same[row, column]) == shared else 0.0
    between = shared * int(sums.products[row, column]) - one * other
    return max(-1.0, min(1.0, between / sqrt(spread_one * spread_other)))
