"""What did each question come to under each arm? A row for each, some at a time, and which of them differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from moot.analytics.studies.cells import CellResult
from moot.analytics.studies.told_apart import By, CameTo, Done, Mark, came_to
from moot.errors import UnknownName
from moot.library.corpora.studies.study import Study
from moot.tally.studies.overview import CellSeen, MatrixCell, MatrixPage, MatrixRow
from moot.tally.studies.standing import FINISHED
from moot.transcripts.sql.studies import CellStanding

MOST_SHOWN = 200
"""Characters of an answer in its cell."""
FILTERS = ("differs", "degraded")
Cells = Mapping[str, Sequence[CellStanding]]
"""The sessions of one question, by arm."""


def matrix_page(
    study: Study,
    questions: Sequence[str],
    standing: Sequence[CellStanding],
    marks: Mapping[str, Mark],
    only: str,
    after: int,
    limit: int,
) -> MatrixPage:
    """The questions from the so-manieth on that a filter lets through; only those of the page are made whole. `marks`
    say of sessions what they are by what is known of their questions."""
    if only and only not in FILTERS:
        raise UnknownName("filter", only, list(FILTERS))
    cells: dict[str, dict[str, list[CellStanding]]] = {}
    for each in standing:
        cells.setdefault(each.item, {}).setdefault(each.arm, []).append(each)
    classed = any(each.verdict_class for each in standing)

    def said(item: str) -> dict[str, CameTo]:
        found = {arm: came_to(_done(own, marks), classed=classed) for arm, own in cells.get(item, {}).items()}
        return {arm: told for arm, told in found.items() if told is not None}

    changing = [arm.name for arm in study.arms if not arm.unchanged and arm.name != study.base]
    differing = {item for item in cells if _differs(said(item), study.base, changing)}
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
                by=_by(said(item), classed=classed),
                differs=item in differing,
                degraded=item in degraded,
                cells=tuple(_cells(study, cells.get(item, {}), said(item))),
            )
            for item in chosen[after : after + limit]
        ),
        total=len(questions),
        matching=len(chosen),
        differing=len(differing),
        degraded=len(degraded),
        next=after + limit if after + limit < len(chosen) else None,
    )


def answered(row: MatrixRow, read: Mapping[str, CellResult], whys: Mapping[str, str]) -> MatrixRow:
    """The row with how each answer begins, and whether it is right, as far as its sessions were read; with the `whys`
    of those that failed."""

    def seen(cell: CellSeen) -> CellSeen:
        told = read.get(cell.session)
        if told is None:
            return replace(cell, why=whys.get(cell.session, ""))
        return replace(cell, answer=told.answer[:MOST_SHOWN], right=told.right if told.known else None)

    known = next((read[c.session].known for arm in row.cells for c in arm.cells if c.session in read), "")
    arms = tuple(replace(arm, cells=tuple(map(seen, arm.cells))) for arm in row.cells)
    return replace(row, known=known[:MOST_SHOWN], cells=arms)


def _done(cells: Sequence[CellStanding], marks: Mapping[str, Mark]) -> list[Done]:
    return [
        Done(said=each.verdict_class or each.winner, mark=marks.get(each.session))
        for each in cells if each.state in FINISHED
    ]  # fmt: skip


def _differs(said: Mapping[str, CameTo], base: str, arms: Sequence[str]) -> bool:
    """Whether an arm that changes something came to something else than the baseline."""
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
