"""Compute, before anything is spent, whether so many questions of so many domains can show a difference.

Questions of one domain are exchanged together in a test, so four domains give no p below 2/2⁴.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

from moot.extensions.studies.stats.chance import least_p
from moot.extensions.studies.stats.distributions import can_compute, t_quantile
from moot.extensions.studies.stats.figures import FEWEST, SURE
from moot.extensions.studies.stats.intervals import cluster_names

POWER = 0.8
"""Statistical power: probability that the smallest reported difference is found."""


class Reach(Struct, frozen=True, kw_only=True):
    """How large a difference between arms a study of a given size can show."""

    questions: int
    """Number of questions."""
    domains: int
    """Number of domains; 0 if questions are independent."""
    least_p: float
    """Smallest possible p, adjusted by Holm for the arms."""
    tells: bool
    """Whether any difference can be distinguished from chance."""
    spreads: float | None
    """Difference that four of five such studies detect, in standard deviations of differences between domains, or
    between independent questions; `None` if there is none.
    """


def domains_of(clusters: Sequence[str]) -> int:
    """Return the number of different domains of these questions; 0 if the questions count as independent."""
    return len(set(cluster_names(clusters)))


def reach_of(clusters: Sequence[str], arms: int = 1) -> Reach:
    """Return how large a difference a study with these questions can show between a baseline and `arms` other arms.
    `clusters` gives each question's cluster (domain).
    """
    domains = domains_of(clusters)
    units = domains or len(clusters)
    least = min(1.0, least_p(units) * max(1, arms)) if units else 1.0
    told = len(clusters) >= FEWEST and least <= SURE
    errors = None
    if told and can_compute():
        errors = t_quantile(1 - SURE / max(1, arms) / 2, units - 1) + t_quantile(POWER, units - 1)
    return Reach(
        questions=len(clusters),
        domains=domains,
        least_p=least,
        tells=told,
        spreads=None if errors is None else errors / sqrt(units),
    )
