"""The certificate of the one model of judging, against whole enumeration by a second reading of the rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from random import Random
from statistics import median

import pytest

from moot.stats.judging import certificate
from moot.stats.judging.ballot_votes import Own, PairwiseVotes, Vote, votes_from, votes_from_marks
from moot.stats.judging.certificate import turnings
from moot.stats.judging.ranking_rule import Said, pulled
from moot.vocabulary.history.track_record import Prior, SelfMarkHabit
from stats.elections import Tiers, random_ballots, weak_orders

Places = dict[str, Fraction]


def places_on(tiers: Tiers) -> Places:
    """Share of the others below, ties shared."""
    every = [answer for tier in tiers for answer in tier]
    return {
        answer: Fraction(2 * sum(len(low) for low in tiers[at + 1 :]) + len(tier) - 1, 2 * (len(every) - 1))
        for at, tier in enumerate(tiers)
        for answer in tier
    }


def even(marks: Mapping[str, int]) -> Places:
    """Marks as shares of the scale, less their mean."""
    shares = {seat: Fraction(mark - 1, 9) for seat, mark in marks.items()}
    return {seat: share - sum(shares.values()) / len(shares) for seat, share in shares.items()}


def leaders(
    seats: Sequence[str], votes: Mapping[str, Places], pull: Fraction, own: Mapping[str, Fraction]
) -> tuple[set[str], dict[str, Fraction]]:
    scores = {}
    for seat in seats:
        given = {reader: places[seat] for reader, places in votes.items() if seat in places}
        weights = {reader: own[reader] if reader == seat else Fraction(1) for reader in given}
        if not sum(weights.values()):
            continue
        middle = median([given[reader] for reader in given if weights[reader]])
        scores[seat] = sum(
            max(middle - pull, min(middle + pull, place)) * weights[reader] for reader, place in given.items()
        ) / sum(weights.values())
    return {seat for seat in scores if scores[seat] == max(scores.values())}, scores


def least(
    seats: Sequence[str],
    votes: Mapping[str, Places],
    possible: Mapping[str, Sequence[Places]],
    pull: Fraction,
    own: Mapping[str, Fraction],
    *,
    above: bool,
    most: int,
) -> int | None:
    """Fewest ballots whose replacement unseats the winner, or puts another above it."""
    first, _ = leaders(seats, votes, pull, own)
    (winner,) = first
    for count in range(1, most + 1):
        for turned in combinations(votes, count):
            for given in product(*(possible[reader] for reader in turned)):
                now, scores = leaders(seats, {**votes, **dict(zip(turned, given, strict=True))}, pull, own)
                if (winner not in now) if above else (now != {winner}):
                    assert not above or max(scores.values()) > scores[winner]
                    return count
    return None


def removed(
    seats: Sequence[str], votes: Mapping[str, Places], pull: Fraction, own: Mapping[str, Fraction]
) -> int | None:
    (winner,) = leaders(seats, votes, pull, own)[0]
    for count in range(1, len(votes)):
        for gone in combinations(votes, count):
            if leaders(seats, {r: v for r, v in votes.items() if r not in gone}, pull, own)[0] != {winner}:
                return count
    return None


def elections(seed: str, number: int, seats: str) -> Iterator[dict[str, Tiers]]:
    chance = Random(seed)
    for _ in range(number):
        noise = chance.choice((0.3, 1.0, 3.0))
        ballots = {}
        for reader in seats:
            order = sorted(seats, key=lambda seat: seats.index(seat) + chance.gauss(0, noise) - (seat == reader))
            tiers: list[list[str]] = []
            for seat in order:
                if tiers and chance.random() < 0.2:
                    tiers[-1].append(seat)
                else:
                    tiers.append([seat])
            ballots[reader] = tuple(tuple(tier) for tier in tiers)
        yield ballots


PULL, HALF = Fraction(7, 20), Fraction(1, 2)


@pytest.mark.fast(1)
@pytest.mark.parametrize("own", ["in", "auto", "out"])
def test_three_seats_against_every_ballot(own: str) -> None:
    seen = set()
    for ballots in elections(f"three {own}", 30, "abc"):
        votes = votes_from("abc", "abc", ballots, own=own)  # type: ignore[arg-type]
        weight = dict.fromkeys("abc", {"in": Fraction(1), "auto": HALF, "out": Fraction(0)}[own])
        shown = {reader: [s for s in "abc" if own != "out" or s != reader] for reader in "abc"}
        given = {
            reader: places_on(
                tuple(tuple(s for s in tier if s in shown[reader]) for tier in tiers if set(tier) & set(shown[reader]))
            )
            for reader, tiers in ballots.items()
        }
        if len(leaders("abc", given, PULL, weight)[0]) != 1:
            assert turnings(votes, removed=False)[0].level == 0
            continue
        possible = {reader: [places_on(order) for order in weak_orders(shown[reader])] for reader in "abc"}
        found = turnings(votes, removed=False)[0]
        assert found.exact
        assert found.level == least("abc", given, possible, PULL, weight, above=False, most=3), ballots
        assert found.above == least("abc", given, possible, PULL, weight, above=True, most=3), ballots
        assert turnings(votes)[1].level == removed("abc", given, PULL, weight), ballots
        seen.add((found.level, found.above))
    assert len(seen) > (own != "out")  # with two answers on a sheet one ballot always decides


@pytest.mark.slow
def test_marks_against_every_mark() -> None:
    chance = Random("marks")
    every = [dict(zip("abc", given, strict=True)) for given in product((1, 2, 5, 9, 10), repeat=3)]
    possible = [even(marks) for marks in every]
    seen, exact = set(), 0
    for _ in range(40):
        strong = {"a": 8, "b": 5, "c": 4}
        marks = {r: {s: max(1, min(10, strong[s] + chance.randint(-3, 2))) for s in "abc"} for r in "abc"}
        votes = votes_from_marks("abc", "abc", marks)
        given = {reader: even(each) for reader, each in marks.items()}
        own = dict.fromkeys("abc", HALF)
        if len(leaders("abc", given, Fraction(2, 9), own)[0]) != 1:
            continue
        found = turnings(votes, removed=False)[0]
        theirs = least("abc", given, dict.fromkeys("abc", possible), Fraction(2, 9), own, above=False, most=2)
        if found.exact and theirs is not None:
            assert found.level == theirs, marks
            exact += 1
        else:
            assert theirs is None or (found.level or 0) <= theirs, marks
        assert turnings(votes)[1].level == removed("abc", given, Fraction(2, 9), own)
        seen.add(found.level)
    assert exact > 15
    assert len(seen) > 1


def test_the_bound_beyond_the_exact_size_is_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random("bound")
    every = [
        votes_from(c, list(b), {r: t for r, t in b.items() if t})
        for c, b in (random_ballots(chance, n) for n in (4, 5, 6, 8) * 6)
    ]
    exact = [turnings(votes, removed=False)[0] for votes in every]
    monkeypatch.setattr("moot.stats.judging.certificate.EXACT_BALLOTS", 0)
    met = 0
    for votes, truth in zip(every, exact, strict=True):
        bound = turnings(votes, removed=False)[0]
        assert (bound.level or 0) <= (truth.level or 0)
        assert truth.level == 0 or not bound.exact
        met += bound.level == truth.level
    assert met > 12


def plain_score(votes: PairwiseVotes, said: Sequence[tuple[Vote, Fraction]]) -> Fraction | None:
    """The rule in fractions: votes with what they are taken to be."""
    counting = [(place, vote.weight) for vote, place in said if vote.weight]
    if not counting:
        return None
    middle = median([place for place, _ in counting])
    near = [max(middle - votes.pull, min(middle + votes.pull, place)) * weight for place, weight in counting]
    return sum(near) / sum(weight for _, weight in counting)


def plain_least(votes: PairwiseVotes, *, replaced: bool, above: bool) -> int | None:
    """Every set of ballots in turn, each challenger's votes at their most and the winner's at their least."""
    whole = [dict(enumerate(sheet)) for sheet in votes.sheets]
    free = [
        {
            at: Vote(place=HALF, weight=weight, low=Fraction(0), high=Fraction(1)) if weight else None
            for at, weight in enumerate(each)
        }
        for each in votes.lost
    ]
    scores = {}
    for one in range(len(votes.candidates)):
        scores[one] = plain_score(votes, [(v, v.place) for sheet in whole if (v := sheet[one])])
    known = [score for score in scores.values() if score is not None]
    winners = [one for one in scores if known and scores[one] == max(known)]
    if not winners or (len(winners) > 1 and not above):
        return 0
    winner = winners[0]
    for count in range(len(whole) + replaced):
        for turned in combinations(range(len(whole)), count):
            kept = [sheet for at, sheet in enumerate(whole) if at not in turned]
            put = [*free, *(whole[at] for at in turned if replaced)]
            for rival in set(scores) - {winner}:
                theirs = [(v, v.high) for sheet in kept if (v := sheet[rival])]
                theirs += [(v, Fraction(1) - v.off) for sheet in put if (v := sheet[rival])]
                ours = [(v, v.low) for sheet in kept if (v := sheet[winner])]
                ours += [(v, -v.off) for sheet in put if (v := sheet[winner])]
                one, other = plain_score(votes, theirs), plain_score(votes, ours)
                if one is not None and (other is None or one > other or (one == other and not above)):
                    return count
    return None


def test_rankings_against_every_set_of_ballots() -> None:
    """With ties, gaps, guests, habits and ballots that are not there."""
    seen = set()
    for votes in councils("sets", 150):
        if votes.marks or len(votes.sheets) > 6:
            continue
        found, lost = turnings(votes)
        assert found.level == plain_least(votes, replaced=True, above=False)
        assert lost.level == plain_least(votes, replaced=False, above=False)
        if found.level is not None:
            assert found.above == plain_least(votes, replaced=True, above=True)
        if lost.level is not None:
            assert lost.above == plain_least(votes, replaced=False, above=True)
        assert found == turnings(votes, removed=False)[0]
        seen.add((found.level, lost.level))
    assert len(seen) > 4


def test_only_sets_worth_losing_are_tried_and_none_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a bound; against every set of those ballots whose votes on the two weigh unlike."""
    monkeypatch.setattr(certificate, "EXACT_BALLOTS", 0)
    every = [votes for votes in councils("worth losing", 250) if len(votes.sheets) <= 9]
    found = [turnings(votes) for votes in every]
    monkeypatch.setattr(certificate, "_worth_losing", lambda ballots, most: certificate._subsets(len(ballots), most))
    assert found == [turnings(votes) for votes in every]


def test_gaps_in_a_large_council_cost_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty members, of whose rankings one place in five is missing: every set would be tens of thousands."""
    chance = Random("gaps")
    names = [f"seat-{number}" for number in range(40)]
    worth = {seat: number**0.5 for number, seat in enumerate(names)}
    tiers = {}
    for reader in names:
        order = sorted(names, key=lambda seat: worth[seat] + chance.gauss(0, 0.5))
        tiers[reader] = [[seat] for seat in order if chance.random() > 0.2]
    scored = 0

    def counted(said: Sequence[Said], pull: int) -> Said:
        nonlocal scored
        scored += 1
        return pulled(said, pull)

    monkeypatch.setattr(certificate, "pulled", counted)
    turnings(votes_from(names, names, tiers), removed=False)[0]
    assert 0 < scored < 2_000


SIZES = (2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 6, 7, 8)
LARGE = (10, 12, 13, 14)
"""Beyond twelve ballots only a bound is told."""


def councils(seed: str, number: int) -> Iterator[PairwiseVotes]:
    """So many councils' votes."""
    chance = Random(seed)
    for _ in range(number):
        yield _one(chance)


def _one(chance: Random) -> PairwiseVotes:
    size = _of(chance, SIZES if chance.random() < 0.97 else LARGE)
    names = "abcdefghijklmn"[:size]
    readers = [*names, *("pq"[: _of(chance, (0, 0, 0, 1, 2))])]
    lost = _some(chance, readers, _of(chance, (0, 0, 0, 1, 1, 2)) if size > 2 else 0)
    own: Own = ("auto", "auto", "in", "out")[int(4 * chance.random())]  # type: ignore[assignment]
    habits = {
        name: SelfMarkHabit(lift=int(80 * chance.random()) - 30, sessions=9) for name in names if chance.random() < 0.3
    }
    prior = Prior(habits=habits) if chance.random() < 0.4 else Prior()
    noise = _of(chance, (1, 2, 4, 7, 12))
    worth = {name: 4 * chance.random() for name in names}
    there = [reader for reader in readers if reader not in lost]
    if size <= 8 and chance.random() < 0.35:
        marks = {
            reader: {
                seat: max(1, min(10, round(3.5 + worth[seat] + noise * (chance.random() - 0.5))))
                for seat in names
                if chance.random() < 0.96
            }
            for reader in there
        }
        still_open = {reader: _some(chance, names, _of(chance, (0, 0, 1, 2)) if size > 2 else 0) for reader in there}
        return votes_from_marks(names, readers, marks, own=own, prior=prior, unread=lost, open_marks=still_open)
    tiers: dict[str, list[list[str]] | None] = {}
    for reader in there:
        seen = {seat: worth[seat] + noise * (chance.random() - 0.5) for seat in names}
        order: list[list[str]] = []
        for seat in sorted(names, key=lambda seat: -seen[seat]):
            drawn = chance.random()
            if order and drawn < 0.2:
                order[-1].append(seat)
            elif drawn < 0.97:  # the rest leaves it out
                order.append([seat])
        tiers[reader] = order if chance.random() < 0.95 else None
    return votes_from(names, readers, tiers, own=own, prior=prior, unread=lost)


def _of(chance: Random, choices: Sequence[int]) -> int:
    return choices[int(len(choices) * chance.random())]


def _some(chance: Random, names: Sequence[str], number: int) -> list[str]:
    return sorted(names, key=lambda _: chance.random())[:number]
