"""Ballots of a debate: scores for the others' opinions, and stances towards the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import Struct

from moot.reading.forms.fields import FlagField, OneOf, TextField, WholeNumberField
from moot.reading.forms.form import FormKind
from moot.reading.forms.shapes import Each
from moot.stats.judging.ballot_votes import HIGHEST, LOWEST
from moot.vocabulary.ballots import Ballot

OWN = "own"
"""Id of a member's own text if the member is also shown its own text."""

Stance = Literal["agree", "disagree", "neutral"]
STANCES: tuple[Stance, ...] = ("neutral", "agree", "disagree")
"""Possible stances of one member towards another. The first is the one in examples, so that no model copies a side
from it.
"""


class Score(Struct, frozen=True, kw_only=True):
    """The mark that a reader gives one opinion, with the reason in a line."""

    score: int
    """The mark, from 1 to 10 (best)."""
    why: str = ""
    """Reason for the mark, in one line; empty if none was given."""


class OpinionScores(Ballot, frozen=True, kw_only=True, tag="opinion-scores"):
    """One member's marks and remarks on the opinions that the member read.

    After a rebuttal, the ballot is on one opinion only: the one that the rebuttal defends.
    """

    is_vote: ClassVar[bool] = True
    scores: dict[str, Score] = {}
    """The marks, by the author's seat."""
    abstained: bool = False
    """Whether the reader declined to judge. None of its marks are then counted."""

    def ordering(self) -> Mapping[str, float]:
        """Return a rank for each opinion, computed from its mark: the higher the mark, the lower the rank."""
        return {seat: float(-given.score) for seat, given in self.scores.items()}


class Towards(Struct, frozen=True, kw_only=True):
    """A member's stance towards another member."""

    stance: Stance
    """The stance: agree, disagree or neutral."""
    why: str = ""
    """Reason for the stance, in one line; empty if none was given."""


class Stances(Ballot, frozen=True, kw_only=True, tag="stances"):
    """The members that a member agrees and disagrees with, and why."""

    towards: dict[str, Towards] = {}
    """The stances, by the other member's seat."""
    abstained: bool = False
    """Whether the member declined to take sides."""


MOST_WHY = 200
"""Maximum number of characters in a remark."""


class Declinable(FormKind):
    """Form of a ballot on which a member may decline to judge.

    If the member declines, the other fields of the ballot are ignored.
    """

    def made(self, read: Mapping[str, object]) -> Ballot:
        return super().made({"abstained": True} if read.get("abstained") else read)


SCORES = Declinable(
    OpinionScores,
    {
        "scores": Each(
            {
                "score": WholeNumberField(LOWEST, HIGHEST, "10 is best", mark=True),
                "why": TextField(MOST_WHY, "one line that says why", optional=True),
            }
        ),
        "abstained": FlagField("true only if you decline to judge; then nothing you write is counted", optional=True),
    },
    "A score and a line for every label.",
)

STANDS = Declinable(
    Stances,
    {
        "towards": Each(
            {"stance": OneOf(STANCES), "why": TextField(MOST_WHY, "one line that says why", optional=True)}
        ),
        "abstained": FlagField(
            "true only if you decline to take sides; then nothing you write is counted", optional=True
        ),
    },
    "A stance and a line for every label.",
)

KINDS = (SCORES, STANDS)
"""Form of each ballot."""
