"""Agreement of voters against plain definitions."""

from __future__ import annotations

import statistics
from random import Random

import pytest
from msgspec.structs import replace

from moot.protocols.claim_vote.findings import TierBounds, Tiers
from moot.protocols.claim_vote.votes.voters import agreement_of, normalised
from moot.protocols.claim_vote.words import alike_in

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
