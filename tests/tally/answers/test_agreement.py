"""Which answers agree, and does it depend on anything but what they say?"""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.tally.answers.agreement import (
    Groups,
    agreed_by,
    contradict,
    groups_by_form,
    joined_by_judge,
    joined_by_likeness,
    undecided,
)
from moot.tally.answers.closed import ClosedAnswer, closed_answers


def forms_of(question: str, answers: dict[str, str]) -> dict[str, ClosedAnswer]:
    return dict(zip(answers, closed_answers(question, list(answers.values())), strict=True))


def sets(groups: Groups) -> set[frozenset[str]]:
    return {frozenset(group) for group in groups}


@pytest.mark.parametrize(
    ("one", "other", "do"),
    [
        ("The answer is 42.", "The answer is 43.", True),
        ("It took 42 days.", "It took 42 days in 1999.", False),  # more said, nothing against it
        ("It is safe.", "It is not safe.", True),
        ("It is safe.", "It is unsafe.", True),
        ("It is safe.", "It is dangerous.", True),
        ("Yes, go ahead.", "No, go ahead.", True),
        ("That is possible.", "That is impossible.", True),
        ("Prices increase.", "Prices decrease.", True),
        ("It is not unlikely.", "It is not unlikely.", False),
        ("Nobody never came.", "Everyone came.", False),  # two negations
        ("Use Postgres.", "Take PostgreSQL, it is relational.", False),
        ("The cat sat.", "The cat sat down.", False),
    ],
)
def test_contradictions(one: str, other: str, do: bool) -> None:
    assert contradict(one, other) is do
    assert contradict(other, one) is do


def test_likeness_never_joins_what_contradicts_however_alike() -> None:
    answers = {"a": "It is safe.", "b": "It is not safe.", "c": "Deploying it is fine.", "d": "The answer is 43."}
    forms = forms_of("What do you think?", answers)
    joined = joined_by_likeness(groups_by_form(forms), answers, forms, lambda x, y: 1.0, 0.5)
    for group in joined:
        assert not {"a", "b"} <= set(group)


def test_every_pair_of_a_group_must_be_alike_enough() -> None:
    """A chain from one end to the other is no agreement."""
    answers = {"a": "one thing here", "b": "some other there", "c": "a third elsewhere"}
    forms = forms_of("What?", answers)
    near = {frozenset("ab"): 0.9, frozenset("bc"): 0.8, frozenset("ac"): 0.1}
    joined = joined_by_likeness(groups_by_form(forms), answers, forms, lambda x, y: near[frozenset((x, y))], 0.5)
    assert sets(joined) == {frozenset("ab"), frozenset("c")}


def test_groups_do_not_depend_on_the_order_of_answers() -> None:
    texts = {"a": "red", "b": "crimson", "c": "Red!", "d": "blue", "e": "navy"}
    near = {frozenset(p): v for p, v in (("ab", 0.9), ("bc", 0.9), ("de", 0.7), ("ae", 0.6), ("bd", 0.55))}
    found = set()
    for order in permutations(texts):
        answers = {name: texts[name] for name in order}
        forms = forms_of("Which colour?", answers)
        groups = joined_by_likeness(
            groups_by_form(forms),
            answers,
            forms,
            lambda x, y: near.get(frozenset((x, y)), 0.9 if {x, y} <= set("abc") else 0.0),
            0.65,
        )
        found.add(frozenset(sets(groups)))
    assert found == {frozenset({frozenset("abc"), frozenset("de")})}


def test_a_judge_joins_and_is_held_to_what_is_certain() -> None:
    answers = {"a": "42", "b": "forty-two", "c": "43", "d": "some dozens of them"}
    forms = forms_of("How many?", answers)
    joined = joined_by_judge(groups_by_form(forms), answers, forms, {"a": 1, "b": 1, "c": 1, "d": 1})
    assert not any({"a", "c"} <= set(group) for group in joined)
    assert joined[0] == ("a", "b", "d")


def test_a_judge_cannot_part_what_is_equal() -> None:
    answers = {"a": "42", "b": "42", "c": "43"}
    forms = forms_of("How many?", answers)
    assert sets(joined_by_judge(groups_by_form(forms), answers, forms, {"a": 1, "b": 2, "c": 3})) == {
        frozenset("ab"),
        frozenset("c"),
    }


def test_whom_the_judge_forgot_stays_alone() -> None:
    answers = {"a": "red", "b": "crimson", "c": "blue"}
    forms = forms_of("Which?", answers)
    assert sets(joined_by_judge(groups_by_form(forms), answers, forms, {"a": 1, "b": 1})) == {
        frozenset("ab"),
        frozenset("c"),
    }


def test_nobody_is_asked_what_is_decided() -> None:
    for question, answers, open_yet in (
        ("How many?", ["42", "43", "44"], False),  # numbers differ for certain
        ("How many?", ["42", "42", "many"], False),  # a majority stands whatever the rest means
        ("Which?", ["red", "red", "red"], False),
        ("Which?", ["red", "crimson", "blue"], True),
        ("Is it?", ["yes", "no", "perhaps so"], True),
    ):
        forms = forms_of(question, {str(at): answer for at, answer in enumerate(answers)})
        assert undecided(groups_by_form(forms), forms) is open_yet, answers


def test_empty_answers_agree_with_nobody() -> None:
    forms = forms_of("How many?", {"a": "", "b": "…", "c": "42"})
    assert len(groups_by_form(forms)) == 3


def test_who_carries_a_vote() -> None:
    agreed = agreed_by((("a", "b"), ("c",)))
    assert (agreed.winners, agreed.votes, agreed.of, agreed.tied, agreed.majority) == (("a", "b"), 2, 3, 1, True)
    tied = agreed_by((("a", "b"), ("c", "d")))
    assert (tied.winners, tied.tied, tied.majority) == (("a", "b", "c", "d"), 2, False)
    assert not agreed_by(()).majority


@given(
    st.lists(st.sampled_from(["42", "43", "yes", "no", "red", "not red", "some words", ""]), min_size=1, max_size=8),
    st.floats(0, 1),
    st.integers(0, 7),
)
def test_every_answer_is_in_one_group_and_no_group_holds_two_numbers(texts: list[str], near: float, salt: int) -> None:
    answers = {f"s{at}": text for at, text in enumerate(texts)}
    forms = forms_of("What?", answers)
    for groups in (
        groups_by_form(forms),
        joined_by_likeness(groups_by_form(forms), answers, forms, lambda x, y: near, 0.3),
        joined_by_judge(groups_by_form(forms), answers, forms, {name: int(name[1:]) * salt % 3 for name in answers}),
    ):
        assert sorted(name for group in groups for name in group) == sorted(answers)
        assert [len(group) for group in groups] == sorted(map(len, groups), reverse=True)
        for group in groups:
            firm = {forms[name].key for name in group if forms[name].firm}
            assert len(firm) <= 1
