"""How often would chance alone show as much? Exact or drawn permutations, McNemar's test, Holm.

All are two-sided and paired by question: what is exchanged is the two conditions within a question, never answers
across questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

EXACT = 14
"""Differences up to which every one of the 2^n exchanges is gone through."""
DRAWS = 9_999
"""Exchanges drawn beyond."""
SEED = 30_000
"""What they are drawn from: the same differences have the same p everywhere."""
SLACK = 1e-9
"""How much less than the observed sum still counts as as much, against rounding in the last digits."""


def least_p(units: int) -> float:
    """The smallest p that exchanges of so many questions, or clusters, can come to."""
    return max(2.0 ** (1 - units), 1 / (DRAWS + 1) if units > EXACT else 0.0)


def sign_flip(differences: Sequence[float], clusters: Sequence[str] = ()) -> float | None:
    """How often a mean difference at least so large comes up if it might as well have had the other sign in each
    question, or in each cluster as a whole. `None` where nothing differs, because there is nothing to be surprised at.
    """
    return _exchanged(_summed([[each] for each in differences], clusters))


def class_change(
    before: Sequence[Sequence[str]], after: Sequence[Sequence[str]], clusters: Sequence[str] = ()
) -> float | None:
    """The same for classes: each question has those it came to under the one condition and under the other, one for
    each repeat. How far the shares of classes differ in all is their squared distance."""
    names = sorted({name for classes in (*before, *after) for name in classes})
    moved = [
        [after_one.count(name) / len(after_one) - before_one.count(name) / len(before_one) for name in names]
        for before_one, after_one in zip(before, after, strict=True)
    ]
    return _exchanged(_summed(moved, clusters))


def mcnemar(only_before: int, only_after: int) -> float:
    """The exact test of questions that are so under one condition alone: binomial with a half."""
    n, fewer = only_before + only_after, min(only_before, only_after)
    tail = sum(comb(n, k) for k in range(fewer + 1))
    return min(1.0, float(2 * tail / (1 << n)))


def holm(ps: Sequence[float | None]) -> list[float | None]:
    """Each p as it stands when so many are looked at (Holm 1979); those that are missing are not counted."""
    there = sorted((p, at) for at, p in enumerate(ps) if p is not None)
    told: list[float | None] = [None] * len(ps)
    highest = 0.0
    for rank, (p, at) in enumerate(there):
        highest = max(highest, min(1.0, p * (len(there) - rank)))
        told[at] = highest
    return told


def _exchanged(moved: Sequence[Sequence[float]]) -> float | None:
    """How often the squared length of the sum of these is at least what it is, if each may be turned round."""
    import numpy as np  # heavy to load; the terminal's help never needs it

    # what a sum leaves in the last digits is no difference
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
    """Rows of one cluster together; all by themselves where no clusters are named."""
    if not clusters:
        return rows
    found: dict[str, list[float]] = {}
    for row, cluster in zip(rows, clusters, strict=True):
        earlier = found.get(cluster)
        found[cluster] = list(row) if earlier is None else [a + b for a, b in zip(earlier, row, strict=True)]
    return list(found.values())
