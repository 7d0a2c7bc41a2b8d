"""Test that intervals of rates cover as stated, and that a newcomer starts at the others' level."""

from __future__ import annotations

from random import Random

import pytest
from scipy import stats

from moot.stats.voter_quality.posterior import CAP, Beta, Tries, rates_of, weights_of
from moot.vocabulary.history.voter_quality import Rate


@pytest.mark.fast(4)
@pytest.mark.parametrize("a", [0.4, 1, 3.5, 12, 41])
@pytest.mark.parametrize("b", [0.6, 1, 2, 30])
def test_the_distribution_is_the_one_others_know(a: float, b: float) -> None:
    mine, theirs = Beta(a, b), stats.beta(a, b)
    for rate in (0.0, 0.001, 0.2, 0.5, 0.8, 0.97, 1.0):
        assert mine.below(rate) == pytest.approx(float(theirs.cdf(rate)), abs=1e-12)
    for share in (0.05, 0.5, 0.95):
        assert mine.quantile(share) == pytest.approx(float(theirs.ppf(share)), abs=1e-9)


def alone(good: int, of: int, others: list[Tries] | None = None) -> Rate:
    found = rates_of([Tries(good, of), *(others or [])])[0]
    assert found is not None
    return found


def test_a_newcomer_begins_where_the_others_stand_and_soon_stands_by_itself() -> None:
    others = [Tries(10, 10)] * 6
    assert alone(1, 1, others).median > alone(1, 1).median + 0.02
    assert alone(8, 10, others).median > alone(8, 10).median
    assert alone(0, 1, others).median < 0.5, "who may be unlike them is not taken for as good as they are"
    assert alone(0, 10, others).median < 0.2
    apart = [
        Tries(10, 10),
        Tries(0, 10),
        Tries(9, 10),
        Tries(1, 10),
    ]  # of others that differ that much little is learnt
    assert alone(0, 1, apart).median < 0.35
    bad = [Tries(1, 10)] * 6
    assert alone(1, 1, bad).median < alone(1, 1).median - 0.02


@pytest.mark.slow
def test_little_is_never_surer_than_much() -> None:
    """However sure the others are, one try of a voter is not surer than five of it alone."""
    for others in ([Tries(40, 40)] * 9, [Tries(5, 5)] * 9, [Tries(40, 40)] * 40):
        few, five = alone(1, 1, others), alone(5, 5)
        assert few.low < five.low - 0.2
        assert few.high - few.low > five.high - five.low
        for tries in range(1, 10):
            assert alone(tries, tries, others).low < alone(tries + 1, tries + 1, others).low


def covered(skills: tuple[float, float]) -> float:
    """The share of intervals that hold the true rate, among voters whose rates are drawn so."""
    draw, inside, number = Random(7), 0, 0
    for _ in range(250):
        rates = [draw.betavariate(*skills) for _ in range(6)]
        of = [draw.choice((4, 10)) for _ in rates]
        tries = [Tries(sum(draw.random() < rate for _ in range(n)), n) for rate, n in zip(rates, of, strict=True)]
        for rate, found in zip(rates, rates_of(tries), strict=True):
            assert found is not None
            number += 1
            inside += found.low <= rate <= found.high
    return inside / number


@pytest.mark.slow
@pytest.mark.parametrize("skills", [(2.0, 2.0), (4.0, 4.0), (6.5, 1.5), (1.0, 1.0)])
def test_intervals_cover_at_their_rate(skills: tuple[float, float]) -> None:
    assert covered(skills) == pytest.approx(0.9, abs=0.025)


def test_a_weight_is_the_mean_of_what_the_rate_may_be_the_greatest_being_one() -> None:
    assert weights_of([Tries(10, 10), Tries(5, 10)]) == [1.0, round(6 / 11, 3)]
    assert weights_of([Tries(10, 10), Tries(0, 0)]) == [1.0, round(0.5 / (11 / 12), 3)]
    assert weights_of([Tries(0, 10), Tries(10, 10)]) == [0.334, 1.0]
    assert weights_of([Tries(3, 10)] * 4) == [1.0] * 4
    assert weights_of([]) == []


def test_no_vote_ever_weighs_more_than_three_times_another() -> None:
    chance, capped = Random(1), 0
    for _ in range(3_000):
        tries = []
        for _ in range(chance.randrange(1, 9)):
            of = chance.randrange(0, 200)
            tries.append(Tries(chance.randrange(0, of + 1), of))
        found = weights_of(tries)
        assert max(found) == 1.0
        assert max(found) / min(found) <= CAP
        assert all(each == pytest.approx(round(each, 3)) for each in found)
        capped += min(found) == 0.334
        order = [(tries[at].good + 1) / (tries[at].of + 2) for at in range(len(tries))]
        for one in range(len(tries)):
            for other in range(len(tries)):
                assert order[one] <= order[other] or found[one] >= found[other]
    assert capped > 100
