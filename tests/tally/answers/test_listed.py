"""Do two answers list the same things?"""

from __future__ import annotations

import pytest

from moot.tally.answers.listed import listed_alike, things_of

ELEMENTS = "Which elements does water consist of?"


@pytest.mark.parametrize(
    "answer",
    ["oxygen and hydrogen", "Oxygen, hydrogen.", "hydrogen & oxygen", "the oxygen and the hydrogen", "oxygen;hydrogen"],
)
def test_the_same_things_in_any_order(answer: str) -> None:
    assert listed_alike(ELEMENTS, "hydrogen and oxygen", answer)


@pytest.mark.parametrize(
    ("question", "known", "answer"),
    [
        (ELEMENTS, "hydrogen and oxygen", "hydrogen"),
        (ELEMENTS, "hydrogen and oxygen", "hydrogen or oxygen"),
        (ELEMENTS, "hydrogen and oxygen", "not hydrogen and oxygen"),
        (ELEMENTS, "hydrogen and oxygen", "hydrogen, oxygen and carbon"),
        ("In which order do they come?", "red, green", "green, red"),
        ("Which came first, which last?", "red and green", "green and red"),
        ("How many apples and pears are there?", "3 and 5", "5 and 3"),
        ("Welche Gase sind es, jeweils?", "Stickstoff und Sauerstoff", "Sauerstoff und Stickstoff"),
    ],
)
def test_other_things_another_order_that_was_asked_for_and_numbers_are_not_the_same(
    question: str, known: str, answer: str
) -> None:
    assert not listed_alike(question, known, answer)


def test_things_of_three_languages() -> None:
    assert things_of("Sauerstoff und Wasserstoff") == ["sauerstoff", "wasserstoff"]
    assert things_of("氢和氧") == sorted(["氢", "氧"])
    assert things_of("a, b, and c") == ["a", "b", "c"]
    assert things_of("a, a") == []
