"""Quantiles from `scipy.stats`: an extra, loaded where a study's figures are made (1.5 s)."""

from __future__ import annotations

from importlib.util import find_spec
from types import ModuleType
from typing import NamedTuple

from moot.errors import BadInput


class IntervalEnds(NamedTuple):
    """Lower and upper end of an interval."""

    low: float
    high: float


def can_compute() -> bool:
    """Return whether `scipy` is installed, which the figures of studies need."""
    return find_spec("scipy") is not None


def t_quantile(share: float, df: float) -> float:
    """Return a quantile of Student's t."""
    return float(_stats().t.ppf(share, df))


def _stats() -> ModuleType:
    if not can_compute():
        raise BadInput("The figures of a study take scipy.", "Run: pip install 'moot[studies]'.")
    import scipy.stats  # optional, and slow to load

    stats: ModuleType = scipy.stats
    return stats
