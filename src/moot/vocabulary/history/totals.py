"""Sums over counted sessions: whole numbers by name, per model and per pair of models.

Every statistics page is computed from these sums, so that its cost does not grow with the number of sessions: a session
is added when it ends and subtracted when it is deleted. Shares, session means and differences are stored exactly, as
the number of sessions per value; a bootstrap over sessions needs no more. For the adjusted mark, each session adds its
number of marks by reader and author, multiplied out by pairs (`stats/counted_marks.py` explains why).
`tests/stats/test_counted_sums.py` compares the sums with counting session by session.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from moot.vocabulary.history.session_counts import CountedSeat, SessionCounts, Side

Sum = dict[str, int]
"""A number per name; missing names are 0."""


class Of(NamedTuple):
    """Key of a sum: a model, a pair in alphabetical order, or all (both empty)."""

    one: str = ""
    """The model, or the first of the pair."""
    other: str = ""
    """The second of the pair."""


ALL = Of()
SIDES: Mapping[Side, int] = {"agree": 1, "disagree": -1, "neutral": 0}
"""Number added per stance."""


def pair_of(one: str, other: str) -> Of:
    """Return the key of a pair of models."""
    return Of(min(one, other), max(one, other))


def sums_of(counted: SessionCounts) -> dict[Of, Sum]:
    """Return what one session adds to the sums."""
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
    towards: defaultdict[Of, list[int]] = defaultdict(list)
    for tie in counted.ties:
        one, other = model_of[tie.reader], model_of[tie.about]
        if one != other:
            sums[Of(one)][tie.side] += 1
            sums[pair_of(one, other)][f"{'to' if one < other else 'from'}:{tie.side}"] += 1
            towards[pair_of(one, other)].append(SIDES[tie.side])
    for pair, each in towards.items():
        sums[pair][f"net:{len(each)}/{sum(each)}"] += 1
    for award in counted.awards:
        sums[ALL][f"badge:{award.name}"] += 1
        for model in sorted({model_of[seat] for seat in award.seats}):
            sums[Of(model)][f"badge:{award.name}"] += 1
    return {of: {name: number for name, number in sum_.items() if number} for of, sum_ in sums.items()}


def added(sums: Iterable[Mapping[Of, Mapping[str, int]]]) -> dict[Of, Sum]:
    """Return the total of several sums."""
    total: defaultdict[Of, Counter[str]] = defaultdict(Counter)
    for each in sums:
        for of, numbers in each.items():
            total[of].update(numbers)
    return {of: dict(numbers) for of, numbers in total.items()}


def histogram(sum_: Mapping[str, int], kind: str) -> dict[str, int]:
    """Return the counts of one kind, by name without the kind's prefix."""
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
    """Add the marks between models, and what the adjusted mark needs of this session."""
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
