"""What does a vote weigh? As much as its voter's ballots could be read, one to three at the most.

The mean of a beta distribution over the ballots of its last ten sessions, any rate having been as likely as another.
Who could not be read may still be right: this says how far a ballot can be relied upon to be one, and nothing of skill.
No weight looks at who agrees with whom, or at stated confidence. Held by `tests/stats/voter_quality/test_weights.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from moot.stats.voter_quality.posterior import EVEN, Tries

FEWEST = 10
"""Sessions that every voter must have voted in before votes are weighed."""
CAP = 3
"""How many times as much as another a vote weighs at most."""
THOUSAND = 1_000


def weights_of(ballots: Sequence[Tries]) -> list[float]:
    """What each one's votes weigh, in thousandths; the greatest is 1."""
    means = [EVEN.after(tries).mean for tries in ballots]
    most = max(means, default=1.0)
    return [max(round(THOUSAND * mean / most), ceil(THOUSAND / CAP)) / THOUSAND for mean in means]
