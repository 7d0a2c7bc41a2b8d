"""Is a short answer that names something else told wrong, and is none that may mean the same?"""

from __future__ import annotations

import pytest

from moot.tally.evidence.known_answers import Answered, known_answers

ITALY, RIVER = "What is the capital of Italy?", "Which river runs through Vienna?"
WRONG = [
    (ITALY, "Rome", "Paris"), (ITALY, "Rome", "**Paris**"), (ITALY, "Rome", "The answer is Milan."),
    (ITALY, "Rome", "The capital of Italy is Paris."), (ITALY, "Rome", "The capital of Italy is Paris, which grew."),
    (ITALY, "Rome", "Answer: Milan"), (RIVER, "the Danube", "the Rhine"), (RIVER, "the Danube", "The river Rhine"),
    ("Who wrote it?", "Leo Tolstoy", "Fyodor Dostoevsky"), ("Which gas is it?", "carbon dioxide", "oxygen"),
    ("Welcher Fluss fließt durch Wien?", "die Donau", "der Rhein"),
    ("Welcher Fluss fließt durch Wien?", "die Donau", "Die Antwort ist der Rhein."),
    ("流经维也纳的是哪条河？", "多瑙河", "莱茵河"), ("世界最高峰是哪座山？", "珠穆朗玛峰", "富士山"),
    ("What is 17 times 23?", "391", "The result is 392."),
    ("What is 17 times 23?", "391", "Step by step.\nThe result is 392, as expected."),
]  # fmt: skip
UNTOLD = [
    (ITALY, "Rome", "Roma"), (ITALY, "Rome", "It depends."),
    (ITALY, "Rome", "unknown"), (ITALY, "Rome", "Paris?"), (ITALY, "Rome", "Paris or Rome"), (ITALY, "Rome", "both"),
    (ITALY, "Rome", "Perhaps Paris"), (ITALY, "Rome", "The capital of Italy might be Paris."),
    (ITALY, "Rome", "The capital of Italy is Paris. Some say that it is Rome."),
    (ITALY, "Rome", "The capital of Italy is Paris. However, this was long ago."),
    (ITALY, "Rome", "Paris is a city of great charm which many people visit in every summer of their lives."),
    (ITALY, "Rome", "Much can be said of it.\nParis has its merits.\nSo has Milan."),
    ("Which city is it?", "Gdansk", "Danzig"), ("What is Rome's German name?", "Rom", "Rome"),
    ("What do you call it?", "elevator", "lift"), ("Welches Organ ist es?", "das Herz", "die Leber"),
    ("Who fixes pipes?", "Plumber", "Klempner"), ("What is the verdict?", "innocent", "not guilty"),
    ("Which country is it?", "United States of America", "USA"), ("Which country is it?", "USA", "America's states"),
    ("Which metal is it?", "gold", "Au"), ("Which gas is it?", "carbon dioxide", "CO2"),
    ("Which gas is it?", "carbon dioxide", "dioxide"), ("Who wrote it?", "Leo Tolstoy", "L. N. Tolstoi"),
    ("What is 17 times 23?", "391", "The result is 392, since 17 times 23 is 391."),
    ("What is 17 times 23?", "391", "many"), ("Ist es so?", "Rom", "weiß ich"), ("那是哪座城？", "罗马", "不知道"),
    ("Why is it so?", "because the light bends where air of two temperatures meets and is mirrored", "Luck"),
]  # fmt: skip


RIGHT = [
    (ITALY, "Rome", "The capital of Italy is Rome, not Milan."), (ITALY, "Rome", "Rome, not Milan."),
    (ITALY, "Rome", "Not Milan, but Rome."), (ITALY, "Rome", "The capital of Italy is not Milan but Rome."),
    ("Was ist die Hauptstadt Italiens?", "Rom", "Nicht Mailand, sondern Rom."),
    ("When was it?", "3. Mai 2024", "03.05.2024"), ("How much salt?", "5 ‰", "0.5 %"),
    ("What is 17 times 23?", "391", "It is 391, not 392."), ("How fast?", "36 km/h", "10 m/s"),
    (ITALY, "Rome", "Rom"), (ITALY, "Rome", "罗马"), (RIVER, "the Danube", "Donau"),
    ("Which city is it?", "Vienna", "Wien"), ("Which city is it?", "Munich", "München"),
]  # fmt: skip
EITHER = [
    (ITALY, "Rome", "It isn't Milan, it's Rome."), (ITALY, "Rome", "Not only Milan but Rome"),
    (ITALY, "Rome", "Milan, not Rome."), ("How warm?", "20 °C", "68 °F"),
    ("How large?", "12 GB", "12000 MB"), ("How large?", "10 MB", "10 Mb"), ("What area?", "1 ha", "10.000 m²"),
    ("When was it?", "44 BC", "44"), ("When was it?", "1945", "1945 BC"), ("How many?", "10", "10 dozen"),
    ("How many?", "10", "10k"), ("Which share?", "2/3", "0.667"), ("Which number?", "3.14159", "3.14"),
]  # fmt: skip
"""What is the same, or another thing, by what is not known here."""
APART = [("How far?", "5 km", "5 kg"), ("How many?", "10", "11"), ("How much salt?", "5 %", "5 ‰"),
         ("When was it?", "3 May 2024", "4 May 2024"), ("Which number?", "3.14159", "3.15")]  # fmt: skip


def told(question: str, known: str, answer: str) -> str:
    found = known_answers([Answered(question=question, known=known, answers={}, verdict=answer)], {})
    assert found is not None
    return "right" if found.council.right else "wrong" if found.council.wrong else "untold"


@pytest.mark.parametrize(("question", "known", "answer"), RIGHT)
def test_what_says_besides_what_it_is_not_is_right(question: str, known: str, answer: str) -> None:
    assert told(question, known, answer) == "right"


@pytest.mark.parametrize(("question", "known", "answer"), EITHER)
def test_what_is_one_thing_by_what_is_not_known_here_is_not_told(question: str, known: str, answer: str) -> None:
    assert told(question, known, answer) == "untold"


@pytest.mark.parametrize(("question", "known", "answer"), WRONG + APART)
def test_another_thing_in_a_few_words_is_wrong(question: str, known: str, answer: str) -> None:
    assert told(question, known, answer) == "wrong"


@pytest.mark.parametrize(("question", "known", "answer"), UNTOLD)
def test_what_may_mean_the_same_or_says_more_is_not_told_wrong(question: str, known: str, answer: str) -> None:
    assert told(question, known, answer) == "untold"


@pytest.mark.parametrize(("question", "known", "answer"), [each for each in WRONG if each[1] != "391"])
def test_what_is_wrong_is_right_where_it_is_known(question: str, known: str, answer: str) -> None:
    """The same words, held against themselves."""
    said = answer.removeprefix("The answer is ").strip(".*")
    if len(said.split()) <= 3:
        assert told(question, said, answer) == "right"
