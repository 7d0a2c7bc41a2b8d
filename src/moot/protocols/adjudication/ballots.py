"""What is cast in an adjudication? Rebuttals by members; flips, labels, scores and comparisons by adjudicators."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from moot.vocabulary.ballots import Ballot


class Rebuttal(Struct, frozen=True, kw_only=True):
    """What one member says against one answer."""

    disputes: bool
    """Whether it disputes the answer's strongest point; if not, the point says why it stands."""
    point: str
    """What it says."""


class Rebuttals(Ballot, frozen=True, kw_only=True, tag="rebuttals"):
    """What one member says against each answer of the others."""

    points: dict[str, Rebuttal]
    """By whose answer it is aimed at."""


class FlipCall(Ballot, frozen=True, kw_only=True, tag="flip-call"):
    """Whether a member's position changed between its first and its final answer, as an adjudicator sees it."""

    change: Literal["no_change", "cited_rebuttal", "uncited"]
    """Not at all; in answer to a rebuttal; without one."""
    source: str = ""
    """The rebuttal that the final answer meets, by its number; empty where none is named."""
    words: str = ""
    """The words of that rebuttal which it answers."""
    reason: str = ""
    """Why the adjudicator thinks so."""


class ReplyLabel(Ballot, frozen=True, kw_only=True, tag="reply-label"):
    """The one label of a whole reply."""

    label: str
    """The label, or `none`."""
    reason: str = ""
    """Why it is given."""
    details: dict[str, str] = {}
    """What else the rubric asks about a reply, by name."""


class LabelledFinding(Struct, frozen=True, kw_only=True):
    """One thing a reply reports, with its label."""

    finding: str
    """What is reported."""
    label: str
    """Its label; empty where none of the rubric's could be read."""
    reason: str = ""
    """Why it is given."""


class FindingLabels(Ballot, frozen=True, kw_only=True, tag="finding-labels"):
    """The labels of everything a reply reports."""

    findings: tuple[LabelledFinding, ...]
    """One entry for each thing it reports."""
    details: dict[str, str] = {}
    """What else the rubric asks about a reply, by name."""


class LabelCheck(Ballot, frozen=True, kw_only=True, tag="label-check"):
    """Whether a label that was given stands when it is asked about by itself."""

    stands: bool
    """Whether it does."""
    reason: str = ""
    """Why."""


class AxisScore(Struct, frozen=True, kw_only=True):
    """How good a reply is in one respect."""

    score: int
    """From 1 to 5."""
    reason: str = ""
    """Why, in a few words."""


class AxisCalls(Ballot, frozen=True, kw_only=True, tag="axis-calls"):
    """An adjudicator's scores of one reply."""

    axes: dict[str, AxisScore]
    """By axis."""


class Positions(Ballot, frozen=True, kw_only=True, tag="positions"):
    """What the replies have in common and what divides them."""

    agreement: Literal["agree", "partial", "disagree"]
    """Whether they agree."""
    dispute: str
    """What divides them most; empty when nothing does."""
    consensus: str
    """The position of the majority in up to three words, or `no consensus`."""
    order: tuple[str, ...]
    """The replies, strongest first."""
    details: dict[str, str] = {}
    """What else the rubric asks about the matter, by name."""


class Denial(Struct, frozen=True, kw_only=True):
    """That a reply denies a finding of another one."""

    by: str
    """Whose reply."""
    words: str = ""
    """The passage in which it does, copied from what that member wrote; empty where none is named."""


class MergedEntry(Struct, frozen=True, kw_only=True):
    """One finding of the merged list."""

    finding: str
    """What is found."""
    status: Literal["confirmed", "disputed", "unique"]
    """Several replies have it; one denies it; one alone has it."""
    severity: str
    """How severe it is, by the rubric's scale."""
    agree: tuple[str, ...] = ()
    """Whose replies have it."""
    disagree: tuple[str, ...] = ()
    """Whose replies deny it."""
    denials: tuple[Denial, ...] | UnsetType = UNSET
    """The passages in which they do; unset in ballots that were cast before passages were asked for."""


class MergedList(Ballot, frozen=True, kw_only=True, tag="merged-list"):
    """What the replies found, each thing once."""

    findings: tuple[MergedEntry, ...]
    """The list, gravest first."""
    chains: int = 0
    """How many chains of findings are used one after the other."""
    order: tuple[str, ...] = ()
    """The replies, strongest first."""
    details: dict[str, str] = {}
    """What else the rubric asks about the matter, by name."""
