"""Test steadiness, contradictions and known answers against a count by hand."""

from __future__ import annotations

import pytest

from moot.extensions.studies.trials.voter_consistency import (
    Trial,
    known_answers,
    negations,
    repeats,
    spread_of,
    steadiness,
    took,
)
from moot.vocabulary.history.bench import FixtureClaim

CLAIMS = (
    FixtureClaim(text="A", kind="factual claim", known=True),
    FixtureClaim(text="Not A", kind="factual claim", denies=1, known=False),
    FixtureClaim(text="We should B", kind="recommendation"),
    FixtureClaim(text="We should not B", kind="recommendation", denies=3),
    FixtureClaim(text="B it should be", kind="recommendation", repeats=3),
)


def test_runs_in_one_order_are_told_from_runs_in_two() -> None:
    trials = [Trial(0, {1: 2, 2: -2}), Trial(0, {1: 1, 2: -2}), Trial(1, {1: 0, 2: 2})]
    found = steadiness(trials)
    assert found.consistent == pytest.approx((0.75 + 1) / 2)
    assert found.equal == pytest.approx(0.5)
    across = (0.5 + 0 + 0.75 + 0) / 4
    assert found.order_effect == pytest.approx(across - found.consistent)


def test_one_run_tells_nothing_of_steadiness_and_one_order_nothing_of_order() -> None:
    assert steadiness([Trial(0, {1: 2})]) == (None, None, None)
    assert steadiness([Trial(0, {1: 2}), Trial(0, {1: 2})]) == (1.0, 1.0, None)


def test_approving_a_claim_and_its_negation_contradicts_and_of_facts_rejecting_both_does_too() -> None:
    cases = {(2, 1, 1, 1): 0, (1, -1, 1, -1): 2, (-1, -2, -1, -1): 1, (0, 2, 0, 0): 2}
    for votes, good in cases.items():
        found = negations([Trial(0, dict(enumerate(votes, start=1)))], CLAIMS)
        assert found is not None
        assert (found.good, found.of) == (good, 2)
    assert negations([Trial(0, {1: 2})], CLAIMS) is None  # the other was not voted on


def test_known_answers_and_claims_said_twice() -> None:
    found = known_answers([Trial(0, {1: 1, 2: 0}), Trial(1, {1: -1, 2: -2, 3: 2})], CLAIMS)
    assert found is not None
    assert (found.good, found.of) == (2, 4)
    again = repeats(
        [Trial(0, {3: 2, 5: 1}), Trial(0, {3: 1, 5: -1}), Trial(0, {3: 2, 5: 0}), Trial(0, {3: 0, 5: -1})], CLAIMS
    )
    assert again is not None
    assert (again.good, again.of) == (2, 4)


def test_spread_and_times() -> None:
    assert spread_of([2, 0, 2, 0]) == 1
    assert spread_of([]) is None
    assert took([]) is None
    found = took(list(range(1, 101)))
    assert found is not None
    assert (found.half, found.most) == (50, 95)
