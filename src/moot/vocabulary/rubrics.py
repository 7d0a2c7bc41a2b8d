"""Rubric: axes, labels, a comparison, wording, and rules from measures to a verdict, as data.

A rubric contains no expressions and no function names: a rule is a list of bounds on named measures
(`vocabulary/measures.py`). The first rule whose bounds all hold decides; the last one has none. The whole rubric is
stored in the session that uses it. Files: `library/rubrics/`, read by `library/rubric_shelf.py`.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

Level = Literal["high", "moderate", "low"]


class Axis(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One quality on which every reply is scored from 1 to 5, independently of the other replies."""

    name: str
    """Name of the axis, e.g. `evidence_quality`."""
    weight: float
    """Weight of the axis in the score."""
    asks: str
    """Instruction for judging the axis, in a sentence or two; part of the adjudicator's prompt."""
    one: str
    """Description of a reply that deserves 1."""
    three: str
    """Description of a reply that deserves 3."""
    five: str
    """Description of a reply that deserves 5."""
    note: str = ""
    """A limit or warning, e.g. what may not be scored above 2."""


class RubricLabel(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One label of a reply or finding."""

    name: str
    """Name of the label, e.g. `false_certainty`."""
    meaning: str
    """When to give the label."""
    group: str = ""
    """Group of the label, counted by the measure `group_NAME`; empty for none."""
    flaw: bool = True
    """Whether the label is a fault: a member that keeps its position in a faulty reply earns no conviction."""
    recheck: str = ""
    """A yes-or-no question that confirms the label; a no removes it."""
    form: bool = False
    """Whether the label is only about form: it is removed if the reply has the rubric's form by count."""
    echo: bool = False
    """Whether the label is given automatically to a short unlabelled reply that mostly repeats the question."""


class Detail(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An additional field that judges fill in with a label or a verdict. The field is recorded, but not used in
    rules."""

    name: str
    """Name of the detail, e.g. `sources_cited`."""
    asks: str
    """Instruction for filling in the field."""
    kind: Literal["count", "choice", "words"] = "words"
    """Type of the value: a whole number, one of `choices`, or a few words."""
    choices: tuple[str, ...] = ()
    """Allowed values of a `choice`."""


class LabelFamily(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A set of labels that judges choose from for each reply separately, in the first phase of judging."""

    name: str
    """Subject of the labels, e.g. `evidence`; exports name the columns `evidence_label` and `evidence_reason`."""
    of: Literal["replies", "findings"] = "replies"
    """What is labelled: the whole reply, or every finding in it."""
    asks: str
    """Instructions for labelling, part of the adjudicator's prompt."""
    labels: tuple[RubricLabel, ...]
    """Labels to choose from."""
    none: bool = False
    """Whether a reply may go without a label."""
    flawed_from: float = 0.5
    """For findings: share of faulty findings from which the whole reply counts as faulty."""
    details: tuple[Detail, ...] = ()
    """Additional fields requested with each reply."""


class ComparisonPhase(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Instructions for judges to compare all replies, in the second phase of judging."""

    of: Literal["positions", "findings"] = "positions"
    """What is compared. `positions`: whether the replies agree, and what divides them. `findings`: one merged list of
    findings.
    """
    asks: str
    """Instructions for comparing, part of the adjudicator's prompt."""
    agreement: str = "agreement"
    """For positions: the agreement's name in exports, e.g. `evidence_agreement`. Its values are agree, partial,
    disagree."""
    dispute: str = "key_dispute"
    """For positions: the name in exports of the main point of dispute."""
    unsettled: tuple[str, ...] = ()
    """Phrases in the main point of dispute that mean the matter itself is open, e.g. `circuit split`."""
    severities: tuple[str, ...] = ()
    """For findings: severities, worst first."""
    minor: tuple[str, ...] = ()
    """Severities that are harmless by themselves, e.g. `style`."""
    gravest: str = ""
    """The severity counted by the measure `confirmed_gravest`."""
    chains: bool = False
    """For findings: whether attack chains, findings exploited one after the other, are counted."""
    mentions: tuple[str, ...] = ()
    """For findings: words that show a reply reports problems, used if there is no merged list."""


class StageWording(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Texts that a rubric adds to the protocol's prompts, one for each stage; an empty text adds nothing."""

    answer: str = ""
    """Instructions for members' answers."""
    rebuttal: str = ""
    """Instructions for rebuttals of other replies."""
    refinement: str = ""
    """Instructions for revising a reply or holding it."""
    flip: str = ""
    """What counts as a change of position."""
    axes: str = ""
    """Instructions for the adjudicator before scoring any axis."""
    consensus: str = ""
    """Instructions for naming the majority's position."""
    verdict: str = ""
    """Instructions for writing the verdict."""


class MeasureBound(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits on one measure, i.e. on a figure computed from a session. A measure that is unknown meets no limit."""

    at_least: float | None = None
    """Minimum value, inclusive."""
    at_most: float | None = None
    """Maximum value, inclusive."""
    below: float | None = None
    """Maximum value, exclusive."""
    exactly: float | str | None = msgspec.field(default=None, name="is")
    """Number or word that the measure must equal. Written `is` in files."""


class Certainty(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A degree of certainty that a verdict gets if all conditions of the degree are met.

    If several degrees fit, the first applies.
    """

    level: Level
    """Level of certainty."""
    when: dict[str, MeasureBound] = {}
    """Bounds on measures, all of which must hold. The last certainty of a rule has none."""
    basis: str = ""
    """Basis used instead of the rule's own."""
    withheld: bool = False
    """Whether no verdict text is written at this certainty."""


class VerdictRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule that gives a session's verdict a class if all its conditions on measures are met."""

    verdict: str
    """Class of the verdict, e.g. `contested`."""
    when: dict[str, MeasureBound] = {}
    """Bounds on measures, all of which must hold. The last rule has none."""
    certainty: Level | tuple[Certainty, ...]
    """Certainty of the verdict: fixed, or by further bounds."""
    basis: str
    """A short code for the reason; `{measure}` is replaced by the measure's value."""
    says: str
    """Reason as a sentence for people; `{measure}` is replaced by the measure's value."""
    withheld: bool = False
    """Whether the verdict text is withheld, because the class means that none is justified."""


class Conviction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points added to a reply's score for how its author responded to rebuttals."""

    held: float = 2.0
    """Points if the position was kept and the reply was labelled without fault."""
    cited: float = 0.0
    """Points if the position changed, and the revision answers an actual rebuttal."""
    uncited: float = -1.0
    """Points if the position changed without such a rebuttal."""


class Rubric(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named set of criteria for judging replies: axes, labels, a comparison, and rules from measures to a verdict."""

    name: str = ""
    """Name of the rubric: the file's name without `.toml`."""
    title: str
    """Purpose of the rubric, in one line."""
    about: str = ""
    """When to use the rubric, and when not."""
    input: Literal["question", "jsonl", "code"] = "question"
    """What is judged: one question, several in one file, or source code and system descriptions."""
    form: Literal["any", "one_sentence"] = "any"
    """The form every reply must have, checked by code on the final text."""
    penalty: float = 1.0
    """Factor on the score of a reply without the form in `form`."""
    consensus: bool = False
    """Whether the majority's position is named in a few words."""
    neutral: float | None = None
    """Score of an axis that could not be parsed; unset leaves the axis missing. Either way, the score is flagged."""
    conviction: Conviction = Conviction()
    """Points for keeping and for changing a position."""
    members: tuple[str, ...] = ()
    """Default models of members."""
    adjudicators: tuple[str, ...] = ()
    """Default models of adjudicators."""
    wording: StageWording = StageWording()
    """Texts added to the prompts."""
    axes: tuple[Axis, ...]
    """Axes on which every reply is scored."""
    labelling: LabelFamily
    """Labels for each reply on its own."""
    comparison: ComparisonPhase
    """Comparison of all replies."""
    details: tuple[Detail, ...] = ()
    """Additional fields requested with the verdict."""
    rules: tuple[VerdictRule, ...]
    """Rules that map measures to the verdict's class. The first rule whose bounds all hold decides."""

    @property
    def most(self) -> float:
        """Return the highest weighted score that a reply can have, without points for conviction."""
        return 5 * sum(axis.weight for axis in self.axes)

    def axis(self, name: str) -> Axis:
        """Return the axis of this name."""
        return next(axis for axis in self.axes if axis.name == name)

    def label(self, name: str) -> RubricLabel | None:
        """Return the label of this name; `None` if the rubric has none."""
        return next((label for label in self.labelling.labels if label.name == name), None)

    def groups(self) -> tuple[str, ...]:
        """Return the names of the groups to which labels belong, in order."""
        return tuple(dict.fromkeys(label.group for label in self.labelling.labels if label.group))
