"""Row types of a study's tables: cells, replies, scores, flips, findings and calls.

Every row includes its cell, judges, rubric, council, fork, missing parts and usage, so no table needs another one.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from moot.extensions.studies.stats.planted import PlantedScore
from moot.extensions.studies.stats.report import ComparedArms, StudyReport
from moot.vocabulary.public import MissingSeat

VERSION = 1
"""Version of the fields in all files of a study."""


class ForkOf(Struct, frozen=True, kw_only=True):
    """The session that a row's session was forked from, the stage it was forked at, and the changes made."""

    session: str
    """Id of the original session."""
    stage: str
    """First stage that the fork asked again."""
    changed: tuple[str, ...]
    """Changes made by the fork, as text."""


class MissingPart(MissingSeat, frozen=True, kw_only=True):
    """An answer or ballot that the result lacks, with the model that should have given it."""

    model: str
    """Id of the seat's model."""


class CallUsage(Struct, frozen=True, kw_only=True):
    """Tokens, cost and time of calls. Calls whose results a fork reuses are counted only in the session that
    made them.
    """

    input: int = 0
    """Number of input tokens."""
    output: int = 0
    """Number of output tokens, including reasoning."""
    reasoning: int = 0
    """Number of reasoning tokens."""
    cost: float | None = 0.0
    """Cost in dollars; `None` if the price of a call is unknown."""
    at_most: float = 0.0
    """Upper limit, in dollars, for calls with an unknown price; for a session it includes calls cut off with their
    process, which have no row."""
    cost_kind: str = ""
    """Where the price is from: `provider`, `row`, `listed` …; `mixed` for several sources; empty without a call."""
    ms: int = 0
    """Sum of the calls' milliseconds."""
    calls: int = 0
    """Number of calls sent, including failed calls."""


class ReportRow(Struct, frozen=True, kw_only=True):
    """Base class of the rows of a study's tables, with the fields that all of them have: cell, council, fork, missing
    parts and usage.
    """

    study: str
    """The study's id."""
    arm: str
    """Name of the arm."""
    question: str
    """Id of the question."""
    repeat: int
    """Number of the repeat."""
    domain: str
    """Subject area of the question."""
    session: str
    """Id of the session."""
    seat: str
    """Id of the seat; empty for the whole council."""
    model: str
    """Model of the seat."""
    adjudicators: tuple[str, ...]
    """Models of the judges."""
    rubric_digest: str | None
    """Digest of the rubric; `None` without one."""
    council_digest: str
    """Digest of protocol, roster, options and the council's prompts."""
    fork_of: ForkOf | None
    """Source of the fork, if the session is a fork."""
    missing: tuple[MissingPart, ...]
    """Parts that the result lacks."""
    degraded: tuple[str, ...]
    """Each way in which the result is degraded."""
    agreement: dict[str, Any] | None
    """Agreement between the judges, if there are several."""
    usage: CallUsage
    """Usage of the seat, or of the session if the row is about the whole council."""


class CellRow(ReportRow, frozen=True, kw_only=True):
    """Row of the table of cells: the result of one question asked once under one arm."""

    outcome: str
    """Outcome of the session, or `running`."""
    verdict_class: str
    """Class of the session's verdict; empty if none was ruled."""
    winner: str
    """Model of the leading answer; empty in a tie."""
    measures: dict[str, float]
    """Measures by name."""
    scores: dict[str, float]
    """Score of each model, by model."""


class SettledAxisScore(Struct, frozen=True, kw_only=True):
    """A reply's score on one axis (a criterion of the rubric): the final score, and each judge's."""

    score: float | None
    """The settled score."""
    given: dict[str, float]
    """Score given by each judge, by seat."""


class ReplyRow(ReportRow, frozen=True, kw_only=True):
    """Row of the table of replies: one member's judged reply."""

    original: str
    """The first answer."""
    final: str
    """The answer that was judged."""
    rebuttals: tuple[dict[str, str], ...]
    """Rebuttals of other members in the reply: `target`, `model`, `text`."""
    axis_scores: dict[str, SettledAxisScore]
    """The reply's scores by axis."""
    labels: tuple[str, ...] | None
    """Labels of the reply; `None` if they were unreadable or the protocol has none."""
    flip: bool | None
    """Whether the reply's author changed its position; `None` if unknown."""
    conviction: float | None
    """Conviction bonus or penalty."""
    score: float | None
    """Weighted score of the reply."""
    compliant: bool | None
    """Whether the reply has the required format."""


class AxisMarkRow(ReportRow, frozen=True, kw_only=True):
    """Row of the table of scores: one judge's score for one reply on one axis."""

    axis: str
    """Name of the axis."""
    judge: str
    """The judge's seat."""
    judge_model: str
    """The judge's model."""
    given: float
    """Score that the judge gave."""
    reason: str
    """Reason that the judge gave."""
    settled: float | None
    """Final score, settled from all judges' scores."""


class PositionChangeRow(ReportRow, frozen=True, kw_only=True):
    """Row of the table of flips: whether a member changed its position, and which reason it gave."""

    flip: bool
    """Whether the member changed its position."""
    flip_reason: str
    """Kind of change: `no_change`, `cited_rebuttal` or `uncited`."""
    flip_source: str | None
    """Seat whose rebuttal changed the member's position."""
    source_model: str | None
    """Model of the seat in `flip_source`."""
    words: str
    """Words quoted from the rebuttal."""
    verified: bool
    """Whether a rebuttal that the member saw contains the quoted words."""
    calls: dict[str, str]
    """Classification by each judge, by the judge's seat."""


class FindingRow(ReportRow, frozen=True, kw_only=True):
    """Row of the table of findings: an issue that members found in the text they reviewed."""

    number: int
    """Position of the finding, from 1."""
    finding: str
    """Text of the finding."""
    status: str
    """Whether several members found it, or a member disputes it."""
    severity: str
    """Severity of the finding."""
    agree: tuple[str, ...]
    """Models that report the finding."""
    disagree: tuple[str, ...]
    """Models that dispute the finding."""


class CallRow(ReportRow, frozen=True, kw_only=True):
    """Row of the table of calls: one call to a model, including failed ones."""

    key: str
    """Key of the call in the transcript."""
    stage: str
    """Stage of the call."""
    role: str
    """Role of the seat: `member`, or the name of an office."""
    attempt: int
    """Number of the attempt."""
    settled: str
    """Result of the call: `ok`, `truncated`, or the kind of failure."""
    cause: str
    """Cause of the failure; empty for a success."""
    text: str
    """Text of the response."""
    at: str
    """When the call ended."""
    answered_as: str
    """The model name in the provider's response."""
    copied_from: str | None
    """Id of the session of the original call, if this is a copy."""


class CorpusSummary(Struct, frozen=True, kw_only=True):
    """Name, version and digest of a study's questions."""

    name: str
    version: str
    digest: str


class Manifest(Struct, frozen=True, kw_only=True):
    """List of the files exported from a study, with the versions of everything they were made from."""

    schema_version: int
    """Version of the fields in all files."""
    study: str
    """The study's id."""
    name: str
    """Name of the study."""
    digest: str
    """Digest of the questions and known answers."""
    corpus: CorpusSummary
    """Summary of the study's questions."""
    rubrics: tuple[str, ...]
    """Digests of the rubrics used."""
    councils: dict[str, tuple[str, ...]]
    """Digests of the councils, by arm."""
    moot: str
    """Version of Moot that opened the study."""
    sessions: dict[str, str]
    """Id of the session of each cell, by `arm/question/repeat`."""
    files: dict[str, str]
    """SHA-256 of every other file, by path."""


class ArmComparison(ComparedArms, frozen=True, kw_only=True):
    """How each arm of a study differs from the baseline, and how many planted bugs each arm found."""

    planted: dict[str, PlantedScore]
    """Planted bugs that each arm found, if the questions have some."""


def comparison_of(report: StudyReport) -> ArmComparison:
    """Return how each arm differs from the baseline, from a study's report."""
    return ArmComparison(
        id=report.id,
        name=report.name,
        baseline=report.baseline,
        primary=report.primary,
        wanted=report.wanted,
        differences=report.differences,
        classes=report.classes,
        planted={arm.name: arm.planted for arm in report.arms if arm.planted is not None},
    )
