"""Count each arm's cells by state, and estimate the remaining time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median

from msgspec import Struct

FINISHED = ("verdict", "inconclusive")
FEWEST_ENDED = 3
"""Fewest ended sessions for an estimate of the remaining time."""


class FailureCause(Struct, frozen=True, kw_only=True):
    """Reason why sessions have no result, are left, or cannot be asked again."""

    why: str
    """The reason."""
    sessions: int
    """Number of inspected sessions with it."""
    arms: tuple[str, ...] = ()
    """Their arms; empty if unknown."""


def is_over(state: str) -> bool:
    """Return whether the next run skips a session in this state."""
    return state in (*FINISHED, "failed")


def without_figures(why: str) -> str:
    """Return a reason without its figures: amounts of several questions differ by fractions of a cent."""
    return re.sub(r"\d[\d.,]*", "#", why)


class CellCounts(Struct, frozen=True, kw_only=True):
    """Number of cells in each state."""

    done: int = 0
    """With a result."""
    degraded: int = 0
    """With a degraded result; included in `done`."""
    running: int = 0
    """Running now."""
    failed: int = 0
    """Ended without a result."""
    left: int = 0
    """Not started, stopped, interrupted or out of budget: the next run asks it."""


class ArmCount(CellCounts, frozen=True, kw_only=True):
    """Number of an arm's cells in each state."""

    arm: str
    """The arm."""


def count_cells(arms: Iterable[str], cells: Iterable[tuple[str, str, bool]]) -> dict[str, ArmCount]:
    """Count cells, given as arm, state and whether the result is degraded, for each arm."""
    found = {arm: Counter[str]() for arm in arms}
    for arm, state, degraded in cells:
        place = "done" if state in FINISHED else state if state in ("running", "failed") else "left"
        found[arm][place] += 1
        found[arm]["degraded"] += degraded and place == "done"
    return {arm: ArmCount(arm=arm, **counts) for arm, counts in found.items()}


def seconds_left(began: float, ended: Sequence[float], still: int) -> float | None:
    """Estimate the seconds for the remaining sessions by the median pace of ended ones; `None` before three have
    ended."""
    if len(ended) < FEWEST_ENDED:
        return None
    gaps = [after - before for before, after in zip([began, *ended], ended, strict=False)]
    return median(gaps) * still
