"""Estimate what is left or asked again of a study, and the budget under which it continues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from moot.app import Application
from moot.errors import BadInput, MootError
from moot.exports.public import Estimate, ForkChanges
from moot.extensions.studies.asking.checks import ArmCost, Before, looked_ahead, summed
from moot.extensions.studies.asking.outdated_cells import with_forks
from moot.extensions.studies.asking.seating import changes_of
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.reports.holders import Askable
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.standing import FailureCause, is_over
from moot.extensions.studies.store import StudyCost
from moot.extensions.studies.study import StudyCell, cells_of, source_of
from moot.vocabulary.public import state_of

CAUTION = 8
"""Divisor for the margin on a suggested budget (one eighth), because half of all sessions cost more than typical, and
some calls are repeated. A budget is a limit, not a price.
"""
CENT = 10_000_000
"""Number of nano-dollars in a cent. Suggested budgets are whole cents."""


class Rest(Struct, frozen=True, kw_only=True):
    """Number and estimated cost of the sessions of a study that are left to run."""

    sessions: int
    """Number of unfinished sessions."""
    before: Before
    """Estimated cost of the remaining sessions, by arm."""
    gone: int
    """Amount already used, in nano-dollars: spent, or reserved for calls that may still be charged."""
    untold: tuple[str, ...]
    """Why some sessions cannot run or have an unknown cost, without duplicates."""

    @property
    def budget(self) -> int | None:
        """Return a budget for the whole study that is usually enough for the remaining sessions, in nano-dollars;
        `None` if a price is unknown.
        """
        return budget_for(self.before, self.gone)

    @property
    def most_budget(self) -> int | None:
        """Return a budget for the whole study that is enough even if every remaining session costs the most it can, in
        nano-dollars; `None` if a price is unknown.
        """
        return None if self.before.most is None else _in_cents(self.gone + self.before.most)


def budget_for(before: Before, gone: int = 0) -> int | None:
    """Return a budget, in nano-dollars, that is usually enough for the sessions estimated in `before` and the amount
    `gone` already used; `None` if a price is unknown.
    """
    if before.typical is None or before.suffices is None:
        return None
    return _in_cents(gone + before.suffices + before.typical // CAUTION)


async def rest_of(app: Application, progress: StudyProgress, budget: float | None = None) -> Rest:
    """Estimate how many sessions of a study are left and what they cost. `budget` replaces the study's budget."""
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
    """Return, by cell (question under an arm), the state of its session; cells without a session are left out."""
    fates = await app.register.fates(list(progress.cells.values()))
    return {cell: fates[session].state for cell, session in progress.cells.items() if session in fates}


def by_the_others(cost: ArmCost, a_cell: int | None) -> ArmCost:
    """Return an arm's estimate with the typical cost replaced by `a_cell`, the mean cost of the arm's finished
    sessions; unchanged if `a_cell` is `None`.

    Sessions with the same models and other questions of the study predict the cost better than sessions outside it.
    """
    if a_cell is None or cost.typical is None:
        return cost
    typical = a_cell * cost.sessions
    return replace(
        cost,
        typical=typical if cost.most is None else min(typical, cost.most),
        basis="from what its other sessions cost",
    )


def _in_cents(nano: int) -> int:
    """Round an amount up to a whole cent, so that a loss by rounding does not stop the last session."""
    return -(-nano // CENT) * CENT


MOST_PRICED = 20
"""Maximum number of sessions whose retry is priced. Each further session counts as the most expensive of these: likely
enough, but no limit.
"""


async def askable_in(app: Application, progress: StudyProgress, *, degraded: bool) -> Askable:
    """Return which failed cells (questions under an arm) can be asked again, and why others cannot; raise if no cell
    failed. With `degraded`, include cells with an incomplete result.
    """
    again = await studies_of(app).to_ask_again(progress, degraded=degraded)
    if not again:
        raise BadInput("Nothing of this study is to be asked again.", "Look at its sessions.")
    return await studies_of(app).askable(progress, again)


async def asked_again(app: Application, progress: StudyProgress, again: Collection[StudyCell]) -> Before:
    """Estimate the cost of asking these cells (questions under an arm) again, including their existing forks, which
    must be redone. Every call after a failed one is included, as each may change; cells that cannot be asked again are
    listed with the reason.
    """
    priced, whys = list[Estimate](), Counter[str]()
    cells = with_forks(progress, again)
    for cell in cells[:MOST_PRICED]:
        try:
            priced.append(await _estimate(app, progress, cell, cells))
        except MootError as error:  # asking again reports the same
            whys[f"{error.message} {error.remedy}"] += 1
    more = len(cells[MOST_PRICED:])  # each counts as the most expensive one inspected
    most, typical = summed([each.most for each in priced]), summed([each.typical for each in priced])
    dearest = max((each.most or 0 for each in priced), default=0)
    cost = ArmCost(
        arm="",
        sessions=len(priced) + more,
        looked=len(priced),
        calls=sum(each.calls for each in priced) + more * max((each.calls for each in priced), default=0),
        typical=None if typical is None or not priced else round(typical * (1 + more / len(priced))),
        most=None if most is None or not priced else most + more * dearest,
        unknown=tuple(dict.fromkeys(model for each in priced for model in each.unknown)),
        basis=next((each.basis for each in priced if each.most), ""),
        untold="" if priced else next(iter(whys), ""),
        refused=tuple(FailureCause(why=why, sessions=many) for why, many in whys.most_common()),
    )
    paid = await studies_of(app).cost_of(progress.id)
    return Before(arms=(cost,), budget=progress.study.budget, gone=paid.spent + paid.pending)


async def _estimate(
    app: Application, progress: StudyProgress, cell: StudyCell, remade: Collection[StudyCell]
) -> Estimate:
    """Estimate the cost of asking one cell again: of a retry of what failed, or of a new fork if the session it forks
    is itself in `remade`.
    """
    arm = progress.study.arm(cell.arm)
    source = source_of(progress.study, arm, cell) if arm.source else None
    if source is not None and source in remade and arm.judges:
        stages = state_of(await app.transcript.read(progress.cells[cell])).stages
        return (await app.estimate_again(progress.cells[cell], ForkChanges(stage=stages[0]))).estimate
    if source is not None and source in remade:
        return (await app.estimate_again(progress.cells[source], changes_of(app, arm))).estimate
    last = progress.had[cell][-1]
    fate = (await app.register.fates([last])).get(last)
    session = last if fate is not None and is_over(fate.state) else progress.cells[cell]
    return (await app.estimate_again(session, ForkChanges(retry_failed=True))).estimate
