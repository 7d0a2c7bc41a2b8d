"""Findings of an adjudication: rebuttals, revisions, flips, labels, scores, and the measures for the rules.

Judgements of several adjudicators are merged here: scores by their median, calls by majority; a tie goes to the tied
call of the adjudicator named first. Unread judgements are marked as unread and count for nothing.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from moot.vocabulary.findings import Finding
from moot.vocabulary.history.judgements import FindingVoices, FlipCitation

Change = Literal["none", "cited", "uncited", "unread", "untested"]
"""Whether a member's position changed: `none`; `cited`: after a rebuttal it answers; `uncited`: without one; `unread`:
unknown, no ballot could be read; `untested`."""


Why = Literal["revised", "unchanged", "unchallenged", "failed", "off"]
"""Why a text is the final one."""


class RebuttalMade(Struct, frozen=True, kw_only=True):
    """One rebuttal of a session, with its number, author and target."""

    id: str
    """The rebuttal's number, e.g. `rebuttal-02`."""
    by: str
    """The seat that made the rebuttal."""
    target: str
    """The seat whose answer the rebuttal is aimed at."""
    text: str
    """The rebuttal's text."""
    statement: str
    """Key of the statement in the transcript that contains the rebuttal."""


class RebuttalsMade(Finding, frozen=True, kw_only=True, tag="rebuttals-made"):
    """All rebuttals of a session, and the statements of members that found an answer sound instead of objecting to
    it."""

    rebuttals: tuple[RebuttalMade, ...]
    """In seat order of their authors."""
    conceded: tuple[RebuttalMade, ...] = ()
    """Answers found sound, and why; they are not shown as rebuttals."""


class Revision(Struct, frozen=True, kw_only=True):
    """Where one member's first and final answer are recorded, and, if the final one is the same, why it was not
    revised."""

    seat: str
    """The member."""
    first: str
    """Key of the first answer."""
    final: str
    """Key of the final answer; the same as `first` if that is kept."""
    saw: tuple[str, ...] = ()
    """Numbers of the rebuttals the member was shown, in that order."""
    why: Why
    """`unchanged`: word for word; `unchallenged`: not disputed; `failed`: no revision arrived; `off`: none was asked
    for."""


class Revisions(Finding, frozen=True, kw_only=True, tag="revisions"):
    """Each member's first and final answer. If both are the same, the reason why the answer was not revised."""

    replies: tuple[Revision, ...]
    """One entry for each member, in seat order."""


class FlipFound(FlipCitation, frozen=True, kw_only=True):
    """Whether one member's position changed after the rebuttals, and the rebuttal that caused it."""

    seat: str
    """The member."""
    change: Change
    """Whether the position changed, and with what reason."""
    rebuttal: str | None = None
    """Number of the rebuttal that the member answers with the change."""
    flag: str = ""
    """What is wrong with the citation, if anything."""
    reason: str = ""
    """The adjudicator's reason."""


class Flips(Finding, frozen=True, kw_only=True, tag="flips"):
    """For each member, whether its position changed between its first and its final answer."""

    flips: tuple[FlipFound, ...]
    """One entry for each member, in seat order."""


class LabelGiven(Struct, frozen=True, kw_only=True):
    """One label given to a reply. The label either counts or was withdrawn."""

    label: str
    """The label; empty if one was given but could not be read."""
    reason: str = ""
    """Why the label was given or withdrawn."""
    finding: str = ""
    """The labelled finding, if findings are labelled one by one."""
    unsure: bool | UnsetType = UNSET
    """True if the label depends on an unread ballot; it then counts neither as a fault nor as none."""


class ReplyLabels(Struct, frozen=True, kw_only=True):
    """One reply's labels, merged from all adjudicators."""

    seat: str
    """The reply's seat."""
    read: bool
    """Whether any adjudicator's labels could be read."""
    flawed: bool = False
    """Whether the labels make the reply faulty."""
    labels: tuple[LabelGiven, ...] = ()
    """Labels that count."""
    cleared: tuple[LabelGiven, ...] = ()
    """Labels that were withdrawn, and why."""
    details: dict[str, str] = {}
    """Answers to the rubric's other questions about the reply."""
    calls: dict[str, tuple[str, ...]] = {}
    """Each adjudicator's labels."""

    @property
    def known(self) -> tuple[str, ...]:
        """Return the labels that are certain because they do not depend on a missing or unreadable ballot."""
        return tuple(given.label for given in self.labels if given.label and given.unsure is not True)

    @property
    def unread(self) -> int:
        """Return how many labels are missing, unreadable, or dependent on a missing or unreadable ballot."""
        return len(self.labels) - len(self.known)


class Labels(Finding, frozen=True, kw_only=True, tag="labels"):
    """The labels of every final reply. Adjudicators saw each reply alone when they labelled it."""

    replies: tuple[ReplyLabels, ...]
    """One entry for each reply, in seat order."""


class AxisFound(Struct, frozen=True, kw_only=True):
    """One reply's score on one axis (quality) of the rubric, with each adjudicator's own score."""

    seat: str
    """The reply's seat."""
    axis: str
    """The axis."""
    score: float | None
    """The median of the adjudicators' scores; `None` if none could be read."""
    given: dict[str, int] = {}
    """Each adjudicator's score."""
    unheard: int | UnsetType = UNSET
    """Number of adjudicators whose score could not be read, if others' could; unset if all or none could."""
    reasons: dict[str, str] = {}
    """Each adjudicator's reason."""


class AxisScores(Finding, frozen=True, kw_only=True, tag="axis-scores"):
    """Scores of every reply on every axis (quality) of the rubric."""

    scores: tuple[AxisFound, ...]
    """The scores, by seat, then in the rubric's order of axes."""


class MergedFinding(FindingVoices, frozen=True, kw_only=True):
    """One finding of the list in which equal findings of the replies are merged."""

    finding: str
    """The finding, in the adjudicator's words."""
    status: Literal["confirmed", "disputed", "unique"]
    """`confirmed`: several replies report it; `disputed`: one denies it; `unique`: only one reports it."""


class Struck(Struct, frozen=True, kw_only=True):
    """An entry of an adjudicator's list that does not count, with the reason."""

    why: Literal["unreported", "unread", "not_found", "changed_sides"]
    """A finding that no reply reports; a denial without a passage, with a passage that occurs in no text of that
    member, or by a member that changed sides without a reason."""
    finding: str
    """The finding, or what is denied."""
    by: str = ""
    """The seat that denies the entry."""
    words: str = ""
    """The passage that the adjudicator named for the denial."""


class RepliesCompared(Finding, frozen=True, kw_only=True, tag="compared"):
    """The adjudicator's comparison of the replies that the session uses: agreement, dispute, merged findings."""

    agreement: Literal["", "agree", "partial", "disagree"] = ""
    """Whether the replies agree; empty if not asked or not readable."""
    dispute: str = ""
    """What divides the replies most."""
    consensus: str = ""
    """The position of the majority in up to three words; empty if there is none or it was not asked."""
    findings: tuple[MergedFinding, ...] = ()
    """All findings, each once."""
    chains: int = 0
    """Number of chains of findings used one after the other."""
    order: tuple[str, ...] = ()
    """The replies by the adjudicator's own ranking, strongest first; it decides nothing."""
    details: dict[str, str] = {}
    """Answers to the rubric's other questions about the matter."""
    by: str | None = None
    """The adjudicator whose comparison is used; `None` if none could be read."""
    calls: dict[str, str] = {}
    """Each adjudicator's result, in a word or in counts."""
    struck: tuple[Struck, ...] | UnsetType = UNSET
    """Entries of the adjudicator's list that do not count; unset if all count."""


class ReplyScore(Struct, frozen=True, kw_only=True):
    """One reply's total score, with the parts from which it is computed."""

    seat: str
    """The reply's seat."""
    score: float | None
    """Weighted axes times penalty plus conviction; `None` if too little could be read."""
    base: float | None
    """Weighted mean of the axis scores, before penalty and conviction."""
    penalty: float = 1.0
    """Factor for the reply's form."""
    conviction: float = 0.0
    """Points added or taken for keeping or changing the position after rebuttals."""
    compliant: bool = True
    """Whether the final reply has the form that the rubric asks for."""
    missing: tuple[str, ...] = ()
    """Axes that could not be read."""
    neutral: tuple[str, ...] = ()
    """Axes that could not be read and have the rubric's neutral score instead."""


class ReplyScores(Finding, frozen=True, kw_only=True, tag="reply-scores"):
    """The replies' scores and their ranking."""

    places: tuple[ReplyScore, ...]
    """The replies, best first; those without a score last."""
    winner: str | None = None
    """Seat with the highest score; `None` if several share it or there is none."""
    most: float = 0.0
    """The highest score that the rubric allows without conviction."""


class Measures(Finding, frozen=True, kw_only=True, tag="measures"):
    """Figures computed from all judgements, and the rubric's rule that they satisfy, which classifies the verdict."""

    rubric: str
    """The rubric's name."""
    values: dict[str, float | str]
    """Every measure that could be computed, by name."""
    rule: int
    """The rule that decided, from 1; 0 if no rule could be tried."""
    verdict_class: str = ""
    """The class of verdict that the rule gives."""
    certainty: Literal["", "high", "moderate", "low"] = ""
    """How certain the class is."""
    basis: str = ""
    """A short code of the reason."""
    says: str = ""
    """The reason in a sentence."""
    withheld: bool = False
    """Whether no verdict text is written."""


class AdjudicatorAgreement(Finding, frozen=True, kw_only=True, tag="adjudicator-agreement"):
    """How far several adjudicators agree, as Krippendorff's alpha."""

    adjudicators: tuple[str, ...]
    """The adjudicators' seats."""
    scores: float | None
    """Krippendorff's alpha of their axis scores, ordinal; `None` if it is not defined."""
    scores_interval: float | None
    """Alpha of the axis scores, computed for an interval scale; `None` if it is not defined."""
    labels: float | None
    """Alpha of their labels: of each reply's label, or of whether its findings make it faulty."""
    flips: float | None
    """Alpha of their calls of flips."""
    units: int
    """Number of scores given by at least two adjudicators."""
