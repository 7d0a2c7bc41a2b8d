from __future__ import annotations

from math import log
from random import Random

import pytest

from moot.tally.dawid_skene import Rated, rated_from

# Dawid and Skene 1979, Applied Statistics 28, 20-28, table 1: fitness for anaesthesia of 45 patients, from 1 to 4, as
# five anaesthetists judged it, the first of them three times.
TABLE = [
    "1111111",
    "3334334",
    "1122122",
    "2223121",
    "2223222",
    "2223322",
    "1222111",
    "3333433",
    "2222223",
    "2322223",
    "4444444",
    "2223343",
    "1111111",
    "2223212",
    "1211111",
    "1112111",
    "1111111",
    "1111111",
    "2222221",
    "2221322",
    "2222222",
    "2222221",
    "2223222",
    "2212222",
    "1111111",
    "1111111",
    "2322222",
    "1111111",
    "1111111",
    "1121121",
    "1111111",
    "3333233",
    "1111111",
    "2222222",
    "2223232",
    "4334343",
    "2212232",
    "2323233",
    "3333432",
    "1111111",
    "1111111",
    "1212111",
    "2322222",
    "1211111",
    "2222222",
]
MARGINS = [0.40, 0.42, 0.11, 0.07]
"""Table 2."""
FIRST = [[0.89, 0.11, 0.00, 0.00], [0.07, 0.88, 0.05, 0.00], [0.00, 0.34, 0.66, 0.00], [0.00, 0.00, 0.56, 0.44]]
"""Table 3, the first anaesthetist's rates."""
PATIENTS = [1, 4, 2, 2, 2, 2]
"""Table 4: of which class each of the first six is, with a chance of 1.00."""


def as_said(row: str) -> list[list[int]]:
    judged = [int(each) - 1 for each in row]
    return [judged[:3], *([each] for each in judged[3:])]


@pytest.fixture(scope="module")
def published() -> Rated:
    return rated_from([as_said(row) for row in TABLE], 4)


def test_the_anaesthetists_to_the_printed_digits(published: Rated) -> None:
    assert len(TABLE) == 45
    assert published.settled
    assert [round(share, 2) for share in published.shares] == MARGINS
    assert [[round(rate, 2) for rate in row] for row in published.rates[0]] == FIRST
    for chances, true in zip(published.chances, PATIENTS, strict=False):
        assert [round(each, 2) for each in chances] == [float(each == true) for each in (1, 2, 3, 4)]


def test_the_likelihood_is_that_of_the_formula(published: Rated) -> None:
    total = 0.0
    for row in TABLE:
        of_item = 0.0
        for true, share in enumerate(published.shares):
            for rater, judged in enumerate(as_said(row)):
                for each in judged:
                    share *= published.rates[rater][true][each]
            of_item += share
        total += log(of_item)
    assert published.log_likelihood == pytest.approx(total, abs=1e-6)


def simulated(seed: str, items: int, right: tuple[float, ...]) -> tuple[list[list[list[int]]], list[int]]:
    chance = Random(seed)
    true = [chance.randrange(2) for _ in range(items)]
    said = [[[each if chance.random() < rate else 1 - each] for rate in right] for each in true]
    return said, true


def test_known_answers_anchor_what_agreement_alone_gets_wrong() -> None:
    """Three of five raters are more often wrong than right; only known answers show that the other two are right."""
    said, true = simulated("anchor", 240, (0.3, 0.3, 0.3, 0.8, 0.8))
    alone = rated_from(said, 2, prior=1.0)
    anchored = rated_from(said, 2, dict(enumerate(true[:40])), prior=1.0)

    def right(rated: Rated) -> float:
        return sum(rated.chances[item][true[item]] > 0.5 for item in range(40, 240)) / 200

    assert right(alone) < 0.3
    assert right(anchored) > 0.8
    assert all(anchored.chances[item][true[item]] == 1 for item in range(40))


def test_rates_are_found_again_and_a_prior_makes_nobody_infallible() -> None:
    said, true = simulated("found", 600, (0.9, 0.75, 0.6, 0.85))
    rated = rated_from(said, 2, dict(enumerate(true[:100])), prior=1.0)
    for rater, right in enumerate((0.9, 0.75, 0.6, 0.85)):
        assert (rated.rates[rater][0][0] + rated.rates[rater][1][1]) / 2 == pytest.approx(right, abs=0.06)
    few = rated_from([[[0], [0]], [[1], [1]]], 2, {0: 0, 1: 1}, prior=1.0)
    assert all(0.5 < row[true] < 1 for rater in few.rates for true, row in enumerate(rater))


def test_a_rater_who_said_nothing_changes_nothing() -> None:
    said, true = simulated("silent", 60, (0.9, 0.7, 0.8))
    known = dict(enumerate(true[:20]))
    without = rated_from(said, 2, known, prior=1.0)
    beside = rated_from([[*row, []] for row in said], 2, known, prior=1.0)
    assert [pytest.approx(row) for row in without.chances] == list(beside.chances)
    assert rated_from([], 2).rates == ()
