"""Write the files of a run: the five published ones, from transcripts alone, so that they are reproducible.

`{mode}_run_{id}_raw.json`, `_grouped.json`, `_summary.json`, `_replies.ndjson`, `logs/run_{id}_adjudicator.jsonl`.
A run is one question or many; each question is a session. See also `tests/exports/runs/test_artifacts.py`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from moot.protocols.adjudication.findings import (
    AxisScores,
    Flips,
    Labels,
    Measures,
    RebuttalsMade,
    ReplyScores,
    Revisions,
)
from moot.protocols.adjudication.findings import RepliesCompared as AdjudicationCompared
from moot.protocols.adjudication.runs.adjudicator_log import lines_of
from moot.protocols.adjudication.runs.questions import Facts, question_of
from moot.protocols.adjudication.runs.replies import (
    JudgedReply,
    JudgedSession,
    figures_of,
    judged_in,
    judgements_of,
    judges_of,
)
from moot.protocols.files import ComparedSession, Files, RunFile, RunSessions, Value
from moot.protocols.replies import latest, model_names
from moot.vocabulary.events import Event, SessionOpened
from moot.vocabulary.state import SessionState, state_of

UNKNOWN = "unknown"
"""Subject area written for a run that names none."""
GROUPED_QUESTION = """
    index text domain phase2 consensus strongest_weighted weakest_weighted strongest weakest verdict replies session
    adjudicators degraded missing
"""
GROUPED_REPLY = """
    model original final rebuttal rebuttal_target flip flip_reason flip_source compliant conviction_bonus weighted_score
    phase1 axes text original_text rebuttal_text axis_scores judges degraded
"""
SUMMARY = """
    question_index question_text consensus verdict verdict_type verdict_confidence verdict_basis verdict_reason
    strongest_weighted weakest_weighted flips stances session adjudicators degraded degraded_replies missing
"""
LINE = """
    question_index question_text domain mode model text original_text revised_text rebuttal_text rebuttal_target flip
    flip_source compliant conviction_bonus weighted_score phase1 axis_scores phase2_consensus phase2_strongest
    phase2_weakest verdict strongest_weighted weakest_weighted _run_id _code_hash session adjudicators judges degraded
    question_degraded missing
"""
"""Names of the fields in each file, in order: the published fields, then Moot's own."""
NO_FLIP = dict.fromkeys(("flip", "flip_reason", "flip_source"))


class RunHead(Struct, kw_only=True):
    """The first fields of a run's files `raw` and `grouped`: what was run, when, and with which adjudicators."""

    run_id: str
    code_hash: str
    mode: str
    domain: str
    started_at: str
    finished_at: str
    duration_seconds: float
    adjudicators: list[str]
    """Models of the adjudicators, over all questions."""
    options: Facts
    """Options of the protocol. They are not part of `code_hash`."""


def files_of(run: RunSessions) -> tuple[RunFile, ...]:
    """Return the files that are written for a run (adjudicated sessions whose questions were asked together), in the
    order in which they are written."""
    sessions, domain = run.sessions, run.domain or UNKNOWN
    states = [state_of(events) for events in sessions]
    openings = [_opening(events) for events in sessions]
    mode = mode_of(openings[0])
    questions = [
        question_of(index, state, opened, code_hash_of(opened), domain)
        for index, (state, opened) in enumerate(zip(states, openings, strict=True), start=1)
    ]
    head = RunHead(
        run_id=run.id,
        code_hash=code_hash_of(openings[0]),
        mode=mode,
        domain=domain,
        started_at=run.began,
        finished_at=run.ended,
        duration_seconds=run.seconds,
        adjudicators=list(dict.fromkeys(name for question in questions for name in question["adjudicators"])),
        options=dict(openings[0].options),
    )
    names = {
        kind: f"{mode}_run_{run.id}_{kind}.{ending}"
        for kind, ending in (("raw", "json"), ("grouped", "json"), ("summary", "json"), ("replies", "ndjson"))
    }
    summary = [_summary(question) for question in questions]
    published = {
        "raw": names["raw"],
        "grouped": names["grouped"],
        "summary": names["summary"],
        "ndjson": names["replies"],
    }
    raw = {**_plain(head), "questions": questions, "summary": summary, "artifacts": published}
    lines = [_line(reply, question, head) for question in questions for reply in question["replies"]]
    calls = [
        line
        for index, (state, opened, events) in enumerate(zip(states, openings, sessions, strict=True), start=1)
        for line in lines_of(index, state, events, opened.rubric, model_names(state))
    ]
    return (
        RunFile(name=names["raw"], value=raw),
        RunFile(name=names["grouped"], value={**_plain(head), "questions": [_grouped(each) for each in questions]}),
        RunFile(name=names["summary"], value=summary),
        RunFile(name=names["replies"], value=lines, lines=True),
        RunFile(name=f"logs/run_{run.id}_adjudicator.jsonl", value=_log(head, openings, calls), lines=True),
    )


def mode_of(opened: SessionOpened) -> str:
    """Return the mode written in a run's files, e.g. `code_review`.

    This is the rubric's name. If the session has no rubric, it is the protocol's name.
    """
    name = opened.rubric.name if opened.rubric is not None and opened.rubric.name else opened.protocol
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "run"


def code_hash_of(opened: SessionOpened) -> str:
    """Return twelve characters that identify how a session was judged.

    They depend on Moot's version, the protocol, the council's own prompts, the rubric and the adjudicators. Members and
    options do not matter, because runs are compared by them.
    """
    judges = [seat.model for seat in judges_of(opened.roster)]
    method = [opened.moot, opened.protocol, opened.wording, opened.rubric, judges]
    return hashlib.sha256(msgspec.json.encode(method, order="deterministic")).hexdigest()[:12]


def _opening(events: Sequence[Event]) -> SessionOpened:
    opened = events[0].body
    assert isinstance(opened, SessionOpened)
    return opened


def _fields(names: str, *objects: Facts) -> Facts:
    """Return the fields with these names (separated by spaces) from the objects, in the order of the names."""
    every = {name: value for each in objects for name, value in each.items()}
    return {name: every[name] for name in names.split()}


def _grouped(question: Facts) -> Facts:
    strongest, weakest = question["strongest_weighted"], question["weakest_weighted"]
    more = {
        "index": question["question_index"],
        "text": question["question_text"],
        "consensus": question["phase2"].get("consensus"),
        "strongest": strongest,
        "weakest": weakest,
        "replies": [_grouped_reply(reply) for reply in question["replies"]],
    }
    return _fields(GROUPED_QUESTION, question, more)


def _grouped_reply(reply: Facts) -> Facts:
    more = {
        "original": reply["original_text"],
        "final": reply["text"],
        "rebuttal": reply["rebuttal_text"],
        "axes": reply["axis_scores"],
    }
    return _fields(GROUPED_REPLY, reply, more, reply["flip"] or NO_FLIP)


def _summary(question: Facts) -> Facts:
    verdict, replies = question["verdict"], question["replies"]
    more = {
        "consensus": question["phase2"].get("consensus"),
        "verdict": verdict["verdict"],
        **{f"verdict_{name}": verdict[name] for name in ("confidence", "basis", "reason")},
        "verdict_type": verdict["verdict_type"],
        "flips": {
            reply["model"]: {
                "flipped": reply["flip"]["flip"],
                "reason": reply["flip"]["flip_reason"],
                "source": reply["flip"]["flip_source"],
            }
            for reply in replies
            if reply["flip"] is not None
        },
        "stances": {each["model"]: {"original": each["original_text"], "final": each["text"]} for each in replies},
        "degraded_replies": {each["model"]: each["degraded"] for each in replies if each["degraded"]},
    }
    return _fields(SUMMARY, question, more)


def _line(reply: Facts, question: Facts, head: RunHead) -> Facts:
    phase2 = question["phase2"]
    more = {
        "mode": head.mode,
        "flip_source": (reply["flip"] or NO_FLIP)["flip_source"],
        **{f"phase2_{name}": phase2.get(name) for name in ("consensus", "strongest", "weakest")},
        "_run_id": head.run_id,
        "_code_hash": question["code_hash"],
        "question_degraded": question["degraded"],
    }
    return _fields(LINE, question, reply, more)


def _log(head: RunHead, openings: Sequence[SessionOpened], calls: Sequence[Facts]) -> list[Facts]:
    own = [call for call in calls if call["copied_from"] is None]  # copies in forks were made, and paid, elsewhere
    told = all(call["cost"] is not None or call["at_most"] is not None for call in own)
    header = {
        "run_id": head.run_id,
        "mode": head.mode,
        "domain": head.domain,
        "adjudicator_model": ", ".join(head.adjudicators),
        "council_roster": list(dict.fromkeys(seat.model for opened in openings for seat in opened.roster.seats)),
        "started_at": head.started_at,
        "entry_type": "run_header",
    }
    footer = {
        "run_id": head.run_id,
        "finished_at": head.finished_at,
        "duration_seconds": head.duration_seconds,
        "calls": len(own),
        "input_tokens": sum(call["input_tokens"] for call in own),
        "output_tokens": sum(call["output_tokens"] for call in own),
        "cost": sum(call["cost"] or 0.0 for call in own) if told else None,
        "at_most": sum(call["at_most"] or 0.0 for call in own),
        "entry_type": "run_footer",
    }
    return [header, *calls, footer]


def _plain(value: Struct) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain


def compared(state: SessionState) -> ComparedSession:
    """Return the values of an adjudicated session that are compared with another's: its ranking, and the judgement of
    each reply."""
    judged = judged_in(state)
    side = judged.compared
    return ComparedSession(
        facts={
            "strongest": judged.strongest,
            "weakest": judged.weakest,
            "agreement": side.agreement if side is not None else None,
            "consensus": side.consensus if side is not None else None,
            "dispute": side.dispute if side is not None else None,
        },
        members={reply.seat: _facts(reply) for reply in judged.replies},
        ordered=frozenset(("flip", "flip source", "conviction")),
    )


def _facts(reply: JudgedReply) -> dict[str, Value]:
    facts: dict[str, Value] = {"first answer": reply.first, "final answer": reply.final}
    if reply.flip is not None:
        facts |= {"flip": reply.flip.change, "flip source": reply.flip.source}
    if reply.labels is not None:
        facts["labels"] = ", ".join(sorted(given.label for given in reply.labels.labels)) or "none"
        facts["flawed"] = reply.labels.flawed
    if reply.score is not None:
        facts |= {
            "score": reply.score.score,
            "conviction": reply.score.conviction,
            "compliant": reply.score.compliant,
        }
    return facts | {f"axis {each.axis}": each.score for each in reply.axes}


def strongest(judged: JudgedSession) -> str:
    """Return the model with the highest score, or a text that says that several share it or that scores are missing."""
    if judged.strongest is None:
        return ""
    given = [reply.score.score if reply.score is not None else None for reply in judged.replies]
    if None in given:
        return f"not known ({given.count(None)} of {len(given)} without a score)"
    tied = given.count(max(score for score in given if score is not None))
    return judged.names[judged.strongest] if tied == 1 else f"a tie of {tied}"


def unjudged(state: SessionState) -> bool:
    """Return whether the session's verdict is not based on a rule because no scores could be parsed."""
    measures = latest(state, Measures)
    return measures is not None and not measures.rule


FILES = Files(
    run=files_of,
    strongest=lambda state: strongest(judged_in(state)),
    unjudged=unjudged,
    compared=compared,
    outcome=figures_of,
    judgements=judgements_of,
    reversing="reverse_rebuttals",
    told=frozenset(
        str(each.__struct_config__.tag)
        for each in (RebuttalsMade, Revisions, Flips, Labels, AxisScores, AdjudicationCompared, ReplyScores, Measures)
    ),
)
