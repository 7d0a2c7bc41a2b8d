"""Measure a voter's consistency over runs on fixed claims: repeated votes, order, negations and known answers.

Tested by `tests/extensions/studies/trials/test_bench.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import ceil
from typing import NamedTuple

from moot.exports.public import wilson
from moot.extensions.studies.trials.results import FixtureClaim, Milliseconds
from moot.vocabulary.public import Wilson

WIDEST = 4
"""Largest possible difference of two votes."""
FACTS = "factual claim"
"""Kind of claim with one true side: rejecting such a claim and its negation is as wrong as approving both."""


class Trial(NamedTuple):
    """Votes of one test run, and the order in which the claims were shown."""

    order: int
    """Number of the order in which the claims were shown."""
    votes: Mapping[int, int]
    """Vote on each claim, by the claim's number, without abstentions."""


class Steadiness(NamedTuple):
    """Agreement of a voter's votes on the same claims between runs."""

    consistent: float | None
    """Mean of 1 - |difference| / 4 over claims and pairs of runs in the same order."""
    order_effect: float | None
    """The same mean over pairs of runs in different orders, minus `consistent`."""


def steadiness(trials: Sequence[Trial]) -> Steadiness:
    """Return how much a voter's votes agree in pairs of runs with the same order of claims, and how that differs in
    pairs of runs with different orders.
    """
    within: list[float] = []
    across: list[float] = []
    for one, other in combinations(trials, 2):
        alike = [1 - abs(one.votes[claim] - other.votes[claim]) / WIDEST for claim in one.votes.keys() & other.votes]
        (within if one.order == other.order else across).extend(alike)
    inside, between = mean_of(within), mean_of(across)
    return Steadiness(
        consistent=inside,
        order_effect=between - inside if between is not None and inside is not None else None,
    )


def known_answers(trials: Sequence[Trial], claims: Sequence[FixtureClaim]) -> Wilson | None:
    """Return on how many claims with a known truth a voter voted correctly (approved a true one, rejected a false one),
    with an interval.
    """
    met = [
        (vote > 0) if claims[number - 1].known else (vote < 0)
        for trial in trials
        for number, vote in trial.votes.items()
        if claims[number - 1].known is not None
    ]
    return wilson(sum(met), len(met))


def negations(trials: Sequence[Trial], claims: Sequence[FixtureClaim]) -> Wilson | None:
    """Return how many pairs of a claim and its negation a voter judged without contradicting itself, with an
    interval.
    """
    met = [
        consistent(trial.votes[claim.denies], trial.votes[number], facts=claim.kind == FACTS)
        for trial in trials
        for number, claim in enumerate(claims, start=1)
        if claim.denies and {number, claim.denies} <= trial.votes.keys()
    ]
    return wilson(sum(met), len(met))


def consistent(one: int, other: int, *, facts: bool) -> bool:
    """Return whether a vote on a claim and a vote on its negation are compatible. Both may be rejected if they are
    advice, but not if they state facts (`facts`).
    """
    return not ((one > 0 and other > 0) or (facts and one < 0 and other < 0))


def mean_of(values: Sequence[float]) -> float | None:
    """Return the mean of the values; `None` without values."""
    return sum(values) / len(values) if values else None


def took(times: Sequence[int]) -> Milliseconds | None:
    """Return the median and the 95th percentile of durations in milliseconds; `None` without durations."""
    ordered = sorted(times)
    if not ordered:
        return None
    return Milliseconds(half=ordered[ceil(0.5 * len(ordered)) - 1], most=ordered[ceil(0.95 * len(ordered)) - 1])
