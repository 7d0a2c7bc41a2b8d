"""How steady is a voter on claims that are always the same? Over its runs: the same votes, in whatever order, no
approval of a claim and its negation, the same vote on what is said twice, and known answers.

Held by `tests/extensions/studies/trials/test_tally.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import ceil, sqrt
from typing import NamedTuple

from moot.exports.public import wilson
from moot.vocabulary.public import FixtureClaim, Milliseconds, Wilson

WIDEST = 4
"""The largest difference of two votes."""
FACTS = "factual claim"
"""A kind of claim of which one side holds: rejecting such a claim and its negation is as wrong as approving both."""


class Trial(NamedTuple):
    """One run with a ballot."""

    order: int
    """In which order the claims were shown."""
    votes: Mapping[int, int]
    """The number of a claim and the vote on it, where there is an opinion."""


class Steadiness(NamedTuple):
    """How far runs agree."""

    consistent: float | None
    """Mean of 1 - |difference| / 4 over claims and pairs of runs in one order."""
    equal: float | None
    """The share of the same votes among them."""
    order_effect: float | None
    """The same mean over pairs in two orders, less that within one."""


def steadiness(trials: Sequence[Trial]) -> Steadiness:
    """Over every pair of runs."""
    within: list[float] = []
    across: list[float] = []
    for one, other in combinations(trials, 2):
        alike = [1 - abs(one.votes[claim] - other.votes[claim]) / WIDEST for claim in one.votes.keys() & other.votes]
        (within if one.order == other.order else across).extend(alike)
    inside, between = mean_of(within), mean_of(across)
    return Steadiness(
        consistent=inside,
        equal=mean_of([float(each == 1) for each in within]),
        order_effect=between - inside if between is not None and inside is not None else None,
    )


def known_answers(trials: Sequence[Trial], claims: Sequence[FixtureClaim]) -> Wilson | None:
    """Claims known to be true that it approved, and known to be false that it rejected."""
    met = [
        (vote > 0) if claims[number - 1].known else (vote < 0)
        for trial in trials
        for number, vote in trial.votes.items()
        if claims[number - 1].known is not None
    ]
    return wilson(sum(met), len(met))


def negations(trials: Sequence[Trial], claims: Sequence[FixtureClaim]) -> Wilson | None:
    """Claims and their negations on which it contradicted itself in nothing."""
    met = [
        consistent(trial.votes[claim.denies], trial.votes[number], facts=claim.kind == FACTS)
        for trial in trials
        for number, claim in enumerate(claims, start=1)
        if claim.denies and {number, claim.denies} <= trial.votes.keys()
    ]
    return wilson(sum(met), len(met))


def consistent(one: int, other: int, *, facts: bool) -> bool:
    """Whether somebody may vote so on a claim and its negation. Of what is advised both sides may be rejected."""
    return not ((one > 0 and other > 0) or (facts and one < 0 and other < 0))


def repeats(trials: Sequence[Trial], claims: Sequence[FixtureClaim]) -> Wilson | None:
    """Claims in other words that got the same vote, to within a level and not on the other side."""
    met = [
        same(trial.votes[claim.repeats], trial.votes[number])
        for trial in trials
        for number, claim in enumerate(claims, start=1)
        if claim.repeats and {number, claim.repeats} <= trial.votes.keys()
    ]
    return wilson(sum(met), len(met))


def same(one: int, other: int) -> bool:
    """Whether two votes on one claim in two wordings are one opinion."""
    return abs(one - other) <= 1 and one * other >= 0


def spread_of(votes: Sequence[int]) -> float | None:
    """Standard deviation of votes."""
    mean = mean_of(votes)
    return None if mean is None else sqrt(sum((vote - mean) ** 2 for vote in votes) / len(votes))


def mean_of(values: Sequence[float]) -> float | None:
    """The mean, where there is anything."""
    return sum(values) / len(values) if values else None


def took(times: Sequence[int]) -> Milliseconds | None:
    """Half of the times, and nineteen of twenty, took no longer."""
    ordered = sorted(times)
    if not ordered:
        return None
    return Milliseconds(half=ordered[ceil(0.5 * len(ordered)) - 1], most=ordered[ceil(0.95 * len(ordered)) - 1])
