"""Build the matrix of questions by arms, page by page, and mark questions whose arms differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from moot.errors import UnknownName
from moot.extensions.studies.reports.cells import CellSummary
from moot.extensions.studies.reports.disagreement import By, CameTo, FinishedSession, KnownMark, came_to
from moot.extensions.studies.stats.overview import CellSeen, MatrixCell, MatrixPage, MatrixRow
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.store import CellStanding
from moot.extensions.studies.study import Study

MOST_SHOWN = 200
"""Characters of an answer in its cell."""
FILTERS = ("differs", "degraded")
Cells = Mapping[str, Sequence[CellStanding]]
"""The sessions of one question, by arm."""


class StudyMatrix(Struct, frozen=True, kw_only=True):
    """Every question of a study under every arm, from finished sessions."""

    study: Study
    """The study."""
    cells: Mapping[str, Cells]
    """The sessions of each question."""
    said: Mapping[str, Mapping[str, CameTo]]
    """Result of each question, by arm."""
    classed: bool
    """Whether results have classes."""
    differing: frozenset[str]
    """Questions on which an arm with changes differs from the baseline."""
    degraded: frozenset[str]
    """Questions with a degraded result."""


def compared(study: Study, standing: Sequence[CellStanding], marks: Mapping[str, KnownMark]) -> StudyMatrix:
    """Compare the arms on each question. `marks` gives the mark of each session against what is known of its
    question."""
    cells: dict[str, dict[str, list[CellStanding]]] = {}
    for each in standing:
        cells.setdefault(each.item, {}).setdefault(each.arm, []).append(each)
    classed = any(each.verdict_class for each in standing)
    told = {
        item: {arm: came_to(_done(own, marks), classed=classed) for arm, own in arms.items()}
        for item, arms in cells.items()
    }
    said = {item: {arm: each for arm, each in arms.items() if each is not None} for item, arms in told.items()}
    changing = [arm.name for arm in study.arms if arm.name != study.base]
    return StudyMatrix(
        study=study,
        cells=cells,
        said=said,
        classed=classed,
        differing=frozenset(item for item in cells if _differs(said[item], study.base, changing)),
        degraded=frozenset(each.item for each in standing if each.degraded and each.state in FINISHED),
    )


def matrix_page(of: StudyMatrix, questions: Sequence[str], only: str, after: int, limit: int) -> MatrixPage:
    """Return one page of the questions that pass a filter, from place `after` on; only those of the page are built."""
    if only and only not in FILTERS:
        raise UnknownName("filter", only, list(FILTERS))
    kept = {"differs": of.differing, "degraded": of.degraded}.get(only)
    chosen = [item for item in questions if kept is None or item in kept]
    study = of.study
    return MatrixPage(
        arms=tuple(arm.name for arm in study.arms),
        baseline=study.base,
        rows=tuple(
            MatrixRow(
                question=item,
                begins="",
                known="",
                by=_by(of.said.get(item, {}), classed=of.classed),
                differs=item in of.differing,
                degraded=item in of.degraded,
                cells=tuple(_cells(study, of.cells.get(item, {}), of.said.get(item, {}))),
            )
            for item in chosen[after : after + limit]
        ),
        total=len(questions),
        matching=len(chosen),
        differing=len(of.differing),
        degraded=len(of.degraded),
        next=after + limit if after + limit < len(chosen) else None,
    )


def answered(row: MatrixRow, read: Mapping[str, CellSummary], whys: Mapping[str, str]) -> MatrixRow:
    """Return the row with answers and grades of sessions that were read, and the reasons of failed ones."""

    def seen(cell: CellSeen) -> CellSeen:
        told = read.get(cell.session)
        if told is None:
            return replace(cell, why=whys.get(cell.session, ""))
        return replace(cell, answer=told.answer[:MOST_SHOWN], right=told.right if told.known else None)

    known = next((read[c.session].known for arm in row.cells for c in arm.cells if c.session in read), "")
    arms = tuple(replace(arm, cells=tuple(map(seen, arm.cells))) for arm in row.cells)
    return replace(row, known=known[:MOST_SHOWN], cells=arms)


def _done(cells: Sequence[CellStanding], marks: Mapping[str, KnownMark]) -> list[FinishedSession]:
    return [
        FinishedSession(said=each.verdict_class or each.winner, mark=marks.get(each.session))
        for each in cells if each.state in FINISHED
    ]  # fmt: skip


def _differs(said: Mapping[str, CameTo], base: str, arms: Sequence[str]) -> bool:
    """Return whether an arm with changes differs from the baseline."""
    own = said.get(base)
    return own is not None and any(arm in said and said[arm].differs_from(own) for arm in arms)


def _by(said: Mapping[str, CameTo], *, classed: bool) -> By:
    return next((each.by for each in said.values()), "class" if classed else "winner")


def _cells(study: Study, own: Cells, said: Mapping[str, CameTo]) -> Iterator[MatrixCell]:
    base = said.get(study.base)
    for arm in study.arms:
        told = said.get(arm.name)
        there = sorted(own.get(arm.name, ()), key=lambda each: each.repeat)
        yield MatrixCell(
            arm=arm.name,
            usual=told.usual if told is not None else "",
            share=told.share if told is not None else None,
            differs=base is not None and told is not None and told.differs_from(base),
            cells=tuple(_cell(each) for each in there if each.state),
        )


def _cell(each: CellStanding) -> CellSeen:
    return CellSeen(
        session=each.session,
        repeat=each.repeat,
        state=each.state,
        degraded=each.degraded,
        verdict_class=each.verdict_class,
        winner=each.winner,
    )
