"""Estimate what is left of a study, and the budget under which it continues."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from moot.app import Application
from moot.errors import MootError
from moot.extensions.studies.asking.checks import ArmCost, Before, looked_ahead
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.standing import is_over
from moot.extensions.studies.store import StudyCost
from moot.extensions.studies.study import StudyCell, cells_of

CAUTION = 8
"""Margin of one eighth on a suggested budget: half of all sessions cost more than the typical one, and some calls are
repeated. A budget is a limit, not a price."""
CENT = 10_000_000
"""In nano-dollars; suggested budgets are whole cents."""


class Rest(Struct, frozen=True, kw_only=True):
    """Remaining sessions of a study and their cost."""

    sessions: int
    """Number of unfinished sessions."""
    before: Before
    """Their cost by arm."""
    gone: int
    """Amount already used, in nano-dollars: spent, or reserved for calls that may still be charged."""
    untold: tuple[str, ...]
    """Why some sessions cannot run, or their cost is unknown, each cause once."""

    @property
    def budget(self) -> int | None:
        """Return a budget of the study that usually pays for the rest, in nano-dollars; `None` without a price."""
        return budget_for(self.before, self.gone)

    @property
    def most_budget(self) -> int | None:
        """Return a budget that pays for the rest at the highest cost."""
        return None if self.before.most is None else _in_cents(self.gone + self.before.most)


def budget_for(before: Before, gone: int = 0) -> int | None:
    """Return a budget that usually pays for these sessions when `gone` is already used; `None` without a price."""
    if before.typical is None or before.suffices is None:
        return None
    return _in_cents(gone + before.suffices + before.typical // CAUTION)


async def rest_of(app: Application, progress: StudyProgress, budget: float | None = None) -> Rest:
    """Estimate the rest of a study, under a new budget if one is given."""
    kept = studies_of(app)
    corpus = kept.corpus_of(progress)
    study = replace(progress.study, budget=budget)
    stands = await standing(app, progress)
    left = Counter(cell.arm for cell in cells_of(study, progress.questions) if not is_over(stands.get(cell, "")))
    cost = (await kept.studies.costs(progress.id)).get(progress.id, StudyCost())
    arms = list[ArmCost]()
    untold = dict[str, None]()
    for arm in left:
        try:
            found = await looked_ahead(app, study, corpus, progress.questions, [arm], progress.cells, dict(left))
            arms += [by_the_others(each, cost.a_cell.get(arm)) for each in found.arms]
        except MootError as error:  # continuing the study reports the same for its sessions
            untold[f"{error.message} {error.remedy}"] = None
    gone = cost.spent + cost.pending
    before = Before(arms=tuple(arms), budget=study.budget, gone=gone)
    return Rest(sessions=left.total(), before=before, gone=gone, untold=tuple(untold))


async def standing(app: Application, progress: StudyProgress) -> dict[StudyCell, str]:
    """Return the state of each cell that has a session."""
    fates = await app.register.fates(list(progress.cells.values()))
    return {cell: fates[session].state for cell, session in progress.cells.items() if session in fates}


def by_the_others(cost: ArmCost, a_cell: int | None) -> ArmCost:
    """Return the typical cost of an arm's sessions by its finished ones, if there are any: the same questions to the
    same models predict better than other sessions."""
    if a_cell is None or cost.typical is None:
        return cost
    typical = a_cell * cost.sessions
    return replace(
        cost,
        typical=typical if cost.most is None else min(typical, cost.most),
        basis="from what its other sessions cost",
    )


def _in_cents(nano: int) -> int:
    """Round up to a cent, so that a rounding loss does not stop the last session."""
    return -(-nano // CENT) * CENT
