from __future__ import annotations

import re
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
import pytest
from benchmarks.judges.assumed import OWN, AssumedCouncil, best_wins, drawn, places, scores, winners

from moot.stats.judging.ballot_votes import Own
from stats.elections import judged_from

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("own", ["auto", "in", "out"])
def test_the_rule_is_the_one_that_counts_real_ballots(own: Own) -> None:
    chance = Random(f"rule {own}")
    for _ in range(120):
        seats = chance.choice((3, 4, 5, 7))
        readers = chance.choice((seats, seats, seats - 1, seats + 2))
        ballots = [chance.sample(range(seats), seats) for _ in range(readers)]
        votes = np.zeros((1, readers, seats), dtype=np.float32)
        for reader, ballot in enumerate(ballots):
            # a reader whose own vote counts nothing is judged by the order it puts the others in
            counted = [answer for answer in ballot if own != "out" or answer != reader]
            for at, answer in enumerate(counted):
                votes[0, reader, answer] = 1 - at / (len(counted) - 1)
        names = [f"seat-{at}" for at in range(readers + seats)]
        judged = judged_from(
            names[:seats],
            names[:readers],
            {names[reader]: [[names[answer]] for answer in ballot] for reader, ballot in enumerate(ballots)},
            own=own,
        )
        first = winners(votes, own={"auto": OWN, "in": 1.0, "out": 0.0}[own])[0]
        assert first in judged.winners


def test_ballots_that_are_not_there_count_as_in_real_councils() -> None:
    chance = np.random.default_rng(3)
    for seats in (3, 4, 6):
        votes = places(chance.normal(size=(20, seats, seats)))
        votes[np.arange(20), chance.integers(seats, size=20)] = np.nan
        names = "abcdef"[:seats]
        for council, came_to in zip(votes, scores(votes), strict=True):
            there = {
                reader: [[names[at]] for at in np.argsort(-row)]
                for reader, row in zip(names, council, strict=True)
                if not np.isnan(row).any()
            }
            assert judged_from(names, names, there).score == pytest.approx(came_to)


def test_readers_who_all_see_what_answers_are_worth_put_the_best_first() -> None:
    found = drawn(AssumedCouncil(seats=4, agreement=1.0, shared=0.0), 300)
    assert best_wins(found, winners(found.votes)).all()


def test_readers_who_see_nothing_of_it_put_each_first_as_often() -> None:
    for assumed in (AssumedCouncil(seats=4, agreement=0.0), AssumedCouncil(seats=4, agreement=0.8, shared=1.0)):
        found = drawn(assumed, 8_000)
        assert best_wins(found, winners(found.votes)).mean() == pytest.approx(0.25, abs=0.02)


def test_votes_correlate_as_assumed() -> None:
    """Two readers put two answers in the same order as often as the arcsine of their correlation says."""
    found = drawn(AssumedCouncil(seats=3, agreement=0.5, shared=0.4, authors=0.3), 20_000)
    ahead = found.votes[:, :, 0] > found.votes[:, :, 1]
    same = (ahead[:, 0] == ahead[:, 1]).mean()
    assert same == pytest.approx(0.5 + np.arcsin(0.5) / np.pi, abs=0.012)
    right = (ahead[:, 0] == (found.worth[:, 0] > found.worth[:, 1])).mean()
    assert right == pytest.approx(0.5 + np.arcsin(sqrt(0.5 * 0.6)) / np.pi, abs=0.012)


def test_councils_are_the_same_ones_every_time_and_under_every_assumption() -> None:
    one, other = (drawn(AssumedCouncil(seats=4, agreement=0.5), 50) for _ in range(2))
    assert np.array_equal(one.votes, other.votes)
    assert np.array_equal(drawn(AssumedCouncil(seats=4, agreement=0.9), 50).worth, one.worth)


def test_the_readmes_claims_are_counted_again() -> None:
    text = (ROOT / "README.md").read_text().split("## Is a council worth it?")[1].split("\n## ")[0]
    printed = [int(each) / 100 for each in re.findall(r"(\d+) %", text)]
    assumed = AssumedCouncil(seats=4, agreement=0.45)
    found = drawn(assumed, 5_000)
    first, rows = winners(found.votes), np.arange(5_000)
    council, member = found.worth[rows, first], found.worth[rows, found.best_member]
    counted = [assumed.shared, best_wins(found, first).mean(), (council > member).mean(), (council == member).mean()]
    assert printed == pytest.approx([*counted, (council < member).mean()], abs=0.03)
