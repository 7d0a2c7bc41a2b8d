"""Estimate the cost of asking again what failed in a study."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

from moot.app import Application
from moot.errors import BadInput, MootError
from moot.exports.public import Estimate, ForkChanges
from moot.extensions.studies.asking.checks import ArmCost, Before, UnaskableSessions, summed
from moot.extensions.studies.asking.outdated_cells import with_forks
from moot.extensions.studies.asking.seating import changes_of
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.reports.holders import Askable, begins_before
from moot.extensions.studies.service import studies_of
from moot.extensions.studies.stats.standing import is_over
from moot.extensions.studies.study import StudyCell, source_of
from moot.vocabulary.public import SessionOpened

if TYPE_CHECKING:
    from moot.app import AgainEstimate

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
    priced, whys, ahead = list[Estimate](), Counter[str](), _Ahead(app, progress, again)
    cells = with_forks(progress, again)
    for cell in cells[:MOST_PRICED]:
        try:
            found = await ahead.of(cell)
        except MootError as error:  # asking again reports the same
            whys[f"{error.message} {error.remedy}"] += 1
            continue
        if found is not None:
            priced.append(found.estimate)
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
        refused=tuple(UnaskableSessions(why=why, sessions=many) for why, many in whys.most_common()),
    )
    paid = await studies_of(app).cost_of(progress.id)
    return Before(arms=(cost,), budget=progress.study.budget, gone=paid.spent + paid.pending)


class _Ahead:
    """Requests of a retry, base cells before their forks."""

    def __init__(self, app: Application, progress: StudyProgress, again: Collection[StudyCell]) -> None:
        self._app, self._progress, self._again = app, progress, again
        self._begins: dict[StudyCell, str] = {}
        """First stage in which a cell is asked again."""

    async def of(self, cell: StudyCell) -> AgainEstimate | None:
        """Return the retry of a cell; `None` for a fork that stays as it is."""
        arm = self._progress.study.arm(cell.arm)
        source = source_of(self._progress.study, arm, cell) if arm.of else None
        if source in self._begins and source is not None and await self._before(cell, self._begins[source]):
            return await self._anew(cell, source)
        if cell not in self._again:
            return None
        found = await self._app.estimate_again(await self._last(cell), ForkChanges(retry_failed=True))
        if source is not None and await self._before(cell, found.stage):
            return await self._anew(cell, source)
        self._begins[cell] = found.stage
        return found

    async def _anew(self, cell: StudyCell, source: StudyCell) -> AgainEstimate:
        arm = self._progress.study.arm(cell.arm)
        self._begins[cell] = arm.stage
        return await self._app.estimate_again(self._progress.cells[source], changes_of(self._app, arm))

    async def _before(self, cell: StudyCell, stage: str) -> bool:
        """Return whether a stage lies in what a fork keeps."""
        (first, *_) = await self._app.transcript.read(self._progress.cells[cell], limit=1)
        assert isinstance(first.body, SessionOpened)
        return begins_before(first.body.stages, stage, self._progress.study.arm(cell.arm).stage)

    async def _last(self, cell: StudyCell) -> str:
        """Return the session to continue from: the last, unless it has not ended."""
        last = self._progress.had[cell][-1]
        fate = (await self._app.register.fates([last])).get(last)
        return last if fate is not None and is_over(fate.state) else self._progress.cells[cell]
