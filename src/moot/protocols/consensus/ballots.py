"""What do members and the arbiter of a consensus hand in? An answer, and a judgement of the answers."""

from __future__ import annotations

from typing import ClassVar

from moot.vocabulary.ballots import Answer, Ballot


class Reply(Answer, frozen=True, kw_only=True, tag="reply"):
    """A member's answer in one round."""


class Arbitration(Ballot, frozen=True, kw_only=True, tag="arbitration"):
    """What the arbiter makes of a round's answers."""

    keeps_lines: ClassVar[bool] = True
    synthesis: str
    """The best answer the arbiter can give from them."""
    confidence: float
    """How sure it is that this answers the question rightly and fully, 0 to 1."""
    analysis: str = ""
    """What the answers agree and differ in."""
    dissent: str = ""
    """What speaks against the synthesis, or which answer disagrees with good reason."""
    needs_iteration: bool
    """Whether another round could make it materially better."""
    refinement_areas: tuple[str, ...] = ()
    """What another round should look into."""
    ranking: tuple[str, ...]
    """The seats whose answers were judged, best first."""


class Placement(Ballot, frozen=True, kw_only=True, tag="placement"):
    """The arbiter's order of a round's answers, when the best of them is to stand as it was given."""

    analysis: str = ""
    """What decided the order."""
    dissent: str = ""
    """What speaks against the answer placed first."""
    confidence: float
    """How sure the arbiter is that the answer placed first is right and sufficient, 0 to 1."""
    needs_iteration: bool
    """Whether another round could bring a materially better answer."""
    refinement_areas: tuple[str, ...] = ()
    """What another round should look into."""
    ranking: tuple[str, ...]
    """The seats, best first."""


class Pick(Ballot, frozen=True, kw_only=True, tag="pick"):
    """The one answer the arbiter picks, to stand as it was given."""

    chosen: str
    """The seat whose answer is picked."""
    confidence: float
    """How sure the arbiter is that it is right and sufficient, 0 to 1."""
    reason: str = ""
    """Why this one."""
