"""Test that a short lead matches its standing, and never claims a win that missing ballots could undo."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from msgspec import UNSET

from cases import in_turn
from moot.stats.judging.standing import judged_standing
from moot.vocabulary.findings import Standing, StandingPlace
from moot.vocabulary.words.leads import THE_ANSWERS, lead_in_short, standing_in_short
from stats.elections import poll


def standing(**given: Any) -> Standing:
    """Four ballots on three answers, three of which put the first answer first."""
    places = tuple(
        StandingPlace(seat=seat, votes=4, mean_rank=1.5, first_by_others=firsts, first_by_itself=False)
        for seat, firsts in (("seat-a", 3), ("seat-b", 1), ("seat-c", 0))
    )
    usual: dict[str, Any] = {"winner": "seat-a", "winners": ("seat-a",), "counted": 4, "asked": 4, "k_replaced": 1}
    return Standing(**{"places": places, **usual, **given})


@pytest.mark.parametrize(
    ("given", "seal", "firmness", "facts"),
    [
        ({}, "Narrow win", "narrow", ("narrow lead for {seat-a}",)),
        ({"k_replaced": 2}, "Win", "plain", ("lead for {seat-a}", "two ballots would have to change")),
        (
            {"k_replaced": 2, "clear": True},
            "Clear win",
            "clear",
            ("clear lead for {seat-a}", "two ballots would have to change"),
        ),
        (
            {"winner": None, "winners": ("seat-a", "seat-b"), "k_replaced": 0},
            "Tie",
            "narrow",
            ("between {seat-a} and {seat-b}",),
        ),
        (
            {"k_replaced": 0, "counted": 3},
            "Lead so far",
            "narrow",
            ("lead for {seat-a}", "missing ballots could change it", "3 of 4 ballots counted"),
        ),
        (
            {"counted": 1, "k_replaced": 0},
            "One ballot only",
            "narrow",
            ("it puts {seat-a} first", "1 of 4 ballots counted"),
        ),
        ({"rankable": False, "winner": None}, "Not ranked", "plain", ()),
    ],
)
def test_what_is_said_is_what_the_standing_holds(
    given: dict[str, Any], seal: str, firmness: str, facts: tuple[str, ...]
) -> None:
    brief = standing_in_short(standing(**given))
    assert (brief.seal, brief.firmness, brief.facts) == (seal, firmness, facts)


def test_a_first_place_that_is_probably_not_the_best_answer_is_no_win() -> None:
    split = judged_standing(poll("abcd", a="d>b>a>c", b="c>a>b>d", c="b>a>c>d", d="a>c>d>b"))
    assert max(place.chance for place in split.places if place.chance is not UNSET) < 0.5
    brief = standing_in_short(split)
    assert (brief.seal, brief.firmness, brief.whom) == ("No clear winner", "narrow", "")
    assert not any("lead for" in fact or "first" in fact for fact in (*brief.facts, brief.about))
    assert (
        standing_in_short(judged_standing(poll("abcd", a="b>a>c>d", b="b>a>c>d", c="b>c>a>d", d="b>d>a>c"))).seal
        == "Unanimous"
    )


def test_a_tie_of_answers_that_nobody_put_first_says_what_was_counted() -> None:
    split = judged_standing(poll("abcd", a="a>c>b>d", b="a>b>c>d", c="d>c>b>a", d="d>b>c>a"))
    assert split.winner is None
    assert split.says[0] == "Split 2–2 between {a} and {d}; own votes left aside, 1–1."
    assert split.says[1] == "Counting every place on every ballot, {b} and {c} tie at the top."


def test_only_every_ballot_that_should_be_there_makes_it_unanimous() -> None:
    first = StandingPlace(seat="seat-a", votes=4, mean_rank=1, first_by_others=3, first_by_itself=True)
    others = tuple(StandingPlace(seat=seat, votes=4, mean_rank=2.5, first_by_others=0) for seat in ("seat-b", "seat-c"))
    assert standing_in_short(standing(places=(first, *others), k_replaced=2)).seal == "Unanimous"
    two = standing_in_short(standing(places=(first, others[0]), k_replaced=2))
    assert two.seal == "Win", "of two answers one comes first on every ballot: that they agree says no more"
    lost = standing_in_short(standing(places=(first, *others), k_replaced=2, asked=5))
    assert (lost.seal, lost.facts[-1]) == ("Win", "4 of 5 ballots counted")


@in_turn(
    ("asked", "counted", "rankable", "winner", "k"),
    product([None, 0, 1, 2, 3, 9], range(4), [True, False], ["seat-a", None], range(3)),
)
def test_nothing_is_said_of_a_vote_that_nobody_cast(
    asked: int | None, counted: int, rankable: bool, winner: str | None, k: int
) -> None:
    """Whatever else a lead holds: without a ballot there is no vote, no winner and no figure but its turnout."""
    winners = (winner,) if winner else ("seat-a", "seat-b")
    brief = lead_in_short(
        winner, winners, k, exact=True, clear=True, rankable=rankable, counted=counted, asked=asked, unanimous=True
    )
    assert brief.of == THE_ANSWERS
    assert bool(brief.about) == (counted > 0)
    if not counted:
        said = " ".join((brief.seal, *brief.facts))
        assert brief.seal == "Not ranked"
        assert "{" not in said, "nobody is named first by nothing"
        assert re.findall(r"\d+", said) in ([], ["0", str(asked)])
    assert not brief.whom or brief.whom == winner
    assert bool(brief.whom) == (brief.seal in ("Unanimous", "Clear win", "Narrow win", "Win", "Lead so far"))
