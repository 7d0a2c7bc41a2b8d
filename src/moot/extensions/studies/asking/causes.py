"""Give the reason why a cell has no result, and stop a run whose sessions keep failing for one reason.

After several equal failures in a row the next sessions would fail as well, and each may be charged. Runs, `study
status` and the study's page use the same reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from moot.exports.public import REFUSED_BEFORE
from moot.extensions.studies.progress import LeftCause
from moot.extensions.studies.reports.holders import asked_there
from moot.extensions.studies.reports.study_index import ModelFailures
from moot.extensions.studies.stats.standing import FINISHED, without_figures
from moot.extensions.studies.store import StudyCost
from moot.extensions.studies.study import Study, StudyCell, source_of
from moot.vocabulary.public import enough, money

MOST_ALIKE = 5
"""Equal failures in a row that stop further sessions: as many as can fail at once before the first is reported."""
MOST_CAUSES = 8
"""Most causes listed."""
STOPPED = "It was not begun: the study was stopped."
ONLY_AGAIN = "It was left as it is: only what failed is asked again."
FAILED_BEFORE = "It failed in an earlier run, and was not asked again."
ITS_SHARE = "Its share of the study's budget was too small."
LARGER = "Give it a larger budget, and go on with it."
UNTOLD = "Nothing says why."


class CellFate(Struct, frozen=True, kw_only=True):
    """State of one cell."""

    state: str
    """The session's state; `left` without a session, `waiting` while the session it forks has not ended."""
    degraded: bool = False
    """Whether its result is degraded."""
    why: str = ""
    """Why there is no result, or why a retry did not replace it."""
    tried: str = ""
    """State of a retry that did not replace the result; empty without one."""
    waits: str = ""
    """State of the session it forks, if that has no result and the cell is left for this reason."""

    @property
    def asked_again(self) -> bool:
        """Return whether its answers are being asked again and no session has all of them yet."""
        return self.tried not in ("", "failed")


class Brake:
    """Circuit breaker of a study run: stops arms whose sessions, or whose models, keep failing for one reason."""

    def __init__(self) -> None:
        self._rows: dict[str, _FailureStreak] = {}
        self._stopped: dict[str, str] = {}

    @property
    def stops(self) -> bool:
        """Return whether any arm is stopped."""
        return bool(self._stopped)

    def heeds(self, state: str) -> bool:
        """Return whether the models of a session that ended in this state matter: it failed, or others have."""
        return state == "failed" or (state in FINISHED and any(row.alike for row in self._rows.values()))

    def ended(self, arm: str, state: str, why: str, blamed: ModelFailures) -> None:
        """Record the end of a session. A result of the same models, or another cause, restarts the count."""
        alike = without_figures(why.replace(REFUSED_BEFORE, "")) if state == "failed" else ""
        for cause, row in self._rows.items():
            if cause != alike and (arm in row.arms or row.models & blamed.asked):
                row.alike = 0
        if not alike:
            return
        row = self._rows.setdefault(alike, _FailureStreak())
        row.alike, row.models = row.alike + 1, row.models | blamed.failed
        row.arms[arm] += 1
        if row.alike >= MOST_ALIKE and alike not in self._stopped:
            self._stopped[alike] = (
                f"It was not begun, because {MOST_ALIKE} sessions in a row failed alike: {why} What was asked is kept. "
                "Mend the cause, then go on with the study: whoever refused is asked again at once."
            )

    def why(self, arm: str, models: frozenset[str]) -> str:
        """Return why no further session of an arm with these models starts, or an empty string. An arm with unknown
        models stops with any other."""
        for cause, why in self._stopped.items():
            row = self._rows[cause]
            if not models or not row.models or models & row.models or row.arms[arm] >= MOST_ALIKE:
                return why
        return ""


class _FailureStreak(Struct):
    """Sessions in a row that failed alike."""

    alike: int = 0
    models: frozenset[str] = frozenset()
    arms: Counter[str] = field(default_factory=Counter)


def causes_of(fates: Mapping[StudyCell, CellFate], again: Collection[StudyCell] = ()) -> tuple[LeftCause, ...]:
    """List why cells are left, including those to be asked `again`, most frequent first."""
    left = _EqualCauses()
    for cell, each in fates.items():
        state = each.tried or each.state
        if state not in (*FINISHED, "failed", "running"):
            budget, stands = "out_of_budget" in (state, each.waits), bool(each.tried)
            cause = LeftCause(why=_told(each), sessions=1, budget=budget, stands=stands, again=cell in again)
            left.add(cell, cause)
    return left.causes()


def failures_of(fates: Mapping[StudyCell, CellFate]) -> tuple[LeftCause, ...]:
    """List why sessions of these cells failed, most frequent first."""
    failed = _EqualCauses()
    for cell, each in fates.items():
        if (each.tried or each.state) == "failed":
            failed.add(cell, LeftCause(why=_told(each), sessions=1, stands=bool(each.tried)))
    return failed.causes()


class _EqualCauses:
    """Causes that differ only in their figures, merged."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, bool, bool, bool], LeftCause] = {}

    def add(self, cell: StudyCell, cause: LeftCause) -> None:
        """Add a cell with this cause."""
        alike = (without_figures(cause.why), cause.budget, cause.stands, cause.again)
        before = self._found.get(alike, replace(cause, sessions=0))
        arms = tuple(dict.fromkeys((*before.arms, cell.arm)))
        self._found[alike] = replace(before, sessions=before.sessions + 1, arms=arms)

    def causes(self) -> tuple[LeftCause, ...]:
        """Return the causes, most frequent first."""
        return tuple(sorted(self._found.values(), key=lambda each: -each.sessions)[:MOST_CAUSES])


def _told(fate: CellFate) -> str:
    why = fate.why or UNTOLD
    return f"It was to be asked again, and its earlier result stands: {why}" if fate.tried else why


def waiting_for(arm: str, base: CellFate) -> CellFate:
    """Return the state of a fork whose base session in this arm has no result."""
    return CellFate(state="left", why=_kept_from(arm, base), waits=base.tried or base.state)


def _kept_from(arm: str, base: CellFate) -> str:
    """Return why the base session in this arm has no result, so that it cannot be forked."""
    why = base.why or UNTOLD
    if base.asked_again:
        return f"The session of {arm!r} that it is made of is asked again first: {why}"
    if base.state == "failed":
        return f"The session of {arm!r} that it is made of failed: {why}"
    if base.state == "out_of_budget":
        return f"The session of {arm!r} that it is made of ran out of budget: {why}"
    return f"The session of {arm!r} that it is made of was not asked: {why}"


def of_its_base(arm: str, *, itself: bool = False) -> str:
    """Return why a fork is not asked again itself; `itself` is set if something failed in its own stages, too."""
    if itself:
        return f"A part of what failed in it is kept of {arm!r}, whose session was not asked again yet: it is once " \
               "that is."  # fmt: skip
    return asked_there(arm)


async def told_at_the_end(
    study: Study,
    fates: Mapping[StudyCell, CellFate],
    short: Mapping[StudyCell, int],
    left: Callable[[int], Awaitable[str]],
) -> dict[StudyCell, CellFate]:
    """Settle cells left for lack of money, each `short` of an amount, and the forks that wait for them, by the money
    left at the end of the run. Forks follow the cells they fork."""
    told = dict[StudyCell, CellFate]()
    for cell, fate in fates.items():
        arm = study.arm(cell.arm)
        if cell in short and "out_of_budget" in (fate.state, fate.tried):
            told[cell] = replace(fate, why=await left(short[cell]))
        elif fate.waits:
            source = source_of(study, arm, cell)
            told[cell] = replace(fate, why=waiting_for(arm.of, told.get(source, fates[source])).why)
    return told


def short_of(left: int, least: int, cost: StudyCost) -> str:
    """Return the message that the study's budget starts no further session, and what used it."""
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
