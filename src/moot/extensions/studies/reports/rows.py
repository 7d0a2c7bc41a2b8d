"""What do the tables of a study hold? One row each of a cell, a reply, a score, a flip, a finding and a call.

Every row says whose it is, who judged, by which rubric and council, of what it is a fork, what is missing and what it
took, so that no table needs another one to be read. `moot study schema` prints the JSON Schema of each.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from moot.extensions.studies.stats.arms import ArmDifference, ClassDifference
from moot.extensions.studies.stats.planted import PlantedScore
from moot.extensions.studies.stats.report import StudyReport

VERSION = 1
"""The version of the fields of all of a study's files."""


class ForkOf(Struct, frozen=True, kw_only=True):
    """What a session was forked from."""

    session: str
    """The session."""
    stage: str
    """The first stage that was made anew."""
    changed: tuple[str, ...]
    """What is different, in words."""


class MissingPart(Struct, frozen=True, kw_only=True):
    """Whose part is not in the result."""

    seat: str
    """Whose."""
    model: str
    """Its model."""
    stage: str
    """Where."""
    failed: str
    """How it failed."""
    cause: str
    """Why."""


class CallUsage(Struct, frozen=True, kw_only=True):
    """What calls took that were made in this session; what a fork kept was paid for elsewhere."""

    input: int = 0
    """Tokens read."""
    output: int = 0
    """Tokens written, reasoning included."""
    reasoning: int = 0
    """Tokens of thinking."""
    cost: float | None = 0.0
    """Dollars; `None` where nobody tells the price of some call."""
    at_most: float = 0.0
    """Dollars on top that calls may have cost whose price nobody tells; of a session and a seat, those too that were
    cut off with their process and have no row of their own."""
    cost_kind: str = ""
    """Who tells the price: `provider`, `row`, `listed` …; `mixed` for several; empty without a call."""
    ms: int = 0
    """Milliseconds of calls, one after the other."""
    calls: int = 0
    """Calls that were sent, failed ones too."""


class ReportRow(Struct, frozen=True, kw_only=True):
    """What every row says."""

    study: str
    """The study's id."""
    arm: str
    """The arm."""
    question: str
    """The question, by id."""
    repeat: int
    """Which repeat."""
    domain: str
    """The question's domain."""
    session: str
    """The session."""
    seat: str
    """Whose row it is; empty where it is the whole council's."""
    model: str
    """That seat's model."""
    adjudicators: tuple[str, ...]
    """Models of those who judged."""
    rubric_digest: str | None
    """Of the rubric; `None` where none was judged by."""
    council_digest: str
    """Of protocol, roster, options and the council's own wording."""
    fork_of: ForkOf | None
    """What the session was forked from."""
    missing: tuple[MissingPart, ...]
    """Whose part is not in the result."""
    degraded: tuple[str, ...]
    """Each way in which the result is less than a full one."""
    agreement: dict[str, Any] | None
    """How far several of those who judged judge alike."""
    usage: CallUsage
    """What that seat's calls took, or all of the session's where the row is the whole council's."""


class CellRow(ReportRow, frozen=True, kw_only=True):
    """One cell: a question under an arm, once."""

    outcome: str
    """How it ended, or `running`."""
    verdict_class: str
    """The class of its verdict; empty where none was ruled."""
    winner: str
    """The model whose answer led; empty where none did alone."""
    measures: dict[str, float]
    """What was measured, by name."""
    scores: dict[str, float]
    """Each model's score."""


class SettledAxisScore(Struct, frozen=True, kw_only=True):
    """A score on one axis, as it was settled and as it was given."""

    score: float | None
    """What was settled."""
    given: dict[str, float]
    """What each of those who judged gave, by seat."""


class ReplyRow(ReportRow, frozen=True, kw_only=True):
    """One reply."""

    original: str
    """The first answer."""
    final: str
    """What was judged."""
    rebuttals: tuple[dict[str, str], ...]
    """What it said against others: `target`, `model`, `text`."""
    axis_scores: dict[str, SettledAxisScore]
    """Its scores by axis."""
    labels: tuple[str, ...] | None
    """What it was labelled with; `None` where that could not be read or nobody labels."""
    flip: bool | None
    """Whether it changed its position; `None` where nobody looked or could say."""
    conviction: float | None
    """What its holding on, or its giving way, was worth."""
    score: float | None
    """Its weighted score."""
    compliant: bool | None
    """Whether it has the form that was asked for."""


class AxisMarkRow(ReportRow, frozen=True, kw_only=True):
    """What one of those who judged gave one reply on one axis."""

    axis: str
    """The axis."""
    judge: str
    """Who gave it, by seat."""
    judge_model: str
    """Its model."""
    given: float
    """What it gave."""
    reason: str
    """Why."""
    settled: float | None
    """What came of all."""


class PositionChangeRow(ReportRow, frozen=True, kw_only=True):
    """Whether one member changed its position."""

    flip: bool
    """Whether it did."""
    flip_reason: str
    """`no_change`, `cited_rebuttal` or `uncited`."""
    flip_source: str | None
    """The seat whose rebuttal moved it."""
    source_model: str | None
    """That seat's model."""
    words: str
    """The words that are said to have moved it."""
    verified: bool
    """Whether they stand in a rebuttal it saw."""
    calls: dict[str, str]
    """What each of those who judged called it, by seat."""


class FindingRow(ReportRow, frozen=True, kw_only=True):
    """One thing that members found together."""

    number: int
    """Its place, from 1."""
    finding: str
    """What it is."""
    status: str
    """Whether several found it, or one denies it."""
    severity: str
    """How severe it is."""
    agree: tuple[str, ...]
    """Models of those who found it."""
    disagree: tuple[str, ...]
    """Models of those who deny it."""


class CallRow(ReportRow, frozen=True, kw_only=True):
    """One call, of a member or of another role, failed ones too."""

    key: str
    """Its key in the transcript."""
    stage: str
    """Its stage."""
    role: str
    """`member`, or the role it was made for."""
    attempt: int
    """Which attempt."""
    settled: str
    """How it ended: `ok`, `truncated`, or how it failed."""
    cause: str
    """Why it failed."""
    text: str
    """What was written."""
    at: str
    """When it ended."""
    answered_as: str
    """The model that answered, as its service names it."""
    copied_from: str | None
    """The session it was made in, where this one holds a copy of it."""


class CorpusSummary(Struct, frozen=True, kw_only=True):
    """The questions."""

    name: str
    version: str
    digest: str


class Manifest(Struct, frozen=True, kw_only=True):
    """What a study's folder holds."""

    schema_version: int
    """The version of the fields of all files."""
    study: str
    """The study's id."""
    name: str
    """Its name."""
    digest: str
    """Of what is asked and known."""
    corpus: CorpusSummary
    """The questions."""
    rubrics: tuple[str, ...]
    """Digests of the rubrics that were judged by."""
    councils: dict[str, tuple[str, ...]]
    """Digests of the councils that sat, by arm."""
    moot: str
    """The version of Moot that began it."""
    sessions: dict[str, str]
    """The session of each cell, `arm/question/repeat`."""
    files: dict[str, str]
    """SHA-256 of every other file."""


class ArmComparison(Struct, frozen=True, kw_only=True):
    """The arms against the baseline."""

    id: str
    """The study's id."""
    name: str
    """Its name."""
    baseline: str
    """The arm the others are held against."""
    primary: str
    """The measure that decides."""
    wanted: str
    """The measure that was to decide and that no session has."""
    differences: dict[str, tuple[ArmDifference, ...]]
    """Each measure's differences."""
    classes: tuple[ClassDifference, ...]
    """How classes of verdicts differ."""
    planted: dict[str, PlantedScore]
    """What each arm found of planted bugs, where there are some."""


def comparison_of(report: StudyReport) -> ArmComparison:
    """What of a report is about differences."""
    shared = [name for name in ArmComparison.__struct_fields__ if name != "planted"]
    return ArmComparison(
        **{name: getattr(report, name) for name in shared},
        planted={arm.name: arm.planted for arm in report.arms if arm.planted is not None},
    )


FILES: dict[str, type[Struct]] = {
    "manifest.json": Manifest,
    "cells.ndjson": CellRow,
    "replies.ndjson": ReplyRow,
    "axes.ndjson": AxisMarkRow,
    "flips.ndjson": PositionChangeRow,
    "findings.ndjson": FindingRow,
    "calls.ndjson": CallRow,
    "aggregate.json": StudyReport,
    "compare.json": ArmComparison,
}
"""What each file holds, or each of its lines."""


def schema_of(name: str) -> dict[str, Any]:
    """The JSON Schema of a file, or of each of its lines."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(FILES[name])}
