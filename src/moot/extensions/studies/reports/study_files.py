"""Build the files of a study: its TOML, a manifest, one table per row type, its report, and each arm's run.

All are made from transcripts and the study's facts, so rewriting gives the same files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from moot.exports.public import Artifact, artifacts_of
from moot.extensions.studies.progress import StudyProgress
from moot.extensions.studies.reports.cells import CellResult
from moot.extensions.studies.reports.report_page import report_page
from moot.extensions.studies.reports.rows import VERSION, CorpusSummary, Manifest, comparison_of
from moot.extensions.studies.reports.tables import Tables, council_digest, rubric_digest, tables_of
from moot.extensions.studies.stats.report import StudyReport
from moot.extensions.studies.store import StudyCost
from moot.extensions.studies.study import study_text
from moot.transcripts.public import unbroken
from moot.vocabulary.public import Event, SessionOpened


def study_files(
    progress: StudyProgress,
    results: Sequence[CellResult],
    report: StudyReport,
    events: Mapping[str, Sequence[Event]],
    cost: StudyCost | None = None,
) -> list[Artifact]:
    """Return the files that `moot study export` writes, in order. The last one is the manifest, which lists the
    others.
    """
    files = list(_files(progress, results, report, events, cost))
    return [*files, Artifact(name="manifest.json", text=_json(_manifest(progress, results, events, files)))]


def _files(
    progress: StudyProgress,
    results: Sequence[CellResult],
    report: StudyReport,
    events: Mapping[str, Sequence[Event]],
    cost: StudyCost | None,
) -> Iterator[Artifact]:
    tables = Tables()
    for each in results:
        tables.add(tables_of(progress.id, each, events[each.session]))
    yield Artifact(name="study.toml", text=study_text(progress.study))
    for name in Tables.__struct_fields__:
        yield Artifact(name=f"{name}.ndjson", text=_lines(getattr(tables, name)))
    yield Artifact(name="degraded.ndjson", text=_lines(report.degraded))
    yield Artifact(name="aggregate.json", text=_json(report))
    yield Artifact(name="compare.json", text=_json(comparison_of(report)))
    yield Artifact(name="report.html", text=report_page(report, results, progress, cost))
    for arm in progress.study.arms:
        own = [events[each.session] for each in results if each.arm == arm.name and each.finished]
        if own:
            for file in artifacts_of(f"{progress.id[:8]}-{arm.name}", own):
                yield Artifact(name=f"{arm.name}/{file.name}", text=file.text)


def _manifest(
    progress: StudyProgress,
    results: Sequence[CellResult],
    events: Mapping[str, Sequence[Event]],
    files: Sequence[Artifact],
) -> Manifest:
    opened, councils, rubrics = progress.opened, dict[str, set[str]](), set[str]()
    for each in results:
        began = events[each.session][0].body
        assert isinstance(began, SessionOpened)
        councils.setdefault(each.arm, set()).add(council_digest(began))
        rubrics |= {digest for digest in (rubric_digest(began),) if digest is not None}
    return Manifest(
        schema_version=VERSION,
        study=progress.id,
        name=progress.study.name,
        digest=opened.digest,
        corpus=CorpusSummary(name=progress.study.corpus, version=opened.corpus_version, digest=opened.corpus_digest),
        rubrics=tuple(sorted(rubrics)),
        councils={arm: tuple(sorted(found)) for arm, found in councils.items()},
        moot=opened.moot,
        sessions={f"{each.arm}/{each.item}/{each.repeat}": each.session for each in results},
        files={file.name: hashlib.sha256(file.text.encode()).hexdigest() for file in files},
    )


def _json(value: object) -> str:
    return unbroken(msgspec.json.format(msgspec.json.encode(value), indent=2)) + "\n"


def _lines(rows: Sequence[object]) -> str:
    return "".join(unbroken(msgspec.json.encode(row)) + "\n" for row in rows)
