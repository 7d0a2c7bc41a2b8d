"""Do the pieces of a word diff make up both texts, in words a reader can follow, and soon enough for long ones?"""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from moot.sessions.results.word_diff import MOST_CHARACTERS, WordDiff, word_diff


def sides(diff: WordDiff) -> tuple[str, str]:
    """Both texts, put together again."""
    first = "".join(each.text for each in diff.passages if each.kind != "b")
    return first, "".join(each.text for each in diff.passages if each.kind != "a")


def told(diff: WordDiff) -> list[tuple[str, str]]:
    return [(each.kind, each.text) for each in diff.passages]


def test_one_word_that_differs_stands_alone() -> None:
    diff = word_diff("The plan is safer, and cheaper.\n\nBuild it.", "The plan is safer, and dearer.\n\nBuild it.")
    assert told(diff) == [
        ("same", "The plan is safer, and "),
        ("a", "cheaper"),
        ("b", "dearer"),
        ("same", ".\n\nBuild it."),
    ]
    assert 0.8 < diff.same < 1


def test_texts_that_share_only_small_words_are_not_taken_apart() -> None:
    diff = word_diff("The ferry is a good idea for the town.", "A bridge would be of use to all the people.")
    assert [each.kind for each in diff.passages] == ["a", "b"]
    assert diff.same == 0


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("", "", 1),
        ("Yes.", "Yes.", 1),
        ("", "Yes.", 0),
        ("Yes.", "", 0),
        ("水道を町が持つ。", "水道を県が持つ。", 0.875),
    ],
)
def test_nothing_and_the_same_and_signs_without_spaces(a: str, b: str, same: float) -> None:
    diff = word_diff(a, b)
    assert sides(diff) == (a, b)
    assert diff.same == same


def test_a_paragraph_between_two_is_the_only_thing_that_differs() -> None:
    diff = word_diff("One.\n\nThree.", "One.\n\nTwo is new.\n\nThree.")
    assert [each for each in told(diff) if each[0] != "same"] == [("b", "Two is new.\n\n")]


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


def test_what_is_too_long_is_said_to_be_cut() -> None:
    assert word_diff("word " * 20_000, "word ").cut
    assert not word_diff("word", "words").cut
