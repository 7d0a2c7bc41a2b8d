"""What do members cast in a debate? Scores for the others' opinions, and where they stand towards the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import Struct

from moot.vocabulary.ballots import Ballot

OWN = "own"
"""Under which id a member's own text is dealt to it, where it has to read that like every other one."""

Stance = Literal["agree", "disagree", "neutral"]
STANCES: tuple[Stance, ...] = ("neutral", "agree", "disagree")
"""How one member can stand towards another. The first is what an example shows: nobody is to copy a side from it."""


class Score(Struct, frozen=True, kw_only=True):
    """One opinion's mark."""

    score: int
    """1 to 10; 10 is best."""
    why: str = ""
    """One line on it; empty where none was given."""


class OpinionScores(Ballot, frozen=True, kw_only=True, tag="opinion-scores"):
    """A mark for each opinion of the sheet, with one line why; after a rebuttal, the new one for that opinion."""

    is_vote: ClassVar[bool] = True
    scores: dict[str, Score] = {}
    """Author and mark."""
    abstained: bool = False
    """True when the reader declined to judge; then nothing is counted."""

    def ordering(self) -> Mapping[str, float]:
        """By mark, the highest first."""
        return {seat: float(-given.score) for seat, given in self.scores.items()}


class Towards(Struct, frozen=True, kw_only=True):
    """How a member stands towards another."""

    stance: Stance
    """Agree, disagree or neutral."""
    why: str = ""
    """One line on it; empty where none was given."""


class Stances(Ballot, frozen=True, kw_only=True, tag="stances"):
    """Whom a member agrees with, whom it disagrees with, and why."""

    towards: dict[str, Towards] = {}
    """Other member and stance."""
    abstained: bool = False
    """True when it declined to take sides."""
