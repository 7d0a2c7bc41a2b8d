"""Convert a session's findings to one question of a run's files, under the published field names.

Names of labels come from the rubric: `flaw_label`, `evidence_reason`, `authority_agreement`. Seats become models.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from moot.protocols.adjudication.findings import AdjudicatorAgreement, RepliesCompared
from moot.protocols.adjudication.runs.gaps import (
    REASONS,
    degraded_reply,
    judge_names,
    judge_rows,
    judges_of,
    missing_rows,
)
from moot.protocols.adjudication.runs.replies import JudgedReply, JudgedSession, judged_in
from moot.protocols.adjudication.runs.rows import (
    AdjudicatorAxisRow,
    AdjudicatorFlipRow,
    Facts,
    RawQuestion,
    RawReply,
    RebuttalRow,
    VerdictRow,
)
from moot.protocols.replies import latest
from moot.vocabulary import event_keys
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.endings import degraded_of, outcome_of
from moot.vocabulary.words.seat_names import in_names


def question_of(index: int, state: SessionState, opened: SessionOpened, code_hash: str, domain: str) -> RawQuestion:
    """Return one question with its replies, judgements and verdict."""
    judged, rubric = judged_in(state), opened.rubric
    judges = judge_names(judges_of(opened.roster))
    phase2 = _phase2(judged, rubric, judges)
    replies = [_reply(state, judged, reply, rubric, judges) for reply in judged.replies]
    agreement = latest(state, AdjudicatorAgreement)
    return RawQuestion(
        question_index=index,
        question_text=state.question.text,
        replies=replies,
        phase1_raw=_raw(state, "labels."),
        phase1={"replies": [entry for reply in replies for entry in reply.phase1]},
        phase2_raw=_raw(state, "replies"),
        phase2=phase2,
        strongest_weighted=_model(judged, judged.strongest),
        weakest_weighted=_model(judged, judged.weakest),
        verdict=_verdict(state, judged),
        domain=domain,
        session=state.session,
        code_hash=code_hash,
        adjudicators=list(judges.values()),
        adjudicator_agreement=msgspec.to_builtins(agreement) if agreement is not None else None,
        degraded=[in_names(line, {**judged.names, **judges}) for line in degraded_of(state)],
        missing=missing_rows(state, judged, judges),
    )


def _reply(
    state: SessionState, judged: JudgedSession, reply: JudgedReply, rubric: Rubric | None, judges: dict[str, str]
) -> RawReply:
    rebuttals = [
        RebuttalRow(target=judged.names.get(each.target, each.target), text=each.text) for each in reply.rebuttals
    ]
    return RawReply(
        model=reply.model,
        text=reply.final,
        original_text=reply.first,
        revised_text=reply.final if reply.revised else None,
        flip=_flip(judged, reply),
        compliant=reply.score.compliant if reply.score is not None else None,
        phase1=_phase1(reply, rubric),
        rebuttal_text="\n\n".join(each.text for each in rebuttals) or None,
        rebuttal_target=rebuttals[0].target if rebuttals else None,
        axis_scores={
            each.axis: AdjudicatorAxisRow(
                axis=each.axis, score=each.score, reason=" · ".join(filter(None, each.reasons.values()))
            )
            for each in reply.axes
        },
        conviction_bonus=reply.score.conviction if reply.score is not None else None,
        weighted_score=reply.score.score if reply.score is not None else None,
        seat=reply.seat,
        rebuttals=rebuttals,
        judges=judge_rows(reply, judges),
        degraded=degraded_reply(state, judged, reply, rubric, judges),
    )


def _flip(judged: JudgedSession, reply: JudgedReply) -> AdjudicatorFlipRow | None:
    if reply.flip is None or reply.flip.change not in REASONS:
        return None  # not tested or unread: no flip, and none denied
    return AdjudicatorFlipRow(
        flip=reply.flip.change != "none",
        flip_reason=REASONS[reply.flip.change],
        flip_source=_model(judged, reply.flip.source),
        words=reply.flip.words,
        verified=reply.flip.verified,
    )


def _phase1(reply: JudgedReply, rubric: Rubric | None) -> list[Facts]:
    """Return the reply's labels: one entry for it, or one for each of its findings."""
    if reply.labels is None or not reply.labels.read or rubric is None:
        return []
    family = rubric.labelling
    if family.of == "findings":
        return [
            {"model": reply.model, "finding": each.finding, "label": each.label or None, "reason": each.reason}
            | ({"unsure": True} if each.unsure is True else {})
            for each in reply.labels.labels
        ]
    given = reply.labels.labels
    entry: Facts = {
        "model": reply.model,
        f"{family.name}_label": given[0].label if given else None,
        f"{family.name}_reason": given[0].reason if given else "",
        **reply.labels.details,
    }
    if reply.labels.unread:
        entry["unread_labels"] = reply.labels.unread
    if len(given) > 1:
        entry["labels"] = [each.label for each in given]
    if reply.labels.cleared:
        entry["cleared"] = [{"label": each.label, "reason": each.reason} for each in reply.labels.cleared]
    return [entry]


def _phase2(judged: JudgedSession, rubric: Rubric | None, judges: dict[str, str]) -> Facts:
    compared = judged.compared
    if compared is None or rubric is None or compared.by is None:
        return {}
    facts: Facts = {"strongest": _model(judged, judged.strongest), "weakest": _model(judged, judged.weakest)}
    if rubric.comparison.of == "findings":
        facts["merged_findings"] = [_merged(judged, compared, at) for at in range(len(compared.findings))]
        if rubric.comparison.chains:
            facts["attack_chains"] = compared.chains
        if compared.struck:
            facts["struck"] = [
                {
                    "finding": each.finding,
                    "why": each.why,
                    "model": _model(judged, each.by or None),
                    "words": each.words,
                }
                for each in compared.struck
            ]
    else:
        facts |= {
            "consensus": compared.consensus or None,
            rubric.comparison.agreement: compared.agreement or None,
            rubric.comparison.dispute: compared.dispute,
        }
    if len(compared.calls) > 1:
        facts["judges"] = {judges.get(seat, seat): words for seat, words in compared.calls.items()}
        facts["stands"] = judges.get(compared.by, compared.by)
    return {**facts, **compared.details}


def _merged(judged: JudgedSession, compared: RepliesCompared, at: int) -> Facts:
    found = compared.findings[at]
    return {
        "finding": found.finding,
        "status": found.status,
        "models_agree": [_model(judged, seat) for seat in found.agree],
        "models_disagree": [_model(judged, seat) for seat in found.disagree],
        "severity": found.severity,
    }


def _verdict(state: SessionState, judged: JudgedSession) -> VerdictRow:
    verdict, measures = state.verdict, judged.measures
    ruling = verdict.ruling if verdict is not None else None
    best = next((reply for reply in judged.replies if reply.seat == judged.strongest), None)
    row = VerdictRow(
        verdict=verdict.text if verdict is not None else None,
        verdict_type=ruling.verdict_class if ruling is not None else None,
        confidence=(ruling.certainty or None) if ruling is not None else None,
        basis=(ruling.basis or None) if ruling is not None else None,
        reason=(verdict.reason if verdict is not None else state.message or state.reason)
        or (measures.says if measures is not None else ""),
        strongest_model=best.model if best is not None else None,
        strongest_score=best.score.score if best is not None and best.score is not None else None,
        outcome=outcome_of(state),
        rule=ruling.rule if ruling is not None else None,
        measures=dict(measures.values) if measures is not None else {},
    )
    if judged.compared is not None and judged.compared.findings:
        statuses = [each.status for each in judged.compared.findings]
        row.findings_count = len(statuses)
        row.confirmed_bugs = statuses.count("confirmed")
        row.disputed = statuses.count("disputed")
    return row


def _raw(state: SessionState, about: str) -> list[str]:
    """Return the adjudicators' texts for one kind of question, repairs included."""
    found: Sequence[Any] = [
        move.text
        for move in state.moves.values()
        if move.state == "spoke"
        and move.seat.startswith("adjudicator")
        and event_keys.who_of(move.key).partition("#")[2].startswith(about)
    ]
    return list(found)


def _model(judged: JudgedSession, seat: str | None) -> str | None:
    return None if seat is None else judged.names.get(seat, seat)
