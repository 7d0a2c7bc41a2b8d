"""Export a study's sessions as inspect_ai logs for `inspect view`: one `.eval` per arm, one sample per cell.

The format is version 2 of inspect_ai's logs: a zip with `header.json`, `summaries.json` and a file per sample. It is
written without inspect_ai and opens in its reader. A repeat is an epoch; measures are a sample's scores, members'
answers its messages, the verdict its output. Made from transcripts alone, so the bytes are reproducible.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from moot.exports.public import registry, said_in
from moot.extensions.studies.corpora.corpus import Corpus
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.reports.cells import CellResult
from moot.extensions.studies.stats.report import StudyReport
from moot.extensions.studies.study import json_digest
from moot.vocabulary.public import Event, SessionState, dollars, outcome_of, state_of

VERSION = 2
"""Version of the format."""
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The earliest time a zip can store, used as no time."""
COUNCIL = "moot/council"
"""Model name in a log: several models answer together."""


class InspectLog(Struct, frozen=True, kw_only=True):
    """One log."""

    name: str
    """Its file's name."""
    data: bytes
    """Its contents."""


def inspect_logs(
    progress: StudyProgress,
    corpus: Corpus,
    results: Sequence[CellResult],
    report: StudyReport,
    events: Mapping[str, Sequence[Event]],
) -> list[InspectLog]:
    """Return a log for each arm that has sessions."""
    logs = []
    for arm in progress.study.arms:
        cells = [each for each in results if each.arm == arm.name]
        if cells:
            states = {each.session: state_of(events[each.session]) for each in cells}
            name = f"{progress.study.name}-{arm.name}.eval"
            logs.append(InspectLog(name=name, data=_log(progress, corpus, arm.name, cells, report, states)))
    return logs


def _log(
    progress: StudyProgress,
    corpus: Corpus,
    arm: str,
    cells: Sequence[CellResult],
    report: StudyReport,
    states: Mapping[str, SessionState],
) -> bytes:
    samples = [_sample(corpus, each, states[each.session]) for each in cells]
    done = sum(each.finished for each in cells)
    began = min(state.opened_at for state in states.values())
    ended = max(state.ended_at or state.opened_at for state in states.values())
    used: dict[str, dict[str, Any]] = {}
    for sample in samples:
        for model, usage in sample["model_usage"].items():
            used[model] = {name: used.get(model, {}).get(name, 0) + n for name, n in usage.items()}
    spec = {
        "eval_id": json_digest([progress.id, arm])[:22],
        "run_id": json_digest(progress.id)[:22],
        "created": began,
        "task": f"{progress.study.name}/{arm}",
        "task_id": json_digest([progress.opened.digest, arm])[:22],
        "dataset": {
            "name": progress.study.corpus,
            "samples": len(progress.questions),
            "sample_ids": list(progress.questions),
            "shuffled": False,
        },
        "model": COUNCIL,
        "config": {"epochs": max(each.repeat for each in cells)},
        "packages": {"moot": progress.opened.moot},
        "metadata": {"study": progress.id, "arm": arm, "digest": progress.opened.digest},
    }
    arm_report = next(each for each in report.arms if each.name == arm)
    scores = [
        {"name": name, "scorer": name, "metrics": {"mean": {"name": "mean", "value": figure.value}}}
        for name, figure in sorted(arm_report.measures.items())
        if figure.value is not None
    ]
    whole = {"eval": spec, "plan": {"name": "plan", "steps": [], "config": {}}}
    header = {
        "version": VERSION,
        "status": "success" if done == len(cells) else "cancelled",
        **whole,
        "results": {"total_samples": len(cells), "completed_samples": done, "scores": scores},
        "stats": {"started_at": began, "completed_at": ended, "model_usage": used},
    }
    files: list[tuple[str, Any]] = [("_journal/start.json", {"version": VERSION, **whole})]
    files += [(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", sample) for sample in samples]
    files += [("summaries.json", [_summary(sample) for sample in samples]), ("header.json", header)]
    return _zipped(files)


def _sample(corpus: Corpus, cell: CellResult, state: SessionState) -> dict[str, Any]:
    verdict, item = state.verdict, corpus.item(cell.item)
    text = (verdict.text if verdict is not None else None) or ""
    models = {seat.id: seat.model for seat in state.seats}
    replies = [
        {"role": "assistant", "content": text, "model": models.get(seat, seat), "source": "generate"}
        for seat, text in _finals(state).items()
    ]
    output = {
        "model": COUNCIL,
        "choices": [{"message": {"role": "assistant", "content": text, "model": COUNCIL}, "stop_reason": "stop"}],
        "completion": text,
    }
    why = verdict.reason if verdict is not None else state.message
    scores: dict[str, Any] = {name: {"value": value} for name, value in sorted(cell.measures.items())}
    scores["class"] = {"value": cell.verdict_class or outcome_of(state), "answer": text, "explanation": why}
    return {
        "id": cell.item,
        "epoch": cell.repeat,
        "input": state.question.text,
        "target": item.answer if item is not None else "",
        "messages": [{"role": "user", "content": state.question.text}, *replies],
        "output": output,
        "scores": scores,
        "metadata": {
            "session": cell.session,
            "domain": cell.domain,
            "outcome": cell.outcome,
            "degraded": list(cell.degraded),
            "fork_of": cell.fork_of or None,
            "cost": dollars(cell.cost) if cell.cost_known else None,
        },
        "model_usage": _usage(state),
        "started_at": state.opened_at,
        "completed_at": state.ended_at or None,
        "total_time": state.t / 1000,
    }


def _finals(state: SessionState) -> dict[str, str]:
    """Return each judged reply; if the protocol judges none, each member's last answer."""
    judged = registry.files_of(state.protocol).judgements
    if judged is not None:
        return {each.seat: each.final for each in judged(state).replies}
    return {seat: each.final for seat, each in said_in(state).items()}


def _summary(sample: Mapping[str, Any]) -> dict[str, Any]:
    kept = ("id", "epoch", "input", "target", "metadata", "scores", "model_usage", "started_at", "completed_at",
            "total_time")  # fmt: skip
    return {**{name: sample[name] for name in kept}, "completed": sample["metadata"]["outcome"] != "running"}


def _usage(state: SessionState) -> dict[str, dict[str, int]]:
    models = {seat.id: seat.model for seat in (*state.seats, *state.offices)}
    found: dict[str, dict[str, int]] = {}
    for move in state.moves.values():
        model, usage = models.get(move.seat, move.seat), move.usage
        has = found.setdefault(model, {"input_tokens": 0, "output_tokens": 0, "total_tokens": 0})
        has["input_tokens"] += usage.input
        has["output_tokens"] += usage.output
        has["total_tokens"] += usage.input + usage.output
    return found


def _zipped(files: Sequence[tuple[str, Any]]) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as whole:
        for name, value in files:
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            whole.writestr(entry, msgspec.json.encode(value))
    return into.getvalue()
