"""Are figures in words, and quantities of several units, read as what they are, and nothing else as one?"""

from __future__ import annotations

import pytest

from moot.tally.answers.quantities import quantity_in
from moot.tally.answers.words import tokens_of


def key(said: str, counted: str = "") -> str:
    found = quantity_in(tokens_of(said), frozenset(tokens_of(counted)))
    return found.key if found else ""


@pytest.mark.parametrize(
    ("said", "same"),
    [
        ("three quarters", "3/4"), ("three-quarters", "0.75"), ("drei Viertel", "3/4"), ("dreiviertel", "3/4"),
        ("a quarter", "1/4"), ("ein Drittel", "1/3"), ("two fifths", "0.4"), ("die Hälfte", "1/2"), ("half", "0.5"),
        ("四分之三", "3/4"), ("一半", "1/2"), ("1 in 2", "1/2"), ("two and a half", "2.5"), ("zweieinhalb", "2.5"),
        ("half an hour", "30 min"), ("eine halbe Stunde", "30 Minuten"), ("a quarter of an hour", "15 min"),
        ("drei Viertelstunden", "3 viertelstunden"), ("eine Viertelstunde", "15 min"), ("an hour", "60 minutes"),
        ("anderthalb Stunden", "90 min"), ("半小时", "30分钟"), ("两个半小时", "150分钟"), ("三小时", "3 h"),
        ("2 hours 30 minutes", "150 minutes"), ("2 h 30", "150 min"), ("2h30min", "150 min"), ("2h30m", "150 min"),
        ("2小时30分钟", "150分钟"), ("1 day, 2 hours and 5 min", "1565 min"), ("2 Stunden und 30 Minuten", "2.5 h"),
        ("5 ft 10 in", "70 inches"), ("5 ft 10", "70 in"), ("1 m 75", "175 cm"), ("2 kg 50 g", "2050 g"),
        ("36 km/h", "10 m/s"), ("60 mph", "96.56064 km per hour"), ("3 square kilometres", "3000000 m²"),
        ("5 Quadratmeter", "5平方米"), ("2 cubic metres", "2 m³"),
    ],
)  # fmt: skip
def test_the_same_quantity_in_other_words(said: str, same: str) -> None:
    assert key(said) == key(same) != ""


@pytest.mark.parametrize(
    "said",
    ["half moon", "half a moon", "a lift", "eine Frau", "the third", "quarter", "2 h 75", "1 m 5", "2 min 3 h",
     "5 m 30 s", "2 h 30 min later", "die halbe Wahrheit", "2 h -30 min", "2 h and"],
)  # fmt: skip
def test_what_is_no_quantity_for_certain_is_none(said: str) -> None:
    assert key(said) == ""


def test_what_is_counted_is_no_part_of_one() -> None:
    assert key("3 quarters", "How many quarters has a year?") == "3 quarter"
    assert key("4 quarters") == "4 quarter"
    assert key("2 thirds") == "2/3"
