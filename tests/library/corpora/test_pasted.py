"""Is a text that was pasted taken for what it is, and is nothing taken for a question that is none?"""

from __future__ import annotations

import json

import pytest

from moot.library.corpora.pasted import pasted

ASKED = ["What is 3 × 4?", "Is 91 prime, or not?", 'Who said "no"?']
TEXTS = [
    ("lines", "\n\n".join(ASKED)),
    ("lines", "\ufeff" + "\r\n".join(ASKED)),
    ("a list", "".join(f"- {each}\n" for each in ASKED)),
    ("a list", "".join(f"  * {each}\n\n" for each in ASKED)),
    ("a list", "".join(f"{at}. {each}\n" for at, each in enumerate(ASKED, 1))),
    ("a list", "".join(f"{at}) {each}\n" for at, each in enumerate(ASKED, 1))),
    ("a JSON array", json.dumps(ASKED)),
    ("a JSON array", json.dumps(ASKED, indent=2)),
    ("a JSON array", json.dumps([{"question": each} for each in ASKED], indent=2)),
    ("a JSON array", json.dumps([{"text": ASKED[0]}, ASKED[1], {"prompt": ASKED[2]}])),
    ("JSON Lines", "\n".join(json.dumps({"question": each}) for each in ASKED)),
    ("JSON Lines", "\n".join(json.dumps({"text": each, "id": at}) for at, each in enumerate(ASKED))),
    ("a table", 'question,answer\nWhat is 3 × 4?,12\n"Is 91 prime, or not?",no\n"Who said ""no""?",\n'),
    ("a table", 'id;Question\na;What is 3 × 4?\nb;Is 91 prime, or not?\nc;Who said "no"?\n'),
    ("a table", 'answer\ttext\n12\tWhat is 3 × 4?\nno\tIs 91 prime, or not?\nx\t"Who said ""no""?"\n'),
]


@pytest.mark.parametrize(("taken", "text"), TEXTS)
def test_the_same_questions_come_out_of_every_form(taken: str, text: str) -> None:
    told = pasted(text)
    assert (told.taken, told.faults, [item.text for item in told.items]) == (taken, (), ASKED)


def test_answers_of_a_table_and_of_an_array_are_kept() -> None:
    table = pasted("question,answer\nWhat is 3 × 4?,12\nIs 91 prime?,no\n")
    array = pasted('[{"question": "What is 3 × 4?", "answer": 12}, {"text": "Is 91 prime?", "answer": "no"}]')
    assert [item.answer for item in table.items] == [item.answer for item in array.items] == ["12", "no"]


@pytest.mark.parametrize(
    "line",
    ["[1] says it rains. Does it?", "- 5 + 3 is what?", "question", "text", "Is it so, or not?", "* is a star?", "[]x"],
)
def test_a_question_that_only_looks_like_something_else_is_one(line: str) -> None:
    told = pasted(line)
    assert (told.taken, [item.text for item in told.items]) == ("lines", [line])


def test_a_list_in_which_one_line_has_no_mark_is_left_as_it_is() -> None:
    assert [item.text for item in pasted("- One?\nTwo?").items] == ["- One?", "Two?"]


def test_a_field_nobody_knows_is_left_out_and_told() -> None:
    for text in ('{"text": "One?", "colour": "red"}', '[{"text": "One?", "tags": ["x"], "colour": "red"}]'):
        told = pasted(text)
        assert ([item.text for item in told.items], told.faults) == (["One?"], ())
        assert set(told.unknown) >= {"colour"}


def test_an_object_without_a_question_is_told_with_the_fields_that_are_known() -> None:
    (fault,) = pasted('{"colour": "red"}').faults
    assert "'colour'" in fault.why
    assert "`text`" in fault.why
    (fault,) = pasted('[{"question": "One?", "text": "Two?"}]').faults
    assert "more than one of `text`" in fault.why


@pytest.mark.parametrize("text", ["[1, 2, [3]]", "[null]", '[{"text": 1}]', "[[[[", "{", '{"text": }', "[{}]"])
def test_what_is_no_question_is_told(text: str) -> None:
    told = pasted(text)
    assert told.wrong + len(told.items) >= 1
    assert all(item.text for item in told.items)


def test_a_row_of_another_width_is_told_by_its_line() -> None:
    told = pasted("question,answer\nIs it so, or not?,no\nIs it?,yes\n")
    assert [fault.line for fault in told.faults] == [2]
    assert "3 cells and the table 2 columns" in told.faults[0].why
    assert [item.text for item in told.items] == ["Is it?"]
