"""How often does something go well, and how sure is that? A beta distribution over the rate, from tries and a prior.

The prior is learnt from the pool. Where others stand is not known either, so every mean and every weight of up to ten
tries is held possible, as far as the others' results bear it out. But who is looked at may be unlike all others: with
a probability of `UNLIKE` nothing is learnt from them, and any rate is as likely as another. All of these together
make the interval: a new voter begins where others stand, is never taken for as sure as they are, and soon stands by
itself. The incomplete beta function is summed as a continued fraction (Press et al., Numerical Recipes, 6.4). Held by
`tests/stats/voter_quality/test_posterior.py` against scipy and by simulation: intervals cover at their rate over
voters of a pool, and for one that is unlike all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import exp, lgamma, log, log1p
from typing import TYPE_CHECKING, NamedTuple

from moot.vocabulary.history.upkeep import Rate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STRENGTHS = (1, 2, 4, 7, 10)
"""Tries that a prior may stand for."""
MEANS = tuple((2 * at + 1) / 40 for at in range(20))
"""Means that it may have."""
UNLIKE = 0.7
"""How likely a voter is taken to be unlike the others before it has tried anything. Below that, an interval of one
whose rate is a half, two tries of which went well, would not hold it."""
TAIL = 0.05
"""What lies beyond each end of an interval."""
STEPS = 60
"""Halvings until a quantile is as exact as a float tells."""


class Tries(NamedTuple):
    """How often something was tried, and went well."""

    good: int
    """Times it went well."""
    of: int
    """Times it was tried."""


class Beta(NamedTuple):
    """A distribution over rates."""

    a: float
    b: float

    def after(self, tries: Tries) -> Beta:
        """The same once these tries are known."""
        return Beta(self.a + tries.good, self.b + tries.of - tries.good)

    @property
    def mean(self) -> float:
        """The mean of the rate."""
        return self.a / (self.a + self.b)

    def below(self, rate: float) -> float:
        """The probability that the rate is below this."""
        if rate <= 0 or rate >= 1:
            return float(rate >= 1)
        front = exp(
            lgamma(self.a + self.b) - lgamma(self.a) - lgamma(self.b) + self.a * log(rate) + self.b * log1p(-rate)
        )
        if rate < (self.a + 1) / (self.a + self.b + 2):
            return front * _fraction(self.a, self.b, rate) / self.a
        return 1 - front * _fraction(self.b, self.a, 1 - rate) / self.b

    def quantile(self, share: float) -> float:
        """The rate below which this share of the probability lies."""
        low, high = 0.0, 1.0
        for _ in range(STEPS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.below(middle) < share else (low, middle)
        return (low + high) / 2


EVEN = Beta(1, 1)
"""Nothing is known: any rate is as likely as another."""
POSSIBLE = tuple(Beta(mean * strength, (1 - mean) * strength) for mean, strength in product(MEANS, STRENGTHS))
"""Priors a pool may have."""


def rates_of(tries: Sequence[Tries]) -> list[Rate | None]:
    """Each one's rate, with all others as its pool; nothing where nothing was tried."""
    if not any(one.of for one in tries):
        return [None] * len(tries)
    import numpy as np  # takes a tenth of a second, which only these figures need

    likely = np.array([[_likely(prior, one) for prior in POSSIBLE] for one in tries])
    odds = np.linspace(-REACH, REACH, POINTS)
    pool = likely.sum(axis=0)
    return [_rate(one, pool - own, own, odds) if one.of else None for one, own in zip(tries, likely, strict=True)]


REACH, POINTS = 18.0, 3_601
"""How far, in log odds, and by how many points rates are laid out to add distributions up."""


def _rate(tries: Tries, others: NDArray[np.float64], own: NDArray[np.float64], odds: NDArray[np.float64]) -> Rate:
    """The quantiles of all possible distributions together, each as likely as all results make it, its own included."""
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
    """Logarithm of the probability of these results, up to what does not hang on the prior."""
    return _log_beta(*prior.after(tries)) - _log_beta(*prior) if tries.of else 0.0


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
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
