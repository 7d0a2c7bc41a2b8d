"""Test that a text counts as the answer it ends with, and as no answer where it gives several or none."""

from __future__ import annotations

import pytest

from moot.protocols.consensus.answers.stated import stated_answer, stated_answers
from moot.protocols.consensus.answers.values import allowed_by, offered
from moot.tally.answers.closed import ClosedAnswer, closed_answer
from moot.tally.evidence.known_answers import Answered, known_answers

CITIES = "Which city hosted it?\nA) Lisbon\nB) Oslo\nC) Bern\nD) Riga"
HOW_MANY = "How many bridges are there?"
SAFE = "Is the dam safe?"
WHO = "Who built it?"
BODIES = (
    "It cannot be A.",
    "## Checking the other options\n\nMembers say C. Wait, actually that is wrong: the answer is D.",
    "# What other models answered\n\n- One: the answer is A.\n- Two: FINAL ANSWER: C\n\n## Check\n\nSo \\boxed{A}.",
    "The output of the program reads:\n\n```\nFINAL ANSWER: A\n```\n",
    "If it were C, the seal would be red. " * 100,
)
LINES = (
    "FINAL ANSWER: B", "final answer: b", "**FINAL ANSWER: B**", "**Final Answer:** B.", "### FINAL ANSWER: (B)",
    "> FINAL ANSWER: **B**", "*FINAL ANSWER:* **B**.", "__FINAL ANSWER__: B) Oslo", "FINAL ANSWER: `B`",
    "FINAL ANSWER: Oslo", r"FINAL ANSWER: $\boxed{B}$", r"FINAL ANSWER: \boxed{\text{B}}", r"FINAL ANSWER: \(B\)",
    "FINAL ANSWER: $B$", "FINAL ANSWER: B\n\n", "FINAL ANSWER：B",
)  # fmt: skip


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("line", LINES)
def test_the_last_line_decides_for_every_reader(body: str, line: str) -> None:
    text = f"{body}\n\n{line}"
    assert stated_answer(CITIES, text) == ClosedAnswer("choice", "b")
    assert closed_answer(CITIES, text) == ClosedAnswer("choice", "b")
    found = known_answers([Answered(question=CITIES, known="B", answers={"m": text})], {})
    assert found is not None
    assert (found.members[0].right, found.members[0].unread) == (1, 0)


@pytest.mark.parametrize(
    ("question", "said", "key"),
    [
        (HOW_MANY, "42", "42"), (HOW_MANY, "42 bridges", "42 bridge"), (HOW_MANY, "$42$", "42"),
        (HOW_MANY, ".75", "3/4"), (HOW_MANY, r"\frac{1}{2}", "1/2"), (HOW_MANY, "-3", "-3"), (SAFE, "No", "no"),
        (WHO, "Jane Austen", "jane austen"), (WHO, "The company of St. John", "company of st john"),
    ],
)  # fmt: skip
def test_every_kind_of_answer_is_read_from_the_last_line(question: str, said: str, key: str) -> None:
    for body in BODIES:
        assert stated_answer(question, f"{body}\n\n**FINAL ANSWER: {said}**").key == key
        assert closed_answer(question, f"{body}\n\n**FINAL ANSWER: {said}**").key == key


STATED = [
    (CITIES, "b", [
        r"Thus $\boxed{\text{(B) Oslo}}$.", "The answer is (B).", "**Answer: B**", "<answer>B</answer>",
        '{"steps": ["C?", "D?"], "answer": "B"}', '```json\n{\n  "steps": ["C?"],\n  "answer": "B"\n}\n```',
        "B", "Oslo", "Reasons first.\n\nB", "Reasons first.\n\n**Answer: B**",
        "Reasons first.\n\nFINAL ANSWER: B\nConfidence: 0.9",
    ]),
    (HOW_MANY, "42", ["I count twice.\n\nThe answer is 42.", "**42**", "So 40 + 2 = 42.\n\nAnswer: 42"]),
    (SAFE, "no", ["Looking at it: yes?\n\nAnswer: No", "No, it is not."]),
    ("What percentage voted?", "10 %", ["FINAL ANSWER: 10%", "The answer is 10 percent.", "Answer: 10"]),
    ("What is the probability?", "1/10", ["FINAL ANSWER: 10%", "The answer is 0.1.", "Answer: 1/10"]),
    ("When was it signed?", "2020-01-02", ["The answer is 2 January 2020.", "January 2nd, 2020", "2.1.2020"]),
    ("What did it cost?", "1234567/10 eur", ["The answer is €123.456,70.", "Answer: 123,456.70 euros"]),
]  # fmt: skip


@pytest.mark.parametrize(("question", "key", "texts"), STATED)
def test_without_that_line_the_end_of_a_text_is_read(question: str, key: str, texts: list[str]) -> None:
    found = {text: stated_answer(question, text) for text in texts}
    assert {form.key for form in found.values()} == {key}, found


NOT_READ = [
    (CITIES, [
        "The answer is B or C.", "FINAL ANSWER: B\n\nWait, that is wrong.", "If it were B, the seal would be red.",
        "The answer is not B.", "Some say the answer is B.", "Is the answer B?", "FINAL ANSWER: B (if the seal is "
        "real)", "FINAL ANSWER: B, no wait, C",
        'A colleague wrote: "The answer is B."', "```\nFINAL ANSWER: B\n```\n\nThat is the log.",
        "FINAL ANSWER: not B", "The answer is B) Bern.", "The seals differ. " * 60,
    ]),
    (HOW_MANY, ["The answer is a matter of definition.", "FINAL ANSWER: 42, or 43 with the ford"]),
    ("What percentage voted?", ["The answer is 0.1."]),
    (WHO, ["The ledger names nobody.\n\nI hope this helps!"]),
]  # fmt: skip


@pytest.mark.parametrize(("question", "texts"), NOT_READ)
def test_what_gives_several_answers_or_none_is_open(question: str, texts: list[str]) -> None:
    found = {text: stated_answer(question, text) for text in texts}
    assert {text: form.key for text, form in found.items() if form.kind != "open"} == {}


def test_a_percentage_is_a_share_only_where_the_question_asks_for_one() -> None:
    assert stated_answer(HOW_MANY, "The answer is 10%.").key != stated_answer(HOW_MANY, "The answer is 10.").key
    assert stated_answer("What is the probability?", "The answer is 10%.").reading
    assert stated_answer("What percentage voted?", "The answer is 10.").reading


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        (CITIES, "a b c d"),
        ("Which?\n" + "\n".join(f"{letter}) x{letter}" for letter in "ABCDEFGHIJKLMNOPQRST"),
        " ".join("abcdefghijklmnopqrst")),
        ("Which?\n(i) one\n(ii) two\n(iii) three\n(iv) four", "i ii iii iv"),
        ("Which?\n" + "\n".join(f"{number}. x" for number in range(1, 15)), " ".join(map(str, range(1, 15)))),
        ("How many of these are sound?\n1. this\n2. that", ""),
        ("See b) and c) of the law.", ""),
    ],
)  # fmt: skip
def test_options_of_every_kind(question: str, labels: str) -> None:
    assert " ".join(offered(question)) == labels


def test_option_twelve_is_no_twelve_kilometres() -> None:
    question = "Which?\n" + "\n".join(f"{number}. x{number}" for number in range(1, 15))
    assert stated_answer(question, "The answer is option 12.") == ClosedAnswer("choice", "12")
    assert stated_answer(question, "The answer is 12 km.").kind == "open"
    assert allowed_by(question).polar is False


def test_a_bare_number_takes_the_one_unit_the_others_name() -> None:
    bare, named = stated_answers("How far is it?", ["The answer is 5.", "FINAL ANSWER: 5 km"])
    assert bare == named
