"""Counts of a finished session: members, marks, stances and achievements, as rows for statistics pages.

A protocol computes them (`Counting` in `protocols/files.py`); the store keeps them beside the events. Rows of people
are removed before anything is stored.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

Side = Literal["agree", "disagree", "neutral"]


class CountedSeat(Struct, frozen=True, kw_only=True):
    """Counts of one member."""

    seat: str
    """The member."""
    model: str
    """Its model."""
    place: int = 0
    """Its place, 1 for the best, ties sharing the better one; 0 if not ranked."""
    won: bool = False
    """Whether it was first alone."""
    received: int = 0
    """Number of counted marks it received."""
    received_sum: int = 0
    """Their sum."""
    first: int = 0
    """Number of first marks it received."""
    first_sum: int = 0
    """Their sum."""
    given: int = 0
    """Number of counted marks it gave."""
    given_sum: int = 0
    """Their sum."""
    compared: int = 0
    """Marks it gave that can be compared with another reader's."""
    contrary: int = 0
    """Those of them far from the mean of the other readers."""
    chaired: bool = False
    """Whether it was the chair."""
    proposed: bool = False
    """Whether it proposed the topic."""
    rebutted: bool = False
    """Whether it answered its critics and was marked again."""
    comeback: bool = False
    """Whether its mean rose after that."""
    asked: int = 0
    """Ballots requested from it."""
    readable: int = 0
    """Its ballots that could be parsed."""
    repaired: int = 0
    """Its ballots that took a repair."""
    cost: int | None = None
    """Cost of its calls, in nano-dollars, from the store's accounts; null if a price is unknown."""


class CountedMark(Struct, frozen=True, kw_only=True):
    """One reader's mark for one author."""

    reader: str
    """The seat, or its model, that gave it."""
    author: str
    """The seat, or its model, that received it."""
    first: int
    """The first mark."""
    counts: int
    """The mark that counts: the later one if there are two."""


class CountedTie(Struct, frozen=True, kw_only=True):
    """One member's stance towards another."""

    reader: str
    """The seat that takes the stance."""
    about: str
    """The seat it is about."""
    side: Side
    """The stance."""


class CountedAward(Struct, frozen=True, kw_only=True):
    """One achievement earned in the session."""

    name: str
    """Its short name, as used in URLs."""
    title: str
    """Its title."""
    seats: tuple[str, ...]
    """The seats that earned it."""
    because: str
    """The figures behind it, in words."""


class SessionCounts(Struct, frozen=True, kw_only=True):
    """Counts of a finished session."""

    topic: str = ""
    """Its topic, in one line."""
    seats: tuple[CountedSeat, ...]
    """Every member, in seat order."""
    ranked: int = 0
    """Number of ranked answers, those of people included."""
    marks: tuple[CountedMark, ...] = ()
    """Every mark that counts, for the answers of others."""
    ties: tuple[CountedTie, ...] = ()
    """Every stance."""
    awards: tuple[CountedAward, ...] = ()
    """Every achievement."""
    told: str = ""
    """Key of the finding with the achievements; a replay shows them there."""
    lead: float | None = None
    """Distance between the first and the second; null without a single leader or a second."""
    k: int = 0
    """Number of ballots that would have to change for the leader not to be first alone."""
    exact: bool = True
    """False if `k` is a lower bound."""


PERSON = "person"
"""Model name of a seat taken by a person."""


def without_people(counted: SessionCounts) -> SessionCounts:
    """Return the counts without the rows of people. Marks they gave remain in the sums others received."""
    kept = {each.seat for each in counted.seats if each.model != PERSON}
    return replace(
        counted,
        seats=tuple(each for each in counted.seats if each.seat in kept),
        marks=tuple(each for each in counted.marks if each.reader in kept and each.author in kept),
        ties=tuple(each for each in counted.ties if each.reader in kept and each.about in kept),
        awards=tuple(each for each in counted.awards if kept.issuperset(each.seats)),
    )
