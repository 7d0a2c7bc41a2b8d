"""Is no question ever put with its answer in it, whatever shape people paste their questions in?

Each shape is written as somebody would copy it out of a spreadsheet, a document, a chat or a program. Either it is
known what is asked and what is answered, or nothing is taken until a person says so.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cases import in_turn
from moot.library.corpora.pasted import Pasted, pasted
from moot.library.corpora.pasting.tables import Choice

RIVER, METAL = ("Which river runs through Vienna?", "the Danube"), ("Which metal is liquid at 20 °C?", "mercury")
FLUSS, WETTE = ("Welcher Fluss fließt durch Wien?", "die Donau"), ("Wie viele Beine hat eine Spinne?", "acht")
HE, SHAN = ("流经维也纳的是哪条河？", "多瑙河"), ("世界最高峰是哪座山？", "珠穆朗玛峰")

SURE = {
    "German, semicolons": f"Frage;Antwort\n{FLUSS[0]};{FLUSS[1]}\n{WETTE[0]};{WETTE[1]}\n",
    "German, commas": f"Frage,Antwort\n{FLUSS[0]},{FLUSS[1]}\n{WETTE[0]},{WETTE[1]}",
    "German, with a space behind each": f"Frage; Antwort\n{FLUSS[0]}; {FLUSS[1]}\n{WETTE[0]}; {WETTE[1]}",
    "German, in capitals, tabs": f"FRAGE\tRICHTIGE ANTWORT\n{FLUSS[0]}\t{FLUSS[1]}\n{WETTE[0]}\t{WETTE[1]}",
    "German, one exercise a line": f"Aufgabe;Lösung;\n{FLUSS[0]};{FLUSS[1]};\n{WETTE[0]};{WETTE[1]};\n",
    "three columns, two words in a name":
        f"id,question,correct answer\n1,{RIVER[0]},{RIVER[1]}\n2,{METAL[0]},{METAL[1]}",
    "names of a program": f"question_id,questionText,expected_output\nx,{RIVER[0]},{RIVER[1]}\ny,{METAL[0]},{METAL[1]}",
    "names of an evaluation": f"input\tideal\n{RIVER[0]}\t{RIVER[1]}\n{METAL[0]}\t{METAL[1]}",
    "names with colons": f"Prompt:;Target:\n{RIVER[0]};{RIVER[1]}\n{METAL[0]};{METAL[1]}",
    "answers first": f"Answer,Question\n{RIVER[1]},{RIVER[0]}\n{METAL[1]},{METAL[0]}",
    "a column nobody asks for":
        f"nr;thema;frage;quelle;antwort\n1;Fluss;{FLUSS[0]};S. 4;{FLUSS[1]}\n2;;{WETTE[0]};;{WETTE[1]}",
    "every cell quoted": f'"Question","Answer"\n"{RIVER[0]}","{RIVER[1]}"\n"{METAL[0]}","{METAL[1]}"\n',
    "a byte order mark, CRLF": f"\ufeffFrage;Antwort\r\n{FLUSS[0]};{FLUSS[1]}\r\n{WETTE[0]};{WETTE[1]}\r\n",
    "line ends of an old Mac": f"Frage;Antwort\r{FLUSS[0]};{FLUSS[1]}\r{WETTE[0]};{WETTE[1]}\r",
    "what Excel writes above": f"sep=;\nFrage;Antwort\n{FLUSS[0]};{FLUSS[1]}\n{WETTE[0]};{WETTE[1]}",
    "a title above": f"# Quiz, spring\n\nquestion,answer\n{RIVER[0]},{RIVER[1]}\n{METAL[0]},{METAL[1]}",
    "Chinese, commas": f"问题,答案\n{HE[0]},{HE[1]}\n{SHAN[0]},{SHAN[1]}",
    "Chinese, wide commas": f"问题，答案\n{HE[0]}，{HE[1]}\n{SHAN[0]}，{SHAN[1]}",
    "Chinese, numbered, tabs": f"序号\t题目\t标准答案\n1\t{HE[0]}\t{HE[1]}\n2\t{SHAN[0]}\t{SHAN[1]}",
    "a table of Markdown":
        f"| Question | Answer |\n|---|:--:|\n| {RIVER[0]} | {RIVER[1]} |\n| {METAL[0]} | {METAL[1]} |",
    "a table of Markdown, German":
        f"|Frage|Antwort|\n|-----|-----|\n|{FLUSS[0]}|{FLUSS[1]}|\n|{WETTE[0]}|{WETTE[1]}|\n",
    "pipes alone": f"Question | Expected\n{RIVER[0]} | {RIVER[1]}\n{METAL[0]} | {METAL[1]}",
    "Q and A": f"Q: {RIVER[0]}\nA: {RIVER[1]}\n\nQ: {METAL[0]}\nA: {METAL[1]}\n",
    "Q1 and A1": f"Q1: {RIVER[0]}\nA1: {RIVER[1]}\nQ2: {METAL[0]}\nA2: {METAL[1]}",
    "Q and A, bold": f"**Q:** {RIVER[0]}\n**A:** {RIVER[1]}\n\n**Q:** {METAL[0]}\n**A:** {METAL[1]}",
    "question and answer": f"Question: {RIVER[0]}\nAnswer: {RIVER[1]}\n---\nQuestion: {METAL[0]}\nAnswer: {METAL[1]}",
    "Frage und Antwort": f"Frage 1: {FLUSS[0]}\nAntwort: {FLUSS[1]}\n\nFrage 2: {WETTE[0]}\nAntwort: {WETTE[1]}",
    "问 and 答": f"问：{HE[0]}\n答：{HE[1]}\n问：{SHAN[0]}\n答：{SHAN[1]}",
    "numbered, its answer moved in": f"1. {RIVER[0]}\n   Answer: {RIVER[1]}\n2. {METAL[0]}\n   Answer: {METAL[1]}",
    "numbered, its answer behind": f"1. {RIVER[0]} Answer: {RIVER[1]}\n2. {METAL[0]} Answer: {METAL[1]}",
    "bulleted, in brackets": f"- {FLUSS[0]} (Antwort: {FLUSS[1]})\n- {WETTE[0]} (Antwort: {WETTE[1]})",
    "lines, its answer below": f"{HE[0]}\n答案：{HE[1]}\n{SHAN[0]}\n答案：{SHAN[1]}",
    "a JSON array of a program": f'[{{"question": "{RIVER[0]}", "expected": "{RIVER[1]}"}},\n'
                                 f' {{"question": "{METAL[0]}", "expected": "{METAL[1]}"}}]',
    "JSON under one name": f'{{"questions": [{{"Frage": "{FLUSS[0]}", "Antwort": "{FLUSS[1]}"}},'
                           f'{{"Frage": "{WETTE[0]}", "Antwort": "{WETTE[1]}"}}]}}',
    "objects over several lines": f'{{\n "prompt": "{RIVER[0]}",\n "ideal": "{RIVER[1]}"\n}}\n'
                                  f'{{\n "prompt": "{METAL[0]}",\n "ideal": "{METAL[1]}"\n}}',
    "pairs of JSON": f'[["{RIVER[0]}", "{RIVER[1]}"], ["{METAL[0]}", "{METAL[1]}"]]',
    "pairs of JSON, the answers first": f'[["{RIVER[1]}", "{RIVER[0]}"], ["{METAL[1]}", "{METAL[0]}"]]',
    "pairs of JSON under names": f'[["question", "answer"], ["{RIVER[0]}", "{RIVER[1]}"],'
                                 f' ["{METAL[0]}", "{METAL[1]}"]]',
    "pairs of JSON a line": f'["{RIVER[0]}", "{RIVER[1]}"]\n["{METAL[0]}", "{METAL[1]}"]',
    "an object of questions": f'{{"{RIVER[0]}": "{RIVER[1]}", "{METAL[0]}": "{METAL[1]}"}}',
    "objects of one question": f'[{{"{FLUSS[0]}": "{FLUSS[1]}"}}, {{"{WETTE[0]}": "{WETTE[1]}"}}]',
    "an object of questions a line": f'{{"{HE[0]}": "{HE[1]}"}}\n{{"{SHAN[0]}": "{SHAN[1]}"}}',
    "pairs under one name": f'{{"questions": {{"{RIVER[0]}": "{RIVER[1]}", "{METAL[0]}": "{METAL[1]}"}}}}',
    "two lists beside each other":
        f'{{"questions": ["{RIVER[0]}", "{METAL[0]}"], "answers": ["{RIVER[1]}", "{METAL[1]}"]}}',
    "objects by their ids": f'{{"a": {{"question": "{RIVER[0]}", "answer": "{RIVER[1]}"}}, '
                            f'"b": {{"question": "{METAL[0]}", "answer": "{METAL[1]}"}}}}',
    "a field that nobody asks for": f'{{"text": "{HE[0]}", "answer": "{HE[1]}", "level": 3}}\n'
                                    f'{{"text": "{SHAN[0]}", "answer": "{SHAN[1]}", "level": 4}}',
    "JSON Lines, Chinese": f'{{"问题": "{HE[0]}", "答案": "{HE[1]}"}}\n{{"问题": "{SHAN[0]}", "答案": "{SHAN[1]}"}}',
}  # fmt: skip
"""What is certain."""
UNSURE = {
    "no names, quoted": f'"{RIVER[0]}","{RIVER[1]}"\n"{METAL[0]}","{METAL[1]}"',
    "no names, commas": f"{RIVER[0]},{RIVER[1]}\n{METAL[0]},{METAL[1]}",
    "no names, a comma and a space": f"{RIVER[0]}, {RIVER[1]}\n{METAL[0]}, {METAL[1]}",
    "no names, semicolons": f"{FLUSS[0]};{FLUSS[1]}\n{WETTE[0]};{WETTE[1]}",
    "no names, tabs": f"{RIVER[0]}\t{RIVER[1]}\n{METAL[0]}\t{METAL[1]}",
    "no names, pipes": f"{RIVER[0]} | {RIVER[1]}\n{METAL[0]} | {METAL[1]}",
    "no names, wide commas": f"{HE[0]}，{HE[1]}\n{SHAN[0]}，{SHAN[1]}",
    "numbered, semicolons": f"1. {FLUSS[0]}; {FLUSS[1]}\n2. {WETTE[0]}; {WETTE[1]}",
    "arrows": f"{RIVER[0]} -> {RIVER[1]}\n{METAL[0]} -> {METAL[1]}",
    "bulleted arrows": f"- {RIVER[0]} → {RIVER[1]}\n- {METAL[0]} → {METAL[1]}",
    "brackets": f"1) {RIVER[0]} ({RIVER[1]})\n2) {METAL[0]} ({METAL[1]})",
    "dashes": f"{RIVER[0]} – {RIVER[1]}\n{METAL[0]} – {METAL[1]}",
    "nothing between": f"{HE[0]}{HE[1]}\n{SHAN[0]}{SHAN[1]}",
    "the line below, moved in": f"1. {RIVER[0]}\n   {RIVER[1]}\n2. {METAL[0]}\n   {METAL[1]}",
    "the line below": f"{RIVER[0]}\n{RIVER[1]}\n\n{METAL[0]}\n{METAL[1]}",
    "the point below": f"* {FLUSS[0]}\n    - {FLUSS[1]}\n* {WETTE[0]}\n    - {WETTE[1]}",
}  # fmt: skip
"""What looks like questions and answers, and what only a person can tell."""
NAMED_OTHERWISE = {
    "two unknown names": f"Rätsel;Dahinter\n{FLUSS[0]};{FLUSS[1]}\n{WETTE[0]};{WETTE[1]}",
    "an answer alone is known": f"Statement,Answer\n{RIVER[0]},{RIVER[1]}\n{METAL[0]},{METAL[1]}",
}
"""The same under names of columns."""


def pairs(told: Pasted) -> list[tuple[str, str]]:
    return [(item.text, item.answer) for item in told.items]


def expected(text: str) -> list[tuple[str, str]]:
    return [each for each in (RIVER, METAL, FLUSS, WETTE, HE, SHAN) if each[0] in text]


@pytest.mark.parametrize("text", SURE.values(), ids=SURE)
def test_questions_and_answers_are_told_apart(text: str) -> None:
    told = pasted(text)
    assert (told.faults, told.unsure) == ((), False)
    assert pairs(told) == expected(text)


@pytest.mark.parametrize("text", [*UNSURE.values(), *NAMED_OTHERWISE.values()], ids=[*UNSURE, *NAMED_OTHERWISE])
def test_what_cannot_be_told_for_sure_is_asked_and_then_taken(text: str) -> None:
    told = pasted(text)
    assert told.unsure
    assert told.items == (), "nothing is taken before somebody says which part is the question"
    assert told.table is not None
    assert (told.table.column("question"), told.table.width) == (0, 2)
    headed = text in NAMED_OTHERWISE.values()
    assert told.table.headed == headed
    chosen = pasted(text, Choice(question=0, answer=1, headed=headed))
    assert (chosen.faults, pairs(chosen)) == ((), expected(text))
    alone = pasted(text, Choice(question=0, headed=headed))
    assert pairs(alone) == [(question, "") for question, _ in expected(text)]
    assert len(pasted(text, plain=True).items) >= 2


@in_turn("text", [*SURE.values(), *UNSURE.values(), *NAMED_OTHERWISE.values()])
def test_no_question_holds_its_answer(text: str) -> None:
    answers = [answer for _, answer in expected(text)]
    assert [item.text for item in pasted(text).items for answer in answers if answer in item.text] == []


ASKED = {
    "prose with commas": ["If it rains, does it pour?", "When, exactly, did Rome fall?"],
    "a comma a line": ["Is it so, or not?", "Does it hold, or break?", "Was he there, or not?"],
    "numbers with commas": ["Is 1,000 more than 900?", "Is 2,500 prime?"],
    "decimals": ["Sind 3,5 mehr als 3?", "Sind 2,5 mehr als 3?"],
    "quotations": ['"To be" – whose words are these?', '"I think" – whose are these?'],
    "a call behind all": ["Is it wise to fly? Explain.", "Is it wise to run? Explain."],
    "Chinese": ["如果下雨，地会湿吗？", "光为什么弯曲，怎样弯曲？"],
    "two that ask twice": ["Who wrote it? And when?", "Who found it? And where?"],
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_prose_stays_one_question_a_line(asked: list[str]) -> None:
    for text in ("\n".join(asked), "\n".join(f"{at}. {each}" for at, each in enumerate(asked, 1))):
        told = pasted(text)
        assert (told.unsure, [item.text for item in told.items]) == (False, asked)


LISTS = {
    "a heading above": ("# My questions\n\n1. One?\n2. Two?", ["One?", "Two?"], ["# My questions"]),
    "headings between": ("## A\n- One?\n- Two?\n\n## B\n- Three?", ["One?", "Two?", "Three?"], ["## A", "## B"]),
    "a second heading": ("## A\n1. One?\n2. Two?\n## B\n3. Three?\n4. Four?",
                         ["One?", "Two?", "Three?", "Four?"], ["## A", "## B"]),
    "another list behind a heading": ("## A\n1. One?\n2. Two?\n## B\n- Three?\n- Four?",
                                      ["One?", "Two?", "Three?", "Four?"], ["## A", "## B"]),
    "lines behind a heading": ("## A\n- One?\n- Two?\n## B\nThree?\nFour?",
                               ["One?", "Two?", "Three?", "Four?"], ["## A", "## B"]),
    "a word behind a heading": ("## A\n- One?\n- Two?\n## B\nNow for more:\n- Three?",
                                ["One?", "Two?", "Three?"], ["## A", "## B", "Now for more:"]),
    "a comment in code": ("1. What does it print?\n```python\n# add\nprint(1)\n```\n2. Two?",
                          ["What does it print?\n# add\nprint(1)", "Two?"], ["```python", "```"]),
    "a heading over lines": ("# Physics\nOne?\nTwo?", ["One?", "Two?"], ["# Physics"]),
    "headings that ask": ("# One?\n# Two?", ["One?", "Two?"], []),
    "an introduction": ("Please answer these:\n\n1. One?\n2. Two?", ["One?", "Two?"], ["Please answer these:"]),
    "thanks below": ("- One?\n- Two?\n\nThank you!", ["One?", "Two?"], ["Thank you!"]),
    "a question that goes on": ("1. Given x = 3,\n   and y = 4,\n   what is x + y?\n2. Two?",
                                ["Given x = 3,\nand y = 4,\nwhat is x + y?", "Two?"], []),
    "wrapped by a mail": ("1. A question that is\nwrapped here?\n2. Two?",
                          ["A question that is\nwrapped here?", "Two?"], []),
    "options below": ("1. Which is prime?\n   a) 91\n   b) 97\n2. Which is even?\n   a) 3\n   b) 4",
                      ["Which is prime?\na) 91\nb) 97", "Which is even?\na) 3\nb) 4"], []),
    "options, not moved in": ("1. Which is prime?\na) 91\nb) 97\n2. Which is even?\na) 3\nb) 4",
                              ["Which is prime?\na) 91\nb) 97", "Which is even?\na) 3\nb) 4"], []),
    "tabs behind the numbers": ("1.\tOne?\n2.\tTwo?", ["One?", "Two?"], []),
    "numbers in brackets": ("(1) One?\n(2) Two?", ["One?", "Two?"], []),
    "Chinese numbers": ("1、一？\n2、二？", ["一？", "二？"], []),
    "letters": ("a) One?\nb) Two?", ["One?", "Two?"], []),
    "boxes to tick": ("- [ ] One?\n- [x] Two?", ["One?", "Two?"], []),
    "named and numbered": ("Frage 1: Eins?\nFrage 2: Zwei?", ["Eins?", "Zwei?"], []),
    "a line that is moved in": ("Given this:\n    x = 3\nTwo?", ["Given this:\nx = 3", "Two?"], []),
    "copied from the middle of a line": ("One?\n    Two?\n    Three?", ["One?", "Two?", "Three?"], []),
    "a rule between": ("One?\n---\nTwo?", ["One?", "Two?"], ["---"]),
    "one column of a spreadsheet": ("Frage\nEins?\nZwei, oder?", ["Eins?", "Zwei, oder?"], []),
}  # fmt: skip


@pytest.mark.parametrize(("text", "asked", "left"), LISTS.values(), ids=LISTS)
def test_lists_and_headings_are_told_apart(text: str, asked: list[str], left: list[str]) -> None:
    told = pasted(text)
    assert [item.text for item in told.items] == asked
    assert [each.text for each in told.left] == left


def test_a_quoted_cell_over_several_lines_is_one_question_and_lines_count_on() -> None:
    told = pasted('Frage;Antwort\n"Was folgt?\n\n# Daraus; und weiter";ja\nUnd dies;a;b\n')
    assert pairs(told) == [("Was folgt?\n\n# Daraus; und weiter", "ja")]
    assert [(fault.line, "3 cells" in fault.why) for fault in told.faults] == [(5, True)]


def test_three_columns_without_names_take_the_one_that_asks() -> None:
    told = pasted(f"1\t{RIVER[0]}\t{RIVER[1]}\n2\t{METAL[0]}\t{METAL[1]}")
    assert told.table is not None
    assert (told.table.sure, told.table.column("question"), told.table.column("answer")) == (False, 1, None)
    assert pairs(pasted(f"1\t{RIVER[0]}\t{RIVER[1]}\n2\t{METAL[0]}\t{METAL[1]}", Choice(question=1, answer=2))) == [
        RIVER, METAL,
    ]  # fmt: skip


def test_two_columns_of_questions_are_asked_about() -> None:
    told = pasted("prompt,question\nBe brief.,Is it so?\nBe long.,Is it not?")
    assert (told.unsure, told.items) == (True, ())


def test_a_choice_that_does_not_fit_the_text_any_more_takes_nothing() -> None:
    text = f"{RIVER[0]}\t{RIVER[1]}\n{METAL[0]}\t{METAL[1]}"
    for choice in (Choice(question=2), Choice(question=0, answer=5), Choice(question=1, answer=1)):
        assert pasted(text, choice).items == ()
    assert pairs(pasted("One?\nTwo?", Choice(question=1))) == [("One?", ""), ("Two?", "")]


def test_words_under_a_heading_are_no_part_of_the_answer_above_it() -> None:
    told = pasted("Q: One?\nA: 1\n## B\nNow the others.\nQ: Two?\nA: 2")
    assert pairs(told) == [("One?", "1"), ("Two?", "2")]
    assert [each.text for each in told.left] == ["## B", "Now the others."]


def test_one_line_that_may_hold_its_answer_among_others_is_told() -> None:
    told = pasted(f"{RIVER[0]}\nWhy is the sky blue?; because\nAnd why not green?")
    assert (told.unsure, told.doubtful) == (False, (2,))


@pytest.mark.parametrize("text", ['[["Capital of Italy", "Rome"], ["Capital of France", "Paris"]]',
                                  '{"Capital of Italy": "Rome", "Capital of France": "Paris"}'])  # fmt: skip
def test_pairs_of_json_that_do_not_ask_are_asked_about(text: str) -> None:
    told = pasted(text)
    assert (told.unsure, told.items) == (True, ())
    known = pasted(text, Choice(question=0, answer=1))
    assert pairs(known) == [("Capital of Italy", "Rome"), ("Capital of France", "Paris")]


def test_the_example_of_the_documentation_is_read_as_it_says() -> None:
    page = (Path(__file__).parents[3] / "docs" / "corpora.md").read_text("utf-8")
    part = page.partition("## How pasted text is read")[2]
    given, read = part.partition("```text\n")[2], part.partition("```json\n")[2]
    told = pasted(given.partition("```")[0])
    assert [list(pair) for pair in pairs(told)] == json.loads(read.partition("```")[0])
    assert [each.because for each in told.left] == ["heading", "heading", "outside"]
