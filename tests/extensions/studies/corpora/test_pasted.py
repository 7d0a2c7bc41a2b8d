"""Test that pasted text is recognised, and that no question is sent with its answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from moot.extensions.studies.corpora.pasted import pasted

ASKED = ["What is 3 × 4?", "Is 91 prime, or not?", 'Who said "no"?']
ANSWERED = [("Which river runs through Vienna?", "the Danube"), ("Welches Metall ist flüssig?", "Quecksilber")]
TEXTS = [
    ("lines", "\n\n".join(ASKED)),
    ("lines", "\ufeff" + "\r\n".join(ASKED)),
    ("lines", "".join(f"- {each}\n" for each in ASKED)),
    ("lines", "".join(f"{at}. {each}\n" for at, each in enumerate(ASKED, 1))),
    ("lines", "".join(f"({at}) {each}\n\n" for at, each in enumerate(ASKED, 1))),
    ("a JSON array", json.dumps(ASKED, indent=2)),
    ("a JSON array", json.dumps([{"text": ASKED[0]}, ASKED[1], {"prompt": ASKED[2]}])),
    ("JSON Lines", "\n".join(json.dumps({"text": each, "id": at}) for at, each in enumerate(ASKED))),
    ("a table", 'question,answer\nWhat is 3 × 4?,12\n"Is 91 prime, or not?",no\n"Who said ""no""?",\n'),
    ("a table", 'id;Question\na;What is 3 × 4?\nb;Is 91 prime, or not?\nc;Who said "no"?\n'),
    ("a table", "Frage\n" + "\n".join(ASKED)),
]
NAMED = [
    "question,answer\n{0},{1}\n{2},{3}",
    "Frage;Antwort\n{0};{1}\n{2};{3}",
    "标准答案\t题目\n{1}\t{0}\n{3}\t{2}",
    "| Question | Expected |\n|---|:--:|\n| {0} | {1} |\n| {2} | {3} |",
    "question_id,questionText,expected_output\nx,{0},{1}\ny,{2},{3}",
    '{{"Frage": "{0}", "Antwort": "{1}"}}\n{{"Frage": "{2}", "Antwort": "{3}"}}',
    '[{{"prompt": "{0}", "ideal": "{1}"}}, {{"prompt": "{2}", "ideal": "{3}"}}]',
]
UNNAMED = ["{0},{1}\n{2},{3}", "{0}; {1}\n{2}; {3}", "{0}\t{1}\n{2}\t{3}", "| {0} | {1} |\n| {2} | {3} |"]


@pytest.mark.parametrize(("taken", "text"), TEXTS)
def test_the_same_questions_come_out_of_every_form(taken: str, text: str) -> None:
    told = pasted(text)
    assert (told.taken, told.faults, [item.text for item in told.items]) == (taken, (), ASKED)


@pytest.mark.parametrize("form", NAMED)
def test_named_answers_are_kept_apart(form: str) -> None:
    told = pasted(form.format(*ANSWERED[0], *ANSWERED[1]))
    assert told.faults == ()
    assert [(item.text, item.answer) for item in told.items] == ANSWERED


@pytest.mark.parametrize("form", UNNAMED)
def test_of_columns_without_names_nothing_is_taken_until_somebody_says_so(form: str) -> None:
    text = form.format(*ANSWERED[0], *ANSWERED[1])
    assert (pasted(text).taken, pasted(text).items) == ("", ())
    assert len(pasted(text, plain=True).items) == 2


@pytest.mark.parametrize(
    "text",
    ["[1] says it rains. Does it?", "- 5 + 3 is what?", "question", "Is it so, or not?", "- One?\nTwo?",
     "If it rains, does it pour?\nWhen, exactly, did Rome fall?", "Is 1,000 more?\nIs 2,500 prime?"],
)  # fmt: skip
def test_a_question_that_only_looks_like_something_else_is_one(text: str) -> None:
    told = pasted(text)
    assert (told.taken, [item.text for item in told.items]) == ("lines", text.split("\n"))


def test_a_field_nobody_knows_is_left_out_and_told() -> None:
    for text in ('{"text": "One?", "colour": "red"}', "text;colour\nOne?;red", '[{"text": "One?", "colour": [1]}]'):
        told = pasted(text)
        assert ([item.text for item in told.items], told.faults, told.unknown) == (["One?"], (), ("colour",))


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
    told = pasted('Frage;Antwort\n"Was folgt?\n\n# Daraus; und weiter";ja\nUnd dies;a;b\n')
    assert [(item.text, item.answer) for item in told.items] == [("Was folgt?\n\n# Daraus; und weiter", "ja")]
    assert [(fault.line, "3 cells" in fault.why) for fault in told.faults] == [(5, True)]


def test_the_example_of_the_documentation_is_read_as_it_says() -> None:
    page = (Path(__file__).parents[4] / "docs" / "corpora.md").read_text("utf-8")
    part = page.partition("## How pasted text is read")[2]
    given, read = part.partition("```text\n")[2], part.partition("```json\n")[2]
    told = pasted(given.partition("```")[0])
    assert [[item.text, item.answer] for item in told.items] == json.loads(read.partition("```")[0])
