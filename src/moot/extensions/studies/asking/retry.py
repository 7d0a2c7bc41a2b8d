"""Estimate the cost of asking again what failed in a study."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from moot.app import Application
from moot.errors import BadInput, MootError
from moot.exports.public import Estimate, ForkChanges
from moot.extensions.studies.asking.checks import ArmCost, Before, summed
from moot.extensions.studies.asking.outdated_cells import with_forks
from moot.extensions.studies.asking.seating import changes_of
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.reports.holders import Askable
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.standing import FailureCause, is_over
from moot.extensions.studies.study import StudyCell, source_of

MOST_PRICED = 20
"""Sessions whose retry is priced. Each further one counts as the most expensive of them: likely enough, but no
limit."""


async def askable_in(app: Application, progress: StudyProgress, *, degraded: bool) -> Askable:
    """Return the cells to ask again, and which of their failures can be asked again; raises if there are none."""
    again = await studies_of(app).to_ask_again(progress, degraded=degraded)
    if not again:
        raise BadInput("Nothing of this study is to be asked again.", "Look at its sessions.")
    return await studies_of(app).askable(progress, again)


async def asked_again(app: Application, progress: StudyProgress, again: Collection[StudyCell]) -> Before:
    """Estimate the highest cost of asking these cells again: the failed calls and all later ones, since it is unknown
    which of those change. Includes forks that keep what is asked again. Cells that cannot be asked again are
    excluded, with the reason."""
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
    """Estimate a cell's retry; a fork whose base is asked again is made anew."""
    arm = progress.study.arm(cell.arm)
    source = source_of(progress.study, arm, cell) if arm.of else None
    if source is not None and source in remade:
        return (await app.estimate_again(progress.cells[source], changes_of(app, arm))).estimate
    last = progress.had[cell][-1]
    fate = (await app.register.fates([last])).get(last)
    session = last if fate is not None and is_over(fate.state) else progress.cells[cell]
    return (await app.estimate_again(session, ForkChanges(retry_failed=True))).estimate
