from __future__ import annotations

from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings

from moot.tally.ranking.independence import effective_votes, likeness
from moot.tally.ranking.places import ranks_from
from moot.vocabulary.ballots import Poll
from tally.elections import poll, polls, random_ballots, ranks_of


def votes(asked: Poll) -> float:
    return effective_votes(ranks_from(asked.candidates, asked.ballots))


def test_readers_of_one_mind_are_one_vote() -> None:
    assert votes(poll("abcde", a="b>c>d>e", b="a>c>d>e", c="a>b>d>e", d="a>b>c>e", e="a>b>c>d")) == 1


def test_opposite_readers_are_two_votes_and_no_more() -> None:
    assert votes(poll("abcd", p="a>b>c>d", q="d>c>b>a")) == 2


def test_two_and_one_by_hand() -> None:
    # likeness 1, 1/3 and 1/3: mean 5/9, 3 / (1 + 2 * 5/9)
    assert votes(poll("abc", p="a>b>c", q="a>b>c", r="b>a>c")) == pytest.approx(27 / 19)


def test_nobody_is_no_vote_and_one_is_one() -> None:
    assert votes(poll("abc", a="")) == 0
    assert votes(poll("abc", a="b>c")) == 1


def test_readers_who_share_no_pair_are_taken_as_unrelated() -> None:
    assert votes(poll("abc", a="b>c", b="a>c", c="a>b")) == 3


def test_likeness() -> None:
    assert likeness((0, 1, 2), (0, 1, 2)) == 1
    assert likeness((0, 1, 2), (2, 1, 0)) == -1
    assert likeness((None, 1, 2), (2, 1, None)) is None
    assert likeness((1, 1, 1), (1, 1, 1)) == 1
    assert likeness((1, 1, 1), (0, 1, 2)) == 0
    # one pair tied by the first: 2 of 2 agreed, over sqrt(2 * 3)
    assert likeness((0, 2, 2), (0, 1, 2)) == pytest.approx(2 / 6**0.5)


def test_readers_who_rank_at_random_keep_most_of_their_votes() -> None:
    chance = Random("unrelated")
    drawn = [effective_votes(ranks_of(*random_ballots(chance, 7, noise=1000.0, ties=0))) for _ in range(100)]
    alike = [effective_votes(ranks_of(*random_ballots(chance, 7, noise=0.3, ties=0))) for _ in range(100)]
    assert fmean(drawn) > 5.5
    assert fmean(alike) < 1.3


@given(polls())
@settings(max_examples=150, deadline=None)
def test_it_lies_between_one_and_the_number_of_ballots(asked: Poll) -> None:
    counted = len(ranks_from(asked.candidates, asked.ballots).sheets)
    assert min(1, counted) <= votes(asked) <= counted
