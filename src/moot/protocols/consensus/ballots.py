"""Ballots of a consensus: a member's answer, and an arbiter's judgement of the answers."""

from __future__ import annotations

from typing import ClassVar

from moot.vocabulary.ballots import AnswerBallot, Ballot


class RoundReply(AnswerBallot, frozen=True, kw_only=True, tag="reply"):
    """A member's answer in one round."""


class RoundJudgement(Ballot, frozen=True, kw_only=True):
    """What an arbiter says of a round's answers, whether it writes a synthesis or places them."""

    analysis: str = ""
    """What the answers agree and differ in, or what decided the order."""
    dissent: str = ""
    """Objections to the result, or the answer that disagrees with good reason."""
    confidence: float
    """Confidence that the result is right and sufficient, 0 to 1."""
    needs_iteration: bool
    """Whether another round could make it materially better."""
    refinement_areas: tuple[str, ...] = ()
    """Points for another round to refine."""
    ranking: tuple[str, ...]
    """The seats whose answers were judged, best first."""


class Arbitration(RoundJudgement, frozen=True, kw_only=True, tag="arbitration"):
    """The arbiter's judgement of a round's answers."""

    keeps_lines: ClassVar[bool] = True
    synthesis: str
    """The best answer that the arbiter can give from them."""


class Placement(RoundJudgement, frozen=True, kw_only=True, tag="placement"):
    """The arbiter's order of a round's answers, if the best of them is used as it was given."""


class Pick(Ballot, frozen=True, kw_only=True, tag="pick"):
    """The one answer the arbiter picks, to be used as it was given."""

    chosen: str
    """The seat whose answer is picked."""
    confidence: float
    """Confidence that it is right and sufficient, 0 to 1."""
    reason: str = ""
    """Why this one."""
