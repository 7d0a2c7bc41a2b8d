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

    denials: tuple[Denial, ...]
    """The passages with the denials."""


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


LABELS = "labels"
"""Names of a rubric's labels, given at run time."""
DETAILS = "details"
"""Names of a rubric's other questions, possibly none."""
AXES = "axes"
"""Names of the axes asked about."""
SEVERITIES = "severities"
"""Severities of a finding, from the rubric."""


class LabelledList(Many):
    """Findings with their labels, read one by one: an unreadable label leaves its finding without one."""

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
    """The seat that denies a finding, and its words; a bare label quotes no words."""

    def read(self, value: object, name: str, scope: Scope) -> dict[str, object]:
        return super().read({"by": value} if isinstance(value, str) else value, name, scope)


class MergedKind(FormKind):
    """Form of a merged list; the deniers of a finding follow from its denials."""

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
"""One form for each ballot."""
