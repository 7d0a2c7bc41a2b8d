"""Tallies of ballots: abstentions, votes that could not be read, silent members, weights."""

from __future__ import annotations

import statistics
from random import Random

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from moot.protocols.claim_vote.ballots import VOTE_LEVELS, ClaimVote, ClaimVotes, VoteLevel
from moot.protocols.claim_vote.claim_tally import tiers_from, weights_in
from moot.protocols.claim_vote.findings import ClaimTally, SilentVoter, TierBounds, Tiers
from moot.protocols.claim_vote.votes.controls import agreement_of, normalised
from moot.protocols.claim_vote.words import alike_in, figures_of, tier_in_words, weights_in_words
from moot.vocabulary.history.track_record import VoterWeight
from moot.vocabulary.seats import Seat

BOUNDS = TierBounds()
ONE = "claim-01"
YES, NO = "strongly_approve", "strongly_reject"


def ballot(*levels: VoteLevel | None) -> ClaimVotes:
    """A ballot on so many claims; `None` where no vote could be read."""
    given = {f"claim-{number:02d}": level for number, level in enumerate(levels, start=1)}
    return ClaimVotes(
        votes={
            claim: ClaimVote(level=level, confidence=5, reason="So.")
            for claim, level in given.items()
            if level is not None
        },
        unread={claim: "its level is none of those asked for" for claim, level in given.items() if level is None},
    )


def tally(*levels: VoteLevel | None, mute: int = 0) -> ClaimTally:
    """The tally of a claim on which members vote so, and so many do not vote at all."""
    silent = [SilentVoter(seat=f"silent-{number}", how="missing", streak=1) for number in range(mute)]
    cast = {f"seat-{at}": ballot(level) for at, level in enumerate(levels)}
    return tiers_from([ONE], cast, BOUNDS, silent).claims[0]


def test_a_mute_seventh_member_leaves_a_claim_high_and_what_it_could_do_is_told() -> None:
    whole, six = tally(*[YES] * 6), tally(*[YES] * 6, mute=1)
    assert (whole.tier, whole.could_be) == ("HIGH", {})
    assert (six.tier, six.asked, six.missing, six.k) == ("HIGH", 7, 1, 0)
    assert six.could_be == {"MEDIUM": ("reject", "strongly_reject")}
    assert tier_in_words(six) == "HIGH by 6 of 7 votes (MEDIUM if the missing voter rejects or strongly rejects)"
    assert figures_of(six).endswith("mean 2.00, sd 0.00, 6 strongly approve; k* 0")


@pytest.mark.parametrize("lost", [{"mute": 1}, {"unread": 1}])
def test_a_silent_and_an_unread_vote_are_missing_alike(lost: dict[str, int]) -> None:
    found = tally(*["approve"] * 3, *[None] * lost.get("unread", 0), mute=lost.get("mute", 0))
    assert (found.tier, found.votes, found.abstained, found.missing) == ("HIGH", 3, 0, 1)
    assert found.could_be == {"MEDIUM": ("neutral", "reject", "strongly_reject")}


def test_an_abstention_is_cast_enters_no_mean_and_is_not_missing() -> None:
    found = tally("approve", "approve", "abstain")
    assert (found.votes, found.abstained, found.missing, found.mean, found.sd) == (2, 1, 0, 1.0, 0.0)
    assert (found.tier, found.could_be) == ("HIGH", {})
    assert figures_of(found) == "HIGH by 2 of 3 votes, mean 1.00, sd 0.00, 2 approve, 1 abstain; k* 1"


def test_a_tier_needs_opinions_of_more_than_half_of_those_asked() -> None:
    assert tally("approve", "approve", "abstain", "abstain").tier == "MEDIUM"
    assert tally(NO, NO, "abstain", "abstain", NO).tier == "REJECTED"
    assert tally("approve", "approve", mute=2).tier == "MEDIUM"
    assert "HIGH" in tally("approve", "approve", mute=2).could_be


def test_a_claim_nobody_has_an_opinion_on_is_medium_and_says_so() -> None:
    found = tally("abstain", None)
    assert (found.tier, found.votes, found.k) == ("MEDIUM", 0, 1)
    assert figures_of(found) == "MEDIUM by 0 of 2 votes, no opinion was given"


def test_confidence_without_an_opinion_is_not_in_the_mean() -> None:
    votes = [
        ClaimVote(level="abstain", confidence=10, reason=""),
        ClaimVote(level="approve", confidence=None, reason=""),
        ClaimVote(level="approve", confidence=4, reason=""),
    ]
    cast = {f"seat-{at}": ClaimVotes(votes={ONE: vote}) for at, vote in enumerate(votes)}
    assert tiers_from([ONE], cast, BOUNDS).claims[0].confidence == 4


LEVELS: dict[int, VoteLevel] = {value: level for level, value in VOTE_LEVELS.items()}


def test_both_tiers_are_told_and_a_seat_that_was_not_weighed_ends_it() -> None:
    weights = {"seat-a": 1.0, "seat-b": 1.0, "seat-c": 0.334, "seat-d": 0.5}
    cast = {"seat-a": ballot(LEVELS[2]), "seat-b": ballot(LEVELS[1]), "seat-c": ballot(LEVELS[-1])}
    silent = [SilentVoter(seat="seat-d", how="missing", streak=1)]
    assert tiers_from([ONE], cast, BOUNDS).claims[0].equal is UNSET
    (plain,) = tiers_from([ONE], cast, BOUNDS, (), weights).claims
    assert (plain.tier, plain.equal) == ("MEDIUM", "MEDIUM")
    assert plain.mean == pytest.approx((2 + 1 - 0.334) / 2.334)
    lenient = TierBounds(high_sd=1.1)
    found = tiers_from([ONE], cast, lenient, silent, weights)
    assert (found.claims[0].tier, found.claims[0].equal) == ("HIGH", "MEDIUM")
    assert found.claims[0].could_be
    assert weights_in_words(found, {"seat-a": "Ada"}) == [
        "Votes weigh by how often earlier ballots of their voters could be read: Ada 1.00, seat-b 1.00, seat-c 0.33, "
        "seat-d 0.50.",
        "claim-01: HIGH; MEDIUM with equal votes.",
    ]
    seats = [Seat(id=seat, model="up/x") for seat in weights]
    settled = [VoterWeight(seat=seat, voter="v", model="up/x", weight=weight) for seat, weight in weights.items()]
    assert weights_in(settled, seats) == weights
    assert weights_in(UNSET, seats) == {}
    assert weights_in(settled, [*seats[:3], Seat(id="seat-d", model="up/another")]) == {}
    assert weights_in([*settled[:3]], seats) == {}
    assert weights_in([VoterWeight(seat="seat-a", voter="v", model="up/x", weight=1)], seats[:1]) == {}


Rows = list[list[int | None]]


def drawn(claims: int, voters: int, seed: int) -> Rows:
    chance = Random(seed)
    return [[chance.choice((2, 1, 0, -1, -2, None)) for _ in range(voters)] for _ in range(claims)]


def shared_votes(rows: Rows, one: int, other: int) -> list[tuple[int, int]]:
    return [(a, b) for row in rows if (a := row[one]) is not None and (b := row[other]) is not None]


def side(vote: int) -> int:
    return (vote > 0) - (vote < 0)


@pytest.mark.parametrize("seed", range(6))
def test_every_pair_by_definition(seed: int) -> None:
    rows = drawn(17, 5, seed)
    names = [f"seat-{letter}" for letter in "abcde"]
    pairs = agreement_of(rows, names)
    assert len(pairs) == 10
    for pair in pairs:
        shared = shared_votes(rows, names.index(pair.one), names.index(pair.other))
        assert pair.claims == len(shared)
        assert pair.same == pytest.approx(sum(a == b for a, b in shared) / len(shared))
        assert pair.same_side == pytest.approx(sum(side(a) == side(b) for a, b in shared) / len(shared))
        assert pair.likeness == pytest.approx(statistics.correlation(*zip(*shared, strict=True)))


def agreement(*columns: tuple[int | None, ...]) -> float | None:
    return agreement_of(list(zip(*columns, strict=True)), ["seat-a", "seat-b"])[0].likeness


def test_voters_who_never_vary() -> None:
    assert agreement((2, 2, 2), (2, 2, 2)) == 1.0
    assert agreement((2, 2, 2), (-2, -2, -2)) == 0.0
    assert agreement((2, 2, 2), (2, 1, 0)) == 0.0


def test_one_shared_claim_says_nothing_of_likeness_and_none_makes_no_pair() -> None:
    assert agreement((2, None), (2, 1)) is None
    rows: Rows = [[1, None], [None, 1]]
    assert agreement_of(rows, ["seat-a", "seat-b"]) == ()


def test_who_voted_alike_is_told() -> None:
    column = [2, 1, -1, -2, 2, 1, -1, -2, 2, 1, -1, 2]
    rows: Rows = [[vote, vote if at else -vote, -vote] for at, vote in enumerate(column)]
    tiers = Tiers(claims=(), bounds=TierBounds(), voters=(), agreement=agreement_of(rows, "abc"))
    assert alike_in(tiers, {}) == ["a and b cast the same vote on 11 of 12 claims."]  # a mirror image is no likeness
    few: Rows = [[2, 2], [1, 1], [0, 0]]
    assert alike_in(replace(tiers, agreement=agreement_of(few, "ab")), {}) == []


def test_normalised_votes() -> None:
    found = normalised(
        {"seat-a": {"claim-01": 2, "claim-02": 0}, "seat-b": {"claim-01": 1, "claim-02": 1}, "seat-c": {}}
    )
    assert found == {
        "seat-a": {"claim-01": pytest.approx(1.0), "claim-02": pytest.approx(-1.0)},
        "seat-b": {"claim-01": 0.0, "claim-02": 0.0},
    }
