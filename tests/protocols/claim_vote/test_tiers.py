"""Tiers, the tiers missing votes could make, and `k`, each compared with an enumeration of every vote."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.protocols.claim_vote.findings import TierBounds
from moot.protocols.claim_vote.tiers import (
    TIERS,
    CountedVote,
    ExactBounds,
    change_of,
    could_be,
    counts_of,
    cut_at,
    moments_of,
    tier_at,
    tier_of,
)

CUT = cut_at(TierBounds())
LEVELS = (2, 1, 0, -1, -2)
LEVEL_NAMES = ("strongly_approve", "approve", "neutral", "reject", "strongly_reject")


def rules(votes: tuple[int, ...]) -> str:
    """The rules as they are written on paper, in exact fractions."""
    if len(votes) == 1:
        return "MEDIUM"
    mean = statistics.mean(Fraction(vote) for vote in votes)
    variance = statistics.pvariance([Fraction(vote) for vote in votes])
    if mean >= 1 and variance < Fraction(Decimal("0.8")) ** 2:
        return "HIGH"
    if variance >= Fraction(Decimal("1.5")) ** 2:
        return "CONTESTED"
    if mean < 0 and variance < Fraction(Decimal("1.5")) ** 2:
        return "REJECTED"
    return "MEDIUM"


@pytest.mark.parametrize("voters", range(1, 9))
def test_every_council_of_this_size(voters: int) -> None:
    seen = set()
    for votes in combinations_with_replacement(LEVELS, voters):
        expected = rules(votes)
        assert tier_of(counts_of(votes), CUT) == expected, votes
        seen.add(expected)
    assert len(seen) == (4 if voters > 1 else 1)


def test_one_vote_is_never_high_whatever_is_set() -> None:
    for least in (0, 1):
        cut = cut_at(TierBounds(high_mean=-2.0, high_sd=2.0, least_votes=least))
        assert {tier_of(counts_of((vote,)), cut) for vote in LEVELS} == {"MEDIUM"}


def test_a_deviation_of_exactly_four_fifths_is_not_high() -> None:
    votes = (2, 2, 2, 2, 0)  # mean 1.6, variance 0.64: in binary floats sd is 0.7999999999999999 or 0.8000000000000002
    assert statistics.pvariance([Fraction(vote) for vote in votes]) == Fraction(16, 25)
    assert tier_of(counts_of(votes), CUT) == "MEDIUM"
    wider = cut_at(TierBounds(high_sd=0.81))
    assert tier_of(counts_of(votes), wider) == "HIGH"


def test_a_mean_exactly_at_a_bound_that_no_binary_float_holds() -> None:
    votes = counts_of((1,) * 7 + (0,) * 3)  # mean 0.7
    assert tier_of(votes, cut_at(TierBounds(high_mean=0.7))) == "HIGH"
    assert tier_of(votes, cut_at(TierBounds(high_mean=0.71))) == "MEDIUM"
    below = counts_of((-1,) * 1 + (0,) * 9)  # mean -0.1
    assert tier_of(below, cut_at(TierBounds(rejected_mean=-0.1))) == "MEDIUM"
    assert tier_of(below, cut_at(TierBounds(rejected_mean=-0.09))) == "REJECTED"


def on_paper(votes: Sequence[CountedVote], asked: int, cut: ExactBounds) -> str:
    """The rules in fractions, vote by vote."""
    given = [(Fraction(vote.weight), vote.value) for vote in votes if vote.value is not None]
    if len(given) < cut.least or len(given) <= Fraction(asked, 2):
        return "MEDIUM"
    whole = sum(weight for weight, _ in given)
    mean = sum(weight * value for weight, value in given) / whole
    variance = sum(weight * (value - mean) ** 2 for weight, value in given) / whole
    sides = [sum(weight for weight, value in given if value * sign > 0) / whole for sign in (1, -1)]
    if mean >= cut.high_mean and variance < cut.high_variance:
        return "HIGH"
    if variance >= cut.contested_variance or (cut.split and min(sides) >= cut.split):
        return "CONTESTED"
    return "REJECTED" if mean < cut.rejected_mean else "MEDIUM"


def completed(cast: Sequence[CountedVote], missing: Sequence[int], cut: ExactBounds) -> set[str]:
    """The tier of every way to fill in the missing votes, each an opinion or an abstention."""
    asked = len(cast) + len(missing)
    return {
        on_paper([*cast, *map(CountedVote, missing, votes)], asked, cut)
        for votes in product((*LEVELS, None), repeat=len(missing))
    }


def fewest(cast: Sequence[CountedVote], missing: Sequence[int], cut: ExactBounds) -> int | None:
    """The fewest ballots to replace by any others, trying all."""
    tier = on_paper(cast, len(cast) + len(missing), cut)
    for k in range(len(cast) + 1):
        for chosen in combinations(range(len(cast)), k):
            kept = [vote for at, vote in enumerate(cast) if at not in chosen]
            if completed(kept, [*missing, *(cast[at].weight for at in chosen)], cut) - {tier}:
                return k
    return None


WEIGHTS = st.one_of(st.just(1), st.sampled_from((334, 600, 917, 1000)), st.integers(334, 1000))
VOTES = st.builds(CountedVote, WEIGHTS, st.sampled_from((*LEVELS, None)))
EQUAL = st.builds(CountedVote, st.just(1), st.sampled_from((*LEVELS, None)))
CUTS = st.sampled_from(
    [
        CUT,
        cut_at(TierBounds(contested_split=0.25)),
        cut_at(TierBounds(high_mean=0.3, high_sd=1.1, contested_sd=1.2, rejected_mean=-0.4, least_votes=3)),
        cut_at(TierBounds(contested_split=0.4, contested_sd=2.0, high_sd=1.9)),
        cut_at(TierBounds(high_mean=-2.0, high_sd=9.0)),
    ]
)
PANELS = st.one_of(
    st.tuples(st.lists(EQUAL, max_size=4), st.lists(st.just(1), max_size=2)),
    st.tuples(st.lists(VOTES, max_size=3), st.lists(WEIGHTS, max_size=2)),
)


@settings(max_examples=150, deadline=None)
@given(PANELS, CUTS)
def test_tier_what_it_could_be_and_k_against_every_completion(
    panel: tuple[list[CountedVote], list[int]], cut: ExactBounds
) -> None:
    cast, missing = panel
    asked, moments = len(cast) + len(missing), moments_of(cast)
    tier = tier_at(moments, cut, asked)
    assert tier == on_paper(cast, asked, cut)
    others = could_be(moments, missing, cut, asked)
    assert list(others) == [each for each in TIERS if each in completed(cast, missing, cut) - {tier}]
    if len(missing) == 1:
        for value, level in zip(LEVELS, LEVEL_NAMES, strict=True):
            made = on_paper([*cast, CountedVote(missing[0], value)], asked, cut)
            assert (level in others.get(made, ())) == (made != tier)
    found = change_of(tuple(cast), tuple(missing), cut)
    assert found.exact
    assert found.k == fewest(cast, missing, cut)
    assert (found.k == 0) == bool(others)


@settings(max_examples=150, deadline=None)
@given(st.lists(EQUAL, min_size=1, max_size=7), st.integers(0, 2), st.data(), CUTS)
def test_a_lost_vote_never_hides_a_tier_and_never_makes_k_larger(
    cast: list[CountedVote], lost: int, data: st.DataObject, cut: ExactBounds
) -> None:
    left = list(cast)
    left.remove(data.draw(st.sampled_from(cast)))
    asked, told, steps = len(cast) + lost, [], []
    for votes in (cast, left):
        missing = (1,) * (asked - len(votes))
        moments = moments_of(votes)
        told.append({tier_at(moments, cut, asked), *could_be(moments, missing, cut, asked)})
        k = change_of(tuple(votes), missing, cut).k
        steps.append(float("inf") if k is None else k)
    assert told[0] <= told[1]
    assert steps[1] <= steps[0]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(LEVELS), min_size=2, max_size=9), st.integers(0, 9), CUTS)
def test_a_mute_member_leaves_the_tier_of_the_votes_given(votes: list[int], mute: int, cut: ExactBounds) -> None:
    moments = moments_of(CountedVote(1, vote) for vote in votes)
    most = len(votes) > mute
    assert tier_at(moments, cut, len(votes) + mute) == (tier_of(counts_of(votes), cut) if most else "MEDIUM")


def test_a_large_council_has_k_or_a_lower_bound() -> None:
    chance = Random(1)
    assert change_of((CountedVote(1, 2),) * 200, (), CUT).k == 9  # 9 of 200 strongly reject: the deviation is 0.83
    weighed = tuple(CountedVote(chance.randrange(334, 1001), 2) for _ in range(30))
    found = change_of(weighed, (), cut_at(TierBounds(high_sd=1.9, contested_sd=2.0)))
    assert not found.exact
    assert found.k is not None
    assert found.k >= 2


def test_a_split_is_contested_where_the_deviation_does_not_see_it() -> None:
    split = cut_at(TierBounds(contested_split=0.25))
    mild = counts_of([1, 1, 1, -1])
    assert (tier_of(mild, CUT), tier_of(mild, split)) == ("MEDIUM", "CONTESTED")
    assert tier_of(counts_of([1, 1, 1, 1, -1]), split) == "MEDIUM", "one of five is less than a quarter"
    assert tier_of(counts_of([2, 2, 2, 2]), split) == "HIGH"
