from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.tally.ranking.places import copeland_scores, mean_winners, ranks_from, robust_key, robust_winners, rules_from
from moot.vocabulary.ballots import Poll, Ranking
from tally import brute
from tally.elections import ballot, poll, polls


def told(asked: Poll, seat: str) -> list[float]:
    ranks = ranks_from(asked.candidates, asked.ballots)
    return [ranks.rank(Fraction(place)) for place in ranks.places(asked.candidates.index(seat))]


def winners(asked: Poll) -> tuple[str, ...]:
    ranks = ranks_from(asked.candidates, asked.ballots)
    return tuple(asked.candidates[winner] for winner in robust_winners(ranks))


def test_ranks_count_from_one_and_ties_share_the_middle() -> None:
    asked = poll("abcde", a="b>c=d>e", b="a=c=d=e", c="a>b>d>e", d="e>c=b=a")
    assert told(asked, "a") == [1.0, 2.5, 3.0]
    assert told(asked, "b") == [1.0, 2.0, 3.0]
    assert told(asked, "e") == [1.0, 2.5, 4.0, 4.0]


def test_abstentions_own_answers_and_strangers_do_not_count() -> None:
    asked = poll("abc", a="a>b>c", b="", c="z>b>a>b")
    ranks = ranks_from(asked.candidates, asked.ballots)
    assert ranks.readers == ("a", "c")
    assert ranks_from(("a", "b", "c"), poll("abc", a="b>c", c="b>a").ballots) == ranks


def test_a_ballot_naming_nobody_is_not_counted() -> None:
    contradictory = Ranking(tiers=(("b",), ("c",)), abstained=True)
    assert ranks_from(("a", "b", "c"), {"a": contradictory}).readers == ()
    assert ranks_from(("a", "b"), {"a": ballot("a"), "b": ballot("z"), "c": Ranking(tiers=())}).readers == ()


def test_a_guests_longer_sheet_is_told_on_the_same_scale() -> None:
    asked = poll("abc", a="b>c", b="a>c", guest="c>a>b")
    assert told(asked, "c") == [1.0, 3.0, 3.0]
    assert told(asked, "b") == [1.0, 3.0]


def test_an_answer_alone_on_its_sheet_stands_in_the_middle() -> None:
    assert told(poll("ab", a="b", guest="a>b"), "b") == [1.5, 2.0]


@pytest.mark.parametrize(
    ("places", "mean", "median", "trimmed"),
    [
        ([3], Fraction(3), Fraction(3), Fraction(3)),
        ([1, 4], Fraction(5, 2), Fraction(5, 2), Fraction(5, 2)),
        ([1, 2, 6], Fraction(3), Fraction(2), Fraction(2)),
        ([0, 1, 4, 6], Fraction(11, 4), Fraction(5, 2), Fraction(5, 2)),
        ([0, 1, 1, 5, 6], Fraction(13, 5), Fraction(1), Fraction(7, 3)),
    ],
)
def test_mean_median_and_trimmed_mean(places: list[int], mean: Fraction, median: Fraction, trimmed: Fraction) -> None:
    rules = rules_from(places, last=6)
    assert (rules.mean, rules.median, rules.trimmed, rules.borda) == (mean, median, trimmed, 1 - mean / 6)
    assert tuple(map(Fraction, robust_key(places, 60))) == (2 * median, 60 * trimmed)


def test_borda_is_the_share_of_the_others_beaten() -> None:
    asked = poll("abcd", a="b>c=d", c="a>b>d", d="a=b=c")
    ranks = ranks_from(asked.candidates, asked.ballots)
    assert rules_from(ranks.places(1), ranks.last).borda == (1 + Fraction(1, 2) + Fraction(1, 2)) / 3
    assert rules_from(ranks.places(2), ranks.last).borda == (Fraction(1, 4) + Fraction(1, 2)) / 2


def test_nobody_ranked_stands_in_the_middle() -> None:
    rules = rules_from([], last=6)
    assert (rules.mean, rules.median, rules.trimmed, rules.borda) == (*[Fraction(3)] * 3, Fraction(1, 2))


def test_copeland_counts_majorities_among_ballots_that_ranked_both() -> None:
    asked = poll("abcd", a="b>c>d", b="a>c>d", c="a=b>d", d="c>a=b")
    # a-b: tied twice; a-c: 1-1; b-c: 1-1; everyone beats d 2-0
    assert copeland_scores(ranks_from(asked.candidates, asked.ballots)) == [1, 1, 1, -3]


def test_the_median_outweighs_one_wild_ballot_where_the_mean_does_not() -> None:
    asked = poll("abcde", b="a>c>d>e", c="a>b>d>e", d="a>b>c>e", e="b>c>d>a", a="b>c>d>e")
    ranks = ranks_from(asked.candidates, asked.ballots)
    assert winners(asked) == ("a",)
    assert [asked.candidates[index] for index in mean_winners(ranks)] == ["b"]


def test_the_trimmed_mean_breaks_a_tie_of_medians() -> None:
    # a: 1 1 2 2 4, b: 2 2 1 3 2; both medians and both means are 2, the trimmed means 5/3 and 2
    assert winners(poll("abcd", p="a>b>c>d", q="a>b>c>d", r="b>a>c>d", s="c>a>b>d", t="c>b>d>a")) == ("a",)


def test_a_tie_of_median_and_trimmed_mean_stands_though_means_differ() -> None:
    # a: 1 1 2 3 4, b: 2 2 1 2 2
    asked = poll("abcd", p="a>b>c>d", q="a>b>c>d", r="b>a>c>d", s="c>b>a>d", t="c>b>d>a")
    assert winners(asked) == ("a", "b")
    ranks = ranks_from(asked.candidates, asked.ballots)
    assert [asked.candidates[index] for index in mean_winners(ranks)] == ["b"]


def test_a_tie_after_both_criteria_is_a_tie_at_the_top() -> None:
    assert winners(poll("abc", a="b>c", b="a>c", c="a=b")) == ("a", "b")
    assert winners(poll("abc", a="b>c", b="c>a", c="a>b")) == ("a", "b", "c")


def test_answers_with_the_same_places_tie_on_sheets_of_two_lengths() -> None:
    # thirds of a sheet of four and halves of a sheet of three: whole numbers on the common scale
    asked = poll("abcd", p="a>b>c>d", q="b>a>c>d", r="c>b=a>d", a="d>c>b", b="d>c>a")
    assert ranks_from(asked.candidates, asked.ballots).last == 12
    assert winners(asked) == ("a", "b")


@given(polls())
@settings(max_examples=150, deadline=None)
def test_the_robust_winners_are_those_of_the_slow_reading(asked: Poll) -> None:
    plain = {reader: None if b.abstained else b.tiers for reader, b in asked.ballots.items()}
    assert winners(asked) == brute.winners(asked.candidates, plain)


@given(polls(), st.data())
@settings(max_examples=150, deadline=None)
def test_one_ballot_moves_a_mean_by_at_most_its_share_of_the_range(asked: Poll, data: st.DataObject) -> None:
    before = ranks_from(asked.candidates, asked.ballots)
    if not before.readers:
        return
    turned = data.draw(st.sampled_from(before.readers))
    sheet = [seat for seat in asked.candidates if seat != turned]
    orders = st.permutations(sheet).map(lambda order: Ranking(tiers=tuple((seat,) for seat in order)))
    after = ranks_from(asked.candidates, {**asked.ballots, turned: data.draw(orders)})
    assert (after.last, after.longest) == (before.last, before.longest)
    for candidate in range(len(asked.candidates)):
        places = before.places(candidate)
        if places:
            old, new = rules_from(places, before.last), rules_from(after.places(candidate), after.last)
            assert abs(old.mean - new.mean) <= Fraction(before.last, len(places))


@given(polls(), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_the_order_of_seats_changes_no_winner(asked: Poll, chance: Random) -> None:
    shuffled = list(asked.candidates)
    chance.shuffle(shuffled)
    other = Poll(candidates=tuple(shuffled), ballots=dict(reversed(asked.ballots.items())))
    assert sorted(winners(asked)) == sorted(winners(other))
