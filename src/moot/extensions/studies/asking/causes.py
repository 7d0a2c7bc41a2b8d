"""Give the reason why a cell has no result, and stop a run whose sessions keep failing for one reason.

After several equal failures in a row the next sessions would fail as well, and each may be charged. Runs, `study
status` and the study's page use the same reasons.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from moot.exports.public import REFUSED_BEFORE
from moot.extensions.studies.progress import LeftCause
from moot.extensions.studies.stats.standing import FINISHED, without_figures
from moot.extensions.studies.store import StudyCost
from moot.extensions.studies.study import StudyCell
from moot.vocabulary.public import enough, money

MOST_ALIKE = 5
"""Number of consecutive equal failures that stop further sessions: as many as can fail at once before the first is
reported.
"""
MOST_CAUSES = 8
"""Maximum number of causes listed."""
STOPPED = "It was not begun: the study was stopped."
ONLY_AGAIN = "It was left as it is: only what failed is asked again."
FAILED_BEFORE = "It failed in an earlier run, and was not asked again."
ITS_SHARE = "Its share of the study's budget was too small."
LARGER = "Give it a larger budget, and go on with it."
UNTOLD = "Nothing says why."


class CellFate(Struct, frozen=True, kw_only=True):
    """State of one question under one arm: its session's state, and why there is no result."""

    state: str
    """State of the session; `left` without a session, `waiting` while the session it forks has not ended."""
    degraded: bool = False
    """Whether the session's result is degraded."""
    why: str = ""
    """Why there is no result, or why a retry did not replace it."""
    tried: str = ""
    """State of a retry that did not replace the result; empty without a retry."""
    waits: str = ""
    """State of the session that this one would fork, if that session has no result yet."""

    @property
    def asked_again(self) -> bool:
        """Return whether failed answers of the session are being asked again and no retry has all of them yet."""
        return self.tried not in ("", "failed")


class Brake:
    """Stops asking an arm of a study when its sessions keep failing for the same reason."""

    def __init__(self) -> None:
        self._streaks: dict[str, tuple[str, int]] = {}
        """Cause of each arm's last sessions without its figures, and how many failed for it in a row."""
        self._stopped: dict[str, str] = {}

    def ended(self, arm: str, state: str, why: str) -> None:
        """Record how a session of an arm ended and why. A result or a different reason resets the count of equal
        failures.
        """
        alike = without_figures(why.replace(REFUSED_BEFORE, "")) if state == "failed" else ""
        before, many = self._streaks.get(arm, ("", 0))
        self._streaks[arm] = alike, many + 1 if alike == before else 1
        if alike and self._streaks[arm][1] >= MOST_ALIKE:
            self._stopped.setdefault(
                arm,
                f"It was not begun, because {MOST_ALIKE} sessions in a row failed alike: {why} What was asked is kept. "
                "Mend the cause, then go on with the study.",
            )

    def why(self, arm: str) -> str:
        """Return why no further session of an arm starts, or an empty string."""
        return self._stopped.get(arm, "")


def causes_of(fates: Mapping[StudyCell, CellFate], *, failed: bool = False) -> tuple[LeftCause, ...]:
    """Return the reasons why questions have no result yet, most frequent first; with `failed`, the reasons why sessions
    failed. Reasons that differ only in amounts are merged.
    """
    found: dict[tuple[str, bool], LeftCause] = {}
    for cell, fate in fates.items():
        state = fate.tried or fate.state
        if (state == "failed") if failed else state not in (*FINISHED, "failed", "running"):
            why = fate.why or UNTOLD
            why = f"It was to be asked again, and its earlier result stands: {why}" if fate.tried else why
            budget = "out_of_budget" in (state, fate.waits)
            alike = (without_figures(why), budget)
            before = found.get(alike, LeftCause(why=why, sessions=0, budget=budget))
            arms = tuple(dict.fromkeys((*before.arms, cell.arm)))
            found[alike] = replace(before, sessions=before.sessions + 1, arms=arms)
    return tuple(sorted(found.values(), key=lambda each: -each.sessions)[:MOST_CAUSES])


def waiting_for(arm: str, base: CellFate) -> CellFate:
    """Return the state of a fork that cannot start, because the session it forks (in the arm `arm`, with the state
    `base`) has no result yet.
    """
    why = f"It is made of a session of {arm!r} that has no result yet: {base.why or UNTOLD}"
    return CellFate(state="left", why=why, waits=base.tried or base.state)


def short_of(left: int, least: int, cost: StudyCost) -> str:
    """Return a message saying that a study's budget is too small for another session.

    Args:
        left: The unspent amount, in nano-dollars.
        least: The amount that a session needs to start, in nano-dollars; 0 if unknown.
        cost: What the study has cost so far.
    """
    says = [
        f"{money(max(left, 0))} of the study's budget is left; this session takes {enough(least)} or more."
        if least
        else f"{money(max(left, 0))} of the study's budget is left, and no session is begun with that.",
        f"So far {money(cost.spent)} was spent.",
    ]
    if cost.pending:
        held = money(cost.pending)
        says.append(f"Up to {held} is held for calls that failed or were cut off: it may still be charged.")
    return " ".join(says)
