"""Is a model fit to be seated? By the share of its ballots that can be read, and how sure that share is.

Fit: the lower end of the 95 % interval of Wilson is at least 0.8, which takes sixteen runs without a fault. Unfit:
its upper end is below 0.8, and there are at least three runs. Else it is unproven, and it is said how many more runs
without a fault would make it fit. Runs end as soon as that is clear. Held by
`tests/stats/voter_quality/test_fitness.py`.
"""

from __future__ import annotations

from moot.stats.leaderboard import wilson as interval_of
from moot.vocabulary.history.bench import Fitness, Wilson

WANTED = 0.8
"""The share of ballots that must be readable."""
FEWEST = 3
"""Runs below which no model is called unfit."""
MOST = 200
"""Further runs beyond which no number is told."""


def wilson(good: int, of: int) -> Wilson | None:
    """A share with its interval; nothing where nothing was tried."""
    if not of:
        return None
    interval = interval_of(good, of)
    return Wilson(good=good, of=of, low=interval.low, high=interval.high)


def fitness(good: int, of: int) -> Fitness:
    """What that many readable ballots of so many make of a model."""
    found = wilson(good, of)
    if found is None:
        return "unproven"
    if found.low >= WANTED:
        return "fit"
    return "unfit" if of >= FEWEST and found.high < WANTED else "unproven"


def still_to_run(good: int, of: int) -> int:
    """Further runs without a fault that make it fit; `MOST` where it would be so many or more."""
    return next((more for more in range(MOST) if fitness(good + more, of + more) == "fit"), MOST)
