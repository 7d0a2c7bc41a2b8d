"""What is a statement once it has been read? A ballot: one class for each way of judging.

`Ballot` is open: a protocol derives its own from it, each with a tag, and declares them. `Ranking` is for any protocol.

A ballot names what it judges by seat id: the private labels of the reader's sheet are gone by then (they stay in
`SheetDealt`). An abstention is a valid ballot; a spoiled one is not a ballot at all but the fact `BallotSpoiled`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from moot.vocabulary.statements import Answers, Remark, Remarks, Statement


class Surplus(Struct, frozen=True, kw_only=True):
    """A list that was longer than was asked for: what came last in it was not taken."""

    field: str
    """The list, as the ballot's form names it."""
    given: int
    """How many entries it had."""
    taken: int
    """How many of them, from the first, the ballot holds."""

    @property
    def says(self) -> str:
        """The same in words."""
        return f"of {self.given} entries under `{self.field}` only the first {self.taken} were taken"


class Ballot(Struct, frozen=True, kw_only=True):
    """What every kind of ballot derives from. Its tag tells it apart in a transcript: `class Charge(Ballot, tag=…)`."""

    is_vote: ClassVar[bool] = False
    """Whether people say of its reader that it voted, not that it answered."""
    keeps_lines: ClassVar[bool] = False
    """Whether a text in it has lines of its own, which are kept where it is shown."""
    aside: ClassVar[frozenset[str]] = frozenset()
    """Fields that stand in the transcript and count for nothing: no table of what was judged tells them."""
    surplus: tuple[Surplus, ...] | UnsetType = UNSET
    """Lists its reader made too long, whose ends it does not hold; left out where there is none."""

    def __post_init__(self) -> None:
        if type(self) is Ballot:  # read as this class alone it would lose every member
            raise TypeError("a ballot is read by its tag, with `moot.transcripts.upcasts.body_from`")

    def ordering(self) -> Mapping[str, float]:
        """Where it puts each answer, less being better; empty for ballots that put answers in no order."""
        return {}


class AnswerBallot(Ballot, frozen=True, kw_only=True):
    """What every ballot derives from that is an answer given in a form: people read it as the answer it is."""

    answer: str
    """The answer itself."""
    confidence: float | None = None
    """How sure the member says it is, 0 to 1; `None` when it answered in plain words."""
    reasoning: str = ""
    """Why, in short."""


class UnknownBallot(Ballot, frozen=True, kw_only=True):
    """A ballot of a protocol that is not installed, or cannot read it: its members as they were recorded."""

    why: ClassVar[str] = ""
    """Why the installed protocol that brings its kind cannot read it; empty where none brings it."""


class Ranking(Ballot, frozen=True, kw_only=True, tag="ranking"):
    """Answers from best to worst."""

    is_vote: ClassVar[bool] = True
    tiers: tuple[tuple[str, ...], ...]
    """Best first; answers in one tier are tied. Every answer of the sheet stands in exactly one tier."""
    comments: dict[str, str] = {}
    """What each answer does well and badly, in the reader's prose, where it wrote any."""
    abstained: bool = False
    """True when the reader declined to judge; then there are no tiers."""

    def ordering(self) -> Mapping[str, float]:
        """The number of its tier."""
        return {seat: float(at) for at, tier in enumerate(self.tiers) for seat in tier}


def abstained(ballot: Ballot | None) -> bool:
    """Whether a reader declined to judge; not every ballot can be an abstention."""
    return bool(getattr(ballot, "abstained", False))


class Poll(Struct, frozen=True, kw_only=True):
    """What came of asking several readers for a ballot.

    Readers are named as in the move's key: by seat, and where a seat is asked about several things, `SEAT#ABOUT`.
    """

    candidates: tuple[str, ...]
    """Seats whose texts were judged, in seat order."""
    ballots: dict[str, Ballot]
    """Reader and ballot, in the order asked; abstentions are among them."""
    said: dict[str, Statement] = {}
    """Reader and the words its ballot was read from, those of spoiled ballots too."""
    spoiled: tuple[str, ...] = ()
    """Readers whose ballot could not be read."""
    missing: tuple[str, ...] = ()
    """Readers who did not answer."""
    rests_on: tuple[str, ...] = ()
    """Keys of the ballots' events."""

    def remarks(self) -> Remarks:
        """What readers of a ranking wrote of each answer but their own: nobody reviews itself before the others."""
        return Remarks(
            remarks=tuple(
                Remark(key=self.said[who].key, on=seat, text=words)
                for who, ballot in self.ballots.items()
                if isinstance(ballot, Ranking)
                for seat, words in ballot.comments.items()
                if words.strip() and seat != who.partition("#")[0]
            )
        )

    def texts(self, text_of: Callable[[Ballot], str]) -> Answers:
        """What the ballots say, as statements that can be dealt on."""
        return Answers(
            statements=tuple(replace(self.said[who], text=text_of(ballot)) for who, ballot in self.ballots.items()),
            missing=(*self.spoiled, *self.missing),
        )
