"""What did each question come to under each arm? A row for each, some at a time, and which of them differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from moot.errors import UnknownName
from moot.library.corpora.studies.study import Study
from moot.tally.studies.arms import usual
from moot.tally.studies.overview import CellSeen, MatrixCell, MatrixPage, MatrixRow
from moot.tally.studies.standing import FINISHED
from moot.transcripts.sql.studies import CellStanding

NONE = "none"
"""What a result without a class is called among those that have one."""
FILTERS: dict[str, Callable[[MatrixRow], bool]] = {
    "": lambda row: True,
    "differs": lambda row: row.differs,
    "degraded": lambda row: row.degraded,
}


def matrix_page(
    study: Study, questions: Sequence[str], standing: Sequence[CellStanding], only: str, after: int, limit: int
) -> MatrixPage:
    """The questions from the so-manieth on that a filter lets through."""
    if only not in FILTERS:
        raise UnknownName("filter", only, [name for name in FILTERS if name])
    cells: dict[tuple[str, str], list[CellStanding]] = {}
    for each in standing:
        cells.setdefault((each.item, each.arm), []).append(each)
    classed = any(each.verdict_class for each in standing)
    rows = [_row(study, question, cells, classed=classed) for question in questions]
    chosen = [row for row in rows if FILTERS[only](row)]
    return MatrixPage(
        arms=tuple(arm.name for arm in study.arms),
        baseline=study.base,
        rows=tuple(chosen[after : after + limit]),
        total=len(rows),
        matching=len(chosen),
        differing=sum(row.differs for row in rows),
        degraded=sum(row.degraded for row in rows),
        next=after + limit if after + limit < len(chosen) else None,
    )


def came_to(cells: Sequence[CellStanding], *, classed: bool) -> str:
    """What repeats with a result came to most often, as `class_differences` counts it; empty while none has one."""
    done = [each for each in cells if each.state in FINISHED]
    return usual([(each.verdict_class if classed else each.winner) or NONE for each in done]) if done else ""


def _row(study: Study, question: str, cells: dict[tuple[str, str], list[CellStanding]], *, classed: bool) -> MatrixRow:
    base = came_to(cells.get((question, study.base), ()), classed=classed)
    found = []
    for arm in study.arms:
        own = cells.get((question, arm.name), [])
        said = came_to(own, classed=classed)
        found.append(
            MatrixCell(
                arm=arm.name,
                usual=said,
                differs=bool(base and said and said != base),
                cells=tuple(_cell(each) for each in sorted(own, key=lambda each: each.repeat) if each.state),
            )
        )
    return MatrixRow(
        question=question,
        begins="",
        differs=any(cell.differs for cell, arm in zip(found, study.arms, strict=True) if not arm.unchanged),
        degraded=any(each.degraded and each.state in FINISHED for cell in found for each in cell.cells),
        cells=tuple(found),
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
