"""Significance tests: exact or sampled permutations, McNemar's test, Holm's adjustment.

All are two-sided and paired by question: permutations exchange the two conditions within a question, never answers
across questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

EXACT = 14
"""Maximum number of differences for which all 2^n exchanges are enumerated."""
DRAWS = 9_999
"""Number of exchanges sampled for more differences."""
SEED = 30_000
"""Seed of the sample, so the same differences give the same p."""
SLACK = 1e-9
"""Relative tolerance below the observed sum, because of rounding."""


def least_p(units: int) -> float:
    """Return the smallest p-value that a permutation test over this many questions or clusters can have."""
    return max(2.0 ** (1 - units), 1 / (DRAWS + 1) if units > EXACT else 0.0)


def sign_flip(differences: Sequence[float], clusters: Sequence[str] = ()) -> float | None:
    """Return the p-value of a mean difference by a permutation test, which flips the signs of whole questions or
    clusters. `None` if all differences are 0.
    """
    return _exchanged(_summed([[each] for each in differences], clusters))


def class_change(
    before: Sequence[Sequence[str]], after: Sequence[Sequence[str]], clusters: Sequence[str] = ()
) -> float | None:
    """Return the p-value of a change in classes between two conditions, by a permutation test.

    A question has one class per repeat under each condition. The test compares the shares of the classes.
    """
    names = sorted({name for classes in (*before, *after) for name in classes})
    moved = [
        [after_one.count(name) / len(after_one) - before_one.count(name) / len(before_one) for name in names]
        for before_one, after_one in zip(before, after, strict=True)
    ]
    return _exchanged(_summed(moved, clusters))


def mcnemar(only_before: int, only_after: int) -> float:
    """Return the exact p-value of McNemar's test of two conditions.

    Args:
        only_before: Number of questions with yes only under the first condition.
        only_after: Number of questions with yes only under the second condition.
    """
    n, fewer = only_before + only_after, min(only_before, only_after)
    tail = sum(comb(n, k) for k in range(fewer + 1))
    return min(1.0, float(2 * tail / (1 << n)))


def holm(ps: Sequence[float | None]) -> list[float | None]:
    """Return each p-value adjusted for the number of tests (Holm 1979); `None` entries stay and are not counted."""
    there = sorted((p, at) for at, p in enumerate(ps) if p is not None)
    told: list[float | None] = [None] * len(ps)
    highest = 0.0
    for rank, (p, at) in enumerate(there):
        highest = max(highest, min(1.0, p * (len(there) - rank)))
        told[at] = highest
    return told


def _exchanged(moved: Sequence[Sequence[float]]) -> float | None:
    """Return the p-value of a permutation test that flips the signs of rows: the probability that their sum is at least
    as long as observed. `None` if all rows are 0.
    """
    import numpy as np  # heavy to load; the terminal's help never needs it

    # ignore rounding in the last digits of a sum
    rows = np.asarray([row for row in moved if any(abs(each) > SLACK for each in row)], dtype=float)
    if not len(rows):
        return None
    observed = float((rows.sum(axis=0) ** 2).sum())
    least = observed - SLACK * max(1.0, observed)
    if len(rows) <= EXACT:
        numbers = np.arange(2 ** len(rows))[:, None] >> np.arange(len(rows))[None, :]
        signs = (numbers & 1) * 2.0 - 1.0
        return float((((signs @ rows) ** 2).sum(axis=1) >= least).mean())
    lots = np.random.default_rng(SEED)
    drawn = lots.integers(0, 2, size=(DRAWS, len(rows))) * 2.0 - 1.0
    as_much = int((((drawn @ rows) ** 2).sum(axis=1) >= least).sum())
    return (as_much + 1) / (DRAWS + 1)


def _summed(rows: Sequence[Sequence[float]], clusters: Sequence[str]) -> Sequence[Sequence[float]]:
    """Sum the rows of each cluster. If there are no clusters, return the rows unchanged."""
    if not clusters:
        return rows
    found: dict[str, list[float]] = {}
    for row, cluster in zip(rows, clusters, strict=True):
        earlier = found.get(cluster)
        found[cluster] = list(row) if earlier is None else [a + b for a, b in zip(earlier, row, strict=True)]
    return list(found.values())
