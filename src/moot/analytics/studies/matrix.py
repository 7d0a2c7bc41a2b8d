"""What did each question come to under each arm? A row for each, some at a time, and which of them differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from moot.analytics.studies.cells import CellResult
from moot.errors import UnknownName
from moot.library.corpora.studies.study import Study
from moot.tally.studies.arms import usual
from moot.tally.studies.overview import CellSeen, MatrixCell, MatrixPage, MatrixRow
from moot.tally.studies.standing import FINISHED
from moot.transcripts.sql.studies import CellStanding

NONE = "none"
"""What a result without a class is called among those that have one."""
MOST_SHOWN = 200
"""Characters of an answer in its cell."""
FILTERS = ("differs", "degraded")
Cells = Mapping[str, Sequence[CellStanding]]
"""The sessions of one question, by arm."""


def matrix_page(
    study: Study, questions: Sequence[str], standing: Sequence[CellStanding], only: str, after: int, limit: int
) -> MatrixPage:
    """The questions from the so-manieth on that a filter lets through; only those of the page are made whole."""
    if only and only not in FILTERS:
        raise UnknownName("filter", only, list(FILTERS))
    cells: dict[str, dict[str, list[CellStanding]]] = {}
    for each in standing:
        cells.setdefault(each.item, {}).setdefault(each.arm, []).append(each)
    classed = any(each.verdict_class for each in standing)
    changing = [arm.name for arm in study.arms if not arm.unchanged and arm.name != study.base]
    differing = {item for item, own in cells.items() if _differs(own, study.base, changing, classed=classed)}
    degraded = {each.item for each in standing if each.degraded and each.state in FINISHED}
    kept = {"differs": differing, "degraded": degraded}.get(only)
    chosen = [item for item in questions if kept is None or item in kept]
    return MatrixPage(
        arms=tuple(arm.name for arm in study.arms),
        baseline=study.base,
        rows=tuple(
            MatrixRow(
                question=item,
                begins="",
                known="",
                differs=item in differing,
                degraded=item in degraded,
                cells=tuple(_cells(study, cells.get(item, {}), classed=classed)),
            )
            for item in chosen[after : after + limit]
        ),
        total=len(questions),
        matching=len(chosen),
        differing=len(differing),
        degraded=len(degraded),
        next=after + limit if after + limit < len(chosen) else None,
    )


def answered(row: MatrixRow, read: Mapping[str, CellResult]) -> MatrixRow:
    """The row with how each answer begins, and whether it is right, as far as its sessions were read."""

    def seen(cell: CellSeen) -> CellSeen:
        told = read.get(cell.session)
        if told is None:
            return cell
        return replace(cell, answer=told.answer[:MOST_SHOWN], right=told.right if told.known else None)

    known = next((read[c.session].known for arm in row.cells for c in arm.cells if c.session in read), "")
    arms = tuple(replace(arm, cells=tuple(map(seen, arm.cells))) for arm in row.cells)
    return replace(row, known=known[:MOST_SHOWN], cells=arms)


def came_to(cells: Sequence[CellStanding], *, classed: bool) -> str:
    """What repeats with a result came to most often, as `class_differences` counts it; empty while none has one."""
    done = [(each.verdict_class if classed else each.winner) or NONE for each in cells if each.state in FINISHED]
    return usual(done) if len(done) > 1 else done[0] if done else ""


def _differs(own: Cells, base: str, arms: Sequence[str], *, classed: bool) -> bool:
    """Whether an arm that changes something came to something else than the baseline."""
    said = came_to(own.get(base, ()), classed=classed)
    return bool(said) and any(came_to(own.get(arm, ()), classed=classed) not in ("", said) for arm in arms)


def _cells(study: Study, own: Cells, *, classed: bool) -> Iterator[MatrixCell]:
    base = came_to(own.get(study.base, ()), classed=classed)
    for arm in study.arms:
        said = came_to(own.get(arm.name, ()), classed=classed)
        there = sorted(own.get(arm.name, ()), key=lambda each: each.repeat)
        yield MatrixCell(
            arm=arm.name,
            usual=said,
            differs=bool(base and said and said != base),
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
