"""What did one session of a study come to? Its figures, its class, its winner, and what is degraded about it."""

from __future__ import annotations

from msgspec import Struct

from moot.analytics.studies.reviews import reviewed_in
from moot.library.corpora.corpus import Item
from moot.library.corpora.studies.study import Cell
from moot.protocols import registry
from moot.tally.evidence.known_answers import Answered, known_answers
from moot.tally.studies.planted import REVIEW_FIGURES, Reviewed, review_figures
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.endings import degraded_of, outcome_of

SHARES = frozenset(("withheld", "right", "flips", "uncited_flips", *REVIEW_FIGURES))
"""Measures that are shares; all others are scores."""
FINISHED = ("verdict", "inconclusive")


class CellResult(Struct, frozen=True, kw_only=True):
    """One cell that has a session."""

    arm: str
    """The arm."""
    item: str
    """The question."""
    repeat: int
    """Which repeat."""
    domain: str
    """The question's domain."""
    session: str
    """The session."""
    outcome: str
    """How it ended, or `running`."""
    degraded: tuple[str, ...]
    """Each way in which its result is less than a full one."""
    measures: dict[str, float]
    """What was measured, by name; what was not looked at is left out."""
    scores: dict[str, float]
    """Each model's score."""
    verdict_class: str
    """The class of its verdict; empty where none was ruled."""
    winner: str
    """The model whose answer led; empty where none did alone."""
    cost: int
    """What it cost, in nano-dollars."""
    cost_known: bool
    """Whether every price was told."""
    fork_of: str
    """The session it was forked from, if it was."""
    reviewed: Reviewed | None
    """What was found of planted bugs, where the question has some."""

    @property
    def finished(self) -> bool:
        """Whether it came to a result."""
        return self.outcome in FINISHED


def result_of(cell: Cell, item: Item, state: SessionState) -> CellResult:
    """A cell's session, read."""
    made = registry.files_of(state.protocol).outcome
    outcome = made(state) if made is not None else None
    verdict = state.verdict
    measures = dict(outcome.figures) if outcome is not None else {}
    if verdict is not None:
        measures["withheld"] = float(verdict.text is None)
        if item.answer and (right := _right(item, verdict.text or "")) is not None:
            measures["right"] = right
    reviewed = reviewed_in(state, item) if item.key and verdict is not None else None
    if reviewed is not None:
        measures |= review_figures(reviewed)
    models = {seat.id: seat.model for seat in state.seats}
    return CellResult(
        arm=cell.arm,
        item=cell.item,
        repeat=cell.repeat,
        domain=item.domain,
        session=state.session,
        outcome=outcome_of(state),
        degraded=degraded_of(state),
        measures=measures,
        scores=dict(outcome.scores) if outcome is not None else {},
        verdict_class=verdict.ruling.verdict_class if verdict is not None and verdict.ruling is not None else "",
        winner=models.get(verdict.winner or "", "") if verdict is not None else "",
        cost=state.cost,
        cost_known=state.cost_known,
        fork_of=state.fork.session if state.fork is not None else "",
        reviewed=reviewed,
    )


def _right(item: Item, answer: str) -> float | None:
    """Whether an answer says what is known to be right; `None` where that cannot be told."""
    told = known_answers([Answered(question=item.text, known=item.answer, answers={}, verdict=answer)], {})
    if told is None or told.council.right + told.council.wrong == 0:
        return None
    return float(told.council.right)
