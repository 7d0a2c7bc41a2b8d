"""Is it known of two words of a kind, and of no others, whether they are one thing?"""

from __future__ import annotations

import pytest

from moot.tally.answers.of_a_kind import between

NEUTRAL = "Which one?"


@pytest.mark.parametrize(
    ("one", "other", "so"),
    [
        ("red", "rot", "same"), ("red", "红色", "same"), ("red", "blue", "other"), ("red", "grün", "other"),
        ("the planet mars", "火星", "same"), ("saturday", "sonnabend", "same"), ("saturday", "sonntag", "other"),
        ("nitrogen", "stickstoff", "same"), ("nitrogen", "wasserstoff", "other"), ("gold", "au", "near"),
        ("mercury", "quecksilber", "near"), ("mercury", "merkur", "near"), ("germany", "deutschland", "same"),
        ("germany", "west germany", "near"), ("united kingdom", "great britain", "near"),
        ("istanbul", "constantinople", "near"), ("mark twain", "samuel clemens", "near"),
        ("new york city", "boston", "unknown"), ("red", "monday", "unknown"), ("lift", "elevator", "unknown"),
        ("steel", "iron", "near"), ("gold", "yellow", "near"),
    ],
)  # fmt: skip
def test_words_of_a_kind(one: str, other: str, so: str) -> None:
    assert between(NEUTRAL, one.split(), other.split()) == so
    assert between(NEUTRAL, other.split(), one.split()) == so


@pytest.mark.parametrize(
    "question",
    [
        "What is the German word for red?",
        "How is red called there?",
        "Wie heißt das auf Deutsch?",
        "红色用德语怎么说？",
    ],
)
def test_where_the_word_is_asked_for_another_language_says_another_thing_perhaps(question: str) -> None:
    assert between(question, ["rot"], ["red"]) == "near"
    assert between(question, ["rot"], ["blau"]) == "other"
