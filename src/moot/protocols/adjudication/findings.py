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
"""Whether a member's position changed: `none`; `cited`, after a rebuttal that the member answers; `uncited`, without
such a rebuttal; `unread`, if no ballot could be parsed; `untested`, if no change was possible.
"""


Why = Literal["revised", "unchanged", "unchallenged", "failed", "off"]
"""Reason why a text is a member's final answer."""


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
    """The rebuttals, in seat order of their authors."""
    conceded: tuple[RebuttalMade, ...] = ()
    """Statements that an answer is sound, with reasons. They are not shown as rebuttals."""


class Revision(Struct, frozen=True, kw_only=True):
    """Keys of one member's first and final answer and, if both are the same, the reason why the answer was not
    revised.
    """

    seat: str
    """The member's seat."""
    first: str
    """Transcript key of the first answer."""
    final: str
    """Transcript key of the final answer; the same as `first` if the answer was not revised."""
    saw: tuple[str, ...] = ()
    """Numbers of the rebuttals that the member was shown, in the order shown."""
    why: Why
    """Origin of the final answer: `unchanged`, revised without any change; `unchallenged`, not disputed; `failed`, no
    revision arrived; `off`, no revision was requested.
    """


class Revisions(Finding, frozen=True, kw_only=True, tag="revisions"):
    """Each member's first and final answer. If both are the same, the reason why the answer was not revised."""

    replies: tuple[Revision, ...]
    """One entry for each member, in seat order."""


class FlipFound(FlipCitation, frozen=True, kw_only=True):
    """Whether one member's position changed after the rebuttals, and the rebuttal that caused it."""

    seat: str
    """The member's seat."""
    change: Change
    """Kind of change; see `Change`."""
    rebuttal: str | None = None
    """Number of the rebuttal that the member answers with the change."""
    flag: str = ""
    """Error in the citation of the rebuttal; empty if it has none."""
    reason: str = ""
    """Reason given by the adjudicator."""


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
    """True if a ballot that could not be parsed might change this label. The label then counts neither as a fault nor
    as the absence of one.
    """


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
    """Labels given by each adjudicator, by seat."""

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
    """Score given by each adjudicator, by seat."""
    unheard: int | UnsetType = UNSET
    """Number of adjudicators whose score could not be parsed, if others' could; unset if all or none could."""
    reasons: dict[str, str] = {}
    """Reason given by each adjudicator, by seat."""


class AxisScores(Finding, frozen=True, kw_only=True, tag="axis-scores"):
    """Scores of every reply on every axis (quality) of the rubric."""

    scores: tuple[AxisFound, ...]
    """The scores, by seat, then in the rubric's order of axes."""


class MergedFinding(FindingVoices, frozen=True, kw_only=True):
    """One finding of the list in which equal findings of the replies are merged."""

    finding: str
    """The finding, in the adjudicator's words."""
    status: Literal["confirmed", "disputed", "unique"]
    """Status of the finding: `confirmed`, if several replies report it; `disputed`, if one denies it; `unique`, if
    only one reports it.
    """


class Struck(Struct, frozen=True, kw_only=True):
    """An entry of an adjudicator's list that does not count, with the reason."""

    why: Literal["unreported", "unread", "not_found", "changed_sides"]
    """Why the entry does not count: no reply reports the finding; or a denial has no passage, has a passage that
    occurs in no text of that member, or is by a member that changed sides without a reason.
    """
    finding: str
    """Text of the finding, or of the finding that is denied."""
    by: str = ""
    """The seat that denies the entry."""
    words: str = ""
    """The passage that the adjudicator named for the denial."""


class RepliesCompared(Finding, frozen=True, kw_only=True, tag="compared"):
    """Result of comparing the replies: agreement, main dispute and merged findings, from one
    adjudicator's comparison.
    """

    agreement: Literal["", "agree", "partial", "disagree"] = ""
    """Whether the replies agree; empty if not asked or not readable."""
    dispute: str = ""
    """Main point of dispute between the replies."""
    consensus: str = ""
    """The position of the majority in up to three words; empty if there is none or it was not asked."""
    findings: tuple[MergedFinding, ...] = ()
    """All findings, each listed once."""
    chains: int = 0
    """Number of chains in which one finding is used to exploit the next."""
    order: tuple[str, ...] = ()
    """The replies in the order of the adjudicator's ranking, strongest first. This order decides nothing."""
    details: dict[str, str] = {}
    """Answers to the rubric's other questions about the matter."""
    by: str | None = None
    """The adjudicator whose comparison is used; `None` if none could be read."""
    calls: dict[str, str] = {}
    """Result of each adjudicator's comparison, as a word or as counts."""
    struck: tuple[Struck, ...] | UnsetType = UNSET
    """Entries of the adjudicator's list that do not count; unset if all count."""


class ReplyScore(Struct, frozen=True, kw_only=True):
    """One reply's total score, with the parts from which it is computed."""

    seat: str
    """The reply's seat."""
    score: float | None
    """Total score: weighted axes times penalty plus conviction; `None` if too little could be parsed."""
    base: float | None
    """Weighted mean of the axis scores, before penalty and conviction."""
    penalty: float = 1.0
    """Factor by which the score is multiplied for wrong form; 1.0 if the form is right."""
    conviction: float = 0.0
    """Points added or taken for keeping or changing the position after rebuttals."""
    compliant: bool = True
    """Whether the final reply has the form that the rubric asks for."""
    missing: tuple[str, ...] = ()
    """Names of axes whose scores could not be parsed."""
    neutral: tuple[str, ...] = ()
    """Names of axes whose scores could not be parsed and were replaced by the rubric's neutral score."""


class ReplyScores(Finding, frozen=True, kw_only=True, tag="reply-scores"):
    """The replies' scores and their ranking."""

    places: tuple[ReplyScore, ...]
    """The scored replies, best first, then replies without a score."""
    winner: str | None = None
    """Seat with the highest score; `None` if several share it or there is none."""
    most: float = 0.0
    """Highest score that the rubric allows, without conviction."""


class Measures(Finding, frozen=True, kw_only=True, tag="measures"):
    """Figures computed from all judgements, and the rubric's rule that applied and gives the class of the verdict."""

    rubric: str
    """The rubric's name."""
    values: dict[str, float | str]
    """Values of all measures that could be computed, by name."""
    rule: int
    """Number of the rule that applied, from 1; 0 if no rule could be tested."""
    verdict_class: str = ""
    """Class of the verdict according to the rule."""
    certainty: Literal["", "high", "moderate", "low"] = ""
    """How certain the class is."""
    basis: str = ""
    """Short code of the reason."""
    says: str = ""
    """The reason, in a sentence."""
    withheld: bool = False
    """Whether the verdict's text is withheld."""


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
    """Alpha of their decisions on changes of position."""
    units: int
    """Number of scores given by at least two adjudicators."""
