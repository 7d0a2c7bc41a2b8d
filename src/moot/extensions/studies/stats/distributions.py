"""Quantiles, tails and resampling, from `scipy.stats`: an extra, loaded where a study's figures are made (1.5 s)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from types import ModuleType
from typing import NamedTuple

from moot.errors import BadInput

RESAMPLES = 4_999
"""Samples of a BCa interval."""


class IntervalEnds(NamedTuple):
    """Ends of an interval."""

    low: float
    high: float


def can_compute() -> bool:
    """Return whether the extra is installed."""
    return find_spec("scipy") is not None


def t_quantile(share: float, df: float) -> float:
    """Return a quantile of Student's t."""
    return float(_stats().t.ppf(share, df))


def f_quantile(share: float, df: float, other: float) -> float:
    """Return a quantile of Fisher's F."""
    return float(_stats().f.ppf(share, df, other))


def bca(values: Sequence[float], level: float, seed: int) -> IntervalEnds:
    """Return the bias-corrected and accelerated bootstrap interval of a mean. The same seed gives the same samples."""
    import numpy as np  # heavy to load; the terminal's help never needs it

    found = _stats().bootstrap(
        (np.asarray(values, dtype=float),),
        np.mean,
        confidence_level=level,
        n_resamples=RESAMPLES,
        method="BCa",
        vectorized=True,
        rng=np.random.default_rng(seed),
    )
    return IntervalEnds(float(found.confidence_interval.low), float(found.confidence_interval.high))


def _stats() -> ModuleType:
    if not can_compute():
        raise BadInput("The figures of a study take scipy.", "Run: pip install 'moot[studies]'.")
    import scipy.stats  # optional, and slow to load

    stats: ModuleType = scipy.stats
    return stats
