"""How many independent votes do the ballots amount to? Kish's effective sample size, from how alike they are.

`n / (1 + (n - 1) r)`, where `r` is the mean likeness of two ballots, at least 0: identical ballots amount to one vote,
unrelated ones to as many as there are. Likeness is Kendall's tau-b over the pairs of answers both readers ranked (own
answers left out). Two readers who share no pair say nothing about likeness and are passed over. Good judges who agree
because they are right look alike too: the number tells how much the ballots repeat each other, not why.
"""

from __future__ import annotations

from itertools import combinations
from math import sqrt

from moot.tally.ranking.places import Ranks


def effective_votes(ranks: Ranks) -> float:
    """From 1 to the number of ballots; 0 without any."""
    count = len(ranks.sheets)
    if not count:
        return 0.0
    known = [like for one, other in combinations(ranks.sheets, 2) if (like := likeness(one, other)) is not None]
    mean = min(1.0, max(0.0, sum(known) / len(known))) if known else 0.0
    return count / (1 + (count - 1) * mean)


def likeness(one: tuple[int | None, ...], other: tuple[int | None, ...]) -> float | None:
    """Tau-b of two sheets: 1 for the same order, -1 for the reverse, `None` when they share no pair of answers.

    A sheet that ties all they share orders nothing: it is like another such sheet (1) and unrelated to the rest (0).
    """
    shared = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    if len(shared) < 2:
        return None
    agreed = ordered_by_one = ordered_by_other = 0
    for (a, b), (c, d) in combinations(shared, 2):
        first, second = (a > c) - (a < c), (b > d) - (b < d)
        agreed += first * second
        ordered_by_one += first * first
        ordered_by_other += second * second
    if not ordered_by_one or not ordered_by_other:
        return float(ordered_by_one == ordered_by_other)
    return agreed / sqrt(ordered_by_one * ordered_by_other)
