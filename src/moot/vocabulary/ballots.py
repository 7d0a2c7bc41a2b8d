"""Ballot classes: the parsed form of a member's vote or structured answer.

`Ballot` is open: a protocol derives its own classes from it, each with a tag, and declares them. Any protocol may use
`Ranking`.

A ballot refers to answers by seat id; the private labels of the reader's sheet are stored in `SheetDealt`. An
abstention is a valid ballot. A spoiled ballot is not a `Ballot` but the event `BallotSpoiled`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from moot.vocabulary.statements import Answers, Remark, Remarks, Statement


class Surplus(Struct, frozen=True, kw_only=True):
    """Notice that a list in a member's reply was longer than requested, so that its last entries were dropped."""

    field: str
    """Name of the list in the ballot's schema."""
    given: int
    """Number of entries in the reply."""
    taken: int
    """Number of entries kept, counted from the first."""

    @property
    def says(self) -> str:
        """Return a sentence on how many entries a reply's list had, and how many were kept."""
        return f"of {self.given} entries under `{self.field}` only the first {self.taken} were taken"


class Ballot(Struct, frozen=True, kw_only=True):
    """A vote, or another structured answer, that was parsed from a member's reply. Base class of all such answers.

    Each subclass sets `tag`, the name by which transcripts identify it.

    Example:
        class Charge(Ballot, tag="charge"):
            accused: str
    """

    is_vote: ClassVar[bool] = False
    """Whether texts call the reader a voter; otherwise they say that it has answered."""
    keeps_lines: ClassVar[bool] = False
    """Whether line breaks in the ballot's texts are kept when they are shown."""
    aside: ClassVar[frozenset[str]] = frozenset()
    """Names of fields that are recorded but not counted. Tables of judgements leave them out."""
    surplus: tuple[Surplus, ...] | UnsetType = UNSET
    """Lists that were longer than requested; left out when there are none."""

    def __post_init__(self) -> None:
        if type(self) is Ballot:  # without its tag, every field would be lost
            raise TypeError("a ballot is read by its tag, with `moot.transcripts.upcasts.body_from`")

    def ordering(self) -> Mapping[str, float]:
        """Return the rank that this ballot gives each answer, by the seat id of the answer's author.

        A lower rank is better. If the ballot ranks nothing, return an empty mapping.
        """
        return {}


class AnswerBallot(Ballot, frozen=True, kw_only=True):
    """Base class of ballots that contain an answer to the question. Such a ballot is shown as this answer."""

    answer: str
    """Text of the answer."""
    confidence: float | None = None
    """Confidence stated by the member, 0 to 1; `None` if it answered in plain text."""
    reasoning: str = ""
    """Short reason for the answer."""


class UnknownBallot(Ballot, frozen=True, kw_only=True):
    """A recorded ballot of a class that no installed protocol can read, with its fields as recorded."""

    why: ClassVar[str] = ""
    """Why the installed protocol cannot read the ballot; empty if no installed protocol has its type."""


class Ranking(Ballot, frozen=True, kw_only=True, tag="ranking"):
    """A ballot that ranks answers from best to worst, with comments."""

    is_vote: ClassVar[bool] = True
    tiers: tuple[tuple[str, ...], ...]
    """Seat ids in tiers, best first; answers in one tier are tied. Every answer of the sheet is in exactly one tier."""
    comments: dict[str, str] = {}
    """Strengths and weaknesses of each answer, by seat, in the reader's words; may be empty."""
    abstained: bool = False
    """Whether the reader abstained. There are then no tiers."""

    def ordering(self) -> Mapping[str, float]:
        """Return the rank of each answer, by the seat id of the answer's author.

        The best answer has rank 0. Tied answers have the same rank.
        """
        return {seat: float(at) for at, tier in enumerate(self.tiers) for seat in tier}


def abstained(ballot: Ballot | None) -> bool:
    """Return whether a ballot is an abstention; false if there is no ballot, or if its kind does not allow
    abstention."""
    return bool(getattr(ballot, "abstained", False))


class Poll(Struct, frozen=True, kw_only=True):
    """The ballots that several members (readers) cast on one request, and the readers without a valid ballot.

    Readers are named as in the move's key: by seat, or `SEAT#ABOUT` when a seat is asked about several things.
    """

    candidates: tuple[str, ...]
    """Seats whose texts were judged, in seat order."""
    ballots: dict[str, Ballot]
    """Ballot of each reader, in the order asked, abstentions included."""
    said: dict[str, Statement] = {}
    """The statement that each ballot was parsed from, by reader; spoiled ballots included."""
    spoiled: tuple[str, ...] = ()
    """Readers whose ballot could not be parsed."""
    missing: tuple[str, ...] = ()
    """Readers who did not answer."""
    rests_on: tuple[str, ...] = ()
    """Transcript keys of the events that record the ballots."""

    def joined(self, other: Poll) -> Poll:
        """Return one poll that contains the ballots of both polls."""
        return Poll(
            candidates=(*self.candidates, *other.candidates),
            ballots={**self.ballots, **other.ballots},
            said={**self.said, **other.said},
            spoiled=(*self.spoiled, *other.spoiled),
            missing=(*self.missing, *other.missing),
            rests_on=(*self.rests_on, *other.rests_on),
        )

    def remarks(self) -> Remarks:
        """Return the comments that readers wrote on the answers they ranked, except on their own."""
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
        """Return the ballots as replies in plain text, to be shown to other members. `text_of` formats one ballot."""
        return Answers(
            statements=tuple(replace(self.said[who], text=text_of(ballot)) for who, ballot in self.ballots.items()),
            missing=(*self.spoiled, *self.missing),
        )
