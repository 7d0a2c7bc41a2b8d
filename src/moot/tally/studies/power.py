"""How large must a difference be for four of five studies to call it found? In standard errors of the mean difference.

Found is what a report calls so: an interval that excludes none, and a p of sign flips that is small enough after Holm's
adjustment for the arms that are looked at. With few questions the flips are gone through, because their p comes in
large steps; beyond, they find what Student's t finds. Where the standard error was itself estimated from a study, the
power is the mean over what it might have come to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from statistics import NormalDist

from moot.tally.studies.chance import every_sign, least_p
from moot.tally.studies.distributions import chi2_quantile, t_quantile
from moot.tally.studies.figures import LEVEL, SURE

POWER = 0.8
"""How often a difference of the least size that is told is found."""
GONE_THROUGH = 10
"""Questions, or clusters, up to which sign flips are gone through."""
DRAWN = 4_000
"""Studies that are drawn for that."""
SEED = 40_000
"""What they are drawn from."""
STEPS = 14
"""Halvings of the search: a tenth of a hundredth of a standard error."""
SHARES = 40
"""Values that an estimated error may have come to, each as likely."""


@lru_cache(maxsize=256)
def needed(units: int, df: float, arms: int = 1, noise: float = 0.0, *, estimated: bool = True) -> float | None:
    """In standard errors; `None` where so few questions, or clusters, cannot find anything however large it is. `noise`
    is what noise alone gives the mean, in standard errors too: twice that has to be exceeded."""
    level = SURE / max(1, arms)
    if least_p(units) > level:
        return None
    found = _by_flips(units, level, noise, estimated) if units <= GONE_THROUGH else _by_t(df, level, noise, estimated)
    low, high = 0.0, 4.0
    while found(high) < POWER:
        high *= 2
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if found(middle) < POWER else (low, middle)
    return high


def _by_flips(units: int, level: float, noise: float, estimated: bool) -> Callable[[float], float]:
    import numpy as np  # heavy to load; the terminal's help never needs it

    lots = np.random.default_rng(SEED)
    chance = lots.normal(0, 1, (DRAWN, units))
    told = np.sqrt(lots.chisquare(units - 1, DRAWN) / (units - 1)) if estimated else np.ones(DRAWN)
    signs = every_sign(units)
    wide = t_quantile((1 + LEVEL) / 2, units - 1)

    def found(errors: float) -> float:
        drawn = chance + (errors * told / np.sqrt(units))[:, None]
        sums = drawn.sum(axis=1)
        as_much = (np.abs(drawn @ signs.T) >= np.abs(sums)[:, None] - 1e-9).mean(axis=1)
        out = np.abs(sums / units) > wide * drawn.std(axis=1, ddof=1) / np.sqrt(units)
        more = np.abs(sums) / np.sqrt(units) > 2 * noise * told
        return float(((as_much <= level) & out & more).mean())

    return found


def _by_t(df: float, level: float, noise: float, estimated: bool) -> Callable[[float], float]:
    bound = t_quantile(1 - level / 2, df)
    met = [sqrt(chi2_quantile((at + 0.5) / SHARES, df) / df) for at in range(SHARES)]
    told, normal = met if estimated else [1.0], NormalDist()

    def found(errors: float) -> float:
        bounds = ((errors * one, max(bound * own, 2 * noise * one)) for one in told for own in met)
        return sum(normal.cdf(shift - least) for shift, least in bounds) / (len(told) * len(met))

    return found
