"""Do two short answers share a form exactly when they say the same?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.tally.answers.closed import closed_answer, closed_answers, is_polar, options_in, stated
from moot.tally.answers.words import tokens_of
from rig.growth import assert_linear_in

CAPITALS = "Which is the capital?\nA) Paris\nB) Rome\nC) Oslo"
SAFE = "Is it safe to deploy?"

SAME = [
    ("What is six times seven?", ["42", "The answer is 42!", "forty-two", "**42**", "42.0", "It's 42", "= 42", "+42",
                                  "Six times seven is 42.", r"$\boxed{42}$", "Certainly! The answer is 42.", "84/2",
                                  "about 42", "Final answer: 42", "I worked it out.\n\n**Answer:** 42", "42."]),
    ("How much?", ["$1,000.50", "1000.5 dollars", "USD 1000.50", "1.000,50 dollars"]),
    ("How far?", ["5 km", "5,000 m", "5 kilometres", "five kilometers", "5000 metres"]),
    ("How long?", ["1 hour", "60 minutes", "3,600 s", "1 h"]),
    ("What share?", ["50%", "50 percent", "fifty per cent", "50 %"]),
    ("How many people?", ["5 million", "5,000,000", "five million", "5e6", "5 x 10^6", "5×10⁶", "5000 thousand"]),
    ("How much is it?", ["1½", "1.5", "3/2", "1 1/2", "1,5", r"\frac{3}{2}"]),
    ("How cold?", ["-5", "minus 5", "−5", "minus five"]),
    ("What range?", ["3-5 km", "3 to 5 km", "between 3 and 5 km", "3–5 km"]),
    ("How many at least?", ["at least 3", "no less than 3", "≥ 3", ">= three"]),
    (SAFE, ["Yes", "yes.", "Yes, it is safe to deploy.", "Yes — go ahead", "True"]),
    (SAFE, ["No", "No, it is not safe to deploy.", "No it is not", "no!", "False."]),
    (CAPITALS, ["B", "(B)", "b)", "B) Rome", "Option B", "The correct answer is B.", "Rome", "B. Rome", "**B**",
                "B, because it is Rome"]),
    (CAPITALS, ["A and B", "B, A", "A & B", "both A and B"]),
    ("What is the capital of France?", ["Paris", "The capital of France is Paris.", "Paris is the capital of France",
                                        "PARIS!", "It is Paris", "I think it is Paris", "the Paris"]),
    ("Is it?", ["it isn't safe", "It is not safe.", "It’s not safe"]),
]  # fmt: skip

DIFFERENT = [
    ("What is six times seven?", ["42", "43", "not 42", "-42", "42%", "more than 42", "at least 42", "4.2", "420",
                                  "42-43", "1/42", "42 is wrong", "4 2"]),
    ("How far?", ["5 km", "5 miles", "5 hours", "5 m", "5 km/h", "500 m"]),
    ("How much?", ["5 dollars", "5 euros", "$5 million", "£5"]),
    (SAFE, ["Yes, it is safe", "No, it is not safe", "safe", "not safe", "unsafe", "never safe",
           "Yes, it is not safe"]),
    (CAPITALS, ["A", "B", "not B", "A and B", "none of them", "D"]),
    ("Who?", ["Ann", "Anne", "not Ann", "Ann and Bob", "Bob and Ann", ""]),
    ("When?", ["2020-01-02", "2020-02-01", "2 January 2020", "1/2/2020"]),
    ("Which version?", ["1.2.3", "1.2.4", "123"]),
    ("When?", ["10:30", "10:31", "1030"]),
    ("Which plan is safe and which is not?", ["Safe is plan B.", "Not safe is plan B."]),
]  # fmt: skip


@pytest.mark.parametrize(("question", "answers"), SAME)
def test_answers_that_say_the_same_share_a_form(question: str, answers: list[str]) -> None:
    forms = closed_answers(question, answers)
    assert {(form.kind, form.key) for form in forms} == {(forms[0].kind, forms[0].key)}, dict(
        zip(answers, forms, strict=True)
    )


@pytest.mark.parametrize(("question", "answers"), DIFFERENT)
def test_answers_that_do_not_have_forms_of_their_own(question: str, answers: list[str]) -> None:
    forms = [closed_answer(question, answer) for answer in answers]
    assert len({(form.kind, form.key) for form in forms}) == len(answers), dict(zip(answers, forms, strict=True))


def test_a_bare_number_takes_the_one_unit_the_others_name() -> None:
    bare, named = closed_answers("How many km?", ["42", "42 km"])
    assert bare == named
    apples, count = closed_answers("How many?", ["12 apples", "12"])
    assert apples == count
    first, km, miles = closed_answers("How far?", ["42", "42 km", "42 miles"])
    assert len({first.key, km.key, miles.key}) == 3


def test_what_is_stated_is_found_in_more_words() -> None:
    assert stated("Let me think.\nSix sevens.\nFinal answer: **42**").strip("* ") == "42"
    assert stated("The answer is 42. Since six times seven is that.") == "The answer is 42"
    assert stated(r"So \boxed{41} at first, then \boxed{42}.") == "42"
    essay = "There is much to say. " * 20
    assert stated(essay) == essay.strip()
    assert closed_answer("Why?", essay).kind == "open"


def test_options_begin_at_a_and_run_on() -> None:
    assert options_in(CAPITALS) == {"a": "paris", "b": "rome", "c": "oslo"}
    assert options_in("See section b) and c) of the law.") == {}
    assert options_in("What is a) for?") == {}


def test_a_question_for_yes_or_no_is_known_by_its_first_word() -> None:
    assert is_polar("We tried. Is it safe?")
    assert not is_polar("What is safe?")
    assert not is_polar("Is it red or blue?")


def test_what_would_explode_stays_a_word() -> None:
    for answer in ("1e999999999", "9" * 5_000, "10^999999999", "1/0", "2 x 10^99999"):
        closed_answer("How many?", answer)


def test_forms_take_time_in_proportion_to_the_text() -> None:
    for piece in ("a ", "1,", "- ", "answer: ", "\\boxed{", "a) x\n", "one hundred and ", "is ", "*", "1/", "not "):
        assert_linear_in(lambda text: closed_answer(text, text, most=100_000), piece, 4_000)


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_has_a_form_and_the_same_one_each_time(question: str, answer: str) -> None:
    assert closed_answer(question, answer) == closed_answer(question, answer)
    assert closed_answer(question, answer).kind in ("number", "polarity", "choice", "phrase", "open")


@given(st.integers(-(10**12), 10**12), st.integers(-(10**12), 10**12))
def test_numbers_agree_exactly_when_they_are_equal(one: int, other: int) -> None:
    first, second = closed_answer("How many?", f"The answer is {one}."), closed_answer("How many?", f"{other:,}")
    assert (first.key == second.key) == (one == other)


def test_tokens_are_canonical() -> None:
    assert tokens_of("It isn’t 1,000.50!") == ("it", "is", "not", "2001/2")
    assert tokens_of("two hundred and five") == ("205",)
    assert tokens_of("a well-known case") == ("a", "well", "known", "case")


@pytest.mark.parametrize("digit", ["𐹠", "²", "①", "፩", "٣", "५"])
def test_what_is_called_a_digit_and_is_no_number_is_a_word(digit: str) -> None:
    for text in (digit, f"-{digit}", f"{digit}%", f"{digit} kg", f"option {digit}", f"FINAL ANSWER: {digit}"):
        assert closed_answer(text, text) == closed_answer(text, text)
