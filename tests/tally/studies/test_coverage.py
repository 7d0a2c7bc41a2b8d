"""Do intervals hold what they are for as often as they say, and is noise seldom taken for a difference?"""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from moot.tally.studies.arms import differences
from moot.tally.studies.noise import noise_floor
from tally.studies.drawn_studies import drawn_study, judged_study, unchanged

SHAPES = {
    "12 questions twice": {"questions": 12, "repeats": 2},
    "24 questions once": {"questions": 24, "repeats": 1},
    "clustered by 24 domains": {"questions": 96, "repeats": 1, "domains": 24, "together": 1.5},
    "clustered by 12 domains": {"questions": 48, "repeats": 2, "domains": 12, "together": 1.5},
}


def held(shape: dict[str, float], studies: int) -> float:
    """How often the interval of the difference holds the true one."""
    lots, so = np.random.default_rng(17), 0
    for _ in range(studies):
        told = differences(drawn_study(lots, effect=1.5, **shape), "base", ["arm"])[0].difference  # type: ignore[arg-type]
        assert told.low is not None
        assert told.high is not None
        so += told.low <= 1.5 <= told.high
    return so / studies


@pytest.mark.parametrize("shape", SHAPES)
def test_intervals_hold_the_truth_in_a_sample_of_studies(shape: str) -> None:
    assert 0.915 <= held(SHAPES[shape], 200) <= 0.985


@pytest.mark.heavy
@pytest.mark.parametrize("shape", SHAPES)
def test_intervals_hold_the_truth_in_2000_studies(shape: str) -> None:
    assert 0.93 <= held(SHAPES[shape], 2_000) <= 0.97


@pytest.mark.heavy
def test_bootstrapped_intervals_hold_the_truth_in_2000_studies() -> None:
    assert 0.93 <= held({"questions": 64, "repeats": 1}, 2_000) <= 0.97


def test_what_ignores_the_domains_is_too_narrow() -> None:
    """The clusters are what makes the interval right: without them the same studies hold the truth too seldom."""
    lots, so = np.random.default_rng(17), 0
    for _ in range(200):
        measured = drawn_study(lots, effect=1.5, questions=48, repeats=2, domains=12, together=1.5)
        blind = [replace(each, cluster="") for each in measured]
        told = differences(blind, "base", ["arm"])[0].difference
        so += told.low <= 1.5 <= told.high  # type: ignore[operator]
    assert so / 200 < 0.9


def called_different(effect: float, studies: int) -> float:
    """How often an arm is called beyond noise."""
    lots, so = np.random.default_rng(23), 0
    for _ in range(studies):
        floor = noise_floor(list(unchanged(lots, questions=24, repeats=3, noise=2.0)))
        measured = drawn_study(lots, effect=effect, between=0.0, noise=2.0)
        so += differences(measured, "base", ["arm"], floor=floor)[0].beyond_noise is True
    return so / studies


def test_two_equal_arms_are_seldom_beyond_noise() -> None:
    assert called_different(0.0, 200) <= 0.05


def test_a_large_difference_is_beyond_noise() -> None:
    assert called_different(7.0, 50) >= 0.95


def judges_called_different(strict: float, studies: int) -> float:
    """How often a judge who marks so much lower is called beyond noise, over the same answers."""
    lots, so = np.random.default_rng(31), 0
    for _ in range(studies):
        measured, again = judged_study(lots, leans={"kind": 0.0, "other": -strict})
        told = differences(measured, "kind", ["other"], floor=noise_floor(again))[0]
        so += told.beyond_noise is True
    return so / studies


def test_two_equal_judges_are_seldom_beyond_noise() -> None:
    assert judges_called_different(0.0, 200) <= 0.05


def test_a_strict_judge_is_beyond_noise() -> None:
    assert judges_called_different(1.0, 50) >= 0.95


def test_a_difference_within_the_noise_of_one_question_is_not() -> None:
    """Its interval excludes none, and still it is no larger than what noise gives a single question."""
    lots = np.random.default_rng(29)
    floor = noise_floor(list(unchanged(lots, questions=24, repeats=3, noise=2.0)))
    told = differences(drawn_study(lots, effect=2.5, between=0.0), "base", ["arm"], floor=floor)[0]
    assert told.difference.excludes(0.0)
    assert told.beyond_noise is False
