"""Counts of a finished session: members, marks, stances and achievements, as rows for statistics pages.

A protocol computes them (`Counting` in `protocols/files.py`); the store keeps them beside the events. Rows of people
are removed before anything is stored.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

Side = Literal["agree", "disagree", "neutral"]


class CountedSeat(Struct, frozen=True, kw_only=True):
    """Figures of one member in a finished session, for statistics: place, marks, ballots, cost."""

    seat: str
    """The member's seat."""
    model: str
    """Model of the seat."""
    place: int = 0
    """Place of the seat, 1 for the best, ties sharing the better place; 0 if not ranked."""
    won: bool = False
    """Whether the seat was first alone."""
    received: int = 0
    """Number of counted marks that the seat received."""
    received_sum: int = 0
    """Sum of the counted marks that the seat received."""
    first: int = 0
    """Number of first marks that the seat received."""
    first_sum: int = 0
    """Sum of the first marks that the seat received."""
    given: int = 0
    """Number of counted marks that the seat gave."""
    given_sum: int = 0
    """Sum of the counted marks that the seat gave."""
    compared: int = 0
    """Number of marks by the seat that can be compared with another reader's."""
    contrary: int = 0
    """Number of the comparable marks that were far from the mean of the other readers."""
    chaired: bool = False
    """Whether the seat was the chair."""
    proposed: bool = False
    """Whether the seat proposed the topic."""
    rebutted: bool = False
    """Whether the seat answered its critics and was marked again."""
    comeback: bool = False
    """Whether the seat's mean mark rose after its rebuttal."""
    asked: int = 0
    """Number of ballots requested from the seat."""
    readable: int = 0
    """Number of the seat's ballots that could be parsed."""
    repaired: int = 0
    """Number of the seat's ballots that needed a repair."""
    cost: int | None = None
    """Cost of the seat's calls, in nano-dollars, from the store's accounts; null if a price is unknown."""


class CountedMark(Struct, frozen=True, kw_only=True):
    """The mark that one member gave another's answer: the first one, and the later one if it changed the mark."""

    reader: str
    """The seat, or its model, that gave the mark."""
    author: str
    """The seat, or its model, that received the mark."""
    first: int
    """The first mark."""
    counts: int
    """The mark that counts: the later mark if there are two."""


class CountedTie(Struct, frozen=True, kw_only=True):
    """One member's stance towards another member in a debate: agree, disagree or neutral."""

    reader: str
    """Seat of the member that takes the stance."""
    about: str
    """The seat towards which the stance is."""
    side: Side
    """The stance: agree, disagree or neutral."""


class CountedAward(Struct, frozen=True, kw_only=True):
    """One achievement that members earned in the session."""

    name: str
    """Short name of the achievement, as used in URLs."""
    title: str
    """Title of the achievement."""
    seats: tuple[str, ...]
    """The seats that earned the achievement."""
    because: str
    """The figures for which the achievement was given, in words."""


class SessionCounts(Struct, frozen=True, kw_only=True):
    """What one finished session contributes to statistics: its members' figures, marks, stances and achievements."""

    topic: str = ""
    """Topic of the session, in one line."""
    seats: tuple[CountedSeat, ...]
    """Figures of every member, in seat order."""
    ranked: int = 0
    """Number of ranked answers, those of people included."""
    marks: tuple[CountedMark, ...] = ()
    """All marks that count, for the answers of others."""
    ties: tuple[CountedTie, ...] = ()
    """All stances."""
    awards: tuple[CountedAward, ...] = ()
    """All achievements."""
    told: str = ""
    """Key of the finding with the achievements, at which a replay shows them."""


PERSON = "person"
"""Value used instead of a model's name for a seat taken by a person."""


def without_people(counted: SessionCounts) -> SessionCounts:
    """Return a session's figures without the rows about human members. Their marks still count in the totals of
    others."""
    kept = {each.seat for each in counted.seats if each.model != PERSON}
    return replace(
        counted,
        seats=tuple(each for each in counted.seats if each.seat in kept),
        marks=tuple(each for each in counted.marks if each.reader in kept and each.author in kept),
        ties=tuple(each for each in counted.ties if each.reader in kept and each.about in kept),
        awards=tuple(each for each in counted.awards if kept.issuperset(each.seats)),
    )


Sum = dict[str, int]
"""Totals over sessions, by the name of the figure. Missing names mean 0."""


class Of(NamedTuple):
    """Key of totals over many sessions: those of one model, of a pair of models in alphabetical order, or, with both
    names empty, of all models.
    """

    one: str = ""
    """Id of the model, or of the first model of a pair."""
    other: str = ""
    """Id of the second model of a pair."""


ALL = Of()


def pair_of(one: str, other: str) -> Of:
    """Return the key under which the totals of two models are stored, in either order of the names."""
    return Of(min(one, other), max(one, other))


def sums_of(counted: SessionCounts) -> dict[Of, Sum]:
    """Return what one session adds to the stored totals of each model, of each pair of models, and of all models
    together."""
    sums: defaultdict[Of, Counter[str]] = defaultdict(Counter)
    seats: defaultdict[str, list[CountedSeat]] = defaultdict(list)
    for seat in counted.seats:
        seats[seat.model].append(seat)
    sums[ALL]["sessions"] += 1
    for model, mine in seats.items():
        _add_model(sums[Of(model)], mine, counted.ranked)
    models = sorted(seats)
    for at, one in enumerate(models):
        for other in models[at + 1 :]:
            _add_meeting(sums[Of(one, other)], seats[one], seats[other])
    _add_marks(sums, counted)
    model_of = {seat.seat: seat.model for seat in counted.seats}
    for tie in counted.ties:
        one, other = model_of[tie.reader], model_of[tie.about]
        if one != other:
            sums[Of(one)][tie.side] += 1
            sums[pair_of(one, other)][f"{'to' if one < other else 'from'}:{tie.side}"] += 1
    for award in counted.awards:
        sums[ALL][f"badge:{award.name}"] += 1
        for model in sorted({model_of[seat] for seat in award.seats}):
            sums[Of(model)][f"badge:{award.name}"] += 1
    return {of: {name: number for name, number in sum_.items() if number} for of, sum_ in sums.items()}


def added(sums: Iterable[Mapping[Of, Mapping[str, int]]]) -> dict[Of, Sum]:
    """Add several sets of totals and return the sums, each under its key (a model, a pair or all)."""
    total: defaultdict[Of, Counter[str]] = defaultdict(Counter)
    for each in sums:
        for of, numbers in each.items():
            total[of].update(numbers)
    return {of: dict(numbers) for of, numbers in total.items()}


def histogram(sum_: Mapping[str, int], kind: str) -> dict[str, int]:
    """Return the totals whose name is `KIND:VALUE`, with `VALUE` as their key."""
    return {name[len(kind) + 1 :]: number for name, number in sum_.items() if name.startswith(f"{kind}:")}


def _add_model(sum_: Counter[str], mine: list[CountedSeat], ranked: int) -> None:
    sum_["sessions"] += 1
    sum_["wins"] += any(seat.won for seat in mine)
    received, total = sum(seat.received for seat in mine), sum(seat.received_sum for seat in mine)
    if received:
        sum_[f"mean:{received}/{total}"] += 1
    if own := sum(seat.place > 0 for seat in mine):
        sum_[f"chance:{own}/{ranked}"] += 1
    for seat in mine:
        for name in _SUMMED:
            sum_[name] += getattr(seat, name)
    costs = [seat.cost for seat in mine if seat.cost is not None]
    if len(costs) == len(mine):
        sum_["priced"] += 1
        sum_["cost"] += sum(costs)


def _add_meeting(sum_: Counter[str], one: list[CountedSeat], other: list[CountedSeat]) -> None:
    sum_["met"] += 1
    mine, theirs = (min((seat.place for seat in seats if seat.place), default=0) for seats in (one, other))
    if mine and theirs:
        sum_["one" if mine < theirs else "other" if theirs < mine else "level"] += 1
    means = [_mean(seats) for seats in (one, other)]
    if means[0] is not None and means[1] is not None:
        apart = means[0] - means[1]
        sum_[f"apart:{apart.numerator}/{apart.denominator}"] += 1


def _add_marks(sums: defaultdict[Of, Counter[str]], counted: SessionCounts) -> None:
    """Add a session's marks between models to the totals, and the products from which adjusted marks are computed."""
    model_of = {seat.seat: seat.model for seat in counted.seats}
    number, total = len(counted.marks), sum(mark.first for mark in counted.marks)
    wrote: Counter[str] = Counter()
    read: Counter[str] = Counter()
    for mark in counted.marks:
        reader, author = model_of[mark.reader], model_of[mark.author]
        wrote[author] += 1
        read[reader] += 1
        sums[Of(author)]["wrote_sum"] += mark.first
        sums[Of(reader)]["read_sum"] += mark.first
        if reader == author:
            sums[Of(reader)]["both"] += 1
            continue
        pair = sums[pair_of(reader, author)]
        way = "to" if reader < author else "from"
        pair[f"{way}:marks"] += 1
        pair[f"{way}:sum"] += mark.counts
    if not number:
        return
    sums[ALL]["marks"] += number
    sums[ALL]["marks_sum"] += total
    sums[ALL]["marked"] += 1
    sums[ALL]["squares"] += sum(mark.first * mark.first for mark in counted.marks)
    sums[ALL][f"tt:{number}"] += total * total
    models = sorted(set(wrote) | set(read))
    for at, one in enumerate(models):
        mine = sums[Of(one)]
        mine["wrote"] += wrote[one]
        mine["read"] += read[one]
        mine[f"ww:{number}"] += wrote[one] * wrote[one]
        mine[f"rr:{number}"] += read[one] * read[one]
        mine[f"wr:{number}"] += wrote[one] * read[one]
        mine[f"wy:{number}"] += wrote[one] * total
        mine[f"ry:{number}"] += read[one] * total
        for other in models[at + 1 :]:
            pair = sums[Of(one, other)]
            pair[f"ww:{number}"] += wrote[one] * wrote[other]
            pair[f"rr:{number}"] += read[one] * read[other]
            pair[f"wr:{number}"] += wrote[one] * read[other]
            pair[f"rw:{number}"] += read[one] * wrote[other]


def _mean(seats: list[CountedSeat]) -> Fraction | None:
    received = sum(seat.received for seat in seats)
    return Fraction(sum(seat.received_sum for seat in seats), received) if received else None


_SUMMED = (
    *("received", "received_sum", "first", "first_sum", "given", "given_sum", "compared", "contrary"),
    *("chaired", "proposed", "rebutted", "comeback", "asked", "readable", "repaired"),
)
