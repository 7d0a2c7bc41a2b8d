"""Estimate success rates with intervals, and the weights of votes that follow from rates of readable ballots.

Rates are beta distributions from tries, with a prior learnt from the pool: a mixture over means and strengths of up to
ten tries, weighted by how well the others' results fit. A voter may also be unlike all others: with probability
`UNLIKE` nothing is learnt from them, and the prior is uniform. The interval includes all of this: a new voter starts
near the others but with a wider interval, and its own tries soon dominate. The incomplete beta function is a continued
fraction (Press et al., Numerical Recipes, 6.4). `tests/stats/voter_quality/test_posterior.py` compares with scipy and
simulates coverage.

A weight is the mean rate of readable ballots in the last ten sessions, with a uniform prior and a ratio of at most
three between voters. No weight depends on skill, on who agrees with whom, or on stated confidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import ceil, exp, lgamma, log, log1p
from typing import TYPE_CHECKING, NamedTuple

from moot.vocabulary.history.voter_quality import Rate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STRENGTHS = (1, 2, 4, 7, 10)
"""Possible strengths of the prior, as numbers of tries."""
MEANS = tuple((2 * at + 1) / 40 for at in range(20))
"""Possible means of the prior."""
UNLIKE = 0.7
"""Prior probability that a voter's rate is not typical of the others. With a lower value, a voter with a true rate of
one half and two successes in two tries would get an interval that does not contain one half."""
TAIL = 0.05
"""Probability beyond each end of an interval."""
STEPS = 60
"""Number of bisection steps for computing a quantile to float precision."""


class Tries(NamedTuple):
    """Number of a voter's tries and successes, such as ballots cast and ballots that could be parsed."""

    good: int
    """Number of successes."""
    of: int
    """Number of tries."""


class Beta(NamedTuple):
    """Beta distribution of a success rate."""

    a: float
    b: float

    def after(self, tries: Tries) -> Beta:
        """Return the distribution of the rate once these tries are known."""
        return Beta(self.a + tries.good, self.b + tries.of - tries.good)

    @property
    def mean(self) -> float:
        """Return the mean rate."""
        return self.a / (self.a + self.b)

    def below(self, rate: float) -> float:
        """Return the probability that the success rate is below `rate` (the distribution function)."""
        if rate <= 0 or rate >= 1:
            return float(rate >= 1)
        front = exp(
            lgamma(self.a + self.b) - lgamma(self.a) - lgamma(self.b) + self.a * log(rate) + self.b * log1p(-rate)
        )
        if rate < (self.a + 1) / (self.a + self.b + 2):
            return front * _fraction(self.a, self.b, rate) / self.a
        return 1 - front * _fraction(self.b, self.a, 1 - rate) / self.b

    def quantile(self, share: float) -> float:
        """Return the rate below which the true rate lies with probability `share`."""
        low, high = 0.0, 1.0
        for _ in range(STEPS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.below(middle) < share else (low, middle)
        return (low + high) / 2


EVEN = Beta(1, 1)
"""The uniform prior."""
POSSIBLE = tuple(Beta(mean * strength, (1 - mean) * strength) for mean, strength in product(MEANS, STRENGTHS))
"""Possible priors of a pool."""


def rates_of(tries: Sequence[Tries]) -> list[Rate | None]:
    """Return each voter's estimated success rate, using the others' results as prior knowledge; `None`
    without tries.
    """
    if not any(one.of for one in tries):
        return [None] * len(tries)
    import numpy as np  # takes a tenth of a second, which only these figures need

    likely = np.array([[_likely(prior, one) for prior in POSSIBLE] for one in tries])
    odds = np.linspace(-REACH, REACH, POINTS)
    pool = likely.sum(axis=0)
    return [_rate(one, pool - own, own, odds) if one.of else None for one, own in zip(tries, likely, strict=True)]


REACH, POINTS = 18.0, 3_601
"""Range in log odds and number of points of the grid on which distributions are added."""


def _rate(tries: Tries, others: NDArray[np.float64], own: NDArray[np.float64], odds: NDArray[np.float64]) -> Rate:
    """Return a voter's success rate with its interval: quantiles of the mixture of all possible distributions.

    Their weights follow from the results of all voters, this one included.
    """
    import numpy as np  # as above

    pool = np.exp(others - others.max())
    weights = np.append((1 - UNLIKE) * pool / pool.sum() * np.exp(own), UNLIKE * exp(_likely(EVEN, tries)))
    weights /= weights.max()
    after = [prior.after(tries) for prior in (*POSSIBLE, EVEN)]
    held = [at for at, weight in enumerate(weights) if weight > 1e-6]
    a, b = (np.array([after[at][side] for at in held])[:, None] for side in (0, 1))
    scale = np.log(weights[held])[:, None] - np.array([_log_beta(*after[at]) for at in held])[:, None]
    below = np.cumsum(np.exp(scale - a * np.logaddexp(0, -odds) - b * np.logaddexp(0, odds)).sum(axis=0))
    low, median, high = (
        1 / (1 + exp(-float(np.interp(share * below[-1], below, odds)))) for share in (TAIL, 0.5, 1 - TAIL)
    )
    return Rate(good=tries.good, of=tries.of, median=median, low=low, high=high)


def _likely(prior: Beta, tries: Tries) -> float:
    """Return the log probability of these results under this prior, up to a constant that does not depend on the
    prior."""
    return _log_beta(*prior.after(tries)) - _log_beta(*prior) if tries.of else 0.0


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def _fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function, by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1) or tiny)
    value = d
    for m in range(1, 2_000):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + step * d or tiny)
            c = 1 + step / c or tiny
            value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return value


FEWEST_SESSIONS = 10
"""Minimum number of sessions every voter must have voted in before votes are weighted."""
CAP = 3
"""Maximum ratio of two weights."""
THOUSAND = 1_000


def weights_of(ballots: Sequence[Tries]) -> list[float]:
    """Return how much each voter's votes count, computed from the voter's share of readable ballots.

    The greatest weight is 1. All weights are rounded to thousandths.
    """
    means = [EVEN.after(tries).mean for tries in ballots]
    most = max(means, default=1.0)
    return [max(round(THOUSAND * mean / most), ceil(THOUSAND / CAP)) / THOUSAND for mean in means]
