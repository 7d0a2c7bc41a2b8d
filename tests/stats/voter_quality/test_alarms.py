"""Test that alarms come as often and as soon as published, for voters of known skill."""

from __future__ import annotations

from collections import deque
from functools import cache
from math import comb
from random import Random
from statistics import median

import pytest

from moot.stats.voter_quality.alarms import council_was_right, too_often_wrong
from moot.stats.voter_quality.fitness import fitness, still_to_run, wilson

SESSIONS, VOTERS = 60, 2_500


@cache
def wrong(hits: int, of: int) -> bool:
    return too_often_wrong([True] * hits + [False] * (of - hits))


@cache
def first_alarms(rate: float, *, swaps: int = 0) -> list[int]:
    """After which session each of many voters is named, 99 for never; two control claims a session. With `swaps` it
    is right 19 of 20 times until that session: a service changed the model silently."""
    draw, found = Random(11), []
    for _ in range(VOTERS):
        last: deque[bool] = deque(maxlen=40)
        named = 99
        for session in range(1, SESSIONS + 1):
            now = 0.95 if session <= swaps else rate
            last.extend(draw.random() < now for _ in range(2))
            if wrong(sum(last), len(last)):
                named = session
                break
        found.append(named)
    return found


def named_within(sessions: int, rate: float) -> float:
    return sum(first <= sessions for first in first_alarms(rate)) / VOTERS


@pytest.mark.parametrize(
    ("rate", "within", "share"), [(0.95, 60, 0.0), (0.9, 60, 0.03), (0.7, 10, 0.5), (0.7, 60, 0.96)]
)
def test_alarms_come_at_the_published_rates(rate: float, within: int, share: float) -> None:
    assert named_within(within, rate) == pytest.approx(share, abs=0.02)


def test_who_guesses_is_named_in_the_third_session_in_the_middle() -> None:
    assert median(first_alarms(0.5)) == 3


def test_a_model_that_is_swapped_is_named_though_it_was_well_for_long() -> None:
    late = [first - 20 for first in first_alarms(0.4, swaps=20) if first > 20]
    assert len(late) > 0.98 * VOTERS
    assert median(late) <= 10


def test_one_session_names_nobody() -> None:
    assert not too_often_wrong([])
    assert not too_often_wrong([False, False])
    assert too_often_wrong([False, False, False])
    assert not too_often_wrong([True] * 40)


@cache
def councils_named(rate: float, *, together: float) -> float:
    """The share of councils of five that are named within sixty sessions, whose members are each right that often, and
    err on a claim together so often, else each alone."""
    draw, named = Random(17), 0
    for _ in range(VOTERS):
        last: deque[bool] = deque(maxlen=40)
        for _ in range(SESSIONS):
            for _ in range(2):
                one = draw.random() < rate
                votes = [one] * 5 if draw.random() < together else [draw.random() < rate for _ in range(5)]
                last.append(council_was_right(sum(votes), len(votes)))
            if wrong(sum(last), len(last)):
                named += 1
                break
    return named / VOTERS


@pytest.mark.parametrize("together", [0.0, 0.5])
def test_a_council_whose_members_err_alone_is_not_named_more_often(together: float) -> None:
    assert councils_named(0.9, together=together) <= 0.03 + 0.02


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
