"""Read the result of one session of a study: measures, class, winner, and what makes it degraded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from moot.exports.public import VERDICT, AnswerGrade, grades_in, registry
from moot.extensions.studies.corpora.corpus import CorpusItem
from moot.extensions.studies.reports.code_lines import code_places
from moot.extensions.studies.stats.planted import (
    REVIEW_FIGURES,
    PlantedTruth,
    ReportedFinding,
    ReviewedQuestion,
    Stretch,
    review_figures,
)
from moot.extensions.studies.stats.seen import UNCITED, JudgeMarks, SeenReply, SeenSession
from moot.extensions.studies.stats.standing import FINISHED
from moot.extensions.studies.study import StudyCell
from moot.vocabulary.public import (
    Event,
    Judgements,
    SeatSpoke,
    SessionOpened,
    SessionState,
    degraded_of,
    event_keys,
    in_names,
    outcome_of,
)

SHARES = frozenset(
    ("withheld", "right", "right_where_answered", "right_untold", "flips", "uncited_flips", *REVIEW_FIGURES)
)
"""Names of measures that are shares."""
COUNTS = frozenset(("findings", "confirmed", "disputed"))
"""Names of measures that are counts. All others are scores."""
CLOSE = 1e-9
"""Tolerance between a measure and the mean of its parts."""
HIGHEST = 5
"""The highest score on a rubric axis."""


class CellResult(SeenSession, frozen=True, kw_only=True, gc=False):
    """Result of one session of a study: its outcome, the verdict's class, the winning model, the cost, and the ways in
    which the result is degraded.
    """

    outcome: str
    """Outcome of the session, or `running`."""
    degraded: tuple[str, ...]
    """Each way in which the session's result is degraded."""
    scores: dict[str, float]
    """Each model's score."""
    verdict_class: str
    """Class of the session's verdict; empty if none was ruled."""
    winner: str
    """Model of the leading answer; empty in a tie."""
    cost: int
    """Cost in nano-dollars."""
    cost_known: bool
    """Whether every price is known."""
    reviewed: ReviewedQuestion | None
    """Comparison with planted bugs, if the question has some."""
    asked: str = ""
    """Text of the question; for a question of files alone, their names."""
    known: str = ""
    """The known correct answer; empty if there is none."""
    answer: str = ""
    """The verdict's answer; empty if it was withheld or there is none."""
    grade: AnswerGrade | None = None
    """Grade of the session's answer and its grader; `None` without a known answer or an answer."""
    opened_at: str = ""
    """When the session was opened."""
    ended_at: str = ""
    """When the session ended."""
    kept: int = 0
    """Number of answers and ballots that a fork reuses from its base session."""

    @property
    def right(self) -> bool | None:
        """Return whether the verdict's answer is correct; `None` if unknown."""
        return _is_right(self.measures)

    @property
    def finished(self) -> bool:
        """Return whether the session has a result."""
        return self.outcome in FINISHED

    def parts(self, measure: str) -> dict[str, float]:
        """Return each member's value of a measure, by seat and model, if the measure is a mean over members; otherwise
        empty.
        """
        value = self.measures[measure]
        found = {
            f"{each.seat} {each.model}": float(part)
            for each in self.replies
            if (part := _part(each, measure)) is not None
        }
        return found if found and abs(sum(found.values()) / len(found) - value) <= CLOSE * max(1.0, abs(value)) else {}


def _is_right(measures: Mapping[str, float]) -> bool | None:
    told = measures.get("right_where_answered")
    return None if told is None else told > 0


def result_of(
    cell: StudyCell, item: CorpusItem, state: SessionState, overruled: Mapping[str, AnswerGrade] | None = None
) -> CellResult:
    """Compute the result of one session of a study from the session's state. `overruled` are grades given by people,
    which replace the grader's.
    """
    files = registry.files_of(state.protocol)
    made = files.outcome
    outcome = made(state) if made is not None else None
    verdict = state.verdict
    measures = dict(outcome.figures) if outcome is not None else {}
    grade = _grade(item, state, overruled or {})
    if verdict is not None:
        measures["withheld"] = float(verdict.text is None)
        if item.answer:
            measures |= _right(verdict.text, grade)
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
        degraded=tuple(in_names(line, models) for line in degraded_of(state)),
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
        asked=item.text.strip() or ", ".join(item.files),
        known=item.answer or "",
        answer=(verdict.text or "") if verdict is not None else "",
        grade=grade,
        opened_at=state.opened_at,
        ended_at=state.ended_at,
    )


def kept_in(events: Sequence[Event], stage: str) -> int:
    """Return how many answers and ballots a fork that starts at `stage` reuses from the session it was forked from."""
    opened = events[0].body
    stages = opened.stages if isinstance(opened, SessionOpened) else ()
    kept = stages[: stages.index(stage)] if stage in stages else ()
    return sum(isinstance(each.body, SeatSpoke) and event_keys.stage_of(each.key) in kept for each in events)


def _replies(judged: Judgements, models: Mapping[str, str]) -> tuple[SeenReply, ...]:
    aimed = Counter(rebuttal.target for reply in judged.replies for rebuttal in reply.rebuttals)
    return tuple(
        SeenReply(
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


def _marked(judged: Judgements, models: Mapping[str, str]) -> tuple[JudgeMarks, ...]:
    """Return how many scores each judge gave and how many were the maximum; judges with the same model are merged."""
    given: dict[str, list[float]] = {}
    for reply in judged.replies:
        for axis in reply.axes.values():
            for judge, score in axis.given.items():
                given.setdefault(models.get(judge, judge), []).append(score)
    return tuple(
        JudgeMarks(model=model, given=len(scores), top=sum(score >= HIGHEST for score in scores))
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


def _part(reply: SeenReply, measure: str) -> float | None:
    """Return a member's own value of a measure that is a mean over members; `None` for any other measure."""
    if measure == "score":
        return reply.score
    if measure == "flips":
        return reply.flipped
    return float(reply.flip == UNCITED) if measure == "uncited_flips" and reply.flip else None


def _grade(item: CorpusItem, state: SessionState, overruled: Mapping[str, AnswerGrade]) -> AnswerGrade | None:
    """Return the grade of a session's verdict, preferring a person's grade; `None` if it was not compared with the
    answer that is known now.
    """
    grades = grades_in(view.finding for view in state.findings)
    grade = grades.of(VERDICT) if grades is not None and grades.known == item.answer else None
    return overruled.get(grade.digest, grade) if grade is not None else None


def _right(answer: str | None, grade: AnswerGrade | None) -> dict[str, float]:
    """Return the measures of whether a verdict is correct. A withheld or declined answer counts as wrong; without a
    grade only `right_untold` is set.
    """
    if answer is None or (grade is not None and grade.declined):
        return {"right": 0.0, "right_untold": 0.0}
    if grade is None or grade.right is None:
        return {"right_untold": 1.0}
    return {"right": float(grade.right), "right_where_answered": float(grade.right), "right_untold": 0.0}


def reviewed_in(state: SessionState, item: CorpusItem) -> ReviewedQuestion:
    """Return a question's planted bugs together with the issues that a session reported, for comparing the two."""
    made = registry.files_of(state.protocol).outcome
    listed = made(state).listed if made is not None else None
    return ReviewedQuestion(
        question=item.id,
        planted=tuple(
            PlantedTruth(id=bug.id, severity=bug.severity, lines=_stretch(bug.file, bug.lines)) for bug in item.key
        ),
        decoys=tuple(_stretch(decoy.file, decoy.lines) for decoy in item.decoys),
        told=None
        if listed is None
        else tuple(
            ReportedFinding(
                text=each.text,
                places=tuple(
                    Stretch(file=place.file, first=place.first, last=place.last) for place in code_places(each.text)
                ),
            )
            for each in listed
        ),
        ruled=state.verdict is not None and state.verdict.text is not None,
    )


def _stretch(file: str, lines: tuple[int, int]) -> Stretch:
    return Stretch(file=file, first=lines[0], last=lines[1])
