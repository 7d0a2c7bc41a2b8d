"""Judgements of each reply of a session, in one shape for every protocol that judges, for export as tables.

A protocol builds them from its own findings (`Files.judgements`) and leaves other fields empty. Seats are given by id;
exports add their models.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct


class RebuttalOf(Struct, frozen=True, kw_only=True):
    """One member's rebuttal of another member's answer."""

    target: str
    """Seat of the member whose answer is rebutted."""
    text: str
    """Text of the rebuttal."""


class OnAxis(Struct, frozen=True, kw_only=True):
    """A reply's score on one axis (quality) of a rubric: the final score, and each judge's."""

    score: float | None
    """The final score; `None` when no judge's score could be parsed."""
    given: Mapping[str, float] = {}
    """Score given by each judge, by the judge's seat."""
    reasons: Mapping[str, str] = {}
    """Reason given by each judge, by the judge's seat."""


class FlipCitation(Struct, frozen=True, kw_only=True):
    """The rebuttal that a member cites for changing its position, and whether it contains the quoted words."""

    source: str | None = None
    """Seat whose rebuttal changed the member's position."""
    words: str = ""
    """Quoted words that are claimed to have changed the position."""
    verified: bool = False
    """Whether the quotation occurs in a rebuttal the member saw."""
    calls: Mapping[str, str] = {}
    """Classification by each judge, by the judge's seat."""


class FlipOf(FlipCitation, frozen=True, kw_only=True):
    """Whether a member changed its position after rebuttals, and which rebuttal it cites for the change."""

    change: str
    """Kind of change: `no_change`, `cited_rebuttal` or `uncited`."""


class ReplyTexts(Struct, frozen=True, kw_only=True):
    """A member's first answer, and the answer that was judged, which may be revised."""

    seat: str
    """The member's seat."""
    first: str
    """The member's first answer."""
    final: str
    """The judged text: the revised answer, or the first."""


class ReplyJudged(ReplyTexts, frozen=True, kw_only=True):
    """All judgements of one member's reply: scores, labels, and whether its position changed."""

    rebuttals: tuple[RebuttalOf, ...] = ()
    """Rebuttals of other members in the reply."""
    axes: Mapping[str, OnAxis] = {}
    """The reply's scores by axis."""
    labels: tuple[str, ...] | None = None
    """Labels of the reply; `None` when no judge's labels could be parsed."""
    flip: FlipOf | None = None
    """Whether the author's position changed; `None` when not judged or not readable."""
    conviction: float | None = None
    """Points added to the score for keeping or changing the position."""
    score: float | None = None
    """Weighted score of the reply."""
    compliant: bool | None = None
    """Whether the reply has the requested form."""


class FindingVoices(Struct, frozen=True, kw_only=True):
    """How severe an issue in a reviewed text is, and which members found it or deny it."""

    severity: str
    """How severe the finding is, by the rubric's scale."""
    agree: tuple[str, ...] = ()
    """Seats that report the finding."""
    disagree: tuple[str, ...] = ()
    """Seats that deny the finding."""


class FoundTogether(FindingVoices, frozen=True, kw_only=True):
    """One issue that members found in the text they reviewed, merged from their replies."""

    text: str
    """Text of the issue."""
    status: str
    """Whether several members report the finding, or one denies it."""


class Judgements(Struct, frozen=True, kw_only=True):
    """Judgements of all replies of a session."""

    judges: tuple[str, ...] = ()
    """Seats of the judges."""
    replies: tuple[ReplyJudged, ...] = ()
    """Each member's reply, in seat order."""
    found: tuple[FoundTogether, ...] = ()
    """Issues that members found, merged."""
    agreement: Mapping[str, Any] | None = None
    """Agreement between several judges."""
