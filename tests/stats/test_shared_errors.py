from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from moot.stats.shared_errors import FEWEST, USUAL, shared_errors

NORMAL = NormalDist()
MEMBERS, FAMILIES = ("one", "two", "three", "four"), ("a", "a", "b", "c")


def correlation_of_errors(latent: float, wrong: float) -> float:
    """Of two who are wrong so often, when what decides it is correlated so."""
    at = NORMAL.inv_cdf(wrong)
    both = float(multivariate_normal([0, 0], [[1, latent], [latent, 1]]).cdf([at, at]))
    return (both - wrong**2) / (wrong * (1 - wrong))


def drawn(chance: np.random.Generator, questions: int, wrong: float, kin: float, others: float) -> np.ndarray:
    """Whether each was wrong on each question; the first two share more with each other than with the rest."""
    of_family = {family: chance.normal(size=questions) for family in sorted(set(FAMILIES))}
    latent = (
        np.sqrt(others) * chance.normal(size=(questions, 1))
        + np.sqrt(kin - others) * np.stack([of_family[family] for family in FAMILIES], axis=1)
        + np.sqrt(1 - kin) * chance.normal(size=(questions, len(MEMBERS)))
    )
    return np.asarray(latent < NORMAL.inv_cdf(wrong))


@pytest.mark.parametrize(
    ("questions", "wrong", "kin", "others"),
    [(30, 0.3, 0.7, 0.4), (100, 0.3, 0.3, 0.3), (100, 0.1, 0.5, 0.0), (300, 0.3, 0.5, 0.0)],
)
def test_known_correlations_are_found_and_the_intervals_cover(
    questions: int, wrong: float, kin: float, others: float
) -> None:
    chance = np.random.default_rng(7)
    true = {True: correlation_of_errors(kin, wrong), False: correlation_of_errors(others, wrong)}
    covered, off, off_raw = [], [], []
    for _ in range(80):
        found = shared_errors(MEMBERS, FAMILIES, drawn(chance, questions, wrong, kin, others).tolist())
        for pair in found.pairs:
            assert pair.correlation is not None
            assert pair.low is not None
            assert pair.high is not None
            covered.append(pair.low <= true[pair.family] <= pair.high)
            off.append(pair.correlation - true[pair.family])
            off_raw += [] if pair.raw is None else [pair.raw - true[pair.family]]
    assert 0.9 <= np.mean(covered) <= 1
    assert abs(np.mean(off)) < 0.06
    assert np.sqrt(np.mean(np.square(off))) < np.sqrt(np.mean(np.square(off_raw)))  # drawing towards others helps


def test_that_two_err_together_is_shown_by_their_own_questions_alone() -> None:
    """What is usual among others moves a figure, and never makes a finding of a pair."""
    chance = np.random.default_rng(11)
    shown = [
        pair.shown
        for _ in range(60)
        for pair in shared_errors(MEMBERS, FAMILIES, drawn(chance, 60, 0.3, 0.0, 0.0).tolist()).pairs
    ]
    assert np.mean(shown) < 0.06
    chance = np.random.default_rng(12)
    found = [shared_errors(MEMBERS, FAMILIES, drawn(chance, 200, 0.3, 0.8, 0.0).tolist()).pairs for _ in range(20)]
    assert np.mean([pairs[0].shown for pairs in found]) > 0.95
    few = shared_errors(MEMBERS[:2], FAMILIES[:2], [[True, True], *([[False, False]] * 6)] * 6).pairs[0]
    assert few.shown
    unsure = shared_errors(MEMBERS[:2], FAMILIES[:2], [[True, False], [False, True], *([[False, False]] * 20)]).pairs[0]
    assert unsure.correlation is not None
    assert not unsure.shown


def test_nothing_is_told_of_a_pair_below_the_fewest_questions() -> None:
    rows = [[True, True, None, False]] * (FEWEST - 1)
    found = shared_errors(MEMBERS, FAMILIES, rows)
    assert all(pair.correlation is pair.low is pair.high is pair.raw is None for pair in found.pairs)
    first = found.pairs[0]
    assert (first.questions, first.both, first.expected, first.family) == (FEWEST - 1, FEWEST - 1, FEWEST - 1, True)
    assert found.pairs[1].questions == 0
    assert [(each.pairs, round(each.correlation, 2)) for each in found.drawn] == [(0, USUAL[True]), (0, USUAL[False])]


def test_a_pair_that_never_errs_is_not_certain_of_anything() -> None:
    found = shared_errors(MEMBERS[:2], ("a", "b"), [[False, False]] * 50).pairs[0]
    assert found.raw is None
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.low > 0.5
