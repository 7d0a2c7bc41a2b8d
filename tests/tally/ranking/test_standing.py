from __future__ import annotations

import os
import subprocess
import sys
from math import isfinite
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from moot.tally.ranking.standing import standing_from
from moot.vocabulary.ballots import Poll, Ranking
from moot.vocabulary.findings import Standing
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.statements import Answers
from tally.elections import poll, poll_of, polls, random_ballots


def stand(asked: Poll) -> Standing:
    return standing_from(asked, Lot("seed", "standing"))


def test_a_clear_winner() -> None:
    standing = stand(poll("abcde", a="b>c>d>e", b="a>c>d>e", c="a>b>d>e", d="a>b>c>e", e="a>b>c>d"))
    assert [place.seat for place in standing.places] == ["a", "b", "c", "d", "e"]
    assert (standing.winner, standing.winners, standing.mean_winner) == ("a", ("a",), "a")
    assert (standing.k_replaced, standing.k_removed, standing.k_exact) == (2, 3, True)
    assert (standing.counted, standing.effective_votes, standing.rankable, standing.reason) == (5, 1.0, True, "")
    first = standing.places[0]
    assert (first.votes, first.mean_rank, first.median_rank, first.trimmed_mean) == (4, 1.0, 1.0, 1.0)
    assert (first.borda, first.copeland) == (1.0, 4.0)
    assert first.low <= first.strength <= first.high
    last = standing.places[-1]
    assert (last.mean_rank, last.borda, last.copeland) == (4.0, 0.0, -4.0)


def test_separable_means_first_in_95_of_100_samples() -> None:
    guests = {f"guest-{number}": "a>b>c" for number in range(5)}
    sure = stand(poll("abc", **guests))
    assert sure.separable
    assert sure.places[0].first_share == 1.0
    unsure = stand(poll("abc", a="b>c", b="a>c", c="a>b"))
    assert (unsure.winner, unsure.separable) == ("a", False)


def test_the_mean_winner_is_told_where_it_differs() -> None:
    standing = stand(poll("abcde", a="b>c>d>e", b="a>c>d>e", c="a>b>d>e", d="a>b>c>e", e="b>c>d>a"))
    assert (standing.winner, standing.mean_winner) == ("a", "b")


def test_a_tie_at_the_top() -> None:
    standing = stand(poll("abc", a="b>c", b="a>c", c="a=b"))
    assert (standing.winner, standing.winners, standing.mean_winner) == (None, ("a", "b"), None)
    assert (standing.k_replaced, standing.k_removed, standing.separable) == (0, 0, False)
    assert [place.seat for place in standing.places] == ["a", "b", "c"]
    assert standing.rankable
    assert standing.reason == "2 answers tie at the top, by median rank and by trimmed mean."


def test_two_members_cannot_be_ranked() -> None:
    standing = stand(poll("ab", a="b", b="a"))
    assert (standing.winner, standing.winners, standing.mean_winner, standing.rankable) == (None, (), None, False)
    assert (standing.k_replaced, standing.k_removed, standing.counted) == (0, 0, 2)
    assert "fewer than three answers" in standing.reason
    assert [(place.seat, place.votes, place.mean_rank) for place in standing.places] == [("a", 1, 1.0), ("b", 1, 1.0)]


def test_no_ballot_was_counted() -> None:
    asked = Poll(
        candidates=("a", "b", "c"),
        ballots={"a": Ranking(tiers=(), abstained=True)},
        spoiled=("b",),
        missing=("c",),
    )
    standing = stand(asked)
    assert (standing.rankable, standing.reason) == (False, "No ballot was counted.")
    assert (standing.counted, standing.abstained, standing.spoiled, standing.effective_votes) == (0, ("a",), ("b",), 0)
    assert [(place.seat, place.votes, place.mean_rank, place.borda) for place in standing.places] == [
        ("a", 0, 1.5, 0.5),
        ("b", 0, 1.5, 0.5),
        ("c", 0, 1.5, 0.5),
    ]


def test_no_answer_at_all() -> None:
    standing = stand(Poll(candidates=(), ballots={}))
    assert (standing.places, standing.rankable, standing.reason) == ((), False, "There was no answer to rank.")


def test_whom_no_ballot_ranked_stands_last_and_is_named() -> None:
    standing = stand(poll("abc", a="b>c", b=""))
    assert [place.seat for place in standing.places] == ["b", "c", "a"]
    assert (standing.winner, standing.k_replaced, standing.k_removed) == ("b", 1, None)
    assert standing.reason == "No counted ballot ranked a."


def test_a_missing_reader_changes_only_the_denominators() -> None:
    standing = stand(poll("abcd", a="b>c>d", b="a>c>d", c="a>b>d"))
    assert {place.seat: place.votes for place in standing.places} == {"a": 2, "b": 2, "c": 2, "d": 3}
    assert standing.winner == "a"


@given(polls(least=1, most=5))
@settings(max_examples=60, deadline=None)
def test_it_is_whole_json(asked: Poll) -> None:
    standing = stand(asked)
    for place in standing.places:
        numbers = [value for value in msgspec.structs.astuple(place) if isinstance(value, float)]
        assert all(map(isfinite, numbers))
        assert place.low <= place.high
    assert sorted(place.seat for place in standing.places) == sorted(asked.candidates)
    assert sum(place.first_share for place in standing.places) <= 1 + 1e-9
    assert abs(sum(place.strength for place in standing.places)) < 1e-9
    assert msgspec.json.decode(msgspec.json.encode(standing), type=Standing) == standing
    assert standing == stand(asked)


@pytest.mark.parametrize("seed", range(12))
def test_renaming_seats_renames_the_standing(seed: int) -> None:
    chance = Random(f"rename {seed}")
    candidates, ballots = random_ballots(chance, chance.choice((3, 4, 5)))
    shuffled = chance.sample(candidates, len(candidates))
    name = dict(zip(candidates, shuffled, strict=True))
    renamed = {
        name[reader]: tiers and tuple(tuple(name[seat] for seat in tier) for tier in tiers)
        for reader, tiers in ballots.items()
    }
    before = stand(poll_of(candidates, ballots))
    after = stand(poll_of(candidates, {seat: renamed[seat] for seat in candidates}))
    assert after.winner == (name[before.winner] if before.winner else None)
    assert sorted(after.winners) == sorted(name[seat] for seat in before.winners)
    for field in ("k_replaced", "k_removed", "counted", "separable", "rankable"):
        assert getattr(before, field) == getattr(after, field)
    assert after.effective_votes == pytest.approx(before.effective_votes)
    now = {place.seat: place for place in after.places}
    for place in before.places:
        then = msgspec.structs.replace(place, seat=name[place.seat])
        assert msgspec.structs.astuple(now[then.seat])[1:] == pytest.approx(msgspec.structs.astuple(then)[1:], abs=1e-9)


def test_small_councils_load_no_numpy() -> None:
    program = """
import sys
from moot.tally.ranking.standing import standing_from
from moot.vocabulary.ballots import Poll, Ranking
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.statements import Answers

for members in (6, 7):
    seats = "abcdefg"[:members]
    ballots = {reader: Ranking(tiers=tuple(tuple(seat) for seat in seats if seat != reader)) for reader in seats}
    standing_from(Poll(candidates=tuple(seats), ballots=ballots), Lot("seed", "standing"))
    print("numpy" in sys.modules)
"""
    where = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=where)
    assert done.stdout.split() == ["False", "True"]


def test_lost_ballots_count_against_whoever_comes_first() -> None:
    whole = poll("abcd", a="b>c>d", b="c>d>a", c="b>a>d", d="b>a>c")
    dissent_lost = replace(whole, ballots={who: b for who, b in whole.ballots.items() if who != "b"}, missing=("b",))
    alone = replace(dissent_lost, missing=())  # as if nobody had asked b
    assert standing_from(alone, Lot("seed", "x")).separable
    found = standing_from(dissent_lost, Lot("seed", "x"))
    assert found.winner == "b"
    assert not found.separable
    assert found.k_replaced <= standing_from(whole, Lot("seed", "x")).k_replaced
    spoiled = standing_from(replace(alone, spoiled=("b",)), Lot("seed", "x"))
    assert spoiled.k_replaced == found.k_replaced


def test_one_ballot_of_many_confirms_nothing() -> None:
    asked = replace(poll("abcd", a="b>c>d"), missing=("b", "c", "d"))
    found = standing_from(asked, Lot("seed", "x"))
    assert (found.winner, found.separable, found.k_replaced) == ("b", False, 0)
    assert found.reason == "The 3 ballots that are not there could have changed who comes first."


def test_the_ballots_of_members_without_an_answer_are_not_there() -> None:
    asked = poll("abc", a="b>c", b="c>a", c="b>a")
    gone = Answers(statements=(), missing=("d", "e", "f"))
    assert standing_from(asked, Lot("seed", "x")).k_replaced > 0
    assert standing_from(asked, Lot("seed", "x"), gone).k_replaced == 0
