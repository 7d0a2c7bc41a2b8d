"""Test that code matches letters, numbers and equal texts, and nothing that needs reading."""

from __future__ import annotations

import doctest
from random import Random

import pytest

from moot.stats.answers import matching
from moot.stats.answers.matching import (
    agreed_by,
    choice_in,
    compare,
    final_line,
    group_by_code,
    is_decided,
    same_choice,
    stated,
)
from stats.answers.final_lines import OTHERWISE, REASONS, REPLIES


def test_every_letter_of_a_last_line_is_read_and_none_wrongly() -> None:
    assert len(REPLIES) >= 120
    assert {letter for _, letter in REPLIES} == set("abcde")
    read = [(choice_in(reply), letter) for reply, letter in REPLIES]
    assert [pair for pair in read if pair[0] != pair[1]] == []
    for reply, letter in REPLIES:
        assert compare(letter, reply) is True
        assert compare("a" if letter != "a" else "b", reply) is False


@pytest.mark.parametrize("line", OTHERWISE)
def test_what_is_no_single_letter_is_left_to_a_grader(line: str) -> None:
    for reason in REASONS:
        assert choice_in(f"{reason}\n{line}") == ""
        assert compare("B", f"{reason}\n{line}") is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Paris", "paris.", True),
        ("Paris", "So it is:\n\n**FINAL ANSWER: Paris**", True),
        ("New  York", "“new york”", True),
        ("Paris", "Lyon", None),
        ("safe", "not safe", None),
        ("Paris", "The capital of France is Paris", None),
        ("", "", None),
        ("B", "b)", True),
        ("B", "(C)", False),
        ("B", "no", None),
        ("yes", "FINAL ANSWER: **No**", False),
        ("yes", "Yes, it is.", None),
        ("42", "42.0", True),
        ("42 km", "42km", True),
        ("42 km", "43 km", False),
        ("42 km", "42 miles", None),
        ("42 km", "42", None),
        ("5", "-5", False),
        ("-5", "\u22125", True),
        ("3.14", "3.14159", None),
        ("3.14159265", "3.14159266", True),
        ("0", "0.0", True),
        ("0", "1", False),
        ("1250", "1.250", None),
        ("1,250", "1250", None),
        (".75", "75", None),
        ("25 %", "25%", True),
        ("25 %", "0.25", None),
        ("5 Mb", "5 MB", None),
        ("1e9", "1000000000", None),
        ("1/2", "0.5", None),
        ("2024-05-01", "1 May 2024", None),
    ],
)
def test_two_answers(one: str, other: str, same: bool | None) -> None:
    assert compare(one, other) is same
    assert compare(other, one) is same


def test_the_last_line_alone_is_the_answer() -> None:
    assert final_line("FINAL ANSWER: A\nFINAL ANSWER: B") == "B"
    assert final_line("FINAL ANSWER: A\nI am sure.") == ""
    assert stated("FINAL ANSWER: \\boxed{\\text{Red}}") == "red"


def test_groups_do_not_depend_on_the_order() -> None:
    answers = {"ada": "B", "bo": "(c)", "cy": "FINAL ANSWER: **B**", "di": "c", "eve": "It is B."}
    assert group_by_code(answers) == (("ada", "cy"), ("bo", "di"), ("eve",))
    other = group_by_code(dict(reversed(answers.items())))
    assert {frozenset(group) for group in other} == {frozenset(group) for group in group_by_code(answers)}
    agreed = agreed_by(group_by_code(answers), asked=6)
    assert (agreed.votes, agreed.of, agreed.tied, agreed.majority) == (2, 5, 2, False)
    assert agreed_by((("a", "b"),), asked=3).majority
    assert not agreed_by((("a", "b"),), asked=4).majority


def test_the_examples_hold() -> None:
    assert doctest.testmod(matching).failed == 0


@pytest.mark.parametrize("drawn", [2_000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_votes_counted_until_they_are_decided_give_the_result_of_all(drawn: int) -> None:
    chance, saved, all_votes = Random("stop"), 0, 0
    for _ in range(drawn):
        seats, choices = chance.randint(3, 8), "ABCDE"[: chance.randint(2, 5)]
        right, skill = chance.choice(choices), chance.random()
        votes = {
            f"seat-{at}": right if chance.random() < skill else chance.choice(choices)
            for at in chance.sample(range(seats), seats)
        }
        majority = chance.random() < 0.3
        whole, heard = group_by_code(votes, choices), dict[str, str]()
        for name, vote in votes.items():
            heard[name] = vote
            found = group_by_code(heard, choices)
            if is_decided(found, heard, seats - len(heard), choices=choices, majority=majority):
                break
        result, full = agreed_by(found, seats), agreed_by(whole, seats)
        assert votes[result.winners[0]] == votes[full.winners[0]]
        assert result.tied == full.tied
        assert not majority or result.majority == full.majority
        saved, all_votes = saved + seats - len(heard), all_votes + seats
    print(f"{saved / all_votes:.0%} of {all_votes} votes were not needed")
    assert saved > 0.1 * all_votes


def test_answers_that_code_cannot_compare_decide_nothing() -> None:
    answers = {"ada": "Paris", "bo": "Paris", "cy": "Paris", "di": "The capital"}
    groups = group_by_code(answers)
    assert not is_decided(groups, answers, 1)
    assert is_decided(groups, answers, 1, choices=("Paris", "The capital"))


@pytest.mark.parametrize(
    ("one", "other", "choices", "same"),
    [
        ("Because.\nFINAL ANSWER: SQLite", "sqlite", ("Postgres", "SQLite"), True),
        ("Postgres", "SQLite", ("Postgres", "SQLite"), False),
        ("Postgres", "Something else", ("Postgres", "SQLite"), None),
        ("FINAL ANSWER: 42", "42.0", ("number",), True),
        ("42", "43", ("number",), False),
    ],
)
def test_answers_to_a_closed_question_are_compared_by_code(
    one: str, other: str, choices: tuple[str, ...], same: bool | None
) -> None:
    assert same_choice(one, other, choices) is same
