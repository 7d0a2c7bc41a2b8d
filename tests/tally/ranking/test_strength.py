from __future__ import annotations

from math import exp, isfinite
from random import Random

import choix
import numpy as np
import pytest

from moot.tally.ranking.strength import strengths_from, strengths_of_many, strongly_connected

Wins = list[list[float]]

BASEBALL = {
    # American League East, 1987, home and away games together: Agresti, Categorical Data Analysis, table 10.10;
    # abilities as documented for `baseball` in the R package BradleyTerry2 (Baltimore = 0)
    "Milwaukee": ([0, 7, 9, 7, 7, 9, 11], 1.5814),
    "Detroit": ([6, 0, 7, 5, 11, 9, 9], 1.4364),
    "Toronto": ([4, 6, 0, 7, 7, 8, 12], 1.2945),
    "New York": ([6, 8, 6, 0, 6, 7, 10], 1.2476),
    "Boston": ([6, 2, 6, 7, 0, 7, 12], 1.1077),
    "Cleveland": ([4, 4, 5, 6, 6, 0, 6], 0.6839),
    "Baltimore": ([2, 4, 1, 3, 1, 7, 0], 0.0),
}
CITATIONS = {
    # how often each journal was cited by the others, 1987-88: Stigler 1994, Statistical Science 9, 94-108;
    # abilities as documented for `citations` in BradleyTerry2 (Biometrika = 0)
    "Biometrika": ([0, 730, 498, 221], 0.0),
    "Communications in Statistics": ([33, 0, 68, 17], -2.94907),
    "JASA": ([320, 813, 0, 142], -0.47957),
    "JRSS-B": ([284, 276, 325, 0], 0.26895),
}


def random_wins(chance: Random, size: int, games: int) -> Wins:
    wins = [[0.0] * size for _ in range(size)]
    strengths = [chance.gauss(0, 1.5) for _ in range(size)]
    for _ in range(games):
        one, other = chance.sample(range(size), 2)
        if chance.random() > 1 / (1 + exp(strengths[other] - strengths[one])):
            one, other = other, one
        wins[one][other] += 1
    return wins


def by_choix(wins: Wins) -> list[float]:
    pairs = [(one, other) for one, row in enumerate(wins) for other, won in enumerate(row) for _ in range(int(won))]
    return [float(strength) for strength in choix.mm_pairwise(len(wins), pairs, max_iter=100_000, tol=1e-12)]


def with_ghost(wins: Wins) -> Wins:
    """The same and one more player, who tied with each."""
    return [[*row, 0.5] for row in wins] + [[0.5] * len(wins) + [0.0]]


@pytest.mark.parametrize("table", [BASEBALL, CITATIONS], ids=["baseball", "citations"])
def test_published_tables_to_the_last_printed_digit(table: dict[str, tuple[list[int], float]]) -> None:
    digits = 4 if table is BASEBALL else 5
    strengths = dict(zip(table, strengths_from([list(map(float, wins)) for wins, _ in table.values()]), strict=True))
    zero = next(strengths[name] for name, (_, ability) in table.items() if ability == 0)
    for name, (_, ability) in table.items():
        assert round(strengths[name] - zero, digits) == ability, name


def test_agreement_with_choix_wherever_there_is_a_maximum() -> None:
    chance = Random("choix")
    compared = 0
    for _ in range(60):
        wins = random_wins(chance, chance.choice((2, 3, 5, 8)), chance.choice((12, 40, 300)))
        if strongly_connected(wins):
            compared += 1
            assert strengths_from(wins) == pytest.approx(by_choix(wins), abs=1e-6)
    assert compared > 30


def test_without_a_maximum_it_is_a_tie_with_an_imagined_answer_for_each() -> None:
    chance = Random("ghost")
    compared = 0
    for _ in range(60):
        wins = random_wins(chance, chance.choice((2, 3, 5)), chance.choice((2, 5, 9)))
        if not strongly_connected(wins):
            compared += 1
            doubled = [[2 * won for won in row] for row in with_ghost(wins)]  # choix counts in whole games
            expected = by_choix(doubled)[:-1]
            middle = sum(expected) / len(expected)
            assert strengths_from(wins) == pytest.approx([strength - middle for strength in expected], abs=1e-6)
    assert compared > 20


def test_two_answers_and_one_win_by_hand() -> None:
    # two answers, one win: 1.5 against 0.5 plus half a game with 0 puts them at plus and minus the same strength
    up, down = strengths_from([[0, 1], [0, 0]])
    assert up == -down > 0
    # at the maximum what was won is what was expected: 1 + 0.5 = chance(2 up) + chance(up)
    assert 1 / (1 + exp(-2 * up)) + 1 / (1 + exp(-up)) == pytest.approx(1.5)


def test_the_undefeated_and_the_unranked_are_finite() -> None:
    strengths = strengths_from([[0, 4, 4, 0], [0, 0, 4, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
    assert all(map(isfinite, strengths))
    assert strengths[0] > strengths[1] > strengths[2]
    assert strengths[1] == pytest.approx(strengths[3])
    assert strengths_from([]) == []
    assert strengths_from([[0.0]]) == [0.0]
    assert strengths_from([[0.0, 0.0], [0.0, 0.0]]) == [0.0, 0.0]


def test_ties_are_half_wins() -> None:
    assert strengths_from([[0, 0.5], [0.5, 0]]) == pytest.approx([0, 0])
    whole = strengths_from([[0, 3, 1], [1, 0, 2], [2, 2, 0]])
    assert strengths_from([[0, 1.5, 0.5], [0.5, 0, 1], [1, 1, 0]]) == pytest.approx(whole)


def test_it_converges_on_lopsided_tables() -> None:
    chance = Random("lopsided")
    for _ in range(150):
        size = chance.choice((3, 5, 7))
        wins = [
            [0.0 if i == j else chance.choice((0.0, 0.0, 0.5, 1.0, 10.0, 1e4, 1e6)) for j in range(size)]
            for i in range(size)
        ]
        full = wins if strongly_connected(wins) else with_ghost(wins)
        strengths = strengths_from(full)
        for one in range(len(full)):
            expected = sum(
                (full[one][other] + full[other][one]) / (1 + exp(strengths[other] - strengths[one]))
                for other in range(len(full))
                if other != one
            )
            assert sum(full[one]) == pytest.approx(expected, rel=1e-6, abs=1e-6)
        if full is not wins:
            middle = sum(strengths[:-1]) / size
            assert strengths_from(wins) == pytest.approx([s - middle for s in strengths[:-1]], abs=1e-6)


def test_many_at_once_are_the_same_as_one_by_one() -> None:
    chance = Random("many")
    for size in (2, 7, 12):
        tables = [random_wins(chance, size, chance.choice((0, size, 10 * size))) for _ in range(40)]
        together = strengths_of_many(np.array(tables))
        for table, strengths in zip(tables, together.tolist(), strict=True):
            assert strengths == pytest.approx(strengths_from(table), abs=1e-9)


def test_who_is_strongly_connected() -> None:
    assert strongly_connected([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    assert not strongly_connected([[0, 1, 1], [0, 0, 1], [0, 1, 0]])
    assert not strongly_connected([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]])
    assert not strongly_connected([])
