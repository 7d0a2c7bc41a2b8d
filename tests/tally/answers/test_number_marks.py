"""Is a figure read as its writer meant it, in English, German, Chinese and Swiss, and never told wrong by a guess?"""

from __future__ import annotations

import pytest

from moot.protocols.consensus.answers.stated import stated_answers
from moot.tally.answers.agreement import certainly_differ
from moot.tally.answers.closed import closed_answers
from moot.tally.answers.number_marks import Marks, marks_of, may_be_either
from moot.tally.evidence.known_answers import Answered, known_answers

GERMAN, ENGLISH, CHINESE, NONE = (
    "Wie viele Menschen wohnen dort?", "How many people live there?", "那里住着多少人？", "35 × 50 − 500 =",
)  # fmt: skip
RIGHT = [
    (GERMAN, "1250", ["1.250", "1250", "1.250,00", "1 250", "1\u202f250", "1\u00a0250", "1\u2009250", "1'250", "1’250",
                      "1.250 Menschen", "Die Antwort lautet 1.250.", "Es sind 1.250.", "1,25 Tausend", "etwa 1.250"]),
    (GERMAN, "1250000", ["1.250.000", "1,25 Millionen", "1,25 Mio.", "1 250 000", "1'250'000", "1250 Tausend"]),
    (GERMAN, "1250,5", ["1.250,5", "1.250,50", "1250.5", "1'250.50", "1 250,5"]),
    (GERMAN, "1.250", ["1250", "1.250", "1 250"]),
    (ENGLISH, "1250", ["1,250", "1,250.00", "1 250", "1'250", "1.25 thousand", "The answer is 1,250.", "1,250 people"]),
    (ENGLISH, "1,250.50", ["1250.5", "1.250,50", "1 250.5"]),
    (ENGLISH, "1.25", ["1.250", "1,25", "5/4"]),
    (CHINESE, "120000", ["12万", "12 万", "12 万人", "120,000", "120 000", "答案是12万", "答案：12 万"]),
    (CHINESE, "300000000", ["3亿", "3 亿", "300,000,000", "30000万"]),
    (NONE, "1250", ["1.250", "1,250", "1 250"]),
    ("Wie teuer ist es?", "1.250,50 €", ["1250,50 Euro", "€ 1.250,50", "1.250,50", "1250.5 EUR"]),
    ("Wie teuer ist es?", "CHF 1'250.50", ["1250.50 Franken", "1'250.50", "Fr. 1250.50"]),
    ("Wie lange dauert es?", "90 Minuten", ["1,5 Stunden", "90", "5400 Sekunden", "90 minutes", "1.5 hours"]),
    ("Wie groß ist der Anteil?", "12,5 %", ["12.5 %", "12,5 Prozent"]),
    ("它有多远？", "5公里", ["5 km", "5000米", "5千米", "5"]),
]  # fmt: skip
"""A question, what is known, and ways to write it."""
UNTOLD = [
    (ENGLISH, "1250", "1.250"), (ENGLISH, "1250", "The number is 1.250."), (GERMAN, "1250", "1,250"),
    (CHINESE, "1250", "1.250"), (GERMAN, "1,25", "1.250"), (NONE, "1.25", "1,250"), (GERMAN, "3.141", "3,141"),
    (f"{GERMAN} Es sind 2.5 je Zimmer.", "1250", "1.250"), ("How many?", "12 apples", "12 Äpfel"),
]  # fmt: skip
"""What cannot be told."""
WRONG = [
    (GERMAN, "1250", "1.251"), (GERMAN, "1250", "1.250.000"), (GERMAN, "1250", "1.250,5"), (ENGLISH, "1250", "1,251"),
    (ENGLISH, "1250", "The answer is 1,251."), (CHINESE, "120000", "12 亿"), (NONE, "1250", "1.2505"),
    ("Wie teuer ist es?", "1.250,50 €", "1.250,50 $"), (GERMAN, "12", "13 Äpfel"),
]  # fmt: skip
"""What says something else by every reading."""


def told(question: str, known: str, answer: str) -> str:
    found = known_answers([Answered(question=question, known=known, answers={}, verdict=answer)], {})
    assert found is not None
    return "right" if found.council.right else "wrong" if found.council.wrong else "untold"


@pytest.mark.parametrize(("question", "known", "answers"), RIGHT)
def test_one_number_is_right_however_it_is_written(question: str, known: str, answers: list[str]) -> None:
    assert {answer: told(question, known, answer) for answer in answers} == dict.fromkeys(answers, "right")


@pytest.mark.parametrize(("question", "known", "answer"), UNTOLD)
def test_what_may_be_read_either_way_is_never_wrong_by_a_guess(question: str, known: str, answer: str) -> None:
    assert told(question, known, answer) == "untold"


@pytest.mark.parametrize(("question", "known", "answer"), WRONG)
def test_what_is_another_number_by_every_reading_is_wrong(question: str, known: str, answer: str) -> None:
    assert told(question, known, answer) == "wrong"


def test_what_settles_how_figures_are_read() -> None:
    assert marks_of("1.250 oder 3,5") == Marks(comma=True, by="own")
    assert marks_of("1.250 statt der 3.000") == Marks(comma=True, by="own")
    assert marks_of("there are 1.250 of it") == Marks(comma=False, by="own")
    assert marks_of("1'250.5 oder 1.250") == Marks(comma=False, by="own")
    assert marks_of("1.250", GERMAN) == Marks(comma=True, by="asked")
    assert marks_of("1.250", NONE, "3,5") == Marks(comma=True, by="asked")
    assert marks_of("1.250", GERMAN, "3.5") == Marks(comma=False, by="torn")
    assert marks_of("1.250", NONE) == Marks(comma=False, by="nothing")
    figures = ("1.250", "1,250", "0.250", "1.25", "1.2.3", "1.250,5", "12.5.2020")
    assert [each for each in figures if may_be_either(each)] == ["1.250", "1,250"]


@pytest.mark.parametrize("read", [closed_answers, stated_answers])
def test_members_that_write_one_number_in_two_ways_do_not_disagree(read: type) -> None:
    one, other = read(GERMAN, ["1.250", "1250"])
    assert one.key == other.key == "1250"
    unsure, plain, third = read(NONE, ["1.250", "1250", "1300"])
    assert not certainly_differ(unsure, plain, "1.250", "1250")
    assert certainly_differ(unsure, third, "1.250", "1300")
