"""How far is each arm of a study, and how long may the rest take? Counted alike at a terminal and on a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median

from msgspec import Struct

FINISHED = ("verdict", "inconclusive")
FEWEST_ENDED = 3
"""Sessions that have to have ended before it is told how long the rest may take."""


def is_over(state: str) -> bool:
    """Whether a session that stands so is not taken up again by the next run."""
    return state in (*FINISHED, "failed")


def without_figures(why: str) -> str:
    """A cause without its figures: what one question lacks differs from what another lacks by a fraction of a cent."""
    return re.sub(r"\d[\d.,]*", "#", why)


class ArmCount(Struct, kw_only=True):
    """One arm's cells by how they stand."""

    arm: str
    """The arm."""
    done: int = 0
    """With a result."""
    degraded: int = 0
    """Those of them whose result is less than a full one."""
    running: int = 0
    """Being asked now."""
    failed: int = 0
    """Ended without a result."""
    left: int = 0
    """Not begun, stopped, interrupted or out of budget: the next run asks it."""

    def add(self, state: str, cells: int = 1, degraded: int = 0) -> None:
        """Counts cells that stand so; degraded ones are among those that are done."""
        if state in FINISHED:
            self.done += cells
            self.degraded += degraded
        elif state == "running":
            self.running += cells
        elif state == "failed":
            self.failed += cells
        else:
            self.left += cells


def seconds_left(began: float, ended: Sequence[float], still: int) -> float | None:
    """Seconds that so many may still take, by the median pace of those that ended; `None` before three have."""
    if len(ended) < FEWEST_ENDED:
        return None
    gaps = [after - before for before, after in zip([began, *ended], ended, strict=False)]
    return median(gaps) * still
