"""Test that a voter's estimated leniency and noise match the values it was drawn with."""

from __future__ import annotations

from random import Random

import pytest

from moot.stats.voter_quality.leniency import FEWEST, Mix, VoterVotes, habits_of, too_lenient

LENIENT = {"a": 0.6, "b": 0.1, "c": -0.2, "d": -0.5, "e": 0.0}
NOISE = {"a": 0.3, "b": 0.6, "c": 0.3, "d": 0.9, "e": 0.5}


def drawn(number: int, sits: int, seed: int = 3) -> list[list[VoterVotes]]:
    """Sessions of twelve claims, in each of which some of the voters sit; votes are not rounded to the scale."""
    draw = Random(seed)
    found = []
    for _ in range(number):
        claims = {f"claim-{n:02}": draw.gauss(0, 1) for n in range(12)}
        present = draw.sample(sorted(LENIENT), sits)
        found.append(
            [
                VoterVotes(one, {c: worth + LENIENT[one] + draw.gauss(0, NOISE[one]) for c, worth in claims.items()})  # type: ignore[misc]
                for one in present
            ]
        )
    return found


@pytest.mark.parametrize("sits", [3, 5])
def test_it_is_what_the_votes_were_drawn_with(sits: int) -> None:
    found = habits_of(drawn(150, sits))
    assert found.keys() == LENIENT.keys()
    assert sum(habit.leniency for habit in found.values()) == pytest.approx(0, abs=1e-9)
    for name, habit in found.items():
        assert habit.leniency == pytest.approx(LENIENT[name], abs=0.06)
        assert habit.noise == pytest.approx(NOISE[name], abs=0.06)
        assert habit.votes == 12 * sum(any(cast.voter == name for cast in s) for s in drawn(150, sits))


def test_who_agrees_to_everything_is_lenient_and_the_claims_are_not_to_blame() -> None:
    """One voter sits only where claims are bad: by its mean it looks strict, and it is not."""
    good = [VoterVotes("a", {f"c{n}": 2 for n in range(12)}), VoterVotes("b", {f"c{n}": 1 for n in range(12)})]
    bad = [VoterVotes("b", {f"c{n}": -2 for n in range(12)}), VoterVotes("c", {f"c{n}": -1 for n in range(12)})]
    found = habits_of([good, good, bad, bad])
    assert found["a"].leniency == pytest.approx(found["c"].leniency)
    assert found["b"].leniency == pytest.approx(found["a"].leniency - 1)
    assert found["a"].noise == pytest.approx(0, abs=1e-6)


def test_what_one_voter_alone_voted_on_tells_nothing_and_a_few_votes_too_little() -> None:
    assert habits_of([[VoterVotes("a", {f"c{n}": 2 for n in range(99)})]]) == {}
    few = [
        [
            VoterVotes("a", {f"c{n}": 2 for n in range(FEWEST - 1)}),
            VoterVotes("b", {f"c{n}": 0 for n in range(FEWEST - 1)}),
        ]
    ]
    assert habits_of(few) == {}
    assert habits_of([]) == {}


def test_a_council_is_named_from_ten_sessions_on_eight_of_which_are_lenient() -> None:
    lenient, usual = Mix(9, 12), Mix(3, 12)
    assert not too_lenient([lenient] * 9)
    assert too_lenient([lenient] * 10)
    assert too_lenient([usual] * 5 + [lenient] * 8 + [usual] * 2)
    assert not too_lenient([lenient] * 7 + [usual] * 3)
    assert not too_lenient([Mix(60, 60), *[Mix(5, 12)] * 9]), "one session on which all agree is no drift"
    assert not too_lenient([Mix(7, 12)] * 8 + [Mix(30, 30)] * 2), "below 60 % in eight of ten"
    assert too_lenient([Mix(15, 25)] * 10), "60 % is enough"
    assert not too_lenient([Mix(6, 10)] * 10), "unless it may be half by chance"
    assert not too_lenient([lenient] * 9 + [Mix(0, 0)]), "a session without claims is none"


def test_how_often_a_council_is_named() -> None:
    """Of claims that are high at random, by claims in a session: at 40 % none, at 50 % hardly any, at 80 % nearly all
    within thirty sessions, and fewer where there are hardly any claims."""
    assert [named(0.4, claims, 200) for claims in (1, 3, 12)] == [0, 0, 0]
    assert max(named(0.5, claims, 200) for claims in (1, 3, 5)) <= 0.05
    assert named(0.8, 12, 200) > 0.97


def named(rate: float, claims: int, councils: int) -> float:
    """The share of councils that are named within thirty sessions."""
    chance, found = Random(5), 0
    for _ in range(councils):
        sessions = [Mix(sum(chance.random() < rate for _ in range(claims)), claims) for _ in range(30)]
        found += any(too_lenient(sessions[:at]) for at in range(10, 31))
    return found / councils
