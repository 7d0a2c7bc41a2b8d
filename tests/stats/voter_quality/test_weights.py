"""Test that weights are means of what is known, at most three to one, and independent of agreement."""

from __future__ import annotations

from random import Random

import pytest

from moot.stats.voter_quality.posterior import Tries
from moot.stats.voter_quality.weights import CAP, weights_of


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
