"""Convert a session's findings to one question of a run's files, under the published field names.

Names of labels come from the rubric: `flaw_label`, `evidence_reason`, `authority_agreement`. Seats become models. What
a protocol does not compute is null. Moot's own fields come after the published ones: `degraded` names each way in which
a reply or the result is incomplete, with every failed move about a reply, its author's and its adjudicators'; `judges`
has the values of each judge before they were merged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from moot.protocols.adjudication.findings import AdjudicatorAgreement, RepliesCompared
from moot.protocols.adjudication.runs.replies import REASONS, JudgedReply, JudgedSession, judged_in, judges_of
from moot.protocols.replies import latest
from moot.vocabulary import event_keys
from moot.vocabulary.events import SessionOpened
from moot.vocabulary.rubrics import Rubric
from moot.vocabulary.seats import Seat
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.endings import degraded_of, outcome_of
from moot.vocabulary.words.seat_names import in_names

Facts = dict[str, Any]
"""A JSON object."""
ABOUT = {
    "flip": "whether it changed its position",
    "labels": "its labels",
    "check": "whether a doubtful label stands",
    "axis": "its score on {axis}",
}


def question_of(index: int, state: SessionState, opened: SessionOpened, code_hash: str, domain: str) -> Facts:
    """Return a session as the entry for its question in a run's file: replies, judgements and verdict.

    Args:
        index: The question's number in the run.
        code_hash: Identifies how the session was judged.
        domain: The subject of the run's questions.
    """
    judged, rubric = judged_in(state), opened.rubric
    judges = _judge_names(judges_of(opened.roster))
    replies = [_reply(state, judged, reply, rubric, judges) for reply in judged.replies]
    agreement = latest(state, AdjudicatorAgreement)
    return {
        "question_index": index,
        "question_text": state.question.text,
        "replies": replies,
        "phase1_raw": _raw(state, "labels."),
        "phase1": {"replies": [entry for reply in replies for entry in reply["phase1"]]},
        "phase2_raw": _raw(state, "replies"),
        "phase2": _phase2(judged, rubric, judges),
        "strongest_weighted": _model(judged, judged.strongest),
        "weakest_weighted": _model(judged, judged.weakest),
        "verdict": _verdict(state, judged),
        "domain": domain,
        "session": state.session,
        "code_hash": code_hash,
        "adjudicators": list(judges.values()),
        "adjudicator_agreement": msgspec.to_builtins(agreement) if agreement is not None else None,
        "degraded": [in_names(line, {**judged.names, **judges}) for line in degraded_of(state)],
        "missing": [
            {
                "model": judged.names.get(lost.seat) or judges.get(lost.seat, lost.seat),
                "stage": lost.stage,
                "failed": lost.failed,
                "cause": lost.cause,
                "seat": lost.seat,
            }
            for lost in state.missing
        ],
    }


def _reply(
    state: SessionState, judged: JudgedSession, reply: JudgedReply, rubric: Rubric | None, judges: dict[str, str]
) -> Facts:
    rebuttals = [{"target": _model(judged, each.target), "text": each.text} for each in reply.rebuttals]
    score = reply.score
    return {
        "model": reply.model,
        "text": reply.final,
        "original_text": reply.first,
        "revised_text": reply.final if reply.revised else None,
        "flip": _flip(judged, reply),
        "compliant": score.compliant if score is not None else None,
        "phase1": _phase1(reply, rubric),
        "rebuttal_text": "\n\n".join(each.text for each in reply.rebuttals) or None,
        "rebuttal_target": rebuttals[0]["target"] if rebuttals else None,
        "axis_scores": {
            each.axis: {
                "axis": each.axis,
                "score": each.score,
                "reason": " · ".join(filter(None, each.reasons.values())),
            }
            for each in reply.axes
        },
        "conviction_bonus": score.conviction if score is not None else None,
        "weighted_score": score.score if score is not None else None,
        "seat": reply.seat,
        "rebuttals": rebuttals,
        "judges": _judges(reply, judges),
        "degraded": _degraded(state, reply, rubric, judges),
    }


def _flip(judged: JudgedSession, reply: JudgedReply) -> Facts | None:
    if reply.flip is None or reply.flip.change not in REASONS:
        return None  # not tested or unread: no flip, and none denied
    return {
        "flip": reply.flip.change != "none",
        "flip_reason": REASONS[reply.flip.change],
        "flip_source": _model(judged, reply.flip.source),
        "words": reply.flip.words,
        "verified": reply.flip.verified,
    }


def _phase1(reply: JudgedReply, rubric: Rubric | None) -> list[Facts]:
    """Return the entries for a reply's labels: one for the reply, or one for each of its findings."""
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
        facts |= _merged(judged, compared)
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


def _merged(judged: JudgedSession, compared: RepliesCompared) -> Facts:
    return {
        "merged_findings": [
            {
                "finding": found.finding,
                "status": found.status,
                "models_agree": [_model(judged, seat) for seat in found.agree],
                "models_disagree": [_model(judged, seat) for seat in found.disagree],
                "severity": found.severity,
            }
            for found in compared.findings
        ]
    }


def _verdict(state: SessionState, judged: JudgedSession) -> Facts:
    verdict, measures = state.verdict, judged.measures
    ruling = verdict.ruling if verdict is not None else None
    best = next((reply for reply in judged.replies if reply.seat == judged.strongest), None)
    said = verdict.reason if verdict is not None else state.message or state.reason
    statuses = [each.status for each in judged.compared.findings] if judged.compared is not None else []
    counts = {"confirmed_bugs": statuses.count("confirmed"), "disputed": statuses.count("disputed")}
    return {
        "verdict": verdict.text if verdict is not None else None,
        "verdict_type": ruling.verdict_class if ruling is not None else None,
        "confidence": (ruling.certainty or None) if ruling is not None else None,
        "basis": (ruling.basis or None) if ruling is not None else None,
        "reason": said or (measures.says if measures is not None else ""),
        "strongest_model": best.model if best is not None else None,
        "strongest_score": best.score.score if best is not None and best.score is not None else None,
        **({"findings_count": len(statuses), **counts} if statuses else {}),
        "outcome": outcome_of(state),
        "rule": ruling.rule if ruling is not None else None,
        "measures": dict(measures.values) if measures is not None else {},
    }


def _raw(state: SessionState, about: str) -> list[str]:
    """Return the adjudicators' texts for one kind of ballot, repairs included."""
    return [
        move.text
        for move in state.moves.values()
        if move.state == "spoke"
        and move.seat.startswith("adjudicator")
        and event_keys.who_of(move.key).partition("#")[2].startswith(about)
    ]


def _model(judged: JudgedSession, seat: str | None) -> str | None:
    return None if seat is None else judged.names.get(seat, seat)


# --- judges, and what is missing ------------------------------------------------------------------------------------


def _judge_names(seats: tuple[Seat, ...]) -> dict[str, str]:
    """Return a name for each judging seat: its model, with the seat's id if several have the same model."""
    often = Counter(seat.model for seat in seats)
    return {seat.id: seat.model if often[seat.model] == 1 else f"{seat.model} ({seat.id})" for seat in seats}


def _judges(reply: JudgedReply, judges: dict[str, str]) -> list[Facts]:
    """Return, for each judge, the scores, labels and changes that this judge gave for a reply.

    A judge that gave none is left out.
    """
    labels = reply.labels.calls if reply.labels is not None else {}
    flips = reply.flip.calls if reply.flip is not None else {}
    rows = [
        {
            "judge": name,
            "axis_scores": {
                axis.axis: {"axis": axis.axis, "score": axis.given[seat], "reason": axis.reasons.get(seat, "")}
                for axis in reply.axes
                if seat in axis.given
            },
            "labels": list(labels[seat]) if seat in labels else None,
            "flip": flips.get(seat),
        }
        for seat, name in judges.items()
    ]
    return [row for row in rows if row["axis_scores"] or row["labels"] is not None or row["flip"] is not None]


class _LostPart(Struct, frozen=True):
    """A request that failed, or whose ballot could not be read."""

    key: str
    seat: str
    cause: str
    spoiled: bool = False


def _lost(state: SessionState) -> Iterator[_LostPart]:
    for move in state.moves.values():
        if move.state in ("failed", "late") and move.stage != "title" and "+" not in move.key:
            yield _LostPart(move.key, move.seat, move.cause)
    for ballot in state.ballots.values():
        if ballot.spoiled:
            yield _LostPart(event_keys.move_of(ballot.key), ballot.reader, ballot.spoiled, spoiled=True)


def _degraded(state: SessionState, reply: JudgedReply, rubric: Rubric | None, judges: dict[str, str]) -> list[str]:
    lines = []
    for lost in _lost(state):
        part, _, about = event_keys.who_of(lost.key).partition("#")[2].partition(".")
        if about == reply.seat and lost.seat in judges:
            how = "could not be read" if lost.spoiled else "never came"
            lines.append(f"What {judges[lost.seat]} was asked, {_part(part, rubric)}, {how}: {lost.cause}")
        elif lost.seat == reply.seat:
            how = "could not be read" if lost.spoiled else "failed"
            lines.append(f"Its part in {event_keys.stage_of(lost.key)} {how}: {lost.cause}")
    unread = [axis.axis for axis in reply.axes if axis.score is None]
    if unread:
        stands = "the rubric's neutral score stands" if reply.score and reply.score.neutral else "the others are scaled"
        lines.append(f"Nobody's score could be read on {', '.join(unread)}; {stands}.")
    if reply.score is not None and reply.score.score is None:
        lines.append("Too little could be read for a score.")
    if reply.labels is not None and not reply.labels.read:
        lines.append("Nobody's labels could be read.")
    unlabelled = sum(not each.label for each in reply.labels.labels) if reply.labels is not None else 0
    if unlabelled:
        lines.append(f"{unlabelled} of its labels could not be read.")
    if reply.flip is not None and reply.flip.change == "unread":
        lines.append("Whether it changed its position is not known.")
    if reply.flip is not None and reply.flip.change == "untested":
        lines.append("Whether it holds its position was not tested.")
    return lines


def _part(part: str, rubric: Rubric | None) -> str:
    name, _, number = part.partition("-")
    axes = rubric.axes if rubric is not None else ()
    axis = axes[int(number) - 1].name if number.isdecimal() and 0 < int(number) <= len(axes) else number
    return ABOUT.get(name, part).format(axis=axis)
