"""What is claimed of the one model of judging: kept figures bear it out, and a coarse simulation agrees."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest
from benchmarks.judges.arms import HALF
from benchmarks.judges.assumed import OWN, AssumedCouncil, best_wins, drawn, places, scores, winners
from benchmarks.judges.chances import told_of
from benchmarks.judges.conditions import CONDITIONS
from benchmarks.judges.table import KEPT
from benchmarks.judges.table import told as table_told

from moot.stats.evidence.shared_errors import shared_errors
from moot.stats.judging.ballot_votes import Own
from moot.vocabulary.history.track_record import SHARED_ERRORS, Prior
from stats.elections import judged_from
from stats.evidence.test_shared_errors import asked

FOUND = json.loads(KEPT.read_text())
WINS = FOUND["best wins"]
PAGE = Path(__file__).parents[3] / "docs/why/rankings.md"


def test_the_page_sums_up_what_was_found() -> None:
    rows = {
        row[0]: row[1:] for line in table_told(FOUND).splitlines() if len(row := line.strip("| ").split(" | ")) == 4
    }
    told = {"others, median": "4.8", "mean": "0.8", "median": "1.3", "model": "0.3", "model, past": "0.2"}
    for rule, mean in told.items():
        most, _, found = rows[rule]
        assert f"| {most} | {mean} |" in PAGE.read_text()
        assert abs(float(found) - float(mean)) <= 0.06, rule
    assert FOUND["councils"] == 20_000
    assert list(WINS) == [condition.key for condition in CONDITIONS]
    assert len(WINS) >= 60


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_the_chance_is_right_where_readers_share_errors(seats: int) -> None:
    """What people are told of the first answer, in councils that share as many errors as is assumed."""
    told: list[float] = []
    best: list[bool] = []
    for agreement, likely in zip(Prior().agreement, Prior().likely, strict=True):
        assumed = AssumedCouncil(seats=seats, agreement=agreement / 100, shared=SHARED_ERRORS / 100)
        found = drawn(assumed, 60 * likely)
        first = winners(found.votes)
        chance = told_of(found.votes.astype(float), scores(found.votes.astype(float)), HALF, shared=assumed.shared)
        told += list(chance.chance[np.arange(len(first)), first])
        best += list(best_wins(found, first))
    assert np.mean(told) == pytest.approx(np.mean(best), abs=0.06)
    for low in (0.3, 0.4, 0.5, 0.6):
        inside = [(each, so) for each, so in zip(told, best, strict=True) if low <= each < low + 0.1]
        if len(inside) > 300:
            assert np.mean([each for each, _ in inside]) == pytest.approx(np.mean([so for _, so in inside]), abs=0.09)


def told_minus_true(seats: int, shared: float, councils: int) -> float:
    """Mean of what is told of the first answer minus how often it is best, each hundred councils with a record of their
    own: 40 questions with known answers."""
    draw, told, true, start = Random(f"{seats} {shared}"), 0.0, 0, 0
    for agreement, likely in zip(Prior().agreement, Prior().likely, strict=True):
        found = drawn(AssumedCouncil(seats=seats, agreement=agreement / 100, shared=shared), councils)
        part = slice(start, start + councils * likely // 100)  # no two values of the agreement share a draw
        start = part.stop
        votes, first = found.votes[part].astype(float), winners(found.votes[part])
        true += int((found.worth[part].argmax(axis=1) == first).sum())
        for at in np.array_split(np.arange(len(first)), max(1, len(first) // 100)):
            measured = shared_errors(asked(40, shared, seed=draw.randrange(2**30), members=seats))
            assert measured is not None
            chance = told_of(votes[at], scores(votes[at]), HALF, shared=measured / 100).chance
            told += float(chance[np.arange(len(at)), first[at]].sum())
    return (told - true) / start


SLOWLY = [(seats, shared) for seats in range(3, 9) for shared in (0.0, 0.5, 1.0)]


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "shared"), SLOWLY)
def test_the_chance_is_right_by_a_record_of_40_known_answers(seats: int, shared: float) -> None:
    found = told_minus_true(seats, shared, 20_000)
    assert -0.05 <= found <= 0.05


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
