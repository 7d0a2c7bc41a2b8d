"""Tiers of weighted votes against every way to vote in fractions, and against the rules where all weigh the same."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest
from msgspec import UNSET

from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVote, ClaimVotes, VoteLevel
from moot.protocols.claim_vote.claim_tally import gaps_in, tiers_from
from moot.protocols.claim_vote.findings import SilentVoter, TierBounds
from moot.protocols.claim_vote.options import ClaimVoteOptions
from moot.protocols.claim_vote.tiers import (
    TIERS,
    VALUES,
    Cut,
    change_of,
    could_be,
    counts_of,
    cut_at,
    held_tier,
    tier_of,
    tiers_reached,
)
from moot.protocols.claim_vote.votes.rule_words import calibrated_in_words, weights_in_words
from moot.protocols.claim_vote.votes.weighing import (
    Weighed,
    change_weighed,
    held_weighed,
    moments_of,
    stands,
    weights_in,
)
from moot.vocabulary.earlier.weights import VoterWeight
from moot.vocabulary.seats import Seat

ASKED = TierBounds(k_star="asked")
BOUNDS = [
    ASKED,
    TierBounds(),
    TierBounds(contested_split=0.25, k_star="asked"),
    TierBounds(high_mean=0.3, high_sd=1.1, contested_sd=1.2, rejected_mean=-0.4, least_votes=3, k_star="asked"),
    TierBounds(contested_split=0.4, contested_sd=2.0, high_sd=1.9),
]
LEVELS: dict[int, VoteLevel] = {value: level for level, value in VOTE_LEVELS.items()}


def on_paper(votes: Sequence[Weighed], cut: Cut) -> str:
    """The rules in fractions, vote by vote."""
    whole = Fraction(sum(vote.weight for vote in votes))
    if len(votes) < cut.least:
        return "MEDIUM"
    mean = sum(Fraction(each.weight) * each.vote for each in votes) / whole
    variance = sum(Fraction(each.weight) * (each.vote - mean) ** 2 for each in votes) / whole
    sides = [sum(each.weight for each in votes if each.vote * sign > 0) / whole for sign in (1, -1)]
    if mean >= cut.high_mean and variance < cut.high_variance:
        return "HIGH"
    if variance >= cut.contested_variance or (cut.split and min(sides) >= cut.split):
        return "CONTESTED"
    return "REJECTED" if mean < cut.rejected_mean else "MEDIUM"


def filled(votes: Sequence[Weighed], missing: Sequence[int], cut: Cut) -> set[str]:
    """Every tier that opinions of those who gave none could make."""
    return {
        on_paper([*votes, *map(Weighed, missing, more)], cut)
        for more in product(VALUES, repeat=len(missing))
        if len(votes) + len(missing)
    }


def held_on_paper(votes: Sequence[Weighed], missing: Sequence[int], cut: Cut) -> str:
    """The tier that stands: HIGH only where every way to fill the gaps is."""
    if not votes:
        return "MEDIUM"
    tier = on_paper(votes, cut)
    return "MEDIUM" if tier == "HIGH" and filled(votes, missing, cut) != {"HIGH"} else tier


def k_on_paper(votes: Sequence[Weighed], missing: Sequence[int], cut: Cut) -> int | None:
    """The fewest ballots to replace, by trying all."""
    tier, asked = held_on_paper(votes, missing, cut), cut.k_star == "asked"
    for k in range(0 if asked else 1, len(votes) + 1):
        for chosen in combinations(range(len(votes)), k):
            for anew in product(VALUES, repeat=k):
                new = dict(zip(chosen, anew, strict=True))
                other = [Weighed(each.weight, new.get(at, each.vote)) for at, each in enumerate(votes)]
                if (filled(other, missing, cut) - {tier}) if asked else held_on_paper(other, missing, cut) != tier:
                    return k
    return None


def panel(chance: Random) -> tuple[list[Weighed], list[int]]:
    """Up to four votes, and up to two that are missing."""
    weights = [chance.choice((334, 600, 917, 1000, chance.randrange(334, 1001))) for _ in range(6)]
    votes = [Weighed(weight, chance.choice(VALUES)) for weight in weights[: chance.randrange(1, 5)]]
    return votes, weights[4 : 4 + chance.choice((0, 0, 1, 2))]


def test_tiers_and_k_are_what_every_way_to_vote_gives() -> None:
    chance = Random(3)
    seen, moved = set(), 0
    for _ in range(250):
        votes, missing = panel(chance)
        cut = cut_at(chance.choice(BOUNDS))
        tier = held_weighed(votes, cut, missing)
        assert tier == held_on_paper(votes, missing, cut), (votes, missing)
        could = tiers_reached(moments_of(votes), cut, missing)
        assert set(could) == filled(votes, missing, cut)
        assert list(could) == [each for each in TIERS if each in could]
        found = change_weighed(votes, cut, missing)
        assert found.exact
        assert found.k == k_on_paper(votes, missing, cut), (votes, missing, cut)
        seen.add(tier)
        moved += tier != held_tier(counts_of(each.vote for each in votes), cut, len(missing))
    assert seen == set(TIERS)
    assert moved > 5


@pytest.mark.parametrize("bounds", BOUNDS)
def test_where_all_weigh_the_same_it_is_as_without_weights(bounds: TierBounds) -> None:
    chance, cut = Random(5), cut_at(bounds)
    for _ in range(120):
        votes = [chance.choice(VALUES) for _ in range(chance.randrange(1, 6))]
        missing = chance.choice((0, 0, 1, 2))
        cast, lack, counts = [Weighed(917, vote) for vote in votes], [917] * missing, counts_of(votes)
        assert held_weighed(cast, cut, lack) == held_tier(counts, cut, missing)
        assert tiers_reached(moments_of(cast), cut, lack) == could_be(counts, cut, missing)
        assert change_weighed(cast, cut, lack) == change_of(counts, cut, missing), (votes, missing)


def test_a_split_is_contested_where_the_deviation_does_not_see_it() -> None:
    plain, split = cut_at(TierBounds()), cut_at(TierBounds(contested_split=0.25))
    mild = counts_of([1, 1, 1, -1])
    assert (tier_of(mild, plain), tier_of(mild, split)) == ("MEDIUM", "CONTESTED")
    assert tier_of(counts_of([1, 1, 1, 1, -1]), split) == "MEDIUM", "one of five is less than a quarter"
    assert tier_of(counts_of([0, 0, 1, -1]), split) == "CONTESTED"
    assert tier_of(counts_of([2, 2, 2, 2]), split) == "HIGH"
    assert tier_of(counts_of([2, -2]), plain) == tier_of(counts_of([2, -2]), split) == "CONTESTED"
    for votes in product(VALUES, repeat=4):
        counts = counts_of(votes)
        sides = min(sum(vote > 0 for vote in votes), sum(vote < 0 for vote in votes))
        expected = "CONTESTED" if sides >= 1 and tier_of(counts, plain) != "HIGH" else tier_of(counts, plain)
        assert tier_of(counts, split) == expected


def ballot(vote: int) -> ClaimVotes:
    return ClaimVotes(votes={"claim-01": ClaimVote(level=LEVELS[vote], confidence=5, reason="So.")})


def test_both_tiers_are_told_and_a_seat_that_was_not_weighed_ends_it() -> None:
    weights = {"seat-a": 1.0, "seat-b": 1.0, "seat-c": 0.334, "seat-d": 0.5}
    cast = {"seat-a": ballot(2), "seat-b": ballot(1), "seat-c": ballot(-1)}
    silent = [SilentVoter(seat="seat-d", how="missing", streak=1)]
    (equal,) = tiers_from(["claim-01"], cast, TierBounds()).claims
    found = tiers_from(["claim-01"], cast, TierBounds(), (), weights)
    (tally,) = found.claims
    assert (equal.tier, equal.equal) == ("MEDIUM", UNSET)
    assert (tally.tier, tally.equal) == ("MEDIUM", "MEDIUM")
    assert tally.mean == pytest.approx((2 + 1 - 0.334) / 2.334)
    lenient = TierBounds(high_sd=1.1)
    found = tiers_from(["claim-01"], cast, lenient, (), weights)
    assert (found.claims[0].tier, found.claims[0].equal) == ("HIGH", "MEDIUM")
    assert found.weights == weights
    assert weights_in_words(found, {"seat-a": "Ada"}) == [
        "Votes weigh by how often earlier ballots of their voters could be read: Ada 1.00, seat-b 1.00, seat-c 0.33, "
        "seat-d 0.50.",
        "claim-01: HIGH; MEDIUM with equal votes.",
    ]
    gaps = gaps_in(["claim-01"], cast, TierBounds(high_sd=1.1, k_star="asked"), silent, weights)
    assert gaps is not None
    assert (gaps.open[0].given, gaps.open[0].missing) == ("HIGH", 1)
    assert tiers_from(["claim-01"], cast, lenient, silent, weights).claims[0].tier == "MEDIUM"
    seats = [Seat(id=seat, model="up/x") for seat in weights]
    settled = [VoterWeight(seat=seat, voter="v", model="up/x", weight=weight) for seat, weight in weights.items()]
    assert weights_in(settled, seats) == weights
    assert weights_in(UNSET, seats) == {}
    assert weights_in(settled, [*seats[:3], Seat(id="seat-d", model="up/another")]) == {}
    assert weights_in([*settled[:3]], seats) == {}
    assert weights_in([VoterWeight(seat="seat-a", voter="v", model="up/x", weight=1)], seats[:1]) == {}


def test_a_large_council_is_told_a_lower_bound_in_time() -> None:
    chance = Random(1)
    votes = {f"seat-{at}": 2 for at in range(30)}
    weights = {seat: chance.randrange(334, 1001) / 1000 for seat in votes}
    found = stands(votes, [], cut_at(TierBounds(high_sd=1.9, contested_sd=2.0)), weights)
    assert found.tier == "HIGH"
    assert not found.change.exact
    assert found.change.k is not None
    assert found.change.k >= 2


def test_from_where_the_borders_are_is_told_and_so_is_a_change_since() -> None:
    told = "corpus general (0123abcd) on 2031-05-04, council mine; high mean 1, high sd 0.8, contested sd 1.3, "
    told += "rejected mean 0, contested split 0"
    adopted = ClaimVoteOptions(contested_sd=1.3, calibrated=told)
    assert adopted.bounds.calibrated == told
    assert calibrated_in_words(adopted.bounds) == f"Tiers are cut by a calibration: {told}."
    changed = ClaimVoteOptions(contested_sd=1.2, calibrated=told)
    assert changed.bounds.calibrated == f"{told}; borders were changed since"
    assert calibrated_in_words(ClaimVoteOptions().bounds) == "Tiers are cut as published, never calibrated."
    assert (
        calibrated_in_words(ClaimVoteOptions(least_votes=3).bounds) == "Tiers are cut as published, never calibrated."
    )
    assert calibrated_in_words(ClaimVoteOptions(contested_sd=1.2).bounds) == "Tiers are cut by options."
    assert ClaimVoteOptions(contested_split=0.6).troubles()
