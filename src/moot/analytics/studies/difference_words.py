"""How is a difference between arms told? In the same words at a terminal and on the page that needs nothing else."""

from __future__ import annotations

from moot.tally.studies.arms import ArmDifference, ClassDifference, Says
from moot.tally.studies.noise import Least

SAYS: dict[Says, str] = {
    "beyond": "beyond noise",
    "within": "not beyond noise",
    "exploratory": "exploratory",
    "degraded": "too few whole results to be called beyond noise",
    "few": "",
    "unmeasured": "",
}
"""What a difference is called."""


def test_words(told: ArmDifference) -> str:
    """Its p, by which test, and where so few questions cannot come to less."""
    if told.p_holm is None:
        return ""
    least = f"; so few cannot come below {told.p_least:.3f}" if told.p_least is not None else ""
    return f"p = {told.p_holm:.3f} by Holm ({told.test}{least})"


def least_words(least: Least | None, sign: str = "") -> str:
    """What such a study finds."""
    if least is None:
        return ""
    by = " by the judge's noise" if least.by == "noise" else ""
    return f"four of five such studies find {sign}{least.shown:.2f} or more{by}"


def gaps_words(told: ArmDifference | ClassDifference, n: int) -> str:
    """How many questions are missing, and on how many a result is degraded; empty where neither is so."""
    parts = [f"{n} of {told.planned} questions"] if n < told.planned else []
    if told.degraded:
        parts.append(f"{told.degraded} of {n} with a degraded result")
    return ", ".join(parts)
