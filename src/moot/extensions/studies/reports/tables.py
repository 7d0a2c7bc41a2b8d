"""Convert a study's session to table rows, from its transcript alone.

Prices and tokens are those of this session's own calls; what a fork reuses counts in the original session.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from moot.exports.public import registry, said_in
from moot.extensions.studies.reports.cells import CellResult
from moot.extensions.studies.reports.rows import (
    AxisMarkRow,
    CallRow,
    CallUsage,
    CellRow,
    FindingRow,
    ForkOf,
    MissingPart,
    PositionChangeRow,
    ReplyRow,
    SettledAxisScore,
)
from moot.vocabulary.public import (
    PRESUMED,
    Event,
    Judgements,
    ReplyJudged,
    SeatFailed,
    SeatSpoke,
    SessionOpened,
    SessionState,
    dollars,
    event_keys,
    state_of,
)

TITLE = "title"
"""Name of the stage of the call that titles a conversation. It is not part of the deliberation."""


class Tables(Struct, kw_only=True):
    """Rows of a study's tables, from one or several sessions."""

    cells: list[CellRow] = []
    replies: list[ReplyRow] = []
    axes: list[AxisMarkRow] = []
    flips: list[PositionChangeRow] = []
    findings: list[FindingRow] = []
    calls: list[CallRow] = []

    def add(self, other: Tables) -> None:
        """Append the rows of another session."""
        for name in Tables.__struct_fields__:
            getattr(self, name).extend(getattr(other, name))


def tables_of(study: str, result: CellResult, events: Sequence[Event]) -> Tables:
    """Return the table rows of one session of a study."""
    opened, state = events[0].body, state_of(events)
    assert isinstance(opened, SessionOpened)
    judged = judgements_in(state)
    models = {seat.id: seat.model for seat in (*state.seats, *state.offices)}
    calls = _calls(events)
    head = _head(study, result, state, opened, judged, models)
    own_calls = [body for event, body in calls if _own(event)]
    whole = {
        **head,
        "seat": "",
        "model": "",
        "usage": replace(_used(own_calls), at_most=dollars(state.presumed) or 0.0),
    }
    by_seat = {
        seat: {
            **head,
            "seat": seat,
            "model": model,
            "usage": _used(b for b in own_calls if b.seat == seat),
        }
        for seat, model in models.items()
    }
    found = Tables(
        cells=[
            CellRow(
                **whole, outcome=result.outcome, verdict_class=result.verdict_class, winner=result.winner,
                measures=result.measures, scores=result.scores,
            )
        ],
        findings=[
            FindingRow(
                **whole, number=number, finding=each.text, status=each.status, severity=each.severity,
                agree=tuple(models.get(seat, seat) for seat in each.agree),
                disagree=tuple(models.get(seat, seat) for seat in each.disagree),
            )
            for number, each in enumerate(judged.found, start=1)
        ],
        calls=[_call(head, models, event, body) for event, body in calls],
    )  # fmt: skip
    for reply in judged.replies:
        own = by_seat[reply.seat]
        found.replies.append(_reply(own, reply, models))
        for axis, score in reply.axes.items():
            found.axes += [
                AxisMarkRow(
                    **own, axis=axis, judge=judge, judge_model=models.get(judge, judge), given=given,
                    reason=score.reasons.get(judge, ""), settled=score.score,
                )
                for judge, given in score.given.items()
            ]  # fmt: skip
        if reply.flip is not None:
            flip = reply.flip
            found.flips.append(
                PositionChangeRow(
                    **own, flip=flip.change != "no_change", flip_reason=flip.change, flip_source=flip.source,
                    source_model=models.get(flip.source, flip.source) if flip.source else None, words=flip.words,
                    verified=flip.verified, calls=dict(flip.calls),
                )
            )  # fmt: skip
    return found


def judgements_in(state: SessionState) -> Judgements:
    """Return the judged replies of a session. If its protocol judges no replies, return each member's answer without
    scores.
    """
    made = registry.files_of(state.protocol).judgements
    if made is not None:
        return made(state)
    said = said_in(state)
    return Judgements(replies=tuple(ReplyJudged(seat=seat, first=t.first, final=t.final) for seat, t in said.items()))


def digest_of(value: object) -> str:
    """Return the SHA-256 of a value as JSON."""
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()


def rubric_digest(opened: SessionOpened) -> str | None:
    """Return the digest of a session's rubric."""
    return digest_of(opened.rubric) if opened.rubric is not None else None


def council_digest(opened: SessionOpened) -> str:
    """Return a digest of a session's seats and protocol, equal for sessions with the same council."""
    return digest_of([opened.protocol, opened.roster, opened.options, opened.wording, opened.system])


def _head(
    study: str, result: CellResult, state: SessionState, opened: SessionOpened, judged: Judgements,
    models: dict[str, str],
) -> dict[str, Any]:  # fmt: skip
    fork = state.fork
    return {
        "study": study,
        "arm": result.arm,
        "question": result.item,
        "repeat": result.repeat,
        "domain": result.domain,
        "session": result.session,
        "adjudicators": tuple(models.get(seat, seat) for seat in judged.judges),
        "rubric_digest": rubric_digest(opened),
        "council_digest": council_digest(opened),
        "fork_of": ForkOf(session=fork.session, stage=fork.stage, changed=fork.changed) if fork is not None else None,
        "missing": tuple(
            MissingPart(
                seat=each.seat, model=models.get(each.seat, each.seat), stage=each.stage, failed=each.failed,
                cause=each.cause,
            )
            for each in state.missing
        ),
        "degraded": result.degraded,
        "agreement": dict(judged.agreement) if judged.agreement is not None else None,
    }  # fmt: skip


def _reply(own: dict[str, Any], reply: ReplyJudged, models: dict[str, str]) -> ReplyRow:
    return ReplyRow(
        **own,
        original=reply.first,
        final=reply.final,
        rebuttals=tuple(
            {"target": each.target, "model": models.get(each.target, each.target), "text": each.text}
            for each in reply.rebuttals
        ),
        axis_scores={
            name: SettledAxisScore(score=each.score, given=dict(each.given)) for name, each in reply.axes.items()
        },
        labels=reply.labels,
        flip=None if reply.flip is None else reply.flip.change != "no_change",
        conviction=reply.conviction,
        score=reply.score,
        compliant=reply.compliant,
    )


def _call(head: dict[str, Any], models: dict[str, str], event: Event, body: SeatSpoke | SeatFailed) -> CallRow:
    role = body.seat.partition("-")[0]
    return CallRow(
        **head,
        seat=body.seat,
        model=models.get(body.seat, body.seat),
        usage=_used([body] if _own(event) else []),  # a copy was paid for in its own session
        key=event.key,
        stage=event_keys.stage_of(event.key),
        role="member" if role == "seat" else role,
        attempt=body.attempt,
        settled=body.settled if isinstance(body, SeatSpoke) else body.failed,
        cause="" if isinstance(body, SeatSpoke) else body.cause,
        text=body.text if isinstance(body, SeatSpoke) else body.partial,
        at=event.at,
        answered_as=body.model if isinstance(body, SeatSpoke) else "",
        copied_from=event.origin.session if event.origin is not None else None,
    )


def _calls(events: Sequence[Event]) -> list[tuple[Event, SeatSpoke | SeatFailed]]:
    found = []
    for event in events:
        body = event.body
        if isinstance(body, (SeatSpoke, SeatFailed)) and event_keys.stage_of(event.key) != TITLE:
            if isinstance(body, SeatFailed) and body.final and body.failed in ("late", "budget"):
                continue  # recorded as its own attempt, or never sent
            found.append((event, body))
    return found


def _own(event: Event) -> bool:
    return event.origin is None


def _used(bodies: Iterable[SeatSpoke | SeatFailed]) -> CallUsage:
    calls = list(bodies)
    sources = sorted({body.cost_source for body in calls if body.cost_source})
    known = [body.cost for body in calls if body.cost is not None and body.cost_source != PRESUMED]
    untold = any(body.cost is None and isinstance(body, SeatSpoke) for body in calls)
    presumed = [body.cost for body in calls if body.cost is not None and body.cost_source == PRESUMED]
    return CallUsage(
        input=sum(body.usage.input for body in calls),
        output=sum(body.usage.output for body in calls),
        reasoning=sum(body.usage.reasoning for body in calls),
        cost=None if untold else dollars(sum(known)),
        at_most=dollars(sum(presumed)) or 0.0,
        cost_kind=sources[0] if len(sources) == 1 else "mixed" if sources else "",
        ms=sum(body.total_ms for body in calls if isinstance(body, SeatSpoke)),
        calls=len(calls),
    )
