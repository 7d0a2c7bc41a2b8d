"""Test alpha against the literature and another implementation."""

from __future__ import annotations

from random import Random

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.stats.alpha import Level, alpha_from

# Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability": four observers, twelve units, values missing.
OBSERVERS: list[list[float | None]] = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]
UNITS = [list(row) for row in zip(*OBSERVERS, strict=True)]
LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval")


@pytest.mark.parametrize(("level", "value"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_the_published_table_with_missing_values(level: Level, value: float) -> None:
    alpha = alpha_from(UNITS, level)
    assert alpha.value == pytest.approx(value, abs=0.0006)
    assert (alpha.units, alpha.values) == (11, 40)


@pytest.mark.parametrize("level", LEVELS)
def test_perfect_agreement_is_one_and_nothing_to_compare_is_not_defined(level: Level) -> None:
    assert alpha_from([[1, 1], [2, 2], [5, 5]], level).value == 1.0
    assert alpha_from([[3, 3], [3, 3]], level).value is None
    assert alpha_from([[0.1, 0.1, 0.1], [0.1, 0.1, 0.1]], level).value is None
    assert alpha_from([[1, None], [None, 2]], level).value is None
    assert alpha_from([], level).value is None
    assert alpha_from([[]], level).value is None
    assert alpha_from([[1, 2]], level).value == 0.0


def test_chance_is_near_zero_and_contradiction_below() -> None:
    dice = Random(1)
    table = [[dice.randrange(1, 6) for _ in range(3)] for _ in range(4000)]
    for level in LEVELS:
        assert alpha_from(table, level).value == pytest.approx(0, abs=0.03)
    assert (alpha_from([[1, 5], [5, 1], [1, 5], [5, 1]], "interval").value or 0) < -0.5


def test_a_wide_table_equals_another_implementation() -> None:
    dice = Random(2)
    table = [[dice.choice([1, 2, 3, 4, 5, None]) for _ in range(50)] for _ in range(60)]
    for level in LEVELS:
        theirs = krippendorff.alpha(reliability_data=_theirs(table), level_of_measurement=level)
        assert alpha_from(table, level).value == pytest.approx(theirs, abs=1e-9)


def test_values_far_from_zero_lose_no_digits() -> None:
    far = [[None if value is None else value + 1e9 for value in row] for row in UNITS]
    assert alpha_from(far, "interval").value == pytest.approx(alpha_from(UNITS, "interval").value, abs=1e-9)


tables = st.integers(2, 5).flatmap(
    lambda raters: st.lists(
        st.lists(st.none() | st.integers(-2, 3), min_size=raters, max_size=raters), min_size=2, max_size=12
    )
)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(tables, st.sampled_from(LEVELS))
def test_it_equals_another_implementation(table: list[list[float | None]], level: Level) -> None:
    mine = alpha_from(table, level).value
    paired = [value for row in table if sum(v is not None for v in row) > 1 for value in row if value is not None]
    if len(set(paired)) < 2:
        assert mine is None
        return
    theirs = krippendorff.alpha(reliability_data=_theirs(table), level_of_measurement=level)
    assert mine == pytest.approx(theirs, abs=1e-9)


def _theirs(table: list[list[float | None]]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array(table, dtype=float).T
