"""Ballots of an adjudication: rebuttals by members; flips, labels, scores and comparisons by adjudicators."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from moot.protocols.adjudication.findings import MergedFinding
from moot.vocabulary.ballots import Ballot


class Rebuttal(Struct, frozen=True, kw_only=True):
    """One member's rebuttal of one answer."""

    disputes: bool
    """Whether it disputes the answer's strongest point; if not, the text explains why the point is right."""
    point: str
    """Its text."""


class Rebuttals(Ballot, frozen=True, kw_only=True, tag="rebuttals"):
    """One member's rebuttals of each answer of the others."""

    points: dict[str, Rebuttal]
    """By the seat whose answer it is aimed at."""


class FlipCall(Ballot, frozen=True, kw_only=True, tag="flip-call"):
    """An adjudicator's call on whether a member's position changed between its first and its final answer."""

    change: Literal["no_change", "cited_rebuttal", "uncited"]
    """Not at all; in answer to a rebuttal; without one."""
    source: str = ""
    """Number of the rebuttal that the final answer meets; empty if none is named."""
    words: str = ""
    """The words of that rebuttal which it answers."""
    reason: str = ""
    """The adjudicator's reason."""


class ReplyLabel(Ballot, frozen=True, kw_only=True, tag="reply-label"):
    """The one label of a whole reply."""

    label: str
    """The label, or `none`."""
    reason: str = ""
    """Why it is given."""
    details: dict[str, str] = {}
    """Answers to the rubric's other questions about a reply, by name."""


class LabelledFinding(Struct, frozen=True, kw_only=True):
    """One finding that a reply reports, with its label."""

    finding: str
    """What is reported."""
    label: str
    """Its label; empty if none of the rubric's could be read."""
    reason: str = ""
    """Why it is given."""


class FindingLabels(Ballot, frozen=True, kw_only=True, tag="finding-labels"):
    """Labels of everything a reply reports."""

    findings: tuple[LabelledFinding, ...]
    """One entry for each thing it reports."""
    details: dict[str, str] = {}
    """Answers to the rubric's other questions about a reply, by name."""


class LabelCheck(Ballot, frozen=True, kw_only=True, tag="label-check"):
    """Second check of one label by itself."""

    stands: bool
    """Whether the label is right."""
    reason: str = ""
    """Why."""


class AxisScore(Struct, frozen=True, kw_only=True):
    """Score of a reply in one respect."""

    score: int
    """From 1 to 5."""
    reason: str = ""
    """Why, in a few words."""


class AxisCalls(Ballot, frozen=True, kw_only=True, tag="axis-calls"):
    """One adjudicator's scores of one reply."""

    axes: dict[str, AxisScore]
    """By axis."""


class Positions(Ballot, frozen=True, kw_only=True, tag="positions"):
    """Comparison of the replies: common points and differences."""

    agreement: Literal["agree", "partial", "disagree"]
    """Whether they agree."""
    dispute: str
    """What divides them most; empty if nothing does."""
    consensus: str
    """The position of the majority in up to three words, or `no consensus`."""
    order: tuple[str, ...]
    """The replies, strongest first."""
    details: dict[str, str] = {}
    """Answers to the rubric's other questions about the matter, by name."""


class Denial(Struct, frozen=True, kw_only=True):
    """A reply's denial of another reply's finding."""

    by: str
    """The seat of the reply."""
    words: str = ""
    """The passage with the denial, copied from that member's text; empty if none is named."""


class MergedEntry(MergedFinding, frozen=True, kw_only=True):
    """One finding of the merged list, with what denies it."""

    denials: tuple[Denial, ...] | UnsetType = UNSET
    """The passages with the denials; unset in ballots that were cast before passages were asked for."""


class MergedList(Ballot, frozen=True, kw_only=True, tag="merged-list"):
    """All findings of the replies, each once."""

    findings: tuple[MergedEntry, ...]
    """The list, most severe first."""
    chains: int = 0
    """Number of chains in which findings are used one after the other."""
    order: tuple[str, ...] = ()
    """The replies, strongest first."""
    details: dict[str, str] = {}
    """Answers to the rubric's other questions about the matter, by name."""
