"""What is a rubric? A way to judge, as data: axes, labels, a comparison, wording, and rules from measures to a verdict.

A rubric holds no expression and no name of a function: a rule is a list of bounds on named measures
(`vocabulary/measures.py`), the first rule whose bounds all hold decides, and the last one has none. The whole rubric is
written into the session that uses it. Files: `library/rubrics/`, read in `library/rubric_shelf.py`.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

Level = Literal["high", "moderate", "low"]


class Axis(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One quality that every reply is scored on, from 1 to 5, by itself."""

    name: str
    """Its name, e.g. `evidence_quality`."""
    weight: float
    """How much its score counts."""
    asks: str
    """What is judged, in a sentence or two; the adjudicator reads it."""
    one: str
    """What a reply that deserves 1 looks like."""
    three: str
    """What a reply that deserves 3 looks like."""
    five: str
    """What a reply that deserves 5 looks like."""
    note: str = ""
    """A limit or a warning, e.g. what may not be scored above 2."""


class RubricLabel(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One label an adjudicator may give."""

    name: str
    """Its name, e.g. `false_certainty`."""
    meaning: str
    """When it is given."""
    group: str = ""
    """The group it counts into: its measure is `group_NAME`. Empty counts into none."""
    flaw: bool = True
    """Whether it is a fault: a member that holds to a faulty reply earns no conviction."""
    recheck: str = ""
    """A yes-or-no question put to the adjudicator once more before the label stands; a no clears it."""
    form: bool = False
    """Whether it is about form only: it is cleared when the reply keeps the rubric's form by count."""
    echo: bool = False
    """Whether it is given by count to a short unlabelled reply that mostly repeats the question."""


class Detail(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One more fact asked for beside a label or a verdict; it is recorded and decides nothing."""

    name: str
    """Its name, e.g. `sources_cited`."""
    asks: str
    """What is asked for."""
    kind: Literal["count", "choice", "words"] = "words"
    """A whole number, one of `choices`, or a few words."""
    choices: tuple[str, ...] = ()
    """What can be chosen."""


class LabelFamily(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What each reply is labelled with, seen alone: the first phase of judging."""

    name: str
    """What the labels are about, e.g. `evidence`; exports call them `evidence_label` and `evidence_reason`."""
    of: Literal["replies", "findings"] = "replies"
    """One label for the whole reply, or one for every finding in it."""
    asks: str
    """What the adjudicator is told about labelling."""
    labels: tuple[RubricLabel, ...]
    """The labels."""
    none: bool = False
    """Whether a reply may go without a label."""
    flawed_from: float = 0.5
    """For findings: the share of them with a faulty label from which the whole reply counts as flawed."""
    details: tuple[Detail, ...] = ()
    """More facts asked for with each reply."""


class ComparisonPhase(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked about all replies together: the second phase of judging."""

    of: Literal["positions", "findings"] = "positions"
    """`positions`: do they agree, and what divides them. `findings`: one merged list of what they found."""
    asks: str
    """What the adjudicator is told about comparing."""
    agreement: str = "agreement"
    """For positions: what exports call the agreement, e.g. `evidence_agreement`. It is agree, partial or disagree."""
    dispute: str = "key_dispute"
    """For positions: what exports call the main point of dispute."""
    unsettled: tuple[str, ...] = ()
    """Phrases in the main point of dispute that mean that the matter itself is open, e.g. `circuit split`."""
    severities: tuple[str, ...] = ()
    """For findings: how severe one can be, worst first."""
    minor: tuple[str, ...] = ()
    """Severities that are no trouble by themselves, e.g. `style`."""
    gravest: str = ""
    """The severity counted by the measure `confirmed_gravest`."""
    chains: bool = False
    """For findings: whether attack chains, several findings used one after the other, are counted."""
    mentions: tuple[str, ...] = ()
    """For findings: words that show a reply reports trouble, where no merged list could be had."""


class StageWording(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the rubric adds to the protocol's prompts, as plain text. An empty one adds nothing."""

    answer: str = ""
    """How members are to answer the question."""
    rebuttal: str = ""
    """How members are to attack the replies of others."""
    refinement: str = ""
    """How members are to revise their reply, or hold it."""
    flip: str = ""
    """What counts as a change of position."""
    axes: str = ""
    """What the adjudicator is told before scoring any axis."""
    consensus: str = ""
    """How the position of the majority is to be named."""
    verdict: str = ""
    """How the verdict is to be written."""


class MeasureBound(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What must hold of one measure. A measure that is not known meets no bound."""

    at_least: float | None = None
    """It is this much or more."""
    at_most: float | None = None
    """It is this much or less."""
    below: float | None = None
    """It is less than this."""
    exactly: float | str | None = msgspec.field(default=None, name="is")
    """It is this number or this word. In files it is written `is`."""


class Certainty(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How sure a class is, under further bounds; the first whose bounds hold counts."""

    level: Level
    """How sure."""
    when: dict[str, MeasureBound] = {}
    """Bounds by measure, all of which must hold; the last certainty of a rule has none."""
    basis: str = ""
    """Another basis than the rule's."""
    withheld: bool = False
    """Whether no verdict text is written at this certainty."""


class VerdictRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule from measures to a class of verdict."""

    verdict: str
    """The class, e.g. `contested`."""
    when: dict[str, MeasureBound] = {}
    """Bounds by measure, all of which must hold; the last rule has none."""
    certainty: Level | tuple[Certainty, ...]
    """How sure it is: always the same, or by further bounds."""
    basis: str
    """A short code of the reason; `{measure}` is replaced by that measure's value."""
    says: str
    """The reason as a sentence for people; `{measure}` is replaced likewise."""
    withheld: bool = False
    """Whether no verdict text is written: the class says that none is warranted."""


class Conviction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is added to a score for how a member met its rebuttals."""

    held: float = 2.0
    """The position was held and the reply was labelled and found without fault."""
    cited: float = 0.0
    """The position changed, and the revision answers a rebuttal that was made."""
    uncited: float = -1.0
    """The position changed without one."""


class Rubric(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way to judge under one name."""

    name: str = ""
    """What people call it; the file's name without `.toml`."""
    title: str
    """What it is for, in one line."""
    about: str = ""
    """When to take it, and when not."""
    input: Literal["question", "jsonl", "code"] = "question"
    """What is judged: one question, several in one file, or source code and system descriptions."""
    form: Literal["any", "one_sentence"] = "any"
    """The form every reply must keep; it is counted by code, on the final text."""
    penalty: float = 1.0
    """What the score of a reply is multiplied with when it breaks the form."""
    consensus: bool = False
    """Whether the position of the majority is named in a few words."""
    neutral: float | None = None
    """The score of an axis that could not be read; unset leaves it missing. It is flagged either way."""
    conviction: Conviction = Conviction()
    """What is added for holding and for changing a position."""
    members: tuple[str, ...] = ()
    """Models that sit when nobody is named."""
    adjudicators: tuple[str, ...] = ()
    """Models that judge when nobody is named."""
    wording: StageWording = StageWording()
    """What it adds to the prompts."""
    axes: tuple[Axis, ...]
    """What every reply is scored on."""
    labelling: LabelFamily
    """What each reply is labelled with, seen alone."""
    comparison: ComparisonPhase
    """What is asked about all replies together."""
    details: tuple[Detail, ...] = ()
    """More facts asked for with the verdict."""
    rules: tuple[VerdictRule, ...]
    """From measures to the verdict's class; the first whose bounds all hold decides."""

    @property
    def most(self) -> float:
        """The highest weighted score without conviction."""
        return 5 * sum(axis.weight for axis in self.axes)

    def axis(self, name: str) -> Axis:
        """The axis of this name."""
        return next(axis for axis in self.axes if axis.name == name)

    def label(self, name: str) -> RubricLabel | None:
        """The label of this name, if it has one."""
        return next((label for label in self.labelling.labels if label.name == name), None)

    def groups(self) -> tuple[str, ...]:
        """Groups that labels count into, in order."""
        return tuple(dict.fromkeys(label.group for label in self.labelling.labels if label.group))
