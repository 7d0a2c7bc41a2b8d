"""Estimate which share of their errors members have in common, from questions with known answers.

A member is wrong if a normal variable is beyond a threshold of its own; two members' variables are correlated. One
correlation is fitted to how often two members are wrong together. Hard questions, on which most are wrong, are part of
it. Tests: `tests/stats/evidence/test_shared_errors.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import exp, pi, sqrt
from statistics import NormalDist

from moot.stats.evidence.known_answers import THE_COUNCIL, AnsweredQuestion
from moot.vocabulary.history.track_record import SHARED_ERRORS

FEWEST = 20
"""Minimum number of questions that two or more members answered."""
ASSUMED = 1
"""Weight of the assumed value, as a number of questions. With a larger weight, the chance reported after 40 known
answers is more than five points too low if errors are independent, or too high if all are shared.
"""
MOST = 0.99
STEP = 0.01


def shared_errors(asked: Sequence[AnsweredQuestion]) -> int | None:
    """Estimate the share of their errors that members have in common, in hundredths; `None` for too few questions.

    The estimate is drawn towards the assumed share, less so the more questions there are.
    """
    wrong = [
        {name: not right for name, right in each.right.items() if right is not None and name != THE_COUNCIL}
        for each in asked
    ]
    wrong = [each for each in wrong if len(each) > 1]
    if len(wrong) < FEWEST:
        return None
    excess, thresholds = 0.0, []
    for one, other in combinations(sorted({name for each in wrong for name in each}), 2):
        both = [(each[one], each[other]) for each in wrong if one in each and other in each]
        first, second = (sum(column) / len(both) for column in zip(*both, strict=True)) if both else (0.0, 0.0)
        if 0 < first < 1 and 0 < second < 1:
            excess += sum(a and b for a, b in both) - len(both) * first * second
            thresholds.append((len(both), NormalDist().inv_cdf(first), NormalDist().inv_cdf(second)))
    correlation = 0.0
    while thresholds and excess > 0 and correlation < MOST:  # the excess is the density's integral over the correlation
        excess -= STEP * sum(n * _density(x, y, correlation + STEP / 2) for n, x, y in thresholds)
        correlation += STEP
    weight = len(wrong) if thresholds else 0
    return round((weight * 100 * correlation + ASSUMED * SHARED_ERRORS) / (weight + ASSUMED))


def _density(x: float, y: float, correlation: float) -> float:
    """Return the density of two standard normal variables with this correlation."""
    rest = 1 - correlation * correlation
    return exp(-(x * x - 2 * correlation * x * y + y * y) / (2 * rest)) / (2 * pi * sqrt(rest))
