"""Count each arm's cells by state, and estimate the remaining time."""

from __future__ import annotations

import re
from collections.abc import Sequence
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


class ArmCount(Struct, kw_only=True):
    """Number of an arm's cells in each state."""

    arm: str
    """The arm."""
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

    def add(self, state: str, *, degraded: bool = False) -> None:
        """Count a cell in a state; degraded ones are included in those done."""
        if state in FINISHED:
            self.done += 1
            self.degraded += degraded
        elif state == "running":
            self.running += 1
        elif state == "failed":
            self.failed += 1
        else:
            self.left += 1


def seconds_left(began: float, ended: Sequence[float], still: int) -> float | None:
    """Estimate the seconds for the remaining sessions by the median pace of ended ones; `None` before three have
    ended."""
    if len(ended) < FEWEST_ENDED:
        return None
    gaps = [after - before for before, after in zip([began, *ended], ended, strict=False)]
    return median(gaps) * still
