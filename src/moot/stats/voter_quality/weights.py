"""Compute weights of votes from each voter's rate of readable ballots, with a ratio of at most three.

The rate is the mean of a beta distribution over the ballots of the last ten sessions, with a uniform prior. An
unreadable voter may still be right: a weight is about ballots, not skill. No weight depends on who agrees with whom, or
on stated confidence. Tests: `tests/stats/voter_quality/test_posterior.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from moot.stats.voter_quality.posterior import EVEN, Tries

FEWEST = 10
"""Minimum number of sessions every voter must have voted in before votes are weighted."""
CAP = 3
"""Maximum ratio of two weights."""
THOUSAND = 1_000


def weights_of(ballots: Sequence[Tries]) -> list[float]:
    """Return the weight of each voter, rounded to thousandths; the greatest is 1."""
    means = [EVEN.after(tries).mean for tries in ballots]
    most = max(means, default=1.0)
    return [max(round(THOUSAND * mean / most), ceil(THOUSAND / CAP)) / THOUSAND for mean in means]
