"""Rows of a run's files, with the field names published for adjudicated councils, and a few more.

Every row here is one JSON object of `raw`, `grouped`, `summary` or `replies`. What a protocol does not compute is null;
no value is made up. Moot's own fields come after the published ones.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType, field

Facts = dict[str, Any]
"""An object whose names come from a rubric: `flaw_label`, `evidence_agreement` …"""


class AdjudicatorFlipRow(Struct, kw_only=True):
    """A member's change of position, if any."""

    flip: bool
    flip_reason: str
    """`cited_rebuttal`, `uncited` or `no_change`."""
    flip_source: str | None
    """The model whose rebuttal it answers."""
    words: str = ""
    """Quoted words of the rebuttal that caused the change."""
    verified: bool = False
    """Whether those words occur in a rebuttal this member saw."""


class AdjudicatorAxisRow(Struct, kw_only=True):
    """A score on one axis."""

    axis: str
    score: float | None
    reason: str


class RebuttalRow(Struct, kw_only=True):
    """One rebuttal."""

    target: str
    text: str


class JudgeRow(Struct, kw_only=True):
    """One judge's values for a reply, before they were merged with the others'."""

    judge: str
    """Its model."""
    axis_scores: dict[str, AdjudicatorAxisRow]
    labels: list[str] | None
    """`None` if it gave none that could be read."""
    flip: str | None
    """Its call: `cited_rebuttal`, `uncited` or `no_change`; `None` if not asked or not readable."""


class RawReply(Struct, kw_only=True):
    """One reply in `raw`."""

    model: str
    text: str
    original_text: str
    revised_text: str | None
    flip: AdjudicatorFlipRow | None
    compliant: bool | None
    phase1: list[Facts]
    rebuttal_text: str | None
    rebuttal_target: str | None
    axis_scores: dict[str, AdjudicatorAxisRow]
    conviction_bonus: float | None
    weighted_score: float | None
    seat: str
    rebuttals: list[RebuttalRow]
    judges: list[JudgeRow]
    degraded: list[str]
    """Each way in which this row is incomplete; empty if it is complete."""


class VerdictRow(Struct, kw_only=True):
    """The outcome of a question."""

    verdict: str | None
    verdict_type: str | None
    confidence: str | None
    basis: str | None
    reason: str
    strongest_model: str | None
    strongest_score: float | None
    findings_count: int | UnsetType = UNSET
    confirmed_bugs: int | UnsetType = UNSET
    disputed: int | UnsetType = UNSET
    outcome: str = ""
    """How the session ended: `verdict`, `inconclusive`, `failed`, `stopped`, `out_of_budget`."""
    rule: int | None = None
    """The number of the rule that decided."""
    measures: Facts = {}
    """Every measure available to the rules."""


class MissingRow(Struct, kw_only=True):
    """A seat whose part is missing from the result."""

    model: str
    stage: str
    failed: str
    cause: str
    seat: str


class RawQuestion(Struct, kw_only=True):
    """One question in `raw`."""

    question_index: int
    question_text: str
    replies: list[RawReply]
    phase1_raw: list[str]
    phase1: Facts
    phase2_raw: list[str]
    phase2: Facts
    strongest_weighted: str | None
    weakest_weighted: str | None
    verdict: VerdictRow
    domain: str
    session: str
    code_hash: str
    adjudicators: list[str]
    """Models of the adjudicators."""
    adjudicator_agreement: Facts | None
    """Agreement of several adjudicators."""
    degraded: list[str]
    """Each way in which the result is incomplete; empty if it is complete."""
    missing: list[MissingRow]


class GroupedReply(Struct, kw_only=True):
    """One reply in `grouped`."""

    model: str
    original: str
    final: str
    rebuttal: str | None
    rebuttal_target: str | None
    flip: bool | None
    flip_reason: str | None
    flip_source: str | None
    compliant: bool | None
    conviction_bonus: float | None
    weighted_score: float | None
    phase1: list[Facts]
    axes: dict[str, AdjudicatorAxisRow]
    text: str
    original_text: str
    rebuttal_text: str | None
    axis_scores: dict[str, AdjudicatorAxisRow]
    judges: list[JudgeRow]
    degraded: list[str]


class GroupedQuestion(Struct, kw_only=True):
    """One question in `grouped`."""

    index: int
    text: str
    domain: str
    phase2: Facts
    consensus: str | None
    strongest_weighted: str | None
    weakest_weighted: str | None
    strongest: str | None
    weakest: str | None
    verdict: VerdictRow
    replies: list[GroupedReply]
    session: str
    adjudicators: list[str]
    degraded: list[str]
    missing: list[MissingRow]


class Stance(Struct, kw_only=True):
    """A member's first and final answer."""

    original: str
    final: str


class FlipEntry(Struct, kw_only=True):
    """A member's flip in `summary`."""

    flipped: bool
    reason: str
    source: str | None


class SummaryRow(Struct, kw_only=True):
    """One question in `summary`."""

    question_index: int
    question_text: str
    consensus: str | None
    verdict: str | None
    verdict_type: str | None
    verdict_confidence: str | None
    verdict_basis: str | None
    verdict_reason: str
    strongest_weighted: str | None
    weakest_weighted: str | None
    flips: dict[str, FlipEntry]
    stances: dict[str, Stance]
    session: str
    adjudicators: list[str]
    degraded: list[str]
    """Each way in which the result is incomplete."""
    degraded_replies: dict[str, list[str]]
    """The same for each reply, by model; complete ones are left out."""
    missing: list[MissingRow]


class ReplyLine(Struct, kw_only=True):
    """One line of `replies`."""

    question_index: int
    question_text: str
    domain: str
    mode: str
    model: str
    text: str
    original_text: str
    revised_text: str | None
    rebuttal_text: str | None
    rebuttal_target: str | None
    flip: AdjudicatorFlipRow | None
    """As published: an object. Files of earlier versions contain true or false here."""
    flip_source: str | None
    compliant: bool | None
    conviction_bonus: float | None
    weighted_score: float | None
    phase1: list[Facts]
    axis_scores: dict[str, AdjudicatorAxisRow]
    phase2_consensus: str | None
    phase2_strongest: str | None
    phase2_weakest: str | None
    verdict: VerdictRow
    strongest_weighted: str | None
    weakest_weighted: str | None
    run_id: str = field(name="_run_id")
    code_hash: str = field(name="_code_hash")
    session: str
    adjudicators: list[str]
    judges: list[JudgeRow]
    degraded: list[str]
    """Each way in which this row is incomplete."""
    question_degraded: list[str]
    """The same for the question's result."""
    missing: list[MissingRow]


class RunHead(Struct, kw_only=True):
    """First fields of `raw` and `grouped`."""

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
    """The protocol's options; they are not part of `code_hash`."""
