"""Compare arms question by question: which have another result than the baseline, page by page.

Verdicts of one class may be right and wrong, and verdicts with one answer may differ in class. So a known answer
compares correctness, planted bugs compare how many were found, and only other questions compare the class, or the
leading model if nothing has a class. Tested by `tests/extensions/studies/reports/test_report_page.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from moot.errors import UnknownName
from moot.extensions.studies.reports.cells import CellResult
from moot.extensions.studies.stats.arms import usual
from moot.extensions.studies.stats.overview import CellSeen, MatrixCell, MatrixPage, MatrixRow
from moot.extensions.studies.study import Study

By = Literal["right", "recall", "class", "winner"]
NONE = "none"
"""Label of a result without a class, among results with a class."""
DECIDES: tuple[Literal["right", "recall"], ...] = ("right", "recall")
"""Measures from known answers or bugs, in the order in which they take precedence over the class."""
SAME = 1e-9
"""Difference below which shares are equal, because summation orders differ."""
MOST_SHOWN = 200
"""Maximum number of characters shown of an answer in its cell."""
FILTERS = ("differs", "degraded")


class CameTo(Struct, frozen=True, kw_only=True):
    """Result of one question under one arm, over all its repeats: the share of right answers or of planted bugs found,
    or the most frequent class.
    """

    by: By
    """How the result is compared: by right answers, planted bugs or classes."""
    usual: str
    """Most frequent class, or most frequent leading model."""
    share: float | None = None
    """Mean share that was right or found; `None` if compared by class."""

    def differs_from(self, other: CameTo) -> bool:
        """Return whether two arms have different results for a question; false if they are compared by different
        measures.
        """
        if self.by != other.by:
            return False
        if self.share is None or other.share is None:
            return self.usual != other.usual
        return abs(self.share - other.share) > SAME


class StudyMatrix(Struct, frozen=True, kw_only=True):
    """The result of each question of a study under each arm, for a table of questions by arms."""

    arms: tuple[str, ...]
    """Arms of the study."""
    baseline: str
    """Name of the arm with which the other arms are compared."""
    cells: Mapping[str, Mapping[str, Sequence[CellResult]]]
    """The sessions of each question, by arm."""
    said: Mapping[str, Mapping[str, CameTo]]
    """Result of each question, by arm; arms without a finished session are left out."""

    def differs(self, item: str, arm: str) -> bool:
        """Return whether an arm and the baseline have different results for a question."""
        said = self.said[item]
        return arm in said and self.baseline in said and said[arm].differs_from(said[self.baseline])


def compared(study: Study, results: Sequence[CellResult]) -> StudyMatrix:
    """Combine the results of a study's sessions into the result of each question under each arm, and return all of them
    as a matrix.
    """
    cells: dict[str, dict[str, list[CellResult]]] = {}
    for each in results:
        cells.setdefault(each.item, {}).setdefault(each.arm, []).append(each)
    classed = any(each.verdict_class for each in results)
    said = {
        item: {arm: _came_to(done, classed=classed) for arm, each in own.items() if (done := _finished(each))}
        for item, own in cells.items()
    }
    return StudyMatrix(arms=tuple(arm.name for arm in study.arms), baseline=study.base, cells=cells, said=said)


def _finished(cells: Sequence[CellResult]) -> list[CellResult]:
    return [each for each in cells if each.finished]


def _came_to(done: Sequence[CellResult], *, classed: bool) -> CameTo:
    """Combine the finished repeats of a question under one arm into one result."""
    most = usual([each.verdict_class or each.winner or NONE for each in done])
    for by in DECIDES:
        shares = [each.measures[by] for each in done if by in each.measures]
        if shares:
            return CameTo(by=by, usual=most, share=sum(shares) / len(shares))
    return CameTo(by="class" if classed else "winner", usual=most)


def matrix_page(
    of: StudyMatrix, questions: Sequence[str], only: str, after: int, limit: int, whys: Mapping[str, str]
) -> MatrixPage:
    """Return one page of the table of questions, with each arm's results.

    Args:
        of: The whole table.
        questions: The questions in their order.
        only: Show only questions that differ (`differs`) or are degraded (`degraded`); empty for all.
        after: How many questions to skip.
        limit: The most questions on the page.
        whys: The reason for each failed session, by id.
    """
    if only and only not in FILTERS:
        raise UnknownName("filter", only, list(FILTERS))
    differing = {item for item in of.said if any(of.differs(item, arm) for arm in of.arms)}
    degraded = {
        item for item, own in of.cells.items() if any(c.degraded and c.finished for each in own.values() for c in each)
    }
    kept = {"differs": differing, "degraded": degraded}.get(only)
    chosen = [item for item in questions if kept is None or item in kept]
    return MatrixPage(
        arms=of.arms,
        baseline=of.baseline,
        rows=tuple(_row(of, item, item in differing, item in degraded, whys) for item in chosen[after : after + limit]),
        total=len(questions),
        matching=len(chosen),
        differing=len(differing),
        degraded=len(degraded),
        next=after + limit if after + limit < len(chosen) else None,
    )


def _row(of: StudyMatrix, item: str, differs: bool, degraded: bool, whys: Mapping[str, str]) -> MatrixRow:
    own, said = of.cells.get(item, {}), of.said.get(item, {})
    first = next((each for cells in own.values() for each in cells), None)
    return MatrixRow(
        question=item,
        begins=first.asked[:MOST_SHOWN] if first is not None else "",
        known=first.known[:MOST_SHOWN] if first is not None else "",
        by=next((each.by for each in said.values()), "class"),
        differs=differs,
        degraded=degraded,
        cells=tuple(_cells(of, item, own, said, whys)),
    )


def _cells(
    of: StudyMatrix,
    item: str,
    own: Mapping[str, Sequence[CellResult]],
    said: Mapping[str, CameTo],
    whys: Mapping[str, str],
) -> Iterator[MatrixCell]:
    for arm in of.arms:
        yield MatrixCell(
            arm=arm,
            usual=said[arm].usual if arm in said else "",
            share=said[arm].share if arm in said else None,
            differs=item in of.said and of.differs(item, arm),
            cells=tuple(
                CellSeen(
                    session=each.session,
                    repeat=each.repeat,
                    state=each.outcome,
                    degraded=len(each.degraded),
                    verdict_class=each.verdict_class,
                    winner=each.winner,
                    answer=each.answer[:MOST_SHOWN],
                    why=whys.get(each.session, ""),
                    right=each.right if each.known else None,
                )
                for each in sorted(own.get(arm, ()), key=lambda each: each.repeat)
            ),
        )
