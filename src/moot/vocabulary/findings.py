"""Findings: results computed from ballots. The event that records one (`FindingMade`) names the events it rests on.

Protocols subclass `Finding`, each class with a tag, and declare the classes. Any protocol may use
the classes here; `Note` is for plain text without a class of its own.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import msgspec
from msgspec import UNSET, Struct, UnsetType


class Finding(Struct, frozen=True, kw_only=True):
    """A result that a protocol computes from ballots. Base class of all such results.

    Each subclass sets `tag`, the name by which transcripts identify it.

    Example:
        class Poll(Finding, tag="poll"):
            in_favour: int
    """

    told: ClassVar[frozenset[str]] = frozenset()
    """Names of fields whose text is shown to seats like a prompt. A share without prompts omits them."""

    def shared(self) -> Self:
        """Return this result without the parts that a share link must not show, such as the answers to control
        claims."""
        return self

    def digested(self) -> dict[str, Any]:
        """Return the fields of this result that enter the hash of the session's verdict.

        A class with fields added after the first release omits them while they are empty, so that older verdicts keep
        their digest.
        """
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    def __post_init__(self) -> None:
        if type(self) is Finding:  # without its tag, every field would be lost
            raise TypeError("a finding is read by its tag, with `moot.transcripts.upcasts.body_from`")


class UnknownFinding(Finding, frozen=True, kw_only=True):
    """A recorded result of a class that no installed protocol can read, with its fields as recorded."""

    why: ClassVar[str] = ""
    """Why the installed protocol cannot read the finding; empty if no installed protocol has its type."""


class StandingPlace(Struct, frozen=True, kw_only=True):
    """One answer in a ranking: its votes, mean rank, score and probability to be the best."""

    seat: str
    """Seat that wrote the answer."""
    votes: int
    """Number of ballots that ranked the answer."""
    mean_rank: float
    """Mean of the answer's ranks, where 1 is best and tied answers share the middle of their places."""
    strength: float | UnsetType = UNSET
    """Expected share of the other answers that a further reader would rank below this answer; left out below ten
    ballots.
    """
    low: float | UnsetType = UNSET
    """Lower end of the strength's 95 % interval, left out below ten ballots."""
    high: float | UnsetType = UNSET
    """Upper end of the strength's 95 % interval, left out below ten ballots."""
    score: float | UnsetType = UNSET
    """Mean share of the other answers below this answer, 0 to 1, by the ranking rule."""
    chance: float | UnsetType = UNSET
    """Probability that the answer is the best, if readers share 65 % of their errors, or `shared_errors`; left out for
    two answers.
    """
    first_by_others: int | UnsetType = UNSET
    """Number of ballots of other readers that put the answer alone in first place."""
    first_by_itself: bool | UnsetType = UNSET
    """Whether the ballot of the answer's own author puts it alone in first place."""


class BallotRanking(Finding, frozen=True, kw_only=True):
    """Base class of rankings from ballots: how many ballots were counted, who won, and how many ballots would have to
    change for another result."""

    counted: int = 0
    """Number of ballots that were counted."""
    abstained: tuple[str, ...] = ()
    """Readers who abstained."""
    spoiled: tuple[str, ...] = ()
    """Readers whose ballot could not be read."""
    rankable: bool = True
    """False if nothing could be compared: no ballot, or fewer than three answers (two marked opinions in a debate)
    when members do not judge their own.
    """
    reason: str = ""
    """Why the ballot is not rankable, or why it has no single winner."""
    winner: str | None
    """Seat of the winner by the rule; `None` on a tie at the top or when nothing can be ranked."""
    winners: tuple[str, ...] = ()
    """Seats of all answers that are tied at the top by the rule."""
    k_replaced: int = 0
    """Number of ballots that would have to be replaced for the winner not to be first alone; 0 on a tie at the top."""
    clear: bool | UnsetType = UNSET
    """Whether the lead is clear: its probability is at least 95 %, and equal answers would produce such ballots in at
    most 1 % of cases.
    """


class Standing(BallotRanking, frozen=True, kw_only=True, tag="standing"):
    """A ranking of the members' answers, computed from their ballots, and how few different votes would change it."""

    places: tuple[StandingPlace, ...]
    """The ranked answers: best first by the rule, then by mean rank, then in seat order."""
    k_removed: int | None = None
    """Number of ballots that would have to be removed for the winner not to be first alone; `None` when only removing
    all does it.
    """
    k_exact: bool = True
    """False if `k_replaced`, `k_removed` and `k_another` are lower bounds."""
    asked: int | UnsetType = UNSET
    """Number of ballots expected without failures, including those of members without an answer."""
    level: int | UnsetType = UNSET
    """Number of counted ballots with a tie for first place."""
    own_weight: dict[str, float] | UnsetType = UNSET
    """Weight of each reader's vote for its own answer, 1 being a full vote; left out when no reader was shown its own
    answer.
    """
    own_lift: dict[str, float] | UnsetType = UNSET
    """For each reader, how much higher it put its own answer than the others did, as a share of the sheet; used in
    later sessions.
    """
    k_another: int | UnsetType | None = UNSET
    """Number of ballots that would have to be replaced for another answer to be first alone; `None` when only
    replacing all does it.
    """
    alike: tuple[tuple[str, str], ...] | UnsetType = UNSET
    """Pairs of readers whose ballots put three answers or more in the same order."""
    says: tuple[str, ...] = ()
    """Description of the ranking in sentences, the headline first: the votes, then the probability, then what a ballot
    could change. Seats are in braces.
    """
    notes: tuple[str, ...] = ()
    """Remarks: the weight of own votes, readers that voted alike."""
    shared_errors: int | UnsetType = UNSET
    """Share of their errors that readers have in common, in hundredths, measured on known answers; left out where 65 is
    assumed."""
    one_model: str | UnsetType = UNSET
    """The model of all readers, if they share one. All errors are then shared, so there is no probability."""


class Note(Finding, frozen=True, kw_only=True, tag="note"):
    """A titled text that a protocol records as a result when no other class fits."""

    title: str
    """Subject of the note."""
    text: str
    """Text of the note."""


class SeatAttendance(Struct, frozen=True, kw_only=True):
    """How many ballots were requested from one seat in a session, and how many of them could be read."""

    seat: str
    """The seat's id."""
    model: str
    """Model of the seat."""
    asked: int
    """Number of ballots requested from the seat."""
    read: int
    """Number of ballots of the seat that could be parsed, abstentions included."""
    repaired: int = 0
    """Number of the seat's ballots that needed a repair."""
    silent: bool = False
    """Whether ballots were requested and none could be parsed."""


class Attendance(Finding, frozen=True, kw_only=True, tag="attendance"):
    """How many of the requested ballots each seat cast in a session."""

    seats: tuple[SeatAttendance, ...]
    """Attendance of each seat, in seat order."""
