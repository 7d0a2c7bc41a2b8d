"""Does an opinion that is missing ever make a claim look better, and is every one that is missing named?"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from random import Random
from typing import Literal

import pytest

from moot.protocols.claim_vote.ballots import LEVELS_ASKED, VOTE_LEVELS, ClaimVote, ClaimVotes, VoteLevel
from moot.protocols.claim_vote.claim_tally import gaps_in, tiers_from
from moot.protocols.claim_vote.findings import SilentVoter, TierBounds
from moot.protocols.claim_vote.tiers import VALUES, change_of, could_be, counts_of, cut_at, held_tier, tier_of
from moot.protocols.claim_vote.words import WORSE, gaps_in_words, unread_by_voter, worse_in_words

BOUNDS = TierBounds()
CUT = cut_at(BOUNDS)
ASKED = TierBounds(k_star="asked")
ODD = TierBounds(high_mean=0.3, high_sd=1.1, contested_sd=1.2, rejected_mean=-0.4, least_votes=3, k_star="asked")
ONE = "claim-01"


def ballot(*levels: VoteLevel | None) -> ClaimVotes:
    """A ballot on so many claims; `None` where no vote could be read."""
    ids = [f"claim-{number:02d}" for number in range(1, len(levels) + 1)]
    given = dict(zip(ids, levels, strict=True))
    return ClaimVotes(
        votes={
            claim: ClaimVote(level=level, confidence=5, reason="So.")
            for claim, level in given.items()
            if level is not None
        },
        unread={claim: "its level is none of those asked for" for claim, level in given.items() if level is None},
    )


def silent(count: int) -> list[SilentVoter]:
    """Voters of whom nothing was heard."""
    return [SilentVoter(seat=f"silent-{number}", how="missing", streak=1) for number in range(count)]


@pytest.mark.parametrize("voters", range(2, 7))
def test_no_opinion_taken_away_makes_a_claim_high_and_every_tier_it_could_be_is_told(voters: int) -> None:
    for votes in combinations_with_replacement(VALUES, voters):
        whole = tier_of(counts_of(votes), CUT)
        for lost in range(1, voters + 1):
            left = counts_of(votes[lost:])
            held = held_tier(left, CUT, lost)
            assert held != "HIGH" or whole == "HIGH", (votes, lost)
            assert whole in could_be(left, CUT, lost)


@pytest.mark.parametrize("missing", range(4))
def test_what_it_could_be_against_every_way_to_fill_the_gaps(missing: int) -> None:
    for votes in combinations_with_replacement(VALUES, 3):
        filled = {tier_of(counts_of((*votes, *more)), CUT) for more in product(VALUES, repeat=missing)}
        assert set(could_be(counts_of(votes), CUT, missing)) == filled
        assert (held_tier(counts_of(votes), CUT, missing) == "HIGH") == (filled == {"HIGH"})


def test_a_large_council_is_high_without_one_voice() -> None:
    counts = counts_of([2] * 40)
    assert held_tier(counts, CUT, 1) == "HIGH"
    assert held_tier(counts, CUT, 8) == "MEDIUM"


def test_k_counts_from_the_tier_that_stands() -> None:
    assert change_of(counts_of([2, 2, 2]), CUT).k == 1
    assert held_tier(counts_of([2, 2, 2]), CUT, 1) == "MEDIUM"
    k = change_of(counts_of([2, 2, 2]), CUT, 1).k
    assert k == 1  # one of them turned to -2 makes it contested
    assert change_of(counts_of([]), CUT, 3).k is None


def test_replacing_any_vote_by_none_never_raises_a_tier() -> None:
    draw = Random(7)
    ranks = {"MEDIUM": 0, "CONTESTED": 0, "REJECTED": 0, "HIGH": 1}
    for _ in range(500):
        voters = draw.randrange(2, 7)
        cast = {f"seat-{at}": ballot(draw.choice(list(VOTE_LEVELS)), draw.choice(LEVELS_ASKED)) for at in range(voters)}
        before = tiers_from([ONE, "claim-02"], cast, BOUNDS)
        victim = draw.choice(list(cast))
        how = draw.choice(["abstain", "unread", "silent"])
        after = {seat: one for seat, one in cast.items() if seat != victim or how != "silent"}
        if how != "silent":
            spoilt: VoteLevel | None = "abstain" if how == "abstain" else None
            after[victim] = ballot(spoilt, cast[victim].votes["claim-02"].level)
        gone = silent(int(how == "silent"))
        found = tiers_from([ONE, "claim-02"], after, BOUNDS, gone)
        for old, new in zip(before.claims, found.claims, strict=True):
            assert ranks[new.tier] <= ranks[old.tier], (old, new, how)
        gaps = gaps_in([ONE, "claim-02"], after, BOUNDS, gone)
        told = {(gap.claim, gap.seat) for gap in gaps.gaps} if gaps else set()
        assert how == "silent" or (ONE, victim) in told


def kinder(chance: Random, bounds: TierBounds) -> list[str]:
    """What is told more kindly of a drawn panel once one more of its members gives no opinion."""
    cast: dict[str, ClaimVotes] = {}
    for at in range(chance.choice((1, 2, 3, 4, 5, 5, 6, 7))):
        lost: VoteLevel | None = chance.choice(("abstain", None))
        level = lost if chance.random() < 0.15 else chance.choice(list(VOTE_LEVELS))
        cast[f"seat-{at}"] = ballot(level)
    gone = chance.choice((0, 0, 0, 1, 2))
    voter = chance.choice(list(cast))
    less = {seat: one for seat, one in cast.items() if seat != voter}
    how: VoteLevel | Literal["silent"] | None = chance.choice(("abstain", None, "silent"))
    if how != "silent":
        less[voter] = ballot(how)
    told = []
    sides = []
    for ballots, missing in ((cast, gone), (less, gone + (how == "silent"))):
        (tally,) = tiers_from([ONE], ballots, bounds, silent(missing)).claims
        gaps = gaps_in([ONE], ballots, bounds, silent(missing))
        open_ = {tier for one in gaps.open for tier in one.could_be} if gaps else set()
        warned = worse_in_words(gaps) if gaps else []
        bad = {tier for tier in WORSE if tier == tally.tier or any(tier in line for line in warned)}
        sides.append((tally, open_ or {tally.tier}, bad))
        if (tally.k == 0) != bool(open_):
            told.append(f"k* is {tally.k}, and it could be {open_}")
    (whole, could, bad), (tally, could_less, bad_less) = sides
    steps = [float("inf") if one.k is None else one.k for one in (whole, tally)]
    told += [f"k* grew from {steps[0]} to {steps[1]}"] * (steps[1] > steps[0])
    told += [f"{tally.tier} from {whole.tier}"] * (tally.tier == "HIGH" and whole.tier != "HIGH")
    told += [f"it could be {could}, and now only {could_less}"] * (not could <= could_less)
    # REJECTED is the worst that can be told of a claim: beside it no warning is owed
    told += [f"{bad - bad_less} is no longer told"] * (bool(bad - bad_less) and tally.tier != "REJECTED")
    return [f"{line}: {cast}, {voter} {how}" for line in told]


@pytest.mark.fast(1)
@pytest.mark.parametrize("bounds", [ASKED, ODD], ids=["usual", "odd"])
def test_an_opinion_less_tells_nothing_more_kindly(bounds: TierBounds) -> None:
    chance = Random("less")
    assert [line for _ in range(400) for line in kinder(chance, bounds)] == []


@pytest.mark.slow
@pytest.mark.parametrize("bounds", [ASKED, ODD], ids=["usual", "odd"])
def test_twenty_thousand_opinions_less_tell_nothing_more_kindly(bounds: TierBounds) -> None:
    chance = Random("many less")
    assert [line for _ in range(20_000) for line in kinder(chance, bounds)] == []


def test_a_tier_that_only_too_few_votes_keep_from_a_claim_is_told() -> None:
    cast = {"seat-a": ballot("strongly_approve"), "seat-b": ballot("strongly_reject")}
    gaps = gaps_in([ONE], cast, ODD, silent(1))
    assert gaps is not None
    assert gaps_in_words(gaps, {}) == [
        "claim-01 is MEDIUM by the opinions given; 1 opinion is missing, and with them it could be CONTESTED."
    ]


def test_the_rule_before_told_some_panels_more_kindly() -> None:
    chance = Random("less")
    assert any("k* grew" in line for _ in range(400) for line in kinder(chance, BOUNDS))


def test_an_abstention_is_cast_and_no_opinion() -> None:
    cast = {"seat-a": ballot("approve"), "seat-b": ballot("approve"), "seat-c": ballot("abstain")}
    tiers = tiers_from([ONE], cast, BOUNDS)
    (tally,) = tiers.claims
    assert (tally.votes, tally.mean, tally.sd, tally.tier) == (2, 1.0, 0.0, "MEDIUM")
    assert sum(tally.counts.values()) == 2
    assert tiers.voters == ("seat-a", "seat-b", "seat-c")
    assert tiers.silent == ()
    assert tiers_from([ONE], {seat: cast[seat] for seat in ("seat-a", "seat-b")}, BOUNDS).claims[0].tier == "HIGH"


def test_a_claim_nobody_has_an_opinion_on_is_medium_and_says_so() -> None:
    tiers = tiers_from([ONE], {"seat-a": ballot("abstain"), "seat-b": ballot(None)}, BOUNDS)
    assert (tiers.claims[0].tier, tiers.claims[0].votes, tiers.claims[0].k) == ("MEDIUM", 0, None)


def test_confidence_that_was_not_stated_as_asked_is_not_in_the_mean() -> None:
    votes = [
        ClaimVote(level="approve", confidence=10, reason="", stated="85"),
        ClaimVote(level="approve", confidence=None, reason=""),
        ClaimVote(level="approve", confidence=4, reason=""),
    ]
    cast = {f"seat-{at}": ClaimVotes(votes={ONE: vote}) for at, vote in enumerate(votes)}
    assert tiers_from([ONE], cast, BOUNDS).claims[0].confidence == 4


def test_what_is_missing_is_told_claim_by_claim() -> None:
    cast = {
        "seat-a": ballot("approve", "approve"),
        "seat-b": ballot("abstain", "approve"),
        "seat-c": ballot(None, "approve"),
    }
    gaps = gaps_in([ONE, "claim-02"], cast, BOUNDS)
    assert gaps is not None
    assert [(gap.claim, gap.seat, gap.how) for gap in gaps.gaps] == [
        (ONE, "seat-b", "abstained"), (ONE, "seat-c", "unread"),
    ]  # fmt: skip
    assert [(one.claim, one.missing, one.given) for one in gaps.open] == [(ONE, 2, "MEDIUM")]
    said = "\n".join(gaps_in_words(gaps, {"seat-b": "Bea"}))
    assert "Bea abstained on claim-01. So." in said
    assert "No vote of seat-c on claim-01 could be read: its level is none of those asked for." in said
    assert "claim-01 is MEDIUM by the opinions given; 2 opinions are missing" in said
    assert unread_by_voter(gaps, {}) == [
        "1 vote of seat-c could not be read (claim-01: its level is none of those asked for)."
    ]
    assert gaps_in([ONE], {"seat-a": ballot("approve")}, BOUNDS) is None


@pytest.mark.fast(1)
@pytest.mark.parametrize("least", range(2, 7))
def test_a_tier_the_missing_opinions_would_certainly_move_is_open_too(least: int) -> None:
    """With fewer opinions than `least` a claim is MEDIUM, although every opinion that is missing makes another tier."""
    bounds = TierBounds(least_votes=least, k_star="asked")
    for given, missing in product(range(5), range(1, 3)):
        for votes in combinations_with_replacement(LEVELS_ASKED[:5], given):
            ballots = {f"voter-{number}": ballot(level) for number, level in enumerate(votes)}
            (tally,) = tiers_from([ONE], ballots, bounds, silent(missing)).claims
            gaps = gaps_in([ONE], ballots, bounds, silent(missing))
            assert (tally.k == 0) == bool(gaps is not None and gaps.open), (votes, missing)


def test_a_claim_that_is_contested_whatever_the_missing_opinion_had_been_is_told_so() -> None:
    split = {"a": ballot("strongly_approve"), "b": ballot("strongly_reject")}
    gaps = gaps_in([ONE], split, TierBounds(least_votes=3, k_star="asked"), silent(1))
    assert gaps is not None
    assert worse_in_words(gaps) == [f"With the opinions that are missing, {ONE} could be CONTESTED."]
    assert gaps_in([ONE], split, TierBounds(least_votes=3), silent(1)) is None, "what was opened before keeps its rule"
