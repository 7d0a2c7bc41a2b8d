"""Decide whether a model is fit to be seated, by its share of readable ballots and its interval.

Fit: the lower end of the 95 % Wilson interval is at least 0.8, which takes sixteen runs without a fault. Unfit: the
upper end is below 0.8, with at least three runs. Otherwise unproven, with the number of further runs without a fault
that would make it fit. A trial ends when this is clear. Tests: `tests/stats/voter_quality/test_alarms.py`.
"""

from __future__ import annotations

from moot.stats.leaderboard import wilson as interval_of
from moot.vocabulary.history.voter_quality import Fitness, Wilson

WANTED = 0.8
"""Minimum share of readable ballots."""
FEWEST = 3
"""Minimum number of runs to call a model unfit."""
MOST = 200
"""Maximum number of further runs reported."""


def wilson(good: int, of: int) -> Wilson | None:
    """Return the share `good` / `of` with its 95 % Wilson interval; `None` without tries."""
    if not of:
        return None
    interval = interval_of(good, of)
    return Wilson(good=good, of=of, low=interval.low, high=interval.high)


def fitness(good: int, of: int) -> Fitness:
    """Return whether a model of whose ballots `good` out of `of` could be read is fit to be seated,
    unfit, or unproven.
    """
    found = wilson(good, of)
    if found is None:
        return "unproven"
    if found.low >= WANTED:
        return "fit"
    return "unfit" if of >= FEWEST and found.high < WANTED else "unproven"


def still_to_run(good: int, of: int) -> int:
    """Return how many further trial runs with readable ballots would make the model fit, at most `MOST`."""
    return next((more for more in range(MOST) if fitness(good + more, of + more) == "fit"), MOST)
