"""Is it known whether a question asks for a name, whether words are names, and what a question offers?"""

from __future__ import annotations

import pytest

from moot.tally.answers.names import are_names, asks_for_a_name, offered


@pytest.mark.parametrize(
    ("question", "so"),
    [
        ("Who wrote Faust?", True), ("Wer schrieb Faust?", True), ("Who is older, Ann or Bob?", True),
        ("What is the capital of France?", True), ("Wie heißt die Hauptstadt von Österreich?", True),
        ("Which river runs through Vienna?", True), ("Welcher Fluss fließt durch Wien?", True), ("谁写的？", True),
        ("Where was Napoleon born?", True), ("流经维也纳的是哪条河？", True), ("Name the largest lake.", True),
        ("Who fixes pipes?", False), ("Wer repariert Rohre?", False), ("What do you call it?", False),
        ("Where do bees live?", False), ("Welches Organ pumpt Blut?", False), ("Which film is it?", False),
    ],
)  # fmt: skip
def test_a_name_is_asked_for(question: str, so: bool) -> None:
    assert asks_for_a_name(question) is so


@pytest.mark.parametrize(
    ("known", "said", "words", "so"),
    [
        ("Goethe", "Schiller", ["schiller"], True), ("Goethe", "The answer is Schiller", ["schiller"], True),
        ("Goethe", "a poet", ["poet"], False), ("the king", "the Monarch", ["monarch"], False),
        ("Elizabeth", "the Queen", ["queen"], False), ("the Beatles", "the Stones", ["stones"], True),
        ("歌德", "席勒", ["席勒"], True), ("Goethe", "", [], False),
    ],
)  # fmt: skip
def test_names_are_told_by_their_letters(known: str, said: str, words: list[str], so: bool) -> None:
    assert are_names("Who was it?", known, said, words) is so


def test_one_of_two_that_a_question_offers() -> None:
    question = "Is a tomato a fruit or a vegetable?"
    assert offered(question, ["fruit"], ["vegetable"])
    assert not offered(question, ["fruit"], ["berry"])
    assert not offered(question, ["tomato"], ["fruit"])
    assert not offered("Is it big, large or small?", ["big"], ["large"])
