"""Read the published files of runs: `grouped` files, or `replies` lines if there is no grouped one.

Fields that are not aggregated are ignored, so files of any version work.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from moot.errors import BadInput
from moot.extensions.studies.published.scored_runs import (
    DEFAULT_MODE,
    RunQuestion,
    ScoredRun,
    named_domain,
    short_model,
)

MOST_BYTES = 200_000_000
Row = dict[str, Any]


def run_files_in(paths: Sequence[Path]) -> list[Path]:
    """Return the files of runs under these paths. For a folder these are its grouped files at any depth or, if it has
    none, its files of reply lines.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            grouped = sorted(each for each in path.rglob("*.json") if "grouped" in each.name and each.is_file())
            found += grouped or sorted(each for each in path.rglob("*.ndjson") if "replies" in each.name)
        elif path.suffix == ".ndjson" or (path.suffix == ".json" and "grouped" in path.name):
            found.append(path)
    return list(dict.fromkeys(found))


def runs_in(files: Sequence[Path]) -> list[ScoredRun]:
    """Return every run in these files, in order, without replies that have no score."""
    return [run for file in files for run in run_in(file)]


def run_in(file: Path) -> list[ScoredRun]:
    """Return the runs in one file: one from a grouped file, one per run id from reply lines."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}.") from None
    if len(data) > MOST_BYTES:
        raise BadInput(f"{file} is larger than {MOST_BYTES // 1_000_000} MB.")
    try:
        if file.suffix == ".ndjson":
            return list(_lines(msgspec.json.decode(line, type=Row) for line in data.splitlines() if line.strip()))
        return [_grouped(msgspec.json.decode(data, type=Row), file)]
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise BadInput(f"{file} is not a file of a run: {str(error).rstrip('.')}.", "Leave it out.") from None


def _grouped(read: Row, file: Path) -> ScoredRun:
    number = re.search(r"\d+", file.stem)
    ids = (read.get("_run_id"), read.get("run_id"), number[0] if number else "?")
    return _run(
        next(each for each in ids if each is not None),
        read,
        [
            _question(
                question.get("index") or place,
                question.get("text") or "",
                (question.get("domain"), read.get("domain")),
                (question.get("consensus"), (question.get("phase2") or {}).get("consensus")),
                question.get("replies") or (),
            )
            for place, question in enumerate(read["questions"], start=1)
        ],
    )


def _lines(lines: Iterable[Row]) -> Iterator[ScoredRun]:
    runs: dict[str, dict[int, list[Row]]] = {}
    for line in lines:
        run = "?" if line.get("_run_id") is None else str(line["_run_id"])
        runs.setdefault(run, {}).setdefault(line.get("question_index") or 0, []).append(line)
    mode = ""
    for run, questions in runs.items():
        first = next(iter(questions.values()))[0]
        found = _run(
            run,
            {**first, "code_hash": first.get("_code_hash")},
            [
                _question(
                    index,
                    rows[0].get("question_text") or "",
                    (rows[0].get("domain"),),
                    (rows[0].get("phase2_consensus"),),
                    rows,
                )
                for index, rows in questions.items()
            ],
        )
        mode = mode or found.mode  # the first run's, for the whole file
        yield replace(found, mode=mode)


def _run(run: object, head: Row, questions: Sequence[RunQuestion]) -> ScoredRun:
    mode = head.get("_mode") or head.get("mode") or DEFAULT_MODE
    told = {"run": str(run), "mode": mode, "code_hash": head.get("code_hash") or "", "questions": ()}
    return replace(msgspec.convert(told, ScoredRun), questions=tuple(questions))


def _question(
    index: int, text: str, domains: Sequence[str | None], labels: Sequence[object], replies: Sequence[Row]
) -> RunQuestion:
    made = {
        "index": index,
        "text": text,
        "domain": named_domain(text, *domains),
        "label": next((each for each in labels if isinstance(each, str) and each.strip()), ""),
        "replies": [told for each in replies if (told := _reply(each))["score"] is not None],
    }
    return msgspec.convert(made, RunQuestion)


def _reply(row: Row) -> Row:
    told = row["flip"] if isinstance(row.get("flip"), dict) else row
    axes = row.get("axes") or row.get("axis_scores") or {}
    return {
        "model": short_model(row["model"]),
        "score": row.get("weighted_score"),
        "flip": told.get("flip") is True,
        "reason": told.get("flip_reason") or "",
        "source": short_model(told.get("flip_source") or ""),
        "conviction": row.get("conviction_bonus") or 0,
        "axes": {name: axis["score"] for name, axis in axes.items() if axis.get("score") is not None},
        "flaws": [entry["flaw_label"] for entry in row.get("phase1") or () if entry.get("flaw_label")],
    }
