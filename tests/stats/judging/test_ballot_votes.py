"""Test the places of answers on a sheet with ties."""

from __future__ import annotations

from fractions import Fraction

import pytest

from moot.stats.judging.ballot_votes import _places


@pytest.mark.parametrize(
    ("order", "places"),
    [
        ("a>b>c", {"a": "1", "b": "1/2", "c": "0"}),
        ("a=b>c", {"a": "3/4", "b": "3/4", "c": "0"}),
        ("a>b=c", {"a": "1", "b": "1/4", "c": "1/4"}),
        ("a=b=c>d", {"a": "2/3", "b": "2/3", "c": "2/3", "d": "0"}),
        ("a=b", {"a": "1/2", "b": "1/2"}),
        ("a", {}),
    ],
)
def test_tied_answers_share_the_middle_of_the_places_they_take(order: str, places: dict[str, str]) -> None:
    tiers = [tier.split("=") for tier in order.split(">")]
    assert _places("abcd", None, tiers) == {seat: Fraction(place) for seat, place in places.items()}


def test_the_readers_own_answer_takes_no_place() -> None:
    assert _places("abc", "a", [["a", "b"], ["c"]]) == {"b": Fraction(1), "c": Fraction(0)}
