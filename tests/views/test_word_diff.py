"""Test that the pieces of a word diff make up both texts, are readable, and are fast for long texts."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from moot.views.word_diff import MOST_CHARACTERS, WordDiff, word_diff


def sides(diff: WordDiff) -> tuple[str, str]:
    """Both texts, put together again."""
    first = "".join(each.text for each in diff.passages if each.kind != "b")
    return first, "".join(each.text for each in diff.passages if each.kind != "a")


@pytest.mark.parametrize("seed", range(40))
def test_whatever_the_texts_their_pieces_make_them_up(seed: int) -> None:
    chance = random.Random(seed)
    parts = ["plan", "the", " ", "\n\n", ". ", "!", "’", "-", "\t", "水", "ä", "\u00a0", "a", "", "_"]
    a, b = ("".join(chance.choices(parts, k=chance.randint(0, 120))) for _ in range(2))
    diff = word_diff(a, b)
    assert sides(diff) == (a, b)
    assert 0 <= diff.same <= 1
    kinds = [each.kind for each in diff.passages]
    assert all(one != other for one, other in pairwise(kinds))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("a. b. " * 10_000, "b. a. c. " * 6_666),
        (" a" * 30_000, " b" * 30_000),
        ("." * 60_000, ".!" * 30_000),
        ("\n" * 60_000, "\n \n" * 20_000),
    ],
)
def test_texts_made_to_take_for_ever_do_not(a: str, b: str) -> None:
    assert sides(word_diff(a, b)) == (a[:MOST_CHARACTERS], b[:MOST_CHARACTERS])
