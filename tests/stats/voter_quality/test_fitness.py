"""Test that a model is called fit after as many runs as the interval requires, and never unfit too early."""

from __future__ import annotations

from math import comb

import pytest

from moot.stats.voter_quality.fitness import fitness, still_to_run, wilson


@pytest.mark.parametrize(("good", "of", "low"), [(5, 5, 0.57), (20, 20, 0.84), (73, 73, 0.95)])
def test_clean_runs_prove_as_much_as_published(good: int, of: int, low: float) -> None:
    found = wilson(good, of)
    assert found is not None
    assert found.low == pytest.approx(low, abs=0.005)


def test_sixteen_clean_runs_are_fit_and_fifteen_are_not() -> None:
    assert [fitness(n, n) for n in (0, 1, 5, 15, 16)] == ["unproven", "unproven", "unproven", "unproven", "fit"]
    assert still_to_run(5, 5) == 11
    assert still_to_run(16, 16) == 0
    assert still_to_run(0, 0) == 16


def test_who_is_at_70_percent_is_neither_for_long() -> None:
    assert [fitness(7 * n, 10 * n) for n in (1, 2, 3)] == ["unproven"] * 3
    assert fitness(70, 100) == "unfit"
    assert fitness(14 + still_to_run(14, 20), 20 + still_to_run(14, 20)) == "fit"
    assert fitness(13 + still_to_run(14, 20), 19 + still_to_run(14, 20)) == "unproven"


def test_nothing_readable_is_unfit_from_the_third_run_on() -> None:
    assert [fitness(0, n) for n in (1, 2, 3)] == ["unproven", "unproven", "unfit"]


def test_a_model_that_is_well_is_hardly_ever_called_unfit_though_it_is_looked_at_after_every_run() -> None:
    """Exactly, over every course of sixteen runs: of models at 95 % fewer than one in a hundred."""
    alive, unfit = {0: 1.0}, 0.0
    for of in range(1, 17):
        after: dict[int, float] = {}
        for good, chance in alive.items():
            for one, share in ((good + 1, 0.95), (good, 0.05)):
                if fitness(one, of) == "unfit":
                    unfit += chance * share
                elif fitness(one, of) == "unproven":
                    after[one] = after.get(one, 0.0) + chance * share
        alive = after
    assert unfit < 0.01
    assert unfit > comb(3, 2) * 0.05**2 * 0.9  # and it is not held off for ever
