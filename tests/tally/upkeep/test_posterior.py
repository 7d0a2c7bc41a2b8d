"""Do intervals of rates hold what they say, and does a newcomer begin where the others stand?"""

from __future__ import annotations

from math import comb
from random import Random

import pytest
from scipy import stats

from moot.tally.upkeep.posterior import Beta, Tries, rates_of
from moot.vocabulary.earlier.upkeep import Rate


@pytest.mark.fast(4)
@pytest.mark.parametrize("a", [0.4, 1, 3.5, 12, 41])
@pytest.mark.parametrize("b", [0.6, 1, 2, 30])
def test_the_distribution_is_the_one_others_know(a: float, b: float) -> None:
    mine, theirs = Beta(a, b), stats.beta(a, b)
    for rate in (0.0, 0.001, 0.2, 0.5, 0.8, 0.97, 1.0):
        assert mine.below(rate) == pytest.approx(float(theirs.cdf(rate)), abs=1e-12)
    for share in (0.05, 0.5, 0.95):
        assert mine.quantile(share) == pytest.approx(float(theirs.ppf(share)), abs=1e-9)


def test_without_a_try_there_is_no_rate() -> None:
    assert rates_of([Tries(0, 0)]) == [None]
    assert rates_of([Tries(0, 0), Tries(3, 4)])[0] is None


def alone(good: int, of: int, others: list[Tries] | None = None) -> Rate:
    found = rates_of([Tries(good, of), *(others or [])])[0]
    assert found is not None
    return found


def test_five_of_five_are_far_from_certain() -> None:
    found = alone(5, 5)
    assert (found.good, found.of) == (5, 5)
    assert found.low < 0.7
    assert found.low < found.median < found.high


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


def of_one_unlike_all_others(rate: float, of: int) -> float:
    """How often an interval holds the rate of a voter among nine who are nearly always right, over all it may try."""
    held = 0.0
    for good in range(of + 1):
        found = alone(good, of, [Tries(39, 40)] * 9)
        held += comb(of, good) * rate**good * (1 - rate) ** (of - good) * (found.low <= rate <= found.high)
    return held


@pytest.mark.slow
@pytest.mark.parametrize("rate", [0.3, 0.5, 0.7])
def test_an_interval_holds_for_the_one_who_is_unlike_all_others(rate: float) -> None:
    """Counted out, not drawn. Few tries come to few numbers, so that coverage goes up and down with them."""
    covered = [of_one_unlike_all_others(rate, of) for of in range(1, 11)]
    assert min(covered) >= 0.8
    assert sum(covered) / len(covered) > 0.89


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


@pytest.mark.slow
@pytest.mark.parametrize("skills", [(20.0, 1.0), (12.0, 12.0)])
def test_where_voters_are_more_alike_than_a_prior_may_say_intervals_are_too_wide_and_never_too_narrow(
    skills: tuple[float, float],
) -> None:
    assert covered(skills) > 0.9
