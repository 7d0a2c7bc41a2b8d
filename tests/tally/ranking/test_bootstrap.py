from __future__ import annotations

from itertools import product
from math import ceil
from random import Random

import pytest

from moot.tally.ranking.bootstrap import DRAWS, drawn_samples, every_sample, spreads_from, wins_of
from moot.tally.ranking.places import Ranks, ranks_from
from moot.tally.ranking.strength import strengths_from
from moot.vocabulary.seeded_draws import Lot
from tally import brute
from tally.elections import poll, random_ballots, ranks_of


def lot() -> Lot:
    return Lot("seed", "standing")


@pytest.mark.parametrize("ballots", range(1, 7))
def test_every_sample_is_there_once_with_its_exact_weight(ballots: int) -> None:
    expected: dict[tuple[int, ...], int] = {}
    for drawn in product(range(ballots), repeat=ballots):
        counts = tuple(drawn.count(ballot) for ballot in range(ballots))
        expected[counts] = expected.get(counts, 0) + 1
    samples = list(every_sample(ballots))
    assert len(samples) == len(expected)
    assert {sample.counts: sample.weight for sample in samples} == expected


def slow_spreads(ranks: Ranks, candidates: tuple[str, ...], ballots: brute.Ballots) -> list[tuple[float, float, float]]:
    """Low, high and share of first places by drawing every order of ballots one by one."""
    readers = [reader for reader, tiers in ballots.items() if tiers is not None]
    strengths: list[list[float]] = []
    firsts = dict.fromkeys(candidates, 0)
    for drawn in product(range(len(readers)), repeat=len(readers)):
        table = [[0.0] * len(candidates) for _ in candidates]
        for index in drawn:
            for one, other, won in wins_of(ranks.sheets[index]):
                table[one][other] += won
        strengths.append(strengths_from(table))
        copies: dict[str, brute.Tiers | None] = {
            f"{number}": ballots[readers[index]] for number, index in enumerate(drawn)
        }
        first = brute.winners(candidates, copies)
        if len(first) == 1:
            firsts[first[0]] += 1
    total = len(strengths)
    spreads = []
    for index, candidate in enumerate(candidates):
        values = sorted(row[index] for row in strengths)
        low, high = values[ceil(total / 40) - 1], values[ceil(total * 39 / 40) - 1]
        spreads.append((low, high, firsts[candidate] / total))
    return spreads


@pytest.mark.parametrize("seed", range(6))
def test_small_councils_match_drawing_every_order_one_by_one(seed: int) -> None:
    chance = Random(f"orders {seed}")
    candidates, ballots = random_ballots(chance, 3 + seed % 2, guests=seed // 3, absent=0.1)
    ranks = ranks_of(candidates, ballots)
    spreads = spreads_from(ranks, lot())
    for ours, (low, high, share) in zip(spreads, slow_spreads(ranks, candidates, ballots), strict=True):
        assert (ours.low, ours.high) == pytest.approx((low, high), abs=1e-9)
        assert ours.first_share == share


def test_three_members_by_hand() -> None:
    # Of 27 draws, those of a's ballot alone (1) put b first; of a's and b's (6) tie a and b; two of a's and one of
    # c's (3) tie them as well, b's only low place being trimmed. In the other 17 a is first alone.
    asked = poll("abc", a="b>c", b="a>c", c="a>b")
    spreads = spreads_from(ranks_from(asked.candidates, asked.ballots), lot())
    assert [spread.first_share for spread in spreads] == [17 / 27, 1 / 27, 0]
    assert spreads[0].strength == pytest.approx(-spreads[2].strength)
    assert spreads[1].strength == pytest.approx(0)


def test_golden_values_of_an_exact_bootstrap() -> None:
    asked = poll("abcd", a="b>c>d", b="a>d>c", c="a=b>d", d="c>a>b")
    spreads = spreads_from(ranks_from(asked.candidates, asked.ballots), lot())
    assert [tuple(round(value, 6) for value in (s.strength, s.low, s.high)) for s in spreads] == [
        (0.909754, 0.40062, 1.632631),
        (0.308619, -1.744337, 1.629132),
        (0.022202, -2.23869, 2.248072),
        (-1.240574, -2.343329, 0.508639),
    ]
    assert [spread.first_share * 4**4 for spread in spreads] == [57, 51, 65, 0]


def test_golden_values_of_a_drawn_bootstrap() -> None:
    asked = poll(
        "abcdefg",
        a="b>c>d>e>f>g",
        b="c>a>d=e>g>f",
        c="a>b>e>d>f>g",
        d="b>a>c>g>e>f",
        e="c>b>d>a>g>f",
        f="d>a>b>c>e>g",
        g="a>c>b>e>d>f",
    )
    spreads = spreads_from(ranks_from(asked.candidates, asked.ballots), lot())
    assert [round(spread.first_share * DRAWS, 9) for spread in spreads] == [157, 94, 107, 9, 0, 0, 0]
    assert [tuple(round(value, 6) for value in (s.strength, s.low, s.high)) for s in spreads[:3]] == [
        (2.18916, 0.955961, 3.540822),
        (2.18916, 1.416107, 3.538493),
        (1.984719, 1.033424, 3.427182),
    ]


def test_six_ballots_need_no_chance_and_seven_do() -> None:
    six = ranks_of(*random_ballots(Random("six"), 6))
    assert spreads_from(six, Lot("one", "x")) == spreads_from(six, Lot("two", "x"))
    seven = ranks_of(*random_ballots(Random("seven"), 7, noise=1.5))
    assert spreads_from(seven, Lot("one", "x")) == spreads_from(seven, Lot("one", "x"))
    assert spreads_from(seven, Lot("one", "x")) != spreads_from(seven, Lot("two", "x"))


def test_drawn_samples_have_as_many_ballots_as_there_are() -> None:
    samples = drawn_samples(9, lot())
    assert len(samples) == DRAWS
    assert all(sum(sample.counts) == 9 and sample.weight == 1 for sample in samples)


def test_draws_come_near_what_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    ranks = ranks_of(*random_ballots(Random("near"), 6, noise=1.5))
    exact = spreads_from(ranks, lot())
    monkeypatch.setattr("moot.tally.ranking.bootstrap.EXACT_BALLOTS", 0)
    for drawn, true in zip(spreads_from(ranks, lot()), exact, strict=True):
        assert drawn.strength == true.strength
        assert drawn.first_share == pytest.approx(true.first_share, abs=0.1)


def test_without_ballots_everything_is_neutral() -> None:
    for spread in spreads_from(ranks_from(("a", "b", "c"), {}), lot()):
        assert (spread.strength, spread.low, spread.high, spread.first_share) == (0, 0, 0, 0)


def test_one_ballot_has_no_spread() -> None:
    asked = poll("abc", a="b>c")
    for spread in spreads_from(ranks_from(asked.candidates, asked.ballots), lot()):
        assert spread.low == spread.strength == spread.high
