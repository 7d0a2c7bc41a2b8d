"""Count each arm's cells by state, and estimate the remaining time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median

from msgspec import Struct

FINISHED = ("verdict", "inconclusive")
FEWEST_ENDED = 3
"""Minimum number of ended sessions for an estimate of the remaining time."""


class FailureCause(Struct, frozen=True, kw_only=True):
    """A reason why sessions have no result, have not run, or cannot be asked again."""

    why: str
    """The reason."""
    sessions: int
    """Number of inspected sessions with this reason."""
    arms: tuple[str, ...] = ()
    """Arms of these sessions; empty if unknown."""


def is_over(state: str) -> bool:
    """Return whether a session in this state has ended. A further run of the study then skips it."""
    return state in (*FINISHED, "failed")


def without_figures(why: str) -> str:
    """Return a reason with its numbers removed, so that reasons that differ only in amounts count as one."""
    return re.sub(r"\d[\d.,]*", "#", why)


class CellCounts(Struct, frozen=True, kw_only=True):
    """Number of cells (questions under an arm) that are done, running, failed or left."""

    done: int = 0
    """Number of cells with a result."""
    degraded: int = 0
    """Number of cells with a degraded result; included in `done`."""
    running: int = 0
    """Number of cells whose session is running."""
    failed: int = 0
    """Number of cells whose session ended without a result."""
    left: int = 0
    """Number of cells that were not started, stopped, interrupted or out of budget. The next run asks them."""


class ArmCount(CellCounts, frozen=True, kw_only=True):
    """Number of cells (questions) of one arm that are done, running, failed or left."""

    arm: str
    """Name of the arm."""


def count_cells(arms: Iterable[str], cells: Iterable[tuple[str, str, bool]]) -> dict[str, ArmCount]:
    """Count the cells of each arm by state. A cell is given as (arm, state, whether it is degraded)."""
    found = {arm: Counter[str]() for arm in arms}
    for arm, state, degraded in cells:
        place = "done" if state in FINISHED else state if state in ("running", "failed") else "left"
        found[arm][place] += 1
        found[arm]["degraded"] += degraded and place == "done"
    return {arm: ArmCount(arm=arm, **counts) for arm, counts in found.items()}


def seconds_left(began: float, ended: Sequence[float], still: int) -> float | None:
    """Estimate the seconds until `still` more sessions have ended, from the median pace so far; `None` until three have
    ended.
    """
    if len(ended) < FEWEST_ENDED:
        return None
    gaps = [after - before for before, after in zip([began, *ended], ended, strict=False)]
    return median(gaps) * still
