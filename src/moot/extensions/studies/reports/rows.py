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
"""Version of the fields of all files of a study."""


class ForkOf(Struct, frozen=True, kw_only=True):
    """The session that a row's session was forked from, the stage it was forked at, and the changes made."""

    session: str
    """The session."""
    stage: str
    """The first stage that was asked again."""
    changed: tuple[str, ...]
    """The changes, as text."""


class MissingPart(MissingSeat, frozen=True, kw_only=True):
    """An answer or ballot that the result lacks, with the model it was expected of."""

    model: str
    """The seat's model."""


class CallUsage(Struct, frozen=True, kw_only=True):
    """Tokens, cost and time of calls. Calls whose results a fork reuses are counted only in the session that
    made them.
    """

    input: int = 0
    """Input tokens."""
    output: int = 0
    """Output tokens, including reasoning."""
    reasoning: int = 0
    """Reasoning tokens."""
    cost: float | None = 0.0
    """Dollars; `None` if the price of a call is unknown."""
    at_most: float = 0.0
    """Upper limit, in dollars, for calls with an unknown price; for a session it includes calls cut off with their
    process, which have no row."""
    cost_kind: str = ""
    """Source of the price: `provider`, `row`, `listed` …; `mixed` for several; empty without a call."""
    ms: int = 0
    """Sum of the calls' milliseconds."""
    calls: int = 0
    """Calls sent, including failed ones."""


class ReportRow(Struct, frozen=True, kw_only=True):
    """Base class of the rows of a study's tables, with the fields that all of them have: cell, council, fork, missing
    parts and usage.
    """

    study: str
    """The study's id."""
    arm: str
    """The arm."""
    question: str
    """The question, by id."""
    repeat: int
    """The repeat."""
    domain: str
    """The question's domain."""
    session: str
    """The session."""
    seat: str
    """The seat; empty for the whole council."""
    model: str
    """That seat's model."""
    adjudicators: tuple[str, ...]
    """Models of the judges."""
    rubric_digest: str | None
    """Digest of the rubric; `None` without one."""
    council_digest: str
    """Digest of protocol, roster, options and the council's prompts."""
    fork_of: ForkOf | None
    """The fork, if the session is one."""
    missing: tuple[MissingPart, ...]
    """Parts that the result lacks."""
    degraded: tuple[str, ...]
    """Each way in which the result is degraded."""
    agreement: dict[str, Any] | None
    """Agreement between several judges."""
    usage: CallUsage
    """Usage of that seat, or of the session if the row is the whole council's."""


class CellRow(ReportRow, frozen=True, kw_only=True):
    """Row of the table of cells: the result of one question asked once under one arm."""

    outcome: str
    """Outcome, or `running`."""
    verdict_class: str
    """Class of the session's verdict; empty if none was ruled."""
    winner: str
    """Model of the leading answer; empty in a tie."""
    measures: dict[str, float]
    """Measures by name."""
    scores: dict[str, float]
    """Each model's score."""


class SettledAxisScore(Struct, frozen=True, kw_only=True):
    """A reply's score on one axis (a criterion of the rubric): the final one, and each judge's."""

    score: float | None
    """The settled score."""
    given: dict[str, float]
    """Each judge's score, by seat."""


class ReplyRow(ReportRow, frozen=True, kw_only=True):
    """Row of the table of replies: one member's judged reply."""

    original: str
    """The first answer."""
    final: str
    """The judged answer."""
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
    """The axis."""
    judge: str
    """The judge's seat."""
    judge_model: str
    """The judge's model."""
    given: float
    """The judge's score."""
    reason: str
    """The judge's reason."""
    settled: float | None
    """The settled score of all judges."""


class PositionChangeRow(ReportRow, frozen=True, kw_only=True):
    """Row of the table of flips: whether a member changed its position, and which reason it gave."""

    flip: bool
    """Whether the member changed its position."""
    flip_reason: str
    """`no_change`, `cited_rebuttal` or `uncited`."""
    flip_source: str | None
    """Seat whose rebuttal changed the member's position."""
    source_model: str | None
    """That seat's model."""
    words: str
    """The quoted words of that rebuttal."""
    verified: bool
    """Whether a rebuttal that the member saw contains the quoted words."""
    calls: dict[str, str]
    """Each judge's label, by seat."""


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
    """`member`, or another role."""
    attempt: int
    """Number of the attempt."""
    settled: str
    """Result: `ok`, `truncated`, or the kind of failure."""
    cause: str
    """Cause of the failure."""
    text: str
    """The response text."""
    at: str
    """When the call ended."""
    answered_as: str
    """The model name in the provider's response."""
    copied_from: str | None
    """The session of the original call, if this is a copy."""


class CorpusSummary(Struct, frozen=True, kw_only=True):
    """Name, version and digest of a study's questions."""

    name: str
    version: str
    digest: str


class Manifest(Struct, frozen=True, kw_only=True):
    """List of the files exported from a study, with the versions of everything they were made from."""

    schema_version: int
    """Version of the fields of all files."""
    study: str
    """The study's id."""
    name: str
    """Name of the study."""
    digest: str
    """Digest of what is asked and known."""
    corpus: CorpusSummary
    """The questions."""
    rubrics: tuple[str, ...]
    """Digests of the rubrics used."""
    councils: dict[str, tuple[str, ...]]
    """Digests of the councils, by arm."""
    moot: str
    """The version of Moot that opened it."""
    sessions: dict[str, str]
    """The session of each cell, `arm/question/repeat`."""
    files: dict[str, str]
    """SHA-256 of every other file."""


class ArmComparison(ComparedArms, frozen=True, kw_only=True):
    """How each arm of a study differs from the baseline, and how many planted bugs each arm found."""

    planted: dict[str, PlantedScore]
    """Planted bugs that each arm found, if there are some."""


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
