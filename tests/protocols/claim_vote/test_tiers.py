"""Tiers against an independent statement of the rules, on every small council; `k` against every changed ballot."""

from __future__ import annotations

import statistics
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random

import msgspec
import numpy as np
import pytest

from moot.protocols.claim_vote.findings import TierBounds
from moot.protocols.claim_vote.tiers import (
    ABSENT,
    EXACT_UP_TO,
    SEARCHED,
    change_of,
    counts_in,
    counts_of,
    cut_at,
    held_tier,
    mean_of,
    sd_of,
    tier_of,
    tiers_in,
    votes_table,
)  # fmt: skip

CUT = cut_at(TierBounds())
LEVELS = (2, 1, 0, -1, -2)


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


def test_order_of_votes_does_not_matter() -> None:
    for votes in product(LEVELS, repeat=4):
        assert tier_of(counts_of(votes), CUT) == tier_of(counts_of(sorted(votes)), CUT)


@pytest.mark.parametrize(
    ("votes", "tier"),
    [
        ((2, 2, 1), "HIGH"),
        ((2,), "MEDIUM"),  # a single vote shows no agreement
        ((1, 1, 1, 1), "HIGH"),
        ((2, 2, 0), "MEDIUM"),  # mean 4/3, deviation 0.943
        ((2, -1), "CONTESTED"),  # deviation exactly 1.5
        ((1, -2), "CONTESTED"),  # and with a mean below 0
        ((2, 2, -1, -1), "CONTESTED"),
        ((-1, -1, -2), "REJECTED"),
        ((0, 0, -1), "REJECTED"),
        ((0, 0, 0), "MEDIUM"),  # a mean of exactly 0 is not below 0
        ((2, 0, 0, -2), "MEDIUM"),  # deviation 1.414
        ((0,), "MEDIUM"),
        ((-2,), "MEDIUM"),
    ],
)
def test_known_votes(votes: tuple[int, ...], tier: str) -> None:
    assert tier_of(counts_of(votes), CUT) == tier


@pytest.mark.parametrize("least", [2, 3, 5])
def test_no_tier_is_given_on_fewer_votes_than_the_rule_asks(least: int) -> None:
    cut = cut_at(TierBounds(least_votes=least))
    for voters in range(1, 7):
        for votes in combinations_with_replacement(LEVELS, voters):
            counts = counts_of(votes)
            assert tier_of(counts, cut) == (tier_of(counts, CUT) if voters >= least else "MEDIUM")
            for missing in range(3):
                assert held_tier(counts, cut, missing) != "HIGH" or voters >= least


def test_one_vote_is_never_high_whatever_is_set() -> None:
    for least in (0, 1):
        cut = cut_at(TierBounds(high_mean=-2.0, high_sd=2.0, least_votes=least))
        assert {tier_of(counts_of((vote,)), cut) for vote in LEVELS} == {"MEDIUM"}


def test_the_rule_of_earlier_sessions_is_written_as_it_was() -> None:
    assert b"least_votes" not in msgspec.json.encode(TierBounds())
    assert cut_at(TierBounds()) == cut_at(TierBounds(least_votes=2))


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


def test_figures_shown() -> None:
    assert mean_of(counts_of((2, 2, 1))) == pytest.approx(5 / 3)
    assert sd_of(counts_of((2, 2, 1))) == pytest.approx(statistics.pstdev((2, 2, 1)))
    assert sd_of(counts_of((1, 1, 1))) == 0.0


def test_only_votes_are_counted() -> None:
    with pytest.raises(ValueError, match="a vote is one of"):
        counts_of((2, 3))
    with pytest.raises(ValueError, match="without a vote"):
        tier_of((0, 0, 0, 0, 0), CUT)


def fewest(votes: tuple[int, ...], bounds: TierBounds) -> int | None:
    """Every ballot of every voter tried anew."""
    tier = tier_of(counts_of(votes), cut_at(bounds))
    least = None
    for others, another in every_council(len(votes), bounds):
        if another != tier:
            changed = sum(one != other for one, other in zip(votes, others, strict=True))
            least = changed if least is None else min(least, changed)
    return least


@cache
def every_council(voters: int, bounds: TierBounds) -> list[tuple[tuple[int, ...], str]]:
    """All they may say, and the tier it makes."""
    cut = cut_at(bounds)
    return [(votes, tier_of(counts_of(votes), cut)) for votes in product(LEVELS, repeat=voters)]


@pytest.mark.slow
@pytest.mark.parametrize("bounds", [TierBounds(), TierBounds(high_mean=0.5, high_sd=1.1, contested_sd=1.2)])
def test_k_against_every_other_set_of_ballots(bounds: TierBounds) -> None:
    for voters in range(1, 6):
        for votes in combinations_with_replacement(LEVELS, voters):
            found = change_of(counts_of(votes), cut_at(bounds))
            assert found.exact
            assert found.k == fewest(votes, bounds), votes


def test_when_no_ballots_give_another_tier() -> None:
    everything = TierBounds(high_mean=-2.0, high_sd=9.0)
    found = change_of(counts_of((1, 2, -2)), cut_at(everything))
    assert found.k is None
    assert found.exact


@pytest.mark.slow
def test_many_voters_have_the_same_k_whichever_way_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(4)
    for _ in range(25):
        votes = counts_of([chance.choice(LEVELS) for _ in range(EXACT_UP_TO - 2)])
        whole = change_of(votes, CUT)
        monkeypatch.setattr("moot.protocols.claim_vote.tiers.EXACT_UP_TO", 0)
        change_of.__globals__["_change"].cache_clear()
        searched = change_of(votes, CUT)
        monkeypatch.undo()
        change_of.__globals__["_change"].cache_clear()
        assert whole.k is not None
        if whole.k <= SEARCHED:
            assert searched == whole
        else:
            assert not searched.exact
            assert searched.k == SEARCHED + 1 <= whole.k


def test_a_large_council_has_a_lower_bound() -> None:
    found = change_of(counts_of((2,) * 200), CUT)
    assert found.k == SEARCHED + 1
    assert not found.exact


def test_tables_count_as_single_claims_do() -> None:
    chance = Random(9)
    rows: list[list[int | None]] = [[chance.choice((*LEVELS, None)) for _ in range(7)] + [0] for _ in range(300)]
    table = votes_table(rows)
    assert np.count_nonzero(table == ABSENT) == sum(vote is None for row in rows for vote in row)
    given = [counts_of([vote for vote in row if vote is not None]) for row in rows]
    assert [tuple(row) for row in counts_in(table).tolist()] == given
    assert tiers_in(table, CUT) == [tier_of(counts, CUT) for counts in given]


ASKED = TierBounds(k_star="asked")
ODD = TierBounds(high_mean=0.3, high_sd=1.1, contested_sd=1.2, rejected_mean=-0.4, least_votes=3, k_star="asked")


def steps(k: int | None) -> float:
    return float("inf") if k is None else k


@pytest.mark.parametrize("bounds", [ASKED, ODD], ids=["usual", "odd"])
def test_an_opinion_less_never_makes_k_larger(bounds: TierBounds) -> None:
    cut, old = cut_at(bounds), cut_at(msgspec.structs.replace(bounds, k_star=msgspec.UNSET))
    larger = removals = 0
    for voters in range(1, 6):
        for votes in combinations_with_replacement(LEVELS, voters):
            for missing in range(3 if voters < 4 else 1):
                whole = change_of(counts_of(votes), cut, missing)
                for lost in set(votes):
                    left = list(votes)
                    left.remove(lost)
                    removals += 1
                    less = change_of(counts_of(left), cut, missing + 1)
                    assert steps(less.k) <= steps(whole.k), (votes, lost, missing)
                    larger += steps(change_of(counts_of(left), old, missing + 1).k) > steps(
                        change_of(counts_of(votes), old, missing).k
                    )
    assert larger > 10  # the rule before, which sessions opened by it keep
    assert removals > 700


@pytest.mark.slow
@pytest.mark.parametrize("bounds", [ASKED, ODD], ids=["usual", "odd"])
def test_k_with_missing_opinions_against_every_way_to_fill_them(bounds: TierBounds) -> None:
    cut = cut_at(bounds)
    for voters in range(4):
        for missing in range(1, 3):
            for votes in combinations_with_replacement(LEVELS, voters):
                tier = held_tier(counts_of(votes), cut, missing)
                least = min(
                    (
                        sum(one != other for one, other in zip(votes, others, strict=True))
                        for others in product(LEVELS, repeat=voters)
                        for more in product(LEVELS, repeat=missing)
                        if tier_of(counts_of((*others, *more)), cut) != tier
                    ),
                    default=None,
                )
                assert change_of(counts_of(votes), cut, missing).k == least, (votes, missing)


@pytest.mark.slow
def test_k_with_missing_opinions_is_the_same_whichever_way_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    chance, cut = Random(5), cut_at(ASKED)
    for _ in range(25):
        votes = counts_of([chance.choice(LEVELS) for _ in range(EXACT_UP_TO - 4)])
        whole = change_of(votes, cut, 2)
        monkeypatch.setattr("moot.protocols.claim_vote.tiers.EXACT_UP_TO", 0)
        change_of.__globals__["_change"].cache_clear()
        searched = change_of(votes, cut, 2)
        monkeypatch.undo()
        change_of.__globals__["_change"].cache_clear()
        assert whole.k is not None
        assert searched == whole if whole.k <= SEARCHED else searched.k == SEARCHED + 1
