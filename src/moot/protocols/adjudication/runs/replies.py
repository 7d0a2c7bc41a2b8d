"""Join the texts, rebuttals, flips, labels and scores of each reply of a session, by seat.

Works for any protocol: what a protocol does not compute stays empty. Models have their display names; several seats
with one model are told apart by their seat. Run files and comparisons use this.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from moot.protocols.adjudication.findings import (
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
from moot.protocols.replies import MemberAnswers, latest, model_names, said_in
from moot.vocabulary.state import SessionState


class JudgedReply(Struct, frozen=True, kw_only=True):
    """One member's part."""

    seat: str
    """The member."""
    model: str
    """Its model, followed by the seat if several have the same."""
    first: str
    """Its first answer."""
    final: str
    """The judged text: the revised answer, or the first."""
    revised: bool
    """Whether another text replaces the first answer."""
    rebuttals: tuple[RebuttalMade, ...] = ()
    """Its rebuttals of others."""
    flip: FlipFound | None = None
    """Whether it changed its position, if that was tested."""
    labels: ReplyLabels | None = None
    """The labels of its final reply."""
    axes: tuple[AxisFound, ...] = ()
    """Its scores by axis."""
    score: ReplyScore | None = None
    """Its weighted score."""


class JudgedSession(Struct, frozen=True, kw_only=True):
    """A session's replies and the findings on all of them."""

    names: dict[str, str]
    """Model of each member, by seat."""
    replies: tuple[JudgedReply, ...]
    """Members that answered, in seat order."""
    compared: RepliesCompared | None = None
    """The comparison of the replies."""
    measures: Measures | None = None
    """The measures that decided."""
    strongest: str | None = None
    """The seat with the highest score; the first in seat order of those who share it."""
    weakest: str | None = None
    """The seat with the lowest score."""


def judged_in(state: SessionState) -> JudgedSession:
    """Return the replies of a session, joined."""
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
    """Return first and final texts as they were judged, if recorded."""
    found = {}
    for revision in revisions:
        first, final = state.moves.get(revision.first), state.moves.get(revision.final)
        if first is not None:
            found[revision.seat] = MemberAnswers(first.text, (final.text if final is not None else "") or first.text)
    return found
