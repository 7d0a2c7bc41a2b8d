"""Join the texts, rebuttals, flips, labels and scores of each reply of a session, by seat.

Works for any protocol: what a protocol does not compute stays empty. Models have their display names; several seats
with one model are told apart by their seat. Run files and comparisons use this.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from moot.protocols.adjudication.findings import (
    AdjudicatorAgreement,
    AxisFound,
    AxisScores,
    FlipFound,
    Flips,
    Labels,
    Measures,
    RebuttalMade,
    RebuttalsMade,
    RepliesCompared,
    ReplyLabels,
    ReplyScore,
    ReplyScores,
    Revision,
    Revisions,
)
from moot.protocols.files import JointFinding, SessionFigures
from moot.protocols.replies import MemberAnswers, latest, model_names, said_in
from moot.vocabulary.history.judgements import (
    FlipOf,
    FoundTogether,
    Judgements,
    OnAxis,
    RebuttalOf,
    ReplyJudged,
    ReplyTexts,
)
from moot.vocabulary.seats import Roster, Seat
from moot.vocabulary.state import SessionState

REASONS = {"none": "no_change", "cited": "cited_rebuttal", "uncited": "uncited"}
OFFICES = ("adjudicator", "arbiter", "editor", "extractor", "chair")
"""Offices that judge without being members. The first of these offices in a council is its adjudicator."""


class JudgedReply(ReplyTexts, frozen=True, kw_only=True):
    """One member's reply in a session, with all judgements of it."""

    model: str
    """Model of the reply's author, followed by the seat if several seats have this model."""
    revised: bool
    """Whether the final answer differs from the first."""
    rebuttals: tuple[RebuttalMade, ...] = ()
    """The member's rebuttals of others' answers."""
    flip: FlipFound | None = None
    """Whether the reply's author changed its position, if that was tested."""
    labels: ReplyLabels | None = None
    """Labels of the final reply."""
    axes: tuple[AxisFound, ...] = ()
    """The reply's scores, one for each axis of the rubric."""
    score: ReplyScore | None = None
    """Weighted score of the reply."""


class JudgedSession(Struct, frozen=True, kw_only=True):
    """A session's judged replies, and the findings on all of them together."""

    names: dict[str, str]
    """Model of each member, by seat id."""
    replies: tuple[JudgedReply, ...]
    """Replies of the members that answered, in seat order."""
    compared: RepliesCompared | None = None
    """Comparison of the replies; `None` if there is none."""
    measures: Measures | None = None
    """Measures by which the verdict's class was decided."""
    strongest: str | None = None
    """Seat with the highest score; the first in seat order if several share it."""
    weakest: str | None = None
    """The seat with the lowest score."""


def judges_of(roster: Roster) -> tuple[Seat, ...]:
    """Return the seats that judged in a session: those of the first judging office that the council fills."""
    return next((seats for office in OFFICES if (seats := roster.office(office))), ())


def judged_in(state: SessionState) -> JudgedSession:
    """Return each reply of a session with its rebuttals, change of position, labels and scores."""
    names = model_names(state)
    revisions = latest(state, Revisions)
    said = said_in(state) | _revised(state, revisions.replies if revisions is not None else ())
    made, flips = latest(state, RebuttalsMade), latest(state, Flips)
    labels, axes, scores = latest(state, Labels), latest(state, AxisScores), latest(state, ReplyScores)
    score_of = {each.seat: each for each in scores.places} if scores is not None else {}
    flip_of = {each.seat: each for each in flips.flips} if flips is not None else {}
    labels_of = {each.seat: each for each in labels.replies} if labels is not None else {}
    rebuttals = made.rebuttals if made is not None else ()
    replies = []
    for seat in names:
        if seat not in said:
            continue
        first, final = said[seat]
        replies.append(
            JudgedReply(
                seat=seat,
                model=names[seat],
                first=first,
                final=final,
                revised=final != first,
                rebuttals=tuple(each for each in rebuttals if each.by == seat),
                flip=flip_of.get(seat),
                labels=labels_of.get(seat),
                axes=tuple(each for each in axes.scores if each.seat == seat) if axes is not None else (),
                score=score_of.get(seat),
            )
        )
    ranked = [(reply.score.score, reply.seat) for reply in replies if reply.score and reply.score.score is not None]
    return JudgedSession(
        names=names,
        replies=tuple(replies),
        compared=latest(state, RepliesCompared),
        measures=latest(state, Measures),
        strongest=max(ranked, key=lambda each: each[0])[1] if ranked else None,
        weakest=min(ranked, key=lambda each: each[0])[1] if ranked else None,
    )


def _revised(state: SessionState, revisions: Sequence[Revision]) -> dict[str, MemberAnswers]:
    """Return the members' first and final texts as they were judged, by seat; empty if no revisions are recorded."""
    found = {}
    for revision in revisions:
        first, final = state.moves.get(revision.first), state.moves.get(revision.final)
        if first is not None:
            found[revision.seat] = MemberAnswers(first.text, (final.text if final is not None else "") or first.text)
    return found


def judgements_of(state: SessionState) -> Judgements:
    """Return the judgements on a session's replies in the form common to all protocols."""
    judged, agreement = judged_in(state), latest(state, AdjudicatorAgreement)
    compared = judged.compared
    return Judgements(
        judges=tuple(seat.id for seat in judges_of(Roster(seats=state.seats, offices=state.offices))),
        replies=tuple(_reply(each) for each in judged.replies),
        found=tuple(
            FoundTogether(
                text=each.finding, status=each.status, severity=each.severity, agree=each.agree, disagree=each.disagree
            )
            for each in (compared.findings if compared is not None and compared.by is not None else ())
        ),
        agreement=msgspec.to_builtins(agreement) if agreement is not None else None,
    )


def _reply(reply: JudgedReply) -> ReplyJudged:
    labels, flip = reply.labels, reply.flip
    looked = flip is not None and flip.change in REASONS
    return ReplyJudged(
        seat=reply.seat,
        first=reply.first,
        final=reply.final,
        rebuttals=tuple(RebuttalOf(target=each.target, text=each.text) for each in reply.rebuttals),
        axes={
            each.axis: OnAxis(
                score=each.score, given={seat: float(score) for seat, score in each.given.items()}, reasons=each.reasons
            )
            for each in reply.axes
        },
        labels=tuple(each.label for each in labels.labels if each.label)
        if labels is not None and labels.read
        else None,
        flip=FlipOf(
            change=REASONS[flip.change], source=flip.source, words=flip.words, verified=flip.verified, calls=flip.calls
        )
        if flip is not None and looked
        else None,
        conviction=reply.score.conviction if reply.score is not None else None,
        score=reply.score.score if reply.score is not None else None,
        compliant=reply.score.compliant if reply.score is not None else None,
    )


def figures_of(state: SessionState) -> SessionFigures:
    """Return the session's measures and each member's score, for tables of many sessions.

    Figures that were not computed are left out.
    """
    judged = judged_in(state)
    scores = {
        reply.model: reply.score.score
        for reply in judged.replies
        if reply.score is not None and reply.score.score is not None
    }
    figures: dict[str, float] = {}
    if scores:
        figures["score"] = sum(scores.values()) / len(scores)
        figures["best_score"] = max(scores.values())
    called = [reply.flip.change for reply in judged.replies if reply.flip is not None]
    changes = [change for change in called if change in ("none", "cited", "uncited")]
    if changes:
        figures["flips"] = sum(change != "none" for change in changes) / len(changes)
        figures["uncited_flips"] = changes.count("uncited") / len(changes)
    listed = _listed(state, judged)
    if listed is not None:
        figures["findings"] = len(listed)
        for status in ("confirmed", "disputed"):
            figures[status] = sum(each.status == status for each in listed)
    return SessionFigures(figures=figures, scores=scores, listed=listed)


def _listed(state: SessionState, judged: JudgedSession) -> tuple[JointFinding, ...] | None:
    """Return the merged findings of a session; `None` if no list of findings was requested or none could be read."""
    compared, measures = judged.compared, latest(state, Measures)
    if compared is None or compared.by is None or measures is None:
        return None
    if not compared.findings and (compared.agreement or compared.consensus or compared.dispute):
        return None  # positions were compared, and no list was asked for
    return tuple(
        JointFinding(text=each.finding, status=each.status, severity=each.severity) for each in compared.findings
    )
