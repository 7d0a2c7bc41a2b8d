"""Serve studies to pages and the API: progress from counted rows, figures from the report.

Figures of many sessions take seconds, so a background task computes them and they are cached until another session of
the study ends. Tested by `tests/extensions/studies/routes/test_shown.py`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.app import Application
from moot.errors import UnknownName
from moot.exports.public import PERSON
from moot.extensions.studies.progress import StudyOpened, StudyProgress, progress_from, read_fact
from moot.extensions.studies.reports.cells import CellResult, CellSummary
from moot.extensions.studies.reports.disagreement import KnownMark, mark_from
from moot.extensions.studies.reports.matrix import StudyMatrix, answered, compared, matrix_page
from moot.extensions.studies.reports.report_page import report_page
from moot.extensions.studies.reports.study_index import StudyIndex, left_now, reader_of
from moot.extensions.studies.reports.study_report import report_on
from moot.extensions.studies.stats.figures import withheld
from moot.extensions.studies.stats.overview import (
    AgainCount,
    ArmStanding,
    FailureCause,
    MatrixPage,
    OlderCells,
    QuestionPage,
    QuestionRow,
    StudyFigures,
    StudyHead,
    StudyList,
    StudyRow,
    StudyState,
)
from moot.extensions.studies.stats.questions_told_apart import Discrimination, QuestionStability
from moot.extensions.studies.stats.report import StudyReport
from moot.extensions.studies.stats.standing import FINISHED, ArmCount, seconds_left, without_figures
from moot.extensions.studies.store import CellCount, CellStanding, StudyCost, StudyFact
from moot.extensions.studies.study import NO_CORPUS, Study
from moot.transcripts.public import GradeStore
from moot.vocabulary.public import OptionValue

PACED_BY = 200
"""Last ended sessions from which the remaining time is estimated."""
AT_ONCE = 0.1
"""Seconds a request waits for figures in progress."""
MOST_READ, MOST_CAUSES = 20, 5
"""Failed sessions whose reason is read, and causes listed."""
FEW = 500
"""Up to this many sessions, results are read one by one; for more, all of the study's."""
MOST_TOLD, MOST_KNOWN = 50, 1_000
"""Failed sessions per page of questions that show a reason, and reasons cached."""
MOST_MADE = 16
"""Reports cached; one of 10,000 sessions takes megabytes."""


class _FiguresPage(Struct, frozen=True, kw_only=True):
    """Figures and the state they were computed from."""

    stamp: str
    report: StudyReport
    sessions: int


class ShownStudies(StudyIndex):
    """Studies of a home as pages show them."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._made: dict[tuple[str, str], _FiguresPage] = {}
        self._making: dict[tuple[str, str], asyncio.Task[_FiguresPage]] = {}
        self._whys: dict[str, str] = {}
        self._marks: tuple[tuple[str, str], dict[str, KnownMark | None]] = (("", ""), {})
        self._compared: tuple[tuple[str, str, str], StudyMatrix] | None = None
        self._looked: tuple[tuple[str, str], tuple[tuple[OlderCells, ...], AgainCount]] | None = None

    async def listed(self) -> StudyList:
        """List every study, newest first."""
        heads = _by_study(await self.studies.heads())
        counts: dict[str, list[CellCount]] = {}
        for each in await self.studies.counts():
            counts.setdefault(each.study, []).append(each)
        put, costs = await self.studies.put_questions(), await self.studies.costs()
        rows = [
            await self._row(facts, counts.get(study, []), put.get(study, 0), costs.get(study, StudyCost()))
            for study, facts in heads.items()
        ]
        return StudyList(studies=tuple(sorted(rows, key=lambda row: row.created, reverse=True)))

    async def head(self, given: str) -> StudyHead:
        """Return one study and its progress."""
        study = await self._resolved(given)
        facts = await self.studies.heads(study)
        counts = await self.studies.counts(study)
        put = (await self.studies.put_questions(study)).get(study, 0)
        cost = await self.cost_of(study)
        row, progress = await self._row(facts, counts, put, cost), _progress(facts)
        behind = [each for each in progress.left if (row.left or each.stands) and not row.asked_by]
        arms, by_arm = progress.study.arms, _counted(progress, counts, put)
        older, again = await self._looked_at(row, progress.study, counts, cost)
        return StudyHead(
            study=row,
            digest=progress.opened.digest,
            corpus_digest=progress.opened.corpus_digest,
            repeats=progress.study.repeats,
            baseline=progress.study.base,
            primary=progress.study.primary,
            clusters=progress.study.clusters,
            causes=await self._causes(study) if row.failed else (),
            left=tuple(FailureCause(why=each.why, sessions=each.sessions, arms=each.arms) for each in behind),
            wants_budget=any(each.budget for each in behind),
            wants_again=any(each.budget and each.again for each in behind),
            left_now=left_now(progress, cost) if any(each.budget for each in behind) else "",
            older=older,
            again=again,
            arms=tuple(
                ArmStanding(
                    name=arm.name, of=arm.of, stage=arm.stage,
                    repeats=progress.study.repeats_of(arm), council=arm.council, members=arm.members, chair=arm.chair,
                    protocol=arm.protocol, rubric=arm.rubric, adjudicators=arm.adjudicators,
                    options=_written(arm.options), counts=by_arm[arm.name],
                )
                for arm in arms
            ),
        )  # fmt: skip

    async def figures(self, given: str, primary: str = "") -> StudyFigures:
        """Return the figures computed so far; missing ones are computed in the background."""
        study = await self._resolved(given)
        made, newest = await self._figures(study, primary, AT_ONCE)
        report = None if made is None else replace(made.report, discrimination={}, degraded=())
        if report is not None:
            arms = tuple(
                replace(arm, stability=replace(arm.stability, questions=()), winners=replace(arm.winners, questions=()))
                for arm in report.arms
            )
            report = replace(report, arms=arms)
        return StudyFigures(counting=not newest, sessions=made.sessions if made is not None else 0, report=report)

    async def matrix(self, given: str, only: str = "", after: int = 0, limit: int = 50) -> MatrixPage:
        """Return a page of questions under every arm; `only` is `differs` or `degraded`."""
        study = await self._resolved(given)
        progress = _progress(await self.studies.heads(study))
        table = await self._held_apart(progress)
        page = matrix_page(table, progress.opened.questions or tuple(table.cells), only, after, limit)
        asked = {row.question: cell.session for row in page.rows for arm in row.cells for cell in arm.cells[:1]}
        begins = await self.studies.beginnings(list(asked.values()))
        shown = [cell.session for row in page.rows for arm in row.cells for cell in arm.cells]
        kept = await self.studies.results(reader_of(progress), given=shown)
        read = {session: _BRIEF.decode(text) for session, text in kept.items()}
        failed = [c.session for row in page.rows for arm in row.cells for c in arm.cells if c.state == "failed"]
        whys = {session: await self._why(session) for session in failed[:MOST_TOLD]}
        rows = tuple(
            replace(answered(row, read, whys), begins=begins.get(asked.get(row.question, ""), "")) for row in page.rows
        )
        return replace(page, rows=rows)

    async def questions(
        self, given: str, arm: str = "", *, apart: bool = False, after: int = 0, limit: int = 50
    ) -> QuestionPage:
        """Return questions of an arm, least stable first, or by how well they tell the baseline's models `apart`."""
        study = await self._resolved(given)
        made, _ = await self._figures(study, "", None)
        assert made is not None
        report = made.report
        arm = arm or report.baseline
        found = next((each for each in report.arms if each.name == arm), None)
        if found is None:
            raise UnknownName("arm", arm, [each.name for each in report.arms])
        stable = {each.question: each for each in found.stability.questions}
        told = report.discrimination if arm == report.baseline else {}
        if apart:
            told = {item: each for item, each in told.items() if each.spread is not None}
        ids = list(stable) if not apart else sorted(told, key=lambda item: (-(told[item].spread or 0.0), item))
        rows = [_question(item, stable.get(item), told.get(item)) for item in ids[after : after + limit]]
        more = after + limit if after + limit < len(ids) else None
        return QuestionPage(arm=arm, questions=tuple(rows), total=len(ids), next=more)

    async def page(self, given: str, primary: str = "") -> str:
        """Return the report as one self-contained page."""
        progress = await self.progress(await self._resolved(given))
        results, older = await self.results(progress), await self.older(progress)
        cost, spent = await self.cost_of(progress.id), await self.spent_by_arm(progress)
        return await asyncio.to_thread(
            lambda: report_page(report_on(progress, results, primary, spent, older), results, progress, cost)
        )

    async def _resolved(self, given: str) -> str:
        known = await self.studies.opened()
        ids = [fact.study for fact in known]
        return given if given in ids else await self.id_of(given)

    async def _row(
        self, facts: Sequence[StudyFact], counts: Sequence[CellCount], put: int, cost: StudyCost
    ) -> StudyRow:
        progress = _progress(facts)
        study, opened = progress.study, progress.opened
        arms = list(_counted(progress, counts, put).values())
        done, running = sum(each.done for each in arms), sum(each.running for each in arms)
        failed, left = sum(each.failed for each in arms), sum(each.left for each in arms)
        by = await self.asked_by(progress, lives=bool(running))
        state: StudyState = "running" if by else "failed" if failed else "unfinished" if left + running else "whole"
        return StudyRow(
            id=progress.id, name=study.name, corpus=study.corpus, corpus_version=opened.corpus_version,
            created=facts[0].at, state=state, asked_by=by, questions=len(opened.questions) + put, arms=len(study.arms),
            sessions=done + running + failed + left, done=done, degraded=sum(each.degraded for each in arms),
            running=running, failed=failed, left=left, spent=cost.spent / 1e9,
            rest=_rest(arms, cost),
            pending=cost.pending / 1e9, scripted=cost.scripted, budget=study.budget,
            seconds_left=await self._left(progress, facts, running + left) if by else None,
        )  # fmt: skip

    async def _looked_at(
        self, row: StudyRow, study: Study, counts: Sequence[CellCount], cost: StudyCost
    ) -> tuple[tuple[OlderCells, ...], AgainCount]:
        """Return results with replaced answers and what can be asked again, while no process runs the study. Both need
        a lookup per cell, so those of the last study are cached until it changes."""
        if row.asked_by:
            return (), AgainCount()
        now = (row.id, f"{_stamp_of(counts, await self.studies.facts(row.id), running=True)} {cost}")
        if self._looked is None or self._looked[0] != now:
            self._looked = (now, (await self._older(row, counts, cost), await self.to_be_asked(row, study)))
        return self._looked[1]

    async def _older(self, row: StudyRow, counts: Sequence[CellCount], cost: StudyCost) -> tuple[OlderCells, ...]:
        """Count forks whose base answers were replaced; without a retry there are none."""
        if cost.sessions <= sum(each.cells for each in counts):
            return ()
        progress = await self.progress(row.id)
        of = Counter((cell.arm, progress.study.arm(cell.arm).of) for cell in await self.older(progress))
        return tuple(OlderCells(arm=arm, of=base, sessions=many) for (arm, base), many in of.items())

    async def _causes(self, study: str) -> tuple[FailureCause, ...]:
        """Return why sessions failed; each reason is read once, since a failed session does not change."""
        failed, alike, arms = await self.studies.failed(study, MOST_READ), dict[str, str](), dict[str, list[str]]()
        for session, arm in failed.items():
            if why := await self._why(session):
                arms.setdefault(alike.setdefault(without_figures(why), why), []).append(arm)
        most = sorted(arms.items(), key=lambda each: -len(each[1]))[:MOST_CAUSES]
        return tuple(
            FailureCause(why=why, sessions=len(every), arms=tuple(dict.fromkeys(every))) for why, every in most
        )

    async def _why(self, session: str) -> str:
        if session not in self._whys:
            while len(self._whys) >= MOST_KNOWN:
                del self._whys[next(iter(self._whys))]
            self._whys[session] = await self.why_failed(session)
        return self._whys[session]

    async def _left(self, progress: StudyProgress, facts: Sequence[StudyFact], still: int) -> float | None:
        began = max(fact.at for fact in facts if fact.kind == "RunBegan")
        ended = await self.studies.ended_since(progress.id, began, PACED_BY)
        return seconds_left(_seconds(began), [_seconds(at) for at in ended], still)

    async def _figures(self, study: str, primary: str, patience: float | None) -> tuple[_FiguresPage | None, bool]:
        """Return the available figures and whether they are the newest; with `patience` `None`, wait for the newest."""
        key, stamp = (study, primary), await self._stamp(study)
        made = self._made.get(key)
        if made is not None and made.stamp == stamp:
            return made, True
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.create_task(self._make(key, stamp))
            task.add_done_callback(partial(self._over, key))
        await asyncio.wait([task], timeout=patience)
        if not task.done():
            return made, False
        made = task.result()
        return made, made.stamp == stamp

    async def _make(self, key: tuple[str, str], stamp: str) -> _FiguresPage:
        study, primary = key
        progress = await self.progress(study)
        results: list[CellResult] = await self.results(progress)
        spent, older = await self.spent_by_arm(progress), await self.older(progress)
        report = await asyncio.to_thread(report_on, progress, results, primary, spent, older)
        made = _FiguresPage(stamp=stamp, report=report, sessions=sum(each.finished for each in results))
        self._made.pop(key, None)
        self._made[key] = made
        while len(self._made) > MOST_MADE:
            del self._made[next(iter(self._made))]
        return made

    def _over(self, key: tuple[str, str], task: asyncio.Task[_FiguresPage]) -> None:
        """Finish a background task. If it failed unobserved, the next request computes again and reports the error."""
        self._making.pop(key, None)
        if not task.cancelled():
            task.exception()

    async def _marked(self, progress: StudyProgress, standing: Sequence[CellStanding]) -> dict[str, KnownMark]:
        """Return the marks of finished sessions against what is known; each is read once."""
        reader = reader_of(progress)
        now = (progress.id, f"{reader} {await GradeStore(self.store).mark(PERSON)}")
        if self._marks[0] != now:
            self._marks = (now, {})
        known = self._marks[1]
        new = [each.session for each in standing if each.state in FINISHED and each.session not in known]
        few = len(new) <= FEW
        texts = await self.studies.results(reader, given=new if few else (), study="" if few else progress.id)
        known |= await asyncio.to_thread(
            lambda: {session: mark_from(_BRIEF.decode(told).measures) for session, told in texts.items()}
        )
        return {session: mark for session, mark in known.items() if mark is not None}

    async def _held_apart(self, progress: StudyProgress) -> StudyMatrix:
        """Return the matrix of a study; that of the last study is cached until it changes, once all its results were
        read."""
        now = (progress.id, reader_of(progress), await self._stamp(progress.id, running=True))
        if self._compared is not None and self._compared[0] == now:
            return self._compared[1]
        standing = await self.studies.standing(progress.id)
        found = compared(progress.study, standing, await self._marked(progress, standing))
        if all(each.session in self._marks[1] for each in standing if each.state in FINISHED):
            self._compared = (now, found)
        return found

    async def _stamp(self, study: str, *, running: bool = False) -> str:
        """Return a stamp that changes whenever the figures may; with `running`, on any event of its sessions."""
        stamp = _stamp_of(await self.studies.counts(study), await self.studies.facts(study), running=running)
        return f"{stamp} {await GradeStore(self.store).mark(PERSON)}"


_BRIEF = msgspec.json.Decoder(CellSummary)


def _stamp_of(counts: Sequence[CellCount], facts: int, *, running: bool) -> str:
    told = sorted((c.arm, c.state, c.cells, c.degraded, c.events) for c in counts if running or c.state != "running")
    return f"{facts} {told}"


def _by_study(facts: Sequence[StudyFact]) -> dict[str, list[StudyFact]]:
    found: dict[str, list[StudyFact]] = {}
    for each in facts:
        found.setdefault(each.study, []).append(each)
    return {study: own for study, own in found.items() if own[0].kind == StudyOpened.kind}


def _progress(facts: Sequence[StudyFact]) -> StudyProgress:
    """Return a study without its cells."""
    return progress_from(facts[0].study, [read_fact(each.kind, each.body) for each in facts])


def _counted(progress: StudyProgress, counts: Sequence[CellCount], put: int) -> dict[str, ArmCount]:
    """Count each arm's cells; those without a session are left."""
    study = progress.study
    questions = put if study.corpus == NO_CORPUS else len(progress.opened.questions)
    found = {arm.name: ArmCount(arm=arm.name) for arm in study.arms}
    begun = dict.fromkeys(found, 0)
    for each in counts:
        if each.arm in found:
            found[each.arm].add(each.state, each.cells, each.degraded)
            begun[each.arm] += each.cells
    for arm in study.arms:
        found[arm.name].left += max(0, questions * study.repeats_of(arm) - begun[arm.name])
    return found


def _rest(arms: Sequence[ArmCount], cost: StudyCost) -> float | None:
    """Estimate the cost of the rest in dollars from finished cells of the same arm, since a fork costs less than its
    base. `None` while an unfinished arm has no result."""
    still = {each.arm: each.left + each.running for each in arms if each.left + each.running}
    if any(arm not in cost.a_cell for arm in still) or not cost.a_cell:
        return None
    return sum(cost.a_cell[arm] * many for arm, many in still.items()) / 1e9


def _question(item: str, stable: QuestionStability | None, told: Discrimination | None) -> QuestionRow:
    return QuestionRow(
        question=item,
        dominant=stable.dominant if stable is not None else "",
        share=stable.share if stable is not None else withheld(0),
        classes=stable.classes if stable is not None else {},
        icc=told.icc if told is not None else None,
        spread=told.spread if told is not None else None,
        models=told.models if told is not None else 0,
    )


def _written(options: Mapping[str, OptionValue]) -> dict[str, str]:
    """Format options as JSON, with strings unquoted."""
    return {n: v if isinstance(v, str) else msgspec.json.encode(v).decode() for n, v in options.items()}


def _seconds(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()
