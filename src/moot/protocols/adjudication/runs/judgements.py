"""Convert an adjudicated council's findings to the rows from which tables of many sessions are made."""

from __future__ import annotations

import msgspec

from moot.protocols.adjudication.findings import AdjudicatorAgreement
from moot.protocols.adjudication.runs.gaps import REASONS, judges_of
from moot.protocols.adjudication.runs.replies import JudgedReply, judged_in
from moot.protocols.replies import latest
from moot.vocabulary.history.judgements import FlipOf, FoundTogether, Judgements, OnAxis, RebuttalOf, ReplyJudged
from moot.vocabulary.seats import Roster
from moot.vocabulary.state import SessionState


def judgements_of(state: SessionState) -> Judgements:
    """Return the session's replies, judged."""
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
