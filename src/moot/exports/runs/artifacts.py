"""Which files does a run leave? The published five, made from transcripts alone, so that they can be made again.

`{mode}_run_{id}_raw.json`, `_grouped.json`, `_summary.json`, `_replies.ndjson`, `logs/run_{id}_adjudicator.jsonl`.
A run is one question or many; each question is a session. Held by `tests/exports/runs/test_artifacts.py`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from moot.errors import BadInput
from moot.exports.export import write_export
from moot.exports.runs.adjudicator_log import CallLine, Footer, Header, lines_of
from moot.exports.runs.gaps import judges_of
from moot.exports.runs.questions import question_of
from moot.exports.runs.rows import (
    Flipped,
    GroupedQuestion,
    GroupedReply,
    RawQuestion,
    RawReply,
    ReplyLine,
    RunHead,
    Stance,
    SummaryRow,
)
from moot.sessions.results.judged import model_names
from moot.transcripts.json_lines import unbroken
from moot.vocabulary.events import Event, SessionOpened
from moot.vocabulary.state import state_of

UNKNOWN = "unknown"
"""The domain of a run that names none."""


class Artifact(Struct, frozen=True, kw_only=True):
    """One file of a run."""

    name: str
    """Its path under the folder of artifacts."""
    text: str
    """What it holds."""


def artifacts_of(run_id: str, sessions: Sequence[Sequence[Event]], *, domain: str = "") -> tuple[Artifact, ...]:
    """The files of a run over these sessions, in the order of its questions."""
    if not sessions:
        raise BadInput("A run without a single session leaves no files.")
    states = [state_of(events) for events in sessions]
    openings = [_opening(events) for events in sessions]
    domain = domain or UNKNOWN
    mode = mode_of(openings[0])
    questions = [
        question_of(index, state, opened, code_hash_of(opened), domain)
        for index, (state, opened) in enumerate(zip(states, openings, strict=True), start=1)
    ]
    began, ended = min(state.opened_at for state in states), max(events[-1].at for events in sessions)
    head = RunHead(
        run_id=run_id,
        code_hash=code_hash_of(openings[0]),
        mode=mode,
        domain=domain,
        started_at=began,
        finished_at=ended,
        duration_seconds=_seconds(began, ended),
        adjudicators=list(dict.fromkeys(name for question in questions for name in question.adjudicators)),
        options=dict(openings[0].options),
    )
    names = {
        kind: f"{mode}_run_{run_id}_{kind}.{ending}"
        for kind, ending in (("raw", "json"), ("grouped", "json"), ("summary", "json"), ("replies", "ndjson"))
    }
    summary = [_summary(question) for question in questions]
    published = {"raw": names["raw"], "grouped": names["grouped"], "summary": names["summary"],
                 "ndjson": names["replies"]}  # fmt: skip
    raw = {**_plain(head), "questions": questions, "summary": summary, "artifacts": published}
    lines = [_line(reply, question, head) for question in questions for reply in question.replies]
    calls = [
        line
        for index, (state, opened, events) in enumerate(zip(states, openings, sessions, strict=True), start=1)
        for line in lines_of(index, state, events, opened.rubric, model_names(state))
    ]
    return (
        Artifact(name=names["raw"], text=_pretty(raw)),
        Artifact(
            name=names["grouped"], text=_pretty({**_plain(head), "questions": [_grouped(each) for each in questions]})
        ),
        Artifact(name=names["summary"], text=_pretty(summary)),
        Artifact(name=names["replies"], text=_lines(lines)),
        Artifact(name=f"logs/run_{run_id}_adjudicator.jsonl", text=_lines(_log(head, openings, calls))),
    )


def write_artifacts(folder: Path, artifacts: Sequence[Artifact]) -> list[Path]:
    """Writes the files, each whole or not at all, over those of the same run."""
    written = []
    for artifact in artifacts:
        file = folder / artifact.name
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{file.parent} cannot be made: {error.strerror}.", "Name another folder.") from None
        write_export(file, artifact.text, overwrite=True)
        written.append(file)
    return written


def mode_of(opened: SessionOpened) -> str:
    """What files and rows call the way of judging: the rubric, or else the protocol; `code_review`."""
    name = opened.rubric.name if opened.rubric is not None and opened.rubric.name else opened.protocol
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "run"


def code_hash_of(opened: SessionOpened) -> str:
    """Twelve characters that change with Moot's version, the protocol, the council's own prompts, the rubric, and who
    judges by it. Members and options are none of it: they are what runs are compared for."""
    judges = [seat.model for seat in judges_of(opened.roster)]
    method = [opened.moot, opened.protocol, opened.wording, opened.rubric, judges]
    return hashlib.sha256(msgspec.json.encode(method, order="deterministic")).hexdigest()[:12]


def _opening(events: Sequence[Event]) -> SessionOpened:
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    return opened


def _grouped(question: RawQuestion) -> GroupedQuestion:
    return GroupedQuestion(
        index=question.question_index,
        text=question.question_text,
        domain=question.domain,
        phase2=question.phase2,
        consensus=question.phase2.get("consensus"),
        strongest_weighted=question.strongest_weighted,
        weakest_weighted=question.weakest_weighted,
        strongest=question.strongest_weighted,
        weakest=question.weakest_weighted,
        verdict=question.verdict,
        replies=[
            GroupedReply(
                model=reply.model,
                original=reply.original_text,
                final=reply.text,
                rebuttal=reply.rebuttal_text,
                rebuttal_target=reply.rebuttal_target,
                flip=reply.flip.flip if reply.flip is not None else None,
                flip_reason=reply.flip.flip_reason if reply.flip is not None else None,
                flip_source=reply.flip.flip_source if reply.flip is not None else None,
                compliant=reply.compliant,
                conviction_bonus=reply.conviction_bonus,
                weighted_score=reply.weighted_score,
                phase1=reply.phase1,
                axes=reply.axis_scores,
                text=reply.text,
                original_text=reply.original_text,
                rebuttal_text=reply.rebuttal_text,
                axis_scores=reply.axis_scores,
                judges=reply.judges,
                degraded=reply.degraded,
            )
            for reply in question.replies
        ],
        session=question.session,
        adjudicators=question.adjudicators,
        degraded=question.degraded,
        missing=question.missing,
    )


def _summary(question: RawQuestion) -> SummaryRow:
    verdict = question.verdict
    return SummaryRow(
        question_index=question.question_index,
        question_text=question.question_text,
        consensus=question.phase2.get("consensus"),
        verdict=verdict.verdict,
        verdict_type=verdict.verdict_type,
        verdict_confidence=verdict.confidence,
        verdict_basis=verdict.basis,
        verdict_reason=verdict.reason,
        strongest_weighted=question.strongest_weighted,
        weakest_weighted=question.weakest_weighted,
        flips={
            reply.model: Flipped(flipped=reply.flip.flip, reason=reply.flip.flip_reason, source=reply.flip.flip_source)
            for reply in question.replies
            if reply.flip is not None
        },
        stances={reply.model: Stance(original=reply.original_text, final=reply.text) for reply in question.replies},
        session=question.session,
        adjudicators=question.adjudicators,
        degraded=question.degraded,
        degraded_replies={reply.model: reply.degraded for reply in question.replies if reply.degraded},
        missing=question.missing,
    )


def _line(reply: RawReply, question: RawQuestion, head: RunHead) -> ReplyLine:
    return ReplyLine(
        question_index=question.question_index,
        question_text=question.question_text,
        domain=question.domain,
        mode=head.mode,
        model=reply.model,
        text=reply.text,
        original_text=reply.original_text,
        revised_text=reply.revised_text,
        rebuttal_text=reply.rebuttal_text,
        rebuttal_target=reply.rebuttal_target,
        flip=reply.flip,
        flip_source=reply.flip.flip_source if reply.flip is not None else None,
        compliant=reply.compliant,
        conviction_bonus=reply.conviction_bonus,
        weighted_score=reply.weighted_score,
        phase1=reply.phase1,
        axis_scores=reply.axis_scores,
        phase2_consensus=question.phase2.get("consensus"),
        phase2_strongest=question.phase2.get("strongest"),
        phase2_weakest=question.phase2.get("weakest"),
        verdict=question.verdict,
        strongest_weighted=question.strongest_weighted,
        weakest_weighted=question.weakest_weighted,
        run_id=head.run_id,
        code_hash=question.code_hash,
        session=question.session,
        adjudicators=question.adjudicators,
        judges=reply.judges,
        degraded=reply.degraded,
        question_degraded=question.degraded,
        missing=question.missing,
    )


def _log(head: RunHead, openings: Sequence[SessionOpened], calls: Sequence[CallLine]) -> list[Any]:
    own = [call for call in calls if call.copied_from is None]
    told = all(call.cost is not None or call.at_most is not None for call in own)
    header = Header(
        run_id=head.run_id,
        mode=head.mode,
        domain=head.domain,
        adjudicator_model=", ".join(head.adjudicators),
        council_roster=list(dict.fromkeys(seat.model for opened in openings for seat in opened.roster.seats)),
        started_at=head.started_at,
    )
    footer = Footer(
        run_id=head.run_id,
        finished_at=head.finished_at,
        duration_seconds=head.duration_seconds,
        calls=len(own),
        input_tokens=sum(call.input_tokens for call in own),
        output_tokens=sum(call.output_tokens for call in own),
        cost=sum(call.cost or 0.0 for call in own) if told else None,
        at_most=sum(call.at_most or 0.0 for call in own),
    )
    return [header, *calls, footer]


def _seconds(began: str, ended: str) -> float:
    try:
        taken = datetime.fromisoformat(ended) - datetime.fromisoformat(began)
    except ValueError:
        return 0.0
    return round(max(0.0, taken.total_seconds()), 3)


def _plain(value: Struct) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain


def _pretty(value: Any) -> str:
    return unbroken(msgspec.json.format(msgspec.json.encode(value), indent=2)) + "\n"


def _lines(rows: Sequence[Any]) -> str:
    return "".join(unbroken(msgspec.json.encode(row)) + "\n" for row in rows)
