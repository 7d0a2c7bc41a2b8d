from __future__ import annotations

from fractions import Fraction
from math import erf, sqrt
from random import Random

import numpy as np
import pytest

from moot.evidence.councils import OWN, PULL, Assumed, above, best_wins, drawn, winners


def first_by_hand(votes: list[list[int]], own: float) -> list[int]:
    """All who come first among these votes, each the number of others put below, by fractions."""
    others = len(votes[0]) - 1
    scores = []
    for answer in range(others + 1):
        cast = [
            (Fraction(ballot[answer], others), Fraction(own) if reader == answer else Fraction(1))
            for reader, ballot in enumerate(votes)
        ]
        counting = sorted(place for place, weight in cast if weight)
        if not counting:
            scores.append(Fraction(-1))
            continue
        middle = (counting[len(counting) // 2] + counting[(len(counting) - 1) // 2]) / 2
        low, high = middle - Fraction(PULL), middle + Fraction(PULL)
        total = sum((min(max(place, low), high) * weight for place, weight in cast if weight), Fraction(0))
        scores.append(total / sum(weight for _, weight in cast))
    return [answer for answer, score in enumerate(scores) if score == max(scores)]


@pytest.mark.parametrize("own", [OWN, 1.0, 0.0])
def test_the_rule_is_the_one_written_out(own: float) -> None:
    chance = Random(f"rule {own}")
    for _ in range(150):
        seats = chance.choice((3, 4, 5, 7))
        readers = chance.choice((seats, seats, seats - 1, seats + 2))
        votes = [chance.sample(range(seats), seats) for _ in range(readers)]
        first = winners(np.array([votes], dtype=np.float32) / np.float32(seats - 1), own=own)[0]
        assert first == first_by_hand(votes, own)[0]


def test_readers_who_all_see_what_answers_are_worth_put_the_best_first() -> None:
    found = drawn(Assumed(seats=4, agreement=1.0), 300)
    assert best_wins(found, winners(found.votes)).all()


def test_readers_who_see_nothing_of_it_put_each_first_as_often() -> None:
    for assumed in (Assumed(seats=4, agreement=0.0), Assumed(seats=4, agreement=0.8, shared=1.0)):
        found = drawn(assumed, 8_000)
        assert best_wins(found, winners(found.votes)).mean() == pytest.approx(0.25, abs=0.02)


def test_votes_correlate_as_assumed() -> None:
    """Two readers put two answers in the same order as often as the arcsine of their correlation says."""
    found = drawn(Assumed(seats=3, agreement=0.5, shared=0.4, authors=0.3), 20_000)
    ahead = found.votes[:, :, 0] > found.votes[:, :, 1]
    same = (ahead[:, 0] == ahead[:, 1]).mean()
    assert same == pytest.approx(0.5 + np.arcsin(0.5) / np.pi, abs=0.012)
    right = (ahead[:, 0] == (found.worth[:, 0] > found.worth[:, 1])).mean()
    assert right == pytest.approx(0.5 + np.arcsin(sqrt(0.5 * 0.6)) / np.pi, abs=0.012)


def test_authors_carry_as_much_as_assumed() -> None:
    found = drawn(Assumed(seats=6, agreement=0.5, authors=0.4), 20_000)
    assert found.worth.var() == pytest.approx(1, abs=0.02)
    best = found.worth[np.arange(len(found.worth)), found.best_member].mean()
    assert best == pytest.approx(sqrt(0.4) * 1.2672, abs=0.03)  # the mean of the largest of six normal values


def test_a_lead_is_the_first_members() -> None:
    found = drawn(Assumed(seats=4, agreement=0.5, lead=2.0), 20_000)
    assert (found.best_member == 0).all()
    assert found.worth[:, 0].mean() - found.worth[:, 1:].mean() == pytest.approx(2, abs=0.03)


def test_councils_are_the_same_ones_every_time_and_under_every_assumption() -> None:
    one, other = (drawn(Assumed(seats=4, agreement=0.5), 50) for _ in range(2))
    assert np.array_equal(one.votes, other.votes)
    assert np.array_equal(drawn(Assumed(seats=4, agreement=0.9), 50).worth, one.worth)


def test_the_share_above_is_the_normal_distributions() -> None:
    worth = np.linspace(-4, 4, 161, dtype=np.float32)
    exact = [(1 + erf(float(each) / sqrt(2))) / 2 for each in worth]
    assert np.abs(above(worth) - np.array(exact)).max() < 3e-4
