"""Ballots of an adjudication: rebuttals by members; flips, labels, scores and comparisons by adjudicators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from moot.protocols.adjudication.findings import MergedFinding
from moot.reading.forms.fields import FlagField, LabelField, OneOf, Scope, TextField, WholeNumberField, Wrong
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Each, Group, Many, NamedValues, OrderShape
from moot.vocabulary.ballots import Ballot


class Rebuttal(Struct, frozen=True, kw_only=True):
    """One member's comment on another member's answer: an objection, or the reason why the answer's strongest point is
    right."""

    disputes: bool
    """Whether the member disputes the answer's strongest point; if not, the text explains why the point is right."""
    point: str
    """The rebuttal's text."""


class Rebuttals(Ballot, frozen=True, kw_only=True, tag="rebuttals"):
    """One member's rebuttals: one for each of the others' answers."""

    points: dict[str, Rebuttal]
    """The rebuttals, by the seat that wrote the criticised answer."""


class FlipCall(Ballot, frozen=True, kw_only=True, tag="flip-call"):
    """An adjudicator's ballot on whether a member's position changed between its first and its final answer."""

    change: Literal["no_change", "cited_rebuttal", "uncited"]
    """Kind of change: `no_change`; `cited_rebuttal`, a change in response to a rebuttal; `uncited`, a change without
    one.
    """
    source: str = ""
    """Number of the rebuttal to which the final answer responds; empty if none is named."""
    words: str = ""
    """Words quoted from the rebuttal to which the final answer responds."""
    reason: str = ""
    """Reason for the adjudicator's decision."""


class ReplyLabel(Ballot, frozen=True, kw_only=True, tag="reply-label"):
    """An adjudicator's ballot with one of the rubric's labels for a whole reply."""

    label: str
    """The label, or `none`."""
    reason: str = ""
    """Why the label is given."""
    details: dict[str, str] = {}
    """Answers to the rubric's other questions about a reply, by name."""


class LabelledFinding(Struct, frozen=True, kw_only=True):
    """One point that a reply reports, such as a defect in code, and the label that an adjudicator gives to this
    point."""

    finding: str
    """Text of the finding."""
    label: str
    """Label of the finding; empty if none of the rubric's labels could be parsed."""
    reason: str = ""
    """Why the label is given."""


class FindingLabels(Ballot, frozen=True, kw_only=True, tag="finding-labels"):
    """An adjudicator's ballot on what one reply reports: a label for each of its findings, e.g. defects in code."""

    findings: tuple[LabelledFinding, ...]
    """One entry for each finding of the reply."""
    details: dict[str, str] = {}
    """Answers to the rubric's other questions about a reply, by name."""


class LabelCheck(Ballot, frozen=True, kw_only=True, tag="label-check"):
    """An adjudicator's answer when it is asked again whether one label is right."""

    stands: bool
    """Whether the label is right, according to the adjudicator."""
    reason: str = ""
    """Why the label is right or wrong."""


class AxisScore(Struct, frozen=True, kw_only=True):
    """The score of a reply on one axis (quality) of the rubric."""

    score: int
    """The score, from 1 to 5 (best)."""
    reason: str = ""
    """Why the score is given, in a few words."""


class AxisCalls(Ballot, frozen=True, kw_only=True, tag="axis-calls"):
    """One adjudicator's scores of one reply, one for each axis of the rubric."""

    axes: dict[str, AxisScore]
    """The scores, by axis."""


class Positions(Ballot, frozen=True, kw_only=True, tag="positions"):
    """An adjudicator's comparison of the replies: whether they agree and what divides them."""

    agreement: Literal["agree", "partial", "disagree"]
    """How far the replies agree."""
    dispute: str
    """Main point of dispute between the replies; empty if they have none."""
    consensus: str
    """The position of the majority in up to three words, or `no consensus`."""
    order: tuple[str, ...]
    """The replies, strongest first."""
    details: dict[str, str] = {}
    """Answers to the rubric's other questions about the matter, by name."""


class Denial(Struct, frozen=True, kw_only=True):
    """A reply that denies a finding of another reply, with the passage that denies it."""

    by: str
    """The seat of the reply."""
    words: str = ""
    """The passage with the denial, copied from that member's text; empty if the adjudicator names none."""


class MergedEntry(MergedFinding, frozen=True, kw_only=True):
    """One finding of an adjudicator's merged list, with the replies that deny it."""

    denials: tuple[Denial, ...]
    """The replies that deny the finding, with the passages."""


class MergedList(Ballot, frozen=True, kw_only=True, tag="merged-list"):
    """An adjudicator's list of everything the replies report, equal findings merged."""

    findings: tuple[MergedEntry, ...]
    """The merged findings, most severe first."""
    chains: int = 0
    """Number of chains in which one finding is used to exploit the next."""
    order: tuple[str, ...] = ()
    """The replies, strongest first."""
    details: dict[str, str] = {}
    """Answers to the rubric's other questions about the matter, by name."""


LABELS = "labels"
"""Name of the form parameter for the rubric's labels, which are known only at run time."""
DETAILS = "details"
"""Name of the form parameter for the rubric's other questions, known only at run time. A rubric may have none."""
AXES = "axes"
"""Name of the form parameter for the axes to score, known only at run time."""
SEVERITIES = "severities"
"""Name of the form parameter for the rubric's severities, known only at run time."""


class LabelledList(Many):
    """Field of a ballot's form: a list of what a reply reports (findings), each with a label. A finding whose label
    cannot be read is kept without one."""

    def read(self, value: object, name: str, scope: Scope) -> tuple[object, ...]:
        try:
            return super().read(value, name, scope)
        except Wrong as wrong:
            if not isinstance(value, list) or not self.least <= len(value) <= self.most:
                raise
            found = [self._entry(inner, f"{name}[{at}]", scope) for at, inner in enumerate(value, 1)]
            if not any(entry["label"] for entry in found):
                raise wrong
            return tuple(found)

    def _entry(self, value: object, name: str, scope: Scope) -> dict[str, object]:
        try:
            read = self.field.read(value, name, scope)
        except Wrong:
            given = value if isinstance(value, dict) else {}
            words = {each: said for each in ("finding", "reason") if isinstance(said := given.get(each), str)}
            read = {"finding": "", "reason": "", "label": ""} | {
                each: TextField(400).read(said, each, scope) for each, said in words.items()
            }
        assert isinstance(read, dict)
        return read


class DenialShape(Group):
    """Field of a ballot's form: a reply that denies a finding, and the passage that denies it.

    If only the reply's label is given, it counts as a denial without a passage.
    """

    def read(self, value: object, name: str, scope: Scope) -> dict[str, object]:
        return super().read({"by": value} if isinstance(value, str) else value, name, scope)


class MergedKind(FormKind):
    """Form for requesting and parsing an adjudicator's `MergedList`. Which replies disagree is computed from the
    denials."""

    def made(self, read: Mapping[str, object]) -> Ballot:
        entries = [
            {**entry, "disagree": [each["by"] for each in _objects(entry["denials"])]}
            for entry in _objects(read["findings"])
        ]
        return super().made({**read, "findings": entries})


def _objects(value: object) -> list[Mapping[str, object]]:
    assert isinstance(value, tuple)
    return [each for each in value if isinstance(each, Mapping)]


def _details() -> NamedValues:
    return NamedValues(DETAILS, TextField(200), optional=True)


KINDS = (
    FormKind(
        Rebuttals,
        {
            "points": Each(
                {
                    "point": TextField(900, "your objection, or why the point stands; two to four sentences", least=1),
                    "disputes": FlagField("true if you object, false if you found no honest objection"),
                }
            )
        },
        "One entry for every answer.",
    ),
    FormKind(
        FlipCall,
        {
            "reason": TextField(300, "what the position was and what it is now, in one sentence", optional=True),
            "change": OneOf(("no_change", "cited_rebuttal", "uncited")),
            "source": LabelField("the objection that the final answer meets, if it meets one", optional=True),
            "words": TextField(
                300,
                "if the change meets an objection, the words of that objection, copied exactly; else empty",
                optional=True,
            ),
        },
    ),
    FormKind(
        ReplyLabel,
        {
            "reason": TextField(300, "why, in one sentence", optional=True),
            "label": OneOf(LABELS),
            "details": _details(),
        },
    ),
    FormKind(
        FindingLabels,
        {
            "findings": LabelledList(
                {
                    "finding": TextField(400, "what the reply reports, with its place if it names one"),
                    "reason": TextField(300, "why it gets its label", optional=True),
                    "label": OneOf(LABELS),
                },
                0,
                30,
                "one for each thing the reply reports; none if it reports nothing",
            ),
            "details": _details(),
        },
    ),
    FormKind(
        LabelCheck,
        {
            "reason": TextField(300, "why, in one sentence", optional=True),
            "stands": FlagField("true for yes, false for no"),
        },
    ),
    FormKind(
        AxisCalls,
        {
            "axes": NamedValues(
                AXES,
                {
                    "reason": TextField(200, "what decided it, in up to fifteen words", optional=True),
                    "score": WholeNumberField(1, 5, mark=True),
                },
            )
        },
    ),
    FormKind(
        Positions,
        {
            "dispute": TextField(400, "what divides the answers most, in one sentence; empty if nothing does"),
            "agreement": OneOf(("agree", "partial", "disagree"), "whether they come to the same answer"),
            "consensus": TextField(60, 'the position most of them take, in up to three words, or "no consensus"'),
            "order": OrderShape("how strong each answer is"),
            "details": _details(),
        },
    ),
    MergedKind(
        MergedList,
        {
            "findings": Many(
                {
                    "finding": TextField(400, "what is found, with its place"),
                    "severity": OneOf(SEVERITIES),
                    "status": OneOf(
                        ("confirmed", "disputed", "unique"), "several report it, one denies it, or one alone reports it"
                    ),
                    "agree": Many(LabelField(), 0, 20, "labels of the answers that report it"),
                    "denials": Many(
                        DenialShape(
                            {
                                "by": LabelField("the answer that denies it"),
                                "words": TextField(
                                    300, "the words of that answer which deny it, copied exactly", optional=True
                                ),
                            }
                        ),
                        0,
                        20,
                        "the answers that deny it, each with its words; silence denies nothing, nor do other words for "
                        "the same",
                    ),
                },
                0,
                40,
                "each thing once, gravest first; none if nothing is reported",
            ),
            "chains": WholeNumberField(
                0, 50, "how many chains of findings can be used one after the other", optional=True
            ),
            "order": OrderShape("how strong each answer is"),
            "details": _details(),
        },
    ),
)
"""Forms of this protocol's ballots, one for each class."""
