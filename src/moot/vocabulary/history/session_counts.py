"""What is counted of a finished session? Members, marks, stances and achievements, as rows that pages of figures read.

A protocol says what its sessions come to (`Counting` in `protocols/files.py`); the store keeps it beside the events it
follows from. Of people nothing is kept: their rows are left out before anything is stored.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Side = Literal["agree", "disagree", "neutral"]


class CountedSeat(Struct, frozen=True, kw_only=True):
    """What one member did, and how it was marked."""

    seat: str
    """The member."""
    model: str
    """The model in it."""
    place: int = 0
    """Its place, 1 for the best, ties sharing the better one; 0 where it was not ranked."""
    won: bool = False
    """Whether it led alone."""
    received: int = 0
    """Marks it received that count."""
    received_sum: int = 0
    """Their sum."""
    first: int = 0
    """First marks it received."""
    first_sum: int = 0
    """Their sum."""
    given: int = 0
    """Marks it gave that count."""
    given_sum: int = 0
    """Their sum."""
    compared: int = 0
    """Marks it gave that can be compared with another reader's."""
    contrary: int = 0
    """Those of them that lie far from the mean of the other readers."""
    chaired: bool = False
    """Whether it concluded."""
    proposed: bool = False
    """Whether it phrased the topic."""
    rebutted: bool = False
    """Whether it answered its critics, and was marked again."""
    comeback: bool = False
    """Whether its mean rose by that."""
    asked: int = 0
    """Ballots it was asked for."""
    readable: int = 0
    """Those of them that could be read."""
    repaired: int = 0
    """Those that took a repair to be read."""
    cost: int | None = None
    """What its calls cost, in nano-dollars, which the store's account tells; null where a price is not known."""


class CountedMark(Struct, frozen=True, kw_only=True):
    """One reader's mark for one author."""

    reader: str
    """The seat that gave it."""
    author: str
    """The seat that received it."""
    first: int
    """The first mark."""
    counts: int
    """The mark that counts: the later one where there is one."""


class CountedTie(Struct, frozen=True, kw_only=True):
    """How one member stands towards another."""

    reader: str
    """The seat that says it."""
    about: str
    """The seat it says it of."""
    side: Side
    """What it says."""


class CountedAward(Struct, frozen=True, kw_only=True):
    """One achievement, earned."""

    name: str
    """Which one, as a short name for addresses."""
    title: str
    """What people call it."""
    seats: tuple[str, ...]
    """Who earned it."""
    because: str
    """The figures that earned it, in words."""


class SessionCounts(Struct, frozen=True, kw_only=True):
    """What a finished session comes to."""

    topic: str = ""
    """What it was about, in one line."""
    seats: tuple[CountedSeat, ...]
    """Every member, in seat order."""
    ranked: int = 0
    """Answers that were ranked, those of people among them."""
    marks: tuple[CountedMark, ...] = ()
    """Every mark that counts, for the answers of others."""
    ties: tuple[CountedTie, ...] = ()
    """Every stance."""
    awards: tuple[CountedAward, ...] = ()
    """Every achievement."""
    told: str = ""
    """The key of the finding that tells the achievements: where a replay shows them."""
    lead: float | None = None
    """How far who leads alone stands above the next; nothing where nobody does, or nobody is next."""
    k: int = 0
    """How many ballots would have to change for it not to lead alone."""
    exact: bool = True
    """False where that is a lower bound."""


PERSON = "person"
"""The model of a seat in which somebody sits."""


def without_people(counted: SessionCounts) -> SessionCounts:
    """The same without the rows of people. Marks they gave stay in what others received."""
    kept = {each.seat for each in counted.seats if each.model != PERSON}
    return SessionCounts(
        topic=counted.topic,
        ranked=counted.ranked,
        seats=tuple(each for each in counted.seats if each.seat in kept),
        marks=tuple(each for each in counted.marks if each.reader in kept and each.author in kept),
        ties=tuple(each for each in counted.ties if each.reader in kept and each.about in kept),
        awards=tuple(each for each in counted.awards if kept.issuperset(each.seats)),
        told=counted.told,
        lead=counted.lead,
        k=counted.k,
        exact=counted.exact,
    )
