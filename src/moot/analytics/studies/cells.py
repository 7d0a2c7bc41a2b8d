"""What did one session of a study come to? Its figures, its class, its winner, and what is degraded about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from moot.analytics.studies.reviews import reviewed_in
from moot.library.corpora.corpus import Item
from moot.library.corpora.studies.study import Cell
from moot.protocols import registry
from moot.tally.evidence.known_answers import Answered, known_answers
from moot.tally.studies.planted import REVIEW_FIGURES, Reviewed, review_figures
from moot.tally.studies.seen import Marked, Replied
from moot.tally.studies.standing import FINISHED
from moot.vocabulary.earlier.judgements import Judgements
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.endings import degraded_of, outcome_of

SHARES = frozenset(("withheld", "right", "flips", "uncited_flips", *REVIEW_FIGURES))
"""Measures that are shares; all others are scores."""
HIGHEST = 5
"""The highest score on an axis of a rubric."""


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
    reversed: bool
    """Whether rebuttals were shown the last one first."""
    replies: tuple[Replied, ...]
    """Each member's reply, as it was judged."""
    marked: tuple[Marked, ...]
    """Those who judged."""
    ratings: tuple[tuple[float | None, ...], ...]
    """Where several judged: for each reply and axis what each of them gave."""

    @property
    def finished(self) -> bool:
        """Whether it came to a result."""
        return self.outcome in FINISHED


def result_of(cell: Cell, item: Item, state: SessionState) -> CellResult:
    """A cell's session, read."""
    files = registry.files_of(state.protocol)
    made = files.outcome
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
    models = {seat.id: seat.model for seat in (*state.seats, *state.offices)}
    judged = files.judgements(state) if files.judgements is not None and verdict is not None else Judgements()
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
        reversed=bool(files.reversing and state.options.get(files.reversing)),
        replies=_replies(judged, models),
        marked=_marked(judged, models),
        ratings=_ratings(judged),
    )


def _replies(judged: Judgements, models: Mapping[str, str]) -> tuple[Replied, ...]:
    aimed = Counter(rebuttal.target for reply in judged.replies for rebuttal in reply.rebuttals)
    return tuple(
        Replied(
            seat=each.seat,
            model=models.get(each.seat, each.seat),
            score=each.score,
            axes={name: axis.score for name, axis in each.axes.items() if axis.score is not None},
            flip=each.flip.change if each.flip is not None else "",
            source=(each.flip.source or "") if each.flip is not None else "",
            conviction=each.conviction,
            read=aimed[each.seat],
        )
        for each in judged.replies
    )


def _marked(judged: Judgements, models: Mapping[str, str]) -> tuple[Marked, ...]:
    """What each of those who judged gave; instances of one model are taken together."""
    given: dict[str, list[float]] = {}
    for reply in judged.replies:
        for axis in reply.axes.values():
            for judge, score in axis.given.items():
                given.setdefault(models.get(judge, judge), []).append(score)
    return tuple(
        Marked(model=model, given=len(scores), top=sum(score >= HIGHEST for score in scores))
        for model, scores in given.items()
    )


def _ratings(judged: Judgements) -> tuple[tuple[float | None, ...], ...]:
    if len(judged.judges) < 2:
        return ()
    return tuple(
        tuple(axis.given.get(judge) for judge in judged.judges)
        for reply in judged.replies
        for axis in reply.axes.values()
    )


def _right(item: Item, answer: str) -> float | None:
    """Whether an answer says what is known to be right; `None` where that cannot be told."""
    told = known_answers([Answered(question=item.text, known=item.answer, answers={}, verdict=answer)], {})
    if told is None or told.council.right + told.council.wrong == 0:
        return None
    return float(told.council.right)
