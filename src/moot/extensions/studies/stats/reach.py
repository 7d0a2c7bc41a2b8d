"""Tell, before anything is spent, whether so many questions of so many domains can show a difference.

Questions of one domain go together, so that each domain is one thing that is exchanged: of four of them no p comes
below 2/2⁴.
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
"""How often a difference of the least size that is told is found."""


class Reach(Struct, frozen=True, kw_only=True):
    """What a study of a size can show before anything is asked."""

    questions: int
    """Questions."""
    domains: int
    """Domains that they are taken to go together by; 0 where each is by itself."""
    least_p: float
    """The smallest p that they can come to, as Holm adjusts it for the arms."""
    tells: bool
    """Whether a difference can be told from chance, however large it is."""
    spreads: float | None
    """The difference that four of five such studies find, in multiples of how differences vary, as a standard
    deviation: from domain to domain where there are some, else from question to question. `None` where none is."""


def domains_of(clusters: Sequence[str]) -> int:
    """The domains that questions go together by; 0 where each is by itself."""
    return len(set(cluster_names(clusters)))


def reach_of(clusters: Sequence[str], arms: int = 1) -> Reach:
    """What questions of these domains can show of so many arms against a baseline."""
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
