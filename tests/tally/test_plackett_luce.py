from __future__ import annotations

from itertools import combinations, permutations
from math import exp, log
from pathlib import Path
from random import Random

import choix
import numpy as np
import pytest
from scipy.optimize import minimize

from moot.tally.plackett_luce import Strengths, strengths_by_choice

# Finishing orders of the 36 races of NASCAR's season of 2002, drivers by number; the four who only ever came last are
# left out, as in Hunter 2004, Annals of Statistics 32, 384-406.
NASCAR = [
    [int(driver) - 1 for driver in line.split()]
    for line in (Path(__file__).parents[1] / "golden" / "nascar2002.txt").read_text().splitlines()
]
PRINTED = {58: 4.15, 68: 3.62, 51: 2.08, 15: 0.03, 17: -0.31, 40: -0.15}
"""The same paper's table 2, the head and the foot of it, as the R package PlackettLuce prints it: PJ Jones, Scott
Pruett, Mark Martin; Dave Marcis, Dick Trickle, Joe Varde. Austin Cameron (1) is 0."""


def strict(orders: list[list[int]]) -> list[list[tuple[int, ...]]]:
    return [[(one,) for one in order] for order in orders]


@pytest.fixture(scope="module")
def season() -> Strengths:
    return strengths_by_choice(83, strict(NASCAR))


def test_nascar_to_the_printed_digit(season: Strengths) -> None:
    for driver, printed in PRINTED.items():
        assert round(season.strengths[driver - 1] - season.strengths[0], 2) == printed


def test_nascar_agrees_with_choix(season: Strengths) -> None:
    assert season.strengths == pytest.approx(list(choix.mm_rankings(83, NASCAR, max_iter=50_000)), abs=1e-5)


@pytest.mark.parametrize(
    ("size", "orders", "printed"),
    [
        (3, [[0, 1, 2], [1, 2, 0], [2, 0, 1]], [0.0, 0.0, 0.0]),
        (4, [[0, 1, 2], [3, 2, 0], [1, 3]], [-0.44328117, 0.69506219, -0.67061442, 0.4188334]),
    ],
    ids=["cycle", "partial"],
)
def test_the_two_ranking_cases_of_choix(size: int, orders: list[list[int]], printed: list[float]) -> None:
    found = strengths_by_choice(size, strict(orders)).strengths
    assert found == pytest.approx(printed, abs=5e-5)  # choix's own test asks for that much
    assert found == pytest.approx(list(choix.mm_rankings(size, orders, tol=1e-12)), abs=1e-6)


def by_hand(values: np.ndarray, size: int, sizes: list[int], rankings: list[list[tuple[int, ...]]]) -> float:
    """Minus the log-likelihood, every set that could have been chosen written out."""
    worth, common = np.exp(values[:size]), {1: 1.0, **dict(zip(sizes, np.exp(values[size:]), strict=True))}

    def weight(chosen: tuple[int, ...]) -> float:
        return float(common[len(chosen)] * np.prod(worth[list(chosen)]) ** (1 / len(chosen)))

    height = 0.0
    for ranking in rankings:
        left = [one for tier in ranking for one in tier]
        for tier in ranking:
            if len(left) > 1:
                alternatives = [each for tied in common for each in combinations(left, tied)]
                height += log(weight(tier)) - log(sum(map(weight, alternatives)))
            left = [one for one in left if one not in tier]
    return -height


def test_ties_against_every_set_written_out() -> None:
    chance = Random("ties")
    for _ in range(4):
        size = chance.choice((3, 4, 5))
        rankings = []
        for _ in range(14):
            order = chance.sample(range(size), chance.randint(2, size))
            tiers: list[tuple[int, ...]] = []
            while order:
                take = min(len(order), chance.choice((1, 1, 1, 2, 2, 3)))
                tiers.append(tuple(order[:take]))
                order = order[take:]
            rankings.append(tiers)
        found = strengths_by_choice(size, rankings)
        if not found.connected:
            continue
        sizes = sorted(found.ties)
        best = minimize(by_hand, np.zeros(size + len(sizes)), (size, sizes, rankings), tol=1e-10)
        wanted = best.x[:size] - best.x[:size].mean()
        assert found.strengths == pytest.approx(list(wanted), abs=2e-4)
        assert [found.ties[tied] for tied in sizes] == pytest.approx([exp(each) for each in best.x[size:]], rel=1e-3)


def test_of_two_at_a_time_it_is_bradley_terry() -> None:
    pairs = [(0, 1), (1, 2), (2, 0), (0, 2), (0, 1), (1, 0), (2, 1)]
    found = strengths_by_choice(3, strict([list(pair) for pair in pairs]))
    assert found.strengths == pytest.approx(list(choix.opt_pairwise(3, pairs)), abs=1e-6)


def test_a_tie_brings_strengths_nearer_and_what_was_not_ranked_says_nothing() -> None:
    orders = strict([[0, 1, 2], [0, 2, 1], [1, 0, 2], [2, 0, 1]])
    tied = strengths_by_choice(3, [*orders, [(0, 1, 2)], [(0, 1), (2,)]])
    plain = strengths_by_choice(3, orders)
    assert tied.strengths[0] - tied.strengths[2] < plain.strengths[0] - plain.strengths[2] + 1
    assert strengths_by_choice(3, [*orders, [(1,)], []]) == plain


def test_one_who_always_wins_stays_finite_and_this_is_said() -> None:
    found = strengths_by_choice(3, strict([[0, 1, 2], [0, 2, 1]]))
    assert not found.connected
    assert 0 < found.strengths[0] < 5
    everything_tied = strengths_by_choice(3, [[(0, 1, 2)], [(2, 1, 0)]])
    assert everything_tied.strengths == pytest.approx([0, 0, 0], abs=1e-9)
    assert everything_tied.ties[3] < 100


def test_the_errors_are_those_of_the_likelihood() -> None:
    """Where every order of three comes twice, the curvature can be written down."""
    found = strengths_by_choice(3, strict([list(order) for order in permutations(range(3))] * 2))
    # each order gives a choice of three (p = 1/3) and one of two: 12 of the first, 4 of each pair of the second
    of_three = 12 * (np.eye(3) / 3 - np.ones((3, 3)) / 9)
    of_two = 4 * (2 * np.eye(3) - (np.ones((3, 3)) - np.eye(3))) / 4
    errors = np.sqrt(np.diag(np.linalg.pinv(of_three + of_two)))
    assert found.errors == pytest.approx(list(errors))
