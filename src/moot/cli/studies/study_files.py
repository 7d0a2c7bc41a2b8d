"""Which files does a study leave? Its text, a manifest, its cells, its report, and the files of a run for each arm.

All are made from transcripts and the study's own facts, so that they come out the same however often they are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from moot.analytics.studies.cells import CellResult
from moot.analytics.studies.study_report import StudyReport
from moot.exports.run_files import Artifact, artifacts_of
from moot.library.corpora.studies.progress import Progress
from moot.library.corpora.studies.study import study_text
from moot.transcripts.json_lines import unbroken
from moot.vocabulary.events import Event

SCHEMA = 1
"""The version of these files' fields."""


def study_files(
    progress: Progress, results: Sequence[CellResult], report: StudyReport, events: Mapping[str, Sequence[Event]]
) -> list[Artifact]:
    """The files, in the order in which they are written."""
    return list(_files(progress, results, report, events))


def _files(
    progress: Progress, results: Sequence[CellResult], report: StudyReport, events: Mapping[str, Sequence[Event]]
) -> Iterator[Artifact]:
    yield Artifact(name="study.toml", text=study_text(progress.study))
    yield Artifact(name="manifest.json", text=_json(_manifest(progress, results)))
    yield Artifact(name="cells.ndjson", text=_lines([_cell(each) for each in results]))
    yield Artifact(name="aggregate.json", text=_json(report))
    degraded = [msgspec.to_builtins(each) for each in report.degraded]
    yield Artifact(name="degraded.ndjson", text=_lines(degraded))
    for arm in progress.study.arms:
        own = [events[each.session] for each in results if each.arm == arm.name and each.finished]
        if own:
            for file in artifacts_of(f"{progress.id[:8]}-{arm.name}", own):
                yield Artifact(name=f"{arm.name}/{file.name}", text=file.text)


def _manifest(progress: Progress, results: Sequence[CellResult]) -> dict[str, Any]:
    opened = progress.opened
    return {
        "schema": SCHEMA,
        "study": progress.id,
        "name": progress.study.name,
        "digest": opened.digest,
        "corpus": {
            "name": progress.study.corpus,
            "version": opened.corpus_version,
            "digest": opened.corpus_digest,
        },
        "moot": opened.moot,
        "sessions": {f"{each.arm}/{each.item}/{each.repeat}": each.session for each in results},
    }


def _cell(each: CellResult) -> dict[str, Any]:
    row = msgspec.to_builtins(each)
    row["fork_of"] = row["fork_of"] or None
    return dict(row)


def _json(value: object) -> str:
    return unbroken(msgspec.json.format(msgspec.json.encode(value), indent=2)) + "\n"


def _lines(rows: Sequence[object]) -> str:
    return "".join(unbroken(msgspec.json.encode(row)) + "\n" for row in rows)
