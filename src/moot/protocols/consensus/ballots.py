"""Ballots of a consensus: a member's answer, and an arbiter's judgement of the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from moot.reading.ballot_kind import Unreadable
from moot.reading.forms.fields import FlagField, LabelField, Scope, ShareField, TextField, Wrong
from moot.reading.forms.form import MARK, FormKind
from moot.reading.forms.published import areas_in, asks_for_more, confidence_in, elements_in, order_in
from moot.reading.forms.shapes import Many, OrderShape
from moot.reading.service_errors import no_answer
from moot.reading.unmarked import ANSWER, plain_answer, unmarked_ballot
from moot.vocabulary.ballots import AnswerBallot, Ballot


class RoundReply(AnswerBallot, frozen=True, kw_only=True, tag="reply"):
    """A member's answer in one round."""


class RoundJudgement(Ballot, frozen=True, kw_only=True):
    """Base class of an arbiter's ballots on a round's answers, with its confidence, ranking and remarks."""

    analysis: str = ""
    """Common points and differences of the answers, or the reason for their order."""
    dissent: str = ""
    """Objections to the result, or an answer that disagrees with good reason."""
    confidence: float
    """Confidence that the result is right and sufficient, 0 to 1."""
    needs_iteration: bool
    """Whether another round could make the result materially better."""
    refinement_areas: tuple[str, ...] = ()
    """Points for another round to refine."""
    ranking: tuple[str, ...]
    """The seats whose answers were judged, best first."""


class Arbitration(RoundJudgement, frozen=True, kw_only=True, tag="arbitration"):
    """An arbiter's judgement with a synthesis that it wrote from a round's answers."""

    keeps_lines: ClassVar[bool] = True
    synthesis: str
    """The best answer that the arbiter can give from the members' answers."""


class Placement(RoundJudgement, frozen=True, kw_only=True, tag="placement"):
    """An arbiter's ranking of a round's answers. The answer in first place is used unchanged."""


class Pick(Ballot, frozen=True, kw_only=True, tag="pick"):
    """An arbiter's choice of one answer, which is used unchanged."""

    chosen: str
    """The seat whose answer is picked."""
    confidence: float
    """Confidence that the answer is right and sufficient, 0 to 1."""
    reason: str = ""
    """Why the arbiter picked this answer."""


LONGEST_ANSWER = 24_000
MOST_AREAS = 8
_ATTEMPTS = ("<ballot", "</ballot", '"answer"', '"confidence"')
"""Marks of a text that was meant to be a ballot but could not be parsed. It is sent back instead of being used as an
answer.
"""


class ReplyKind(FormKind):
    """Form of a member's answer in a round.

    A member does not judge other answers here. Two more replies are therefore accepted: plain text (with unknown
    confidence), and a ballot without the random word of its request. A refusal or a service's error is never accepted
    as an answer.
    """

    def from_members(self, members: Mapping[str, object], labels: Mapping[str, str]) -> Ballot | Unreadable:
        read = super().from_members(members, labels)
        why = no_answer(read.answer) if isinstance(read, RoundReply) else ""
        return Unreadable(f"its answer {why}") if why else read

    def from_prose(self, text: str, labels: Mapping[str, str]) -> Ballot | None:
        unmarked = unmarked_ballot(text)
        if unmarked is not None:
            return None if unmarked.get(MARK) else self._unmarked(unmarked)
        begins = text.lstrip()[:1]
        if begins in ("", "{") or no_answer(text) or any(attempt in text.lower() for attempt in _ATTEMPTS):
            return None
        return RoundReply(answer=text)

    def answers(self, words: str) -> bool:
        return not no_answer(plain_answer(words))

    def _unmarked(self, members: Mapping[str, object]) -> Ballot | None:
        scope = Scope({}, {})
        try:
            answer = self.fields[ANSWER].read(members.get(ANSWER), ANSWER, scope)
        except Wrong:
            return None
        try:
            sure = self.fields["confidence"].read(members.get("confidence"), "confidence", scope)
        except Wrong:
            sure = None
        assert isinstance(answer, str)
        if no_answer(answer):
            return None
        return RoundReply(answer=plain_answer(answer), confidence=sure if isinstance(sure, float) else None)


class ArbitrationKind(FormKind):
    """Form of an arbiter's synthesis. Plain text with tagged elements (`<synthesis>` …) is accepted, too.

    In plain text, only the element `<synthesis>` is the synthesis. If the confidence is missing, it counts as 0. A
    synthesis that refuses to answer is not accepted, whatever its confidence.
    """

    def from_members(self, members: Mapping[str, object], labels: Mapping[str, str]) -> Ballot | Unreadable:
        read = super().from_members(members, labels)
        why = no_answer(read.synthesis) if isinstance(read, Arbitration) else ""
        return Unreadable(f"its synthesis {why}") if why else read

    def from_prose(self, text: str, labels: Mapping[str, str]) -> Ballot | None:
        elements = elements_in(text)
        if not elements.get("synthesis") or no_answer(elements["synthesis"]):
            return None
        return Arbitration(
            synthesis=elements["synthesis"][:LONGEST_ANSWER],
            confidence=confidence_in(elements) or 0.0,
            **_remarks(elements),
            ranking=order_in(elements, labels),
        )


class PlacementKind(FormKind):
    """Form of an arbiter's ranking of the answers.

    Tagged elements are accepted, too, if they rank exactly the labels shown and state a confidence.
    """

    def from_prose(self, text: str, labels: Mapping[str, str]) -> Ballot | None:
        elements = elements_in(text)
        order, sure = order_in(elements, labels), confidence_in(elements)
        if not order or sure is None:
            return None
        return Placement(confidence=sure, **_remarks(elements), ranking=order)


def _remarks(elements: Mapping[str, str]) -> dict[str, Any]:
    return {
        "analysis": elements.get("analysis", "")[:4_000],
        "dissent": elements.get("dissent", "")[:2_000],
        "needs_iteration": asks_for_more(elements),
        "refinement_areas": areas_in(elements),
    }


REPLY = ReplyKind(
    RoundReply,
    {
        "answer": TextField(LONGEST_ANSWER, "your answer, nothing else", least=1),
        "confidence": ShareField("how likely your answer is right", optional=True),
        "reasoning": TextField(4_000, "why, in short", optional=True),
    },
)

_RANKING = {
    "refinement_areas": Many(
        TextField(300), 0, MOST_AREAS, "what another round should look into; empty when none is needed", optional=True
    ),
    "ranking": OrderShape(),
}

ARBITRATION = ArbitrationKind(
    Arbitration,
    {
        "analysis": TextField(4_000, "what the answers agree and differ in", optional=True),
        "dissent": TextField(2_000, "the objection to your synthesis that deserves to be heard", optional=True),
        "synthesis": TextField(LONGEST_ANSWER, "the answer, nothing else", least=1),
        "confidence": ShareField("how likely the synthesis is right and sufficient"),
        "needs_iteration": FlagField("whether another round could make it materially better"),
        **_RANKING,
    },
)

PLACEMENT = PlacementKind(
    Placement,
    {
        "analysis": TextField(4_000, "what decides the order", optional=True),
        "dissent": TextField(2_000, "what speaks against the answer placed first", optional=True),
        "confidence": ShareField("how likely the answer placed first is right and sufficient"),
        "needs_iteration": FlagField("whether another round could bring a materially better answer"),
        **_RANKING,
    },
)

PICK = FormKind(
    Pick,
    {
        "reason": TextField(2_000, "why this one", optional=True),
        "confidence": ShareField("how likely it is right and sufficient"),
        "chosen": LabelField(),
    },
)

KINDS = (REPLY, ARBITRATION, PLACEMENT, PICK)
"""Forms of this protocol's ballots, one for each class."""
