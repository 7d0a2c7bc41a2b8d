"""Is the unit that a question asks for known, and no other word taken for one?"""

from __future__ import annotations

import pytest

from moot.tally.answers.asked_unit import asked_unit
from moot.tally.answers.closed import closed_answer


@pytest.mark.parametrize(
    ("question", "one"),
    [
        ("How tall is it, in metres?", "1 m"), ("In metres, how tall is it?", "1 m"), ("How tall in m is it?", "1 m"),
        ("How tall is it (in feet)?", "1 ft"), ("What is its height in metres above the sea?", "1 m"),
        ("Wie hoch ist er in Metern?", "1 m"), ("Wie viele Kilometer sind es?", "1 km"), ("Wie schwer (kg)?", "1 kg"),
        ("How many kilometres is it to Rome?", "1 km"), ("How many minutes are in 2 hours?", "1 min"),
        ("塔有多高？以米为单位。", "1 m"), ("这座塔高多少米？", "1 m"), ("塔高（米）是多少？", "1 m"),
        ("How fast is it in kilometres per hour?", "1 km/h"), ("How large is it in square metres?", "1 m²"),
        ("Wie groß ist es in Quadratmetern?", "1 m²"), ("What does it cost, in euros?", "1 €"),
        ("How warm is it in degrees Celsius?", "1 °C"),
    ],
)  # fmt: skip
def test_a_bare_number_is_in_the_unit_that_is_asked_for(question: str, one: str) -> None:
    assert closed_answer(question, "1").key == closed_answer("", one).key


@pytest.mark.parametrize(
    "question",
    ["How tall is it?", "Who came in second place?", "What happened in minute 3?", "How many points had those in foot?",
     "In which year?", "How tall is it in metres, and in feet?", "How many people live in hours' reach?", "多少米饭？",
     "这颗钻石多少克拉？", "What is the capital in g minor?", "Was geschah in Woche 3?", "How much is it in all?"],
)  # fmt: skip
def test_what_is_no_unit_for_certain_is_none(question: str) -> None:
    assert asked_unit(question) == ""
