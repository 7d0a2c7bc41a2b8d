"""What would it take to go on with a study, and under which budget does it? Reckoned from what is left of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from moot.app import Application
from moot.errors import MootError
from moot.extensions.studies.asking.checks import ArmCost, Before, looked_ahead
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.standing import FINISHED, is_over
from moot.extensions.studies.store import StudyCost
from moot.extensions.studies.study import Arm, StudyCell, cells_of, depth_of, source_of

CAUTION = 8
"""An eighth of what is usual is offered on top: half of all sessions cost more than the usual one, and some calls are
made twice. A budget is a bound and no price."""
CENT = 10_000_000
"""Nano-dollars: a budget is offered in whole cents."""


class Rest(Struct, frozen=True, kw_only=True):
    """What is left of a study, and what it would take."""

    sessions: int
    """Sessions that are not over."""
    before: Before
    """What they cost, arm by arm."""
    gone: int
    """What of a budget is gone already, in nano-dollars: spent, or held for calls that may still be charged."""
    untold: tuple[str, ...]
    """Why something of it cannot be asked, or its cost not be told, each cause once."""

    @property
    def budget(self) -> int | None:
        """A budget of the whole that what is left usually fits into, in nano-dollars; `None` without a price."""
        return budget_for(self.before, self.gone)

    @property
    def most_budget(self) -> int | None:
        """One that it fits into at the worst."""
        return None if self.before.most is None else _in_cents(self.gone + self.before.most)


def budget_for(before: Before, gone: int = 0) -> int | None:
    """A budget that these sessions usually fit into where so much is gone; `None` without a price."""
    if before.typical is None or before.suffices is None:
        return None
    return _in_cents(gone + before.suffices + before.typical // CAUTION)


async def rest_of(app: Application, progress: StudyProgress, budget: float | None = None) -> Rest:
    """What going on with a study would take, under a budget of the whole where one is given."""
    kept = studies_of(app)
    corpus = kept.corpus_of(progress)
    study = replace(progress.study, budget=budget)
    stands = await standing(app, progress)
    waits = held_up(progress, stands)
    rest = (cell for cell in cells_of(study, progress.questions) if cell not in waits)
    left = Counter(cell.arm for cell in rest if not is_over(stands.get(cell, "")))
    cost = (await kept.studies.costs(progress.id)).get(progress.id, StudyCost())
    arms = list[ArmCost]()
    untold = dict.fromkeys(waits_words(study.arm(arm), many) for arm, many in waiting(waits).items())
    for arm in left:
        try:
            found = await looked_ahead(app, study, corpus, progress.questions, [arm], progress.cells, dict(left))
            arms += [by_the_others(each, cost.a_cell.get(arm)) for each in found.arms]
        except MootError as error:  # whoever goes on is told the same of its sessions
            untold[f"{error.message} {error.remedy}"] = None
    gone = cost.spent + cost.pending
    before = Before(arms=tuple(arms), budget=study.budget, gone=gone)
    return Rest(sessions=left.total(), before=before, gone=gone, untold=tuple(untold))


async def standing(app: Application, progress: StudyProgress) -> dict[StudyCell, str]:
    """How the session of each cell that has one stands."""
    fates = await app.register.fates(list(progress.cells.values()))
    return {cell: fates[session].state for cell, session in progress.cells.items() if session in fates}


def held_up(progress: StudyProgress, stands: Mapping[StudyCell, str]) -> set[StudyCell]:
    """Cells of forks that nobody can make, however large the budget is: of a session that came to no result, until that
    is asked again, or of another fork that nobody can make."""
    found, study = set[StudyCell](), progress.study
    for arm in sorted(study.arms, key=lambda each: depth_of(study, each)):
        for cell in cells_of(study, progress.questions, [arm]) if arm.of else ():
            source = source_of(study, arm, cell)
            state = stands.get(source, "")
            if cell not in stands and (source in found or (is_over(state) and state not in FINISHED)):
                found.add(cell)
    return found


def waiting(cells: Iterable[StudyCell]) -> Counter[str]:
    """How many of them each arm has."""
    return Counter(cell.arm for cell in cells)


def waits_words(arm: Arm, many: int) -> str:
    """What is said of sessions that cannot be made."""
    if many == 1:
        return f"A session of {arm.name!r} waits for one of {arm.of!r} that failed: ask what failed again first."
    return f"{many:,} sessions of {arm.name!r} wait for ones of {arm.of!r} that failed: ask what failed again first."


def by_the_others(cost: ArmCost, a_cell: int | None) -> ArmCost:
    """What sessions of an arm will usually cost, by what those of it that have a result did cost, where there are any:
    the same questions asked of the same models tell more than other sessions do."""
    if a_cell is None or cost.typical is None:
        return cost
    typical = a_cell * cost.sessions
    return replace(
        cost,
        typical=typical if cost.most is None else min(typical, cost.most),
        basis="from what its other sessions cost",
    )


def _in_cents(nano: int) -> int:
    """Rounded up: a cent less may be what keeps the last session from beginning."""
    return -(-nano // CENT) * CENT
