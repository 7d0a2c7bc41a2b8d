from __future__ import annotations

from random import Random

import pytest
from sklearn.metrics import cohen_kappa_score

from moot.tally.kappa import FEWEST, Kappa, kappa_from


def test_agreement_with_scikit_learn() -> None:
    chance = Random("kappa")
    for _ in range(40):
        items, classes = chance.randint(5, 80), chance.randint(2, 4)
        one = [chance.randrange(classes) for _ in range(items)]
        other = [each if chance.random() < 0.6 else chance.randrange(classes) for each in one]
        if len({*one, *other}) > 1:
            found = kappa_from(list(zip(one, other, strict=True)))
            assert found.value == pytest.approx(cohen_kappa_score(one, other))
            assert found.agreed == sum(a == b for a, b in zip(one, other, strict=True))


def test_its_error_is_that_of_the_formula_in_small() -> None:
    """45 and 25 times both say yes and no, 15 and 15 times they differ: po .7, pe .52, kappa .375."""
    pairs = [*[("y", "y")] * 45, *[("n", "n")] * 25, *[("y", "n")] * 15, *[("n", "y")] * 15]
    found = kappa_from(pairs)
    assert found.value == pytest.approx(0.375)
    assert found.low is not None
    assert found.high is not None
    # by hand: (.45·.25² + .25·.5² + .625²·.3 - .05²) / .48² = .8911
    assert (found.high - found.low) / 2 / 1.959964 == pytest.approx((0.2053125 / 0.48**2 / 100) ** 0.5)


def test_the_interval_covers() -> None:
    chance = Random("covers")
    inside = told = 0
    for _ in range(400):
        pairs = []
        for _ in range(60):
            one = chance.randrange(3)
            pairs.append((one, one if chance.random() < 0.55 else chance.randrange(3)))
        found = kappa_from(pairs)
        if found.low is not None and found.high is not None:
            told += 1
            inside += found.low <= 0.55 <= found.high  # with equal habits kappa is the share of copied answers
    assert told == 400
    assert inside / told > 0.92


def test_nothing_is_told_that_is_not_known() -> None:
    assert kappa_from([]) == Kappa(value=None, low=None, high=None, agreed=0, items=0)
    assert kappa_from([("a", "a")] * 30).value is None
    few = kappa_from([("a", "a"), ("b", "b"), ("a", "b")] * (FEWEST // 3))
    assert few.value is not None
    assert few.low is None
