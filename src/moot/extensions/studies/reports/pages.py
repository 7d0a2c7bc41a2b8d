"""Serve studies to pages and the API: progress from counted rows, figures from the report.

Figures of many sessions take seconds, so they are cached until another session of the study ends.
Tested by `tests/extensions/studies/routes/test_shown.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar, cast

from msgspec.structs import asdict, replace

from moot.app import Application
from moot.exports.public import PERSON
from moot.extensions.studies.progress import RunEnded, StudyProgress
from moot.extensions.studies.reports.cells import CellResult
from moot.extensions.studies.reports.matrix import compared, matrix_page
from moot.extensions.studies.reports.report_page import report_page
from moot.extensions.studies.reports.study_index import StudyIndex
from moot.extensions.studies.reports.study_report import report_on
from moot.extensions.studies.stats.overview import (
    AgainCount,
    ArmStanding,
    MatrixPage,
    StudyFigures,
    StudyHead,
    StudyList,
    StudyRow,
    StudyState,
)
from moot.extensions.studies.stats.report import StudyReport
from moot.extensions.studies.stats.standing import ArmCount, FailureCause, count_cells
from moot.extensions.studies.store import StudyCost
from moot.extensions.studies.study import cells_of
from moot.transcripts.public import BENCH, GradeStore

MOST_UNSTABLE = 40
"""Maximum number of questions listed for an arm, least stable first."""

T = TypeVar("T")
MOST_TOLD, MOST_KNOWN = 50, 1_000
"""Maximum number of failed sessions per page of questions that show a reason, and of reasons cached."""


class ShownStudies(StudyIndex):
    """The studies of a home folder, in the form in which pages and the API show them."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)

        self._whys: dict[str, str] = {}
        self._cached: dict[str, tuple[str, object]] = {}
        """The last value of each kind, by its stamp."""

    async def listed(self) -> StudyList:
        """Return a row for every study, newest first, except tests of single models."""
        costs = await self.studies.costs()
        every = [await self.progress(fact.study) for fact in await self.studies.opened()]
        shown = [each for each in every if each.opened.door != BENCH]
        rows = [await self._row(each, await self._counted(each), costs.get(each.id, StudyCost())) for each in shown]
        return StudyList(studies=tuple(rows))

    async def head(self, given: str) -> StudyHead:
        """Return one study and its progress."""
        progress = await self.progress(await self._resolved(given))
        study, by_arm = progress.id, await self._counted(progress)
        row = await self._row(progress, by_arm, await self.cost_of(study))
        behind = RunEnded(number=0) if row.asked_by or progress.ended is None else progress.ended
        arms, again = progress.study.arms, AgainCount()
        if row.failed + row.degraded and not row.asked_by:  # it takes a lookup per cell
            again = await self._once("again", await self._stamp(progress), lambda: self.to_be_asked(study))
        return StudyHead(
            study=row,
            digest=progress.opened.digest,
            corpus_digest=progress.opened.corpus_digest,
            repeats=progress.study.repeats,
            baseline=progress.study.base,
            primary=progress.study.primary,
            clusters=progress.study.clusters,
            causes=behind.failed if row.failed else (),
            left=tuple(FailureCause(why=each.why, sessions=each.sessions, arms=each.arms) for each in behind.left),
            wants_budget=any(each.budget for each in behind.left),
            again=again,
            arms=tuple(
                ArmStanding(**asdict(arm) | {"repeats": progress.study.repeats_of(arm)}, counts=by_arm[arm.name])
                for arm in arms
            ),
        )

    async def figures(self, given: str, primary: str = "") -> StudyFigures:
        """Return a study's figures without single sessions, and with only the least stable questions."""
        report = await self._report(await self._resolved(given), primary)
        arms = tuple(
            replace(
                arm,
                stability=replace(arm.stability, questions=arm.stability.questions[:MOST_UNSTABLE]),
                winners=replace(arm.winners, questions=()),
            )
            for arm in report.arms
        )
        done = sum(arm.finished for arm in arms)
        return StudyFigures(sessions=done, report=replace(report, degraded=(), arms=arms))

    async def matrix(self, given: str, only: str = "", after: int = 0, limit: int = 50) -> MatrixPage:
        """Return a page of questions under every arm; `only` is `differs` or `degraded`."""
        study = await self._resolved(given)
        progress, results, _ = await self._results(study)
        matrix = compared(progress.study, results)
        failed = [each.session for each in results if each.outcome == "failed"]
        whys = {session: await self._why(session) for session in failed[:MOST_TOLD]}
        return matrix_page(matrix, progress.questions, only, after, limit, whys)

    async def page(self, given: str, primary: str = "") -> str:
        """Return a study's report as one HTML page that needs no network."""
        progress, results, _ = await self._results(await self._resolved(given))
        report = await self._report(progress.id, primary)
        cost = await self.cost_of(progress.id)
        return await asyncio.to_thread(lambda: report_page(report, results, progress, cost))

    async def _resolved(self, given: str) -> str:
        known = await self.studies.opened()
        ids = [fact.study for fact in known]
        return given if given in ids else await self.id_of(given)

    async def _row(self, progress: StudyProgress, by_arm: Mapping[str, ArmCount], cost: StudyCost) -> StudyRow:
        study, opened, arms = progress.study, progress.opened, by_arm.values()
        done, running = sum(each.done for each in arms), sum(each.running for each in arms)
        failed, left = sum(each.failed for each in arms), sum(each.left for each in arms)
        by = await self.asked_by(progress, lives=bool(running))
        state: StudyState = "running" if by else "failed" if failed else "unfinished" if left + running else "whole"
        return StudyRow(
            id=progress.id, name=study.name, corpus=study.corpus, corpus_version=opened.corpus_version,
            created=progress.created, state=state, asked_by=by, questions=len(progress.questions), arms=len(study.arms),
            sessions=done + running + failed + left, done=done, degraded=sum(each.degraded for each in arms),
            running=running, failed=failed, left=left, spent=cost.spent / 1e9,
            pending=cost.pending / 1e9, scripted=cost.scripted, budget=study.budget,
        )  # fmt: skip

    async def _once(self, kind: str, stamp: str, make: Callable[[], Awaitable[T]]) -> T:
        """Return the cached value of this kind, or call `make` and cache its result if `stamp` has changed."""
        if self._cached.get(kind, ("",))[0] != stamp:
            self._cached[kind] = (stamp, await make())
        return cast("T", self._cached[kind][1])

    async def _why(self, session: str) -> str:
        if session not in self._whys:
            while len(self._whys) >= MOST_KNOWN:
                del self._whys[next(iter(self._whys))]
            self._whys[session] = await self.why_failed(session)
        return self._whys[session]

    async def _results(self, study: str) -> tuple[StudyProgress, list[CellResult], str]:
        """Return a study, the results of its sessions, and a stamp that changes with them. Results of the latest study
        are cached until their stamp changes.
        """
        progress = await self.progress(study)
        stamp = f"{await self._stamp(progress)} {await GradeStore(self.store).mark(PERSON)}"
        return progress, await self._once("results", stamp, lambda: self.results(progress)), stamp

    async def _report(self, study: str, primary: str) -> StudyReport:
        progress, results, stamp = await self._results(study)

        async def make() -> StudyReport:
            spent, older = await self.spent_by_arm(progress), await self.older(progress)
            return await asyncio.to_thread(report_on, progress, results, primary, spent, older)

        return await self._once(f"report {primary}", stamp, make)

    async def _stamp(self, progress: StudyProgress) -> str:
        """Return a text that changes whenever a session of the study ends."""
        fates = await self._register.fates([session for had in progress.had.values() for session in had])
        ended = [(session, fate.state, fate.degraded) for session, fate in fates.items() if fate.state != "running"]
        return f"{progress.id} {progress.runs} {len(progress.study.arms)} {hash(tuple(sorted(ended)))}"

    async def _counted(self, progress: StudyProgress) -> dict[str, ArmCount]:
        """Count the cells of each arm by state."""
        fates = await self._register.fates(list(progress.cells.values()))
        found = (
            (cell.arm, fates.get(progress.cells.get(cell, ""))) for cell in cells_of(progress.study, progress.questions)
        )
        states = ((arm, fate.state, bool(fate.degraded)) if fate else (arm, "left", False) for arm, fate in found)
        return count_cells([arm.name for arm in progress.study.arms], states)
