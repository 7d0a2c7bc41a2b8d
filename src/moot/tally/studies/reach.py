"""Can so many questions, of so many domains, tell a difference from chance at all? The one place that decides it.

Questions of one domain go together, so that each domain is one thing that is exchanged: of four of them no p comes
below 2/2⁴. What is asked before anything is spent and what is told afterwards are decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

from moot.tally.studies.chance import holm, least_p
from moot.tally.studies.distributions import can_compute
from moot.tally.studies.figures import FEWEST, SURE
from moot.tally.studies.intervals import cluster_names
from moot.tally.studies.power import needed


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


def units_of(clusters: Sequence[str]) -> int:
    """How many independent things these questions are: domains where they go together, else questions."""
    return domains_of(clusters) or len(clusters)


def domains_of(clusters: Sequence[str]) -> int:
    """The domains that questions go together by; 0 where each is by itself."""
    return len(set(cluster_names(clusters)))


def least_ps(units: Sequence[int | None]) -> list[float | None]:
    """The smallest adjusted p that each arm can come to, with so many independent things of its own; arms without a
    test are `None` and count for nothing, as with `holm`."""
    return holm([None if each is None else min(1.0, least_p(each)) for each in units])


def tells(least: float | None) -> bool:
    """Whether what cannot come below this p can be told from chance."""
    return least is None or least <= SURE


def reach_of(clusters: Sequence[str], arms: int = 1) -> Reach:
    """What questions of these domains can show of so many arms against a baseline."""
    units, domains = units_of(clusters), domains_of(clusters)
    least = min(1.0, least_p(units) * max(1, arms)) if units else 1.0
    told = len(clusters) >= FEWEST and tells(least)
    errors = needed(units, units - 1, arms, estimated=False) if told and can_compute() else None
    return Reach(
        questions=len(clusters),
        domains=domains,
        least_p=least,
        tells=told,
        spreads=None if errors is None else errors / sqrt(units),
    )
