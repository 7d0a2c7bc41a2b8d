"""Read the published files of runs: `grouped` files, or `replies` lines if there is no grouped one.

Fields that are not aggregated are ignored, so files of any version work.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from moot.errors import BadInput
from moot.extensions.studies.published.scored_runs import (
    DEFAULT_MODE,
    RunQuestion,
    ScoredReply,
    ScoredRun,
    named_domain,
    short_model,
)

MOST_BYTES = 200_000_000


class _Axis(Struct):
    score: float | None = None


class _FlipObject(Struct):
    flip: bool | None = None
    flip_reason: str | None = None
    flip_source: str | None = None


class _PublishedEntry(Struct):
    flaw_label: str | None = None


class _Reply(Struct):
    model: str
    weighted_score: float | None = None
    flip: bool | _FlipObject | None = None
    flip_reason: str | None = None
    flip_source: str | None = None
    conviction_bonus: float | None = None
    phase1: list[_PublishedEntry] | None = None
    axes: dict[str, _Axis] | None = None
    axis_scores: dict[str, _Axis] | None = None


class _Phase2(Struct):
    consensus: Any = None


class _Question(Struct):
    text: str = ""
    index: int = 0
    domain: str | None = None
    consensus: Any = None
    phase2: _Phase2 | None = None
    replies: list[_Reply] = []


class _RunGroup(Struct):
    questions: list[_Question]
    run_id: int | str | None = None
    own_run_id: int | str | None = field(default=None, name="_run_id")
    code_hash: str | None = None
    mode: str | None = None
    own_mode: str | None = field(default=None, name="_mode")
    domain: str | None = None


class _PublishedLine(_Reply):
    question_index: int = 0
    question_text: str = ""
    domain: str | None = None
    mode: str | None = None
    own_mode: str | None = field(default=None, name="_mode")
    phase2_consensus: Any = None
    run_id: int | str | None = field(default=None, name="_run_id")
    code_hash: str | None = field(default=None, name="_code_hash")


def run_files_in(paths: Sequence[Path]) -> list[Path]:
    """List the files under these paths: a folder's grouped files at any depth, or else its reply lines."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            grouped = sorted(each for each in path.rglob("*.json") if "grouped" in each.name and each.is_file())
            found += grouped or sorted(each for each in path.rglob("*.ndjson") if "replies" in each.name)
        elif path.suffix == ".ndjson" or (path.suffix == ".json" and "grouped" in path.name):
            found.append(path)
    return list(dict.fromkeys(found))


def runs_in(files: Sequence[Path]) -> list[ScoredRun]:
    """Read every run of these files in order; replies without a score are excluded."""
    return [run for file in files for run in run_in(file)]


def run_in(file: Path) -> list[ScoredRun]:
    """Read the runs of one file: one from a grouped file, one per run id from reply lines."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from None
    if len(data) > MOST_BYTES:
        raise BadInput(f"{file} is larger than {MOST_BYTES // 1_000_000} MB.")
    try:
        if file.suffix == ".ndjson":
            return list(
                _lines(msgspec.json.decode(line, type=_PublishedLine) for line in data.splitlines() if line.strip())
            )
        return [_grouped(msgspec.json.decode(data, type=_RunGroup), file)]
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{file} is not a file of a run: {str(error).rstrip('.')}.", "Leave it out.") from None


def _grouped(read: _RunGroup, file: Path) -> ScoredRun:
    number = re.search(r"\d+", file.stem)
    run = next((each for each in (read.own_run_id, read.run_id) if each is not None), number[0] if number else "?")
    return ScoredRun(
        run=str(run),
        mode=read.own_mode or read.mode or DEFAULT_MODE,
        code_hash=read.code_hash or "",
        questions=tuple(
            RunQuestion(
                index=question.index or place,
                text=question.text,
                domain=named_domain(question.text, question.domain, read.domain),
                label=_label(question.consensus, question.phase2.consensus if question.phase2 else None),
                replies=_scored(question.replies),
            )
            for place, question in enumerate(read.questions, start=1)
        ),
    )


def _lines(lines: Iterator[_PublishedLine]) -> Iterator[ScoredRun]:
    runs: dict[str, dict[int, list[_PublishedLine]]] = {}
    for line in lines:
        run = "?" if line.run_id is None else str(line.run_id)
        runs.setdefault(run, {}).setdefault(line.question_index, []).append(line)
    mode = DEFAULT_MODE
    for place, (run, questions) in enumerate(runs.items()):
        first = next(iter(questions.values()))[0]
        mode = mode if place else first.own_mode or first.mode or DEFAULT_MODE
        yield ScoredRun(
            run=run,
            mode=mode,
            code_hash=first.code_hash or "",
            questions=tuple(
                RunQuestion(
                    index=index,
                    text=rows[0].question_text,
                    domain=named_domain(rows[0].question_text, rows[0].domain),
                    label=_label(rows[0].phase2_consensus),
                    replies=_scored(rows),
                )
                for index, rows in questions.items()
            ),
        )


def _scored(replies: Sequence[_Reply]) -> tuple[ScoredReply, ...]:
    return tuple(_reply(reply, reply.weighted_score) for reply in replies if reply.weighted_score is not None)


def _reply(reply: _Reply, score: float) -> ScoredReply:
    flip = reply.flip
    told = (
        flip
        if isinstance(flip, _FlipObject)
        else _FlipObject(flip=flip, flip_reason=reply.flip_reason, flip_source=reply.flip_source)
    )
    axes = reply.axes or reply.axis_scores or {}
    return ScoredReply(
        model=short_model(reply.model),
        score=score,
        flip=told.flip is True,
        reason=told.flip_reason or "",
        source=short_model(told.flip_source or ""),
        conviction=reply.conviction_bonus or 0,
        axes={name: axis.score for name, axis in axes.items() if axis.score is not None},
        flaws=tuple(entry.flaw_label for entry in reply.phase1 or () if entry.flaw_label),
    )


def _label(*given: object) -> str:
    """Return the first text among these; other values are no label."""
    return next((each for each in given if isinstance(each, str) and each.strip()), "")
