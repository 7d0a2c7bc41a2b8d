"""Test that a voter's estimated leniency and noise match the values it was drawn with."""

from __future__ import annotations

from random import Random

import pytest

from moot.stats.voter_quality.leniency import FEWEST, VoterVotes, habits_of

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
