"""What is found in an adjudication? Rebuttals, revisions, flips, labels, scores, and the measures that rule.

Everything several adjudicators judged is settled here: scores by their median, readings by most votes, where a tie goes
to the tied reading of the adjudicator named first. What nobody could read is said to be unread and counts for nothing.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from moot.vocabulary.findings import Finding

Change = Literal["none", "cited", "uncited", "unread", "untested"]
"""A position held; changed in answer to a rebuttal; changed without one; it was due, and nobody could say; nobody was
asked to test it."""


Why = Literal["revised", "unchanged", "unchallenged", "failed", "off"]
"""Why a text is the final one."""


class RebuttalMade(Struct, frozen=True, kw_only=True):
    """One rebuttal."""

    id: str
    """Its number, e.g. `rebuttal-02`."""
    by: str
    """Who made it."""
    target: str
    """Whose answer it is aimed at."""
    text: str
    """What it says."""
    statement: str
    """Key of the words it stands in."""


class RebuttalsMade(Finding, frozen=True, kw_only=True, tag="rebuttals-made"):
    """All rebuttals, and who found nothing to dispute."""

    rebuttals: tuple[RebuttalMade, ...]
    """In seat order of who made them."""
    conceded: tuple[RebuttalMade, ...] = ()
    """Answers found sound, and why; they are shown to nobody as a rebuttal."""


class Revision(Struct, frozen=True, kw_only=True):
    """One member's first and final answer."""

    seat: str
    """Whose."""
    first: str
    """Key of the first answer."""
    final: str
    """Key of the final one; the same when the first one stands."""
    saw: tuple[str, ...] = ()
    """Numbers of the rebuttals it saw, in the order it saw them."""
    why: Why
    """`unchanged`: word for word; `unchallenged`: nobody disputed it; `failed`: none came; `off`: none was asked."""


class Revisions(Finding, frozen=True, kw_only=True, tag="revisions"):
    """Who revised, and which text is judged."""

    replies: tuple[Revision, ...]
    """In seat order."""


class FlipFound(Struct, frozen=True, kw_only=True):
    """Whether one member changed its position, and on whose word."""

    seat: str
    """Who."""
    change: Change
    """Whether and how."""
    rebuttal: str | None = None
    """The rebuttal it answers."""
    source: str | None = None
    """Who made that rebuttal."""
    words: str = ""
    """The words of the rebuttal that are said to have moved it."""
    verified: bool = False
    """Whether those words stand in a rebuttal this member saw."""
    flag: str = ""
    """What is wrong with the citation, if anything."""
    reason: str = ""
    """The adjudicator's reason."""
    calls: dict[str, str] = {}
    """What each adjudicator called it."""


class Flips(Finding, frozen=True, kw_only=True, tag="flips"):
    """Who changed its position under rebuttal."""

    flips: tuple[FlipFound, ...]
    """In seat order."""


class LabelGiven(Struct, frozen=True, kw_only=True):
    """A label that stands, or one that was taken back."""

    label: str
    """The label; empty where it was given and could not be read."""
    reason: str = ""
    """Why it was given, or why it was taken back."""
    finding: str = ""
    """What it is about, where single findings are labelled."""
    unsure: bool | UnsetType = UNSET
    """True where it hangs on a ballot nobody could read whether the label stands; it then counts neither as a fault nor
    as none."""


class ReplyLabels(Struct, frozen=True, kw_only=True):
    """One reply's labels."""

    seat: str
    """Whose reply."""
    read: bool
    """Whether any adjudicator's labels could be read."""
    flawed: bool = False
    """Whether the reply counts as faulty by them."""
    labels: tuple[LabelGiven, ...] = ()
    """Those that stand."""
    cleared: tuple[LabelGiven, ...] = ()
    """Those that were taken back, and why."""
    details: dict[str, str] = {}
    """What else was asked about the reply."""
    calls: dict[str, tuple[str, ...]] = {}
    """What each adjudicator gave."""

    @property
    def known(self) -> tuple[str, ...]:
        """The labels that stand for certain."""
        return tuple(given.label for given in self.labels if given.label and given.unsure is not True)

    @property
    def unread(self) -> int:
        """How many could not be read, or hang on what could not."""
        return len(self.labels) - len(self.known)


class Labels(Finding, frozen=True, kw_only=True, tag="labels"):
    """What every final reply was labelled with, seen alone."""

    replies: tuple[ReplyLabels, ...]
    """In seat order."""


class AxisFound(Struct, frozen=True, kw_only=True):
    """One reply's score on one axis."""

    seat: str
    """Whose reply."""
    axis: str
    """The axis."""
    score: float | None
    """The median of the adjudicators' scores; `None` when none could be read."""
    given: dict[str, int] = {}
    """Each adjudicator's score."""
    unheard: int | UnsetType = UNSET
    """Adjudicators whose score could not be read, where others' could; unset where all were, or none."""
    reasons: dict[str, str] = {}
    """Each adjudicator's reason."""


class AxisScores(Finding, frozen=True, kw_only=True, tag="axis-scores"):
    """Every reply on every axis."""

    scores: tuple[AxisFound, ...]
    """By seat, then in the rubric's order."""


class MergedFinding(Struct, frozen=True, kw_only=True):
    """One finding of the merged list."""

    finding: str
    """What is found."""
    status: Literal["confirmed", "disputed", "unique"]
    """Several replies have it; one denies it; one alone has it."""
    severity: str
    """How severe it is."""
    agree: tuple[str, ...] = ()
    """Whose replies have it."""
    disagree: tuple[str, ...] = ()
    """Whose replies deny it."""


class Struck(Struct, frozen=True, kw_only=True):
    """What an adjudicator wrote on its list that does not count."""

    why: Literal["unreported", "unread", "not_found", "changed_sides"]
    """A finding that no reply reports; a denial for which no passage is named, whose passage stands in nothing that
    member wrote, or of a member that changed sides without a reason."""
    finding: str
    """The finding, or what is denied."""
    by: str = ""
    """Whose denial it is."""
    words: str = ""
    """The passage named for it."""


class Compared(Finding, frozen=True, kw_only=True, tag="compared"):
    """The replies side by side."""

    agreement: Literal["", "agree", "partial", "disagree"] = ""
    """Whether they agree; empty when that was not asked or could not be read."""
    dispute: str = ""
    """What divides them most."""
    consensus: str = ""
    """The position of the majority in up to three words; empty when there is none or it was not asked."""
    findings: tuple[MergedFinding, ...] = ()
    """What they found, each thing once."""
    chains: int = 0
    """Chains of findings used one after the other."""
    order: tuple[str, ...] = ()
    """The replies by the adjudicator's own ranking, strongest first; it decides nothing."""
    details: dict[str, str] = {}
    """What else was asked about the matter."""
    by: str | None = None
    """The adjudicator whose comparison stands; `None` when none could be read."""
    calls: dict[str, str] = {}
    """What each adjudicator came to, in a word or in counts."""
    struck: tuple[Struck, ...] | UnsetType = UNSET
    """What stands on its list and does not count; unset where nothing was struck."""


class ReplyScore(Struct, frozen=True, kw_only=True):
    """One reply's score and how it came about."""

    seat: str
    """Whose reply."""
    score: float | None
    """Weighted axes times penalty plus conviction; `None` when too little could be read."""
    base: float | None
    """The weighted axes."""
    penalty: float = 1.0
    """What they were multiplied with for the reply's form."""
    conviction: float = 0.0
    """What was added for how the member met its rebuttals."""
    compliant: bool = True
    """Whether the final reply keeps the rubric's form."""
    missing: tuple[str, ...] = ()
    """Axes nobody could read."""
    neutral: tuple[str, ...] = ()
    """Axes nobody could read for which the rubric's neutral score stands."""


class ReplyScores(Finding, frozen=True, kw_only=True, tag="reply-scores"):
    """Who stands where by score."""

    places: tuple[ReplyScore, ...]
    """Best first; replies without a score last."""
    winner: str | None = None
    """Whose score is the highest; `None` when several share it or there is none."""
    most: float = 0.0
    """The highest score the rubric gives without conviction."""


class Measures(Finding, frozen=True, kw_only=True, tag="measures"):
    """What was measured, and which rule it met."""

    rubric: str
    """The rubric."""
    values: dict[str, float | str]
    """Every measure that could be known, by name."""
    rule: int
    """The rule that decided, from 1; 0 when nothing could be ruled."""
    verdict_class: str = ""
    """The class of verdict it gives."""
    certainty: Literal["", "high", "moderate", "low"] = ""
    """How sure the class is."""
    basis: str = ""
    """A short code of the reason."""
    says: str = ""
    """The reason in a sentence."""
    withheld: bool = False
    """Whether no verdict text is written."""


class AdjudicatorAgreement(Finding, frozen=True, kw_only=True, tag="adjudicator-agreement"):
    """How far several adjudicators judge alike."""

    adjudicators: tuple[str, ...]
    """Who judged."""
    scores: float | None
    """Krippendorff's alpha of their axis scores as an order; `None` when it is not defined."""
    scores_interval: float | None
    """The same with differences taken as distances."""
    labels: float | None
    """Alpha of their labels: of each reply's label, or of whether its findings make it faulty."""
    flips: float | None
    """Alpha of their calls of flips."""
    units: int
    """Scores that at least two of them gave."""
