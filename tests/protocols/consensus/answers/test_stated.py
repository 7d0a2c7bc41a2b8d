"""Does a whole text count as the answer it states last, and as none where that is not certain?"""

from __future__ import annotations

from collections import Counter

import pytest

from cases import slow_except
from moot.protocols.consensus.answers.stated import stated_answer, stated_answers, votes_of
from moot.protocols.consensus.answers.values import allowed_by, offered
from moot.tally.answers.closed import ClosedAnswer, closed_answer
from protocols.consensus.answers import long_answers
from protocols.consensus.answers.long_answers import ASKED, HELD, LATER, SEEN, Wordings

CITIES = "Which city hosted it?\nA) Lisbon\nB) Oslo\nC) Bern\nD) Riga"
HOW_MANY = "How many bridges are there?"
SAFE = "Is the dam safe?"
WORDINGS = {"seen": (SEEN, 0.85), "held": (HELD, 0.85), "later": (LATER, 0.7)}
"""The sets of wordings, and the least share of the answers in them that has to be found."""


def told(seed: str, many: int, wordings: Wordings) -> tuple[Counter[str], list[str]]:
    """How many generated texts were read rightly, not at all, or as another answer, and how those were made."""
    counted, wrong = Counter[str](), []
    for long in long_answers.long_answers(seed, many, wordings):
        found = stated_answer(long.question, long.text)
        if found.kind == "open":
            counted["left open" if not long.truth else "lost"] += 1
            continue
        truth = stated_answer(long.question, long.truth) if long.truth else found
        right = bool(long.truth) and (found.kind, found.key.partition(" ")[0]) == (
            truth.kind,
            truth.key.partition(" ")[0],
        )
        counted["right" if right else "misread"] += 1
        if not right:
            wrong.append(f"{long.made!r}: {found.key!r} for {long.truth!r}")
    return counted, wrong


@pytest.mark.slow
@pytest.mark.fast(1)
@pytest.mark.parametrize("name", WORDINGS)
def test_no_generated_text_is_counted_as_another_answer(name: str) -> None:
    wordings, least = WORDINGS[name]
    counted, wrong = told("light", 100, wordings)
    assert wrong == []
    assert counted["right"] >= least * (counted["right"] + counted["lost"]), counted


@pytest.mark.slow
@pytest.mark.parametrize("name", WORDINGS)
def test_none_of_five_thousand_is(name: str) -> None:
    wordings, least = WORDINGS[name]
    counted, wrong = told("heavy", 1_700, wordings)
    print(name, counted)
    assert wrong == []
    assert counted["right"] >= least * (counted["right"] + counted["lost"]), counted


def test_the_texts_are_long_and_of_every_kind() -> None:
    made = list(long_answers.long_answers("kinds", 400, HELD))
    assert {long.question for long in made} == {asked.text for asked in ASKED}
    lengths = sorted(len(long.text) for long in made)
    assert lengths[0] > 800
    assert lengths[-1] > 15_000
    assert Counter(long.made.partition(":")[0] for long in made).keys() == {"stated", "corrected", "open"}


STATED = [
    (CITIES, "b", [
        "It cannot be A.\n\nFINAL ANSWER: B", "So \\boxed{A} at first.\n\nFINAL ANSWER: (B)",
        r"Thus $\boxed{\text{(B) Oslo}}$.",
        "The answer is (B).", "**Answer: B**", '{"steps": ["C?", "D?"], "answer": "B"}', "| Final answer | B. Oslo |",
        "FINAL ANSWER: A\n\nWait, that is wrong: it is B.", "The answer is C. Scratch that. It is not C but B.",
        "FINAL ANSWER: C\n\nOn second thought: B", "Die Antwort ist A. Moment, das ist falsch: es ist B.",
        "I choose option B.", "B", "Oslo", "B, because the seal is Norwegian.", "FINAL ANSWER: Oslo",
        "The answer is B. Had it been A, the seal would be red.", "<think>The answer is C.</think>\nThe answer is B.",
        "Final answer:\n\n**B**", "Reasons first.\n\nB", "Member 2 says the answer is D, but my answer is B.",
    ]),
    (HOW_MANY, "42", ["I count twice.\n\nThe answer is 42.", "FINAL ANSWER: 41\n\nCorrection: 42", "**42**",
    "So 40 + 2 = 42.\n\nAnswer: 42"]),
    (SAFE, "no", ["Looking at it: yes?\n\nFINAL ANSWER: No", "The answer is yes.\n\nI take that back. The answer "
    "is no.", "No, it is not."]),
    ("What percentage voted?", "10 %", ["FINAL ANSWER: 10%", "The answer is 10 percent.", "Answer: 10"]),
    ("What is the probability?", "1/10", ["FINAL ANSWER: 10%", "The answer is 0.1.", "Answer: 1/10"]),
    ("When was it signed?", "2020-01-02", ["The answer is 2 January 2020.", "FINAL ANSWER: 2020-01-02",
    "Answer: January 2nd, 2020", "2.1.2020"]),
    ("What did it cost?", "1234567/10 eur", ["The answer is €123.456,70.", "Answer: 123,456.70 euros"]),
]  # fmt: skip


@pytest.mark.parametrize(("question", "key", "texts"), STATED)
def test_what_is_stated_last_counts(question: str, key: str, texts: list[str]) -> None:
    found = {text: stated_answer(question, text) for text in texts}
    assert {form.key for form in found.values()} == {key}, found
    assert all(form.told == "firm" for form in found.values())


NOT_SURE = [
    (CITIES, [
        "The answer is B or C.", "FINAL ANSWER: B\n\nWait, that is wrong.", "If it were B, the seal would be red.",
        "The answer is not B.", "Some say the answer is B.", "Is the answer B?", "FINAL ANSWER: B (if the seal is "
        "real)",
        'A colleague wrote: "The answer is B."', "```\nFINAL ANSWER: B\nfor x in y:\n    pass\n```\nThat is the log.",
        "FINAL ANSWER: B\n\nI take that back; I do not know.", "FINAL ANSWER: B\n\nHmm, C fits better.",
        "The answer is B) Bern.",
    ]),
    (HOW_MANY, ["The answer is a matter of definition.", "FINAL ANSWER: 42, or 43 with the ford"]),
    ("What percentage voted?", ["The answer is 0.1."]),
]  # fmt: skip


@pytest.mark.parametrize(("question", "texts"), NOT_SURE)
def test_what_is_not_sure_is_no_vote(question: str, texts: list[str]) -> None:
    found = {text: stated_answer(question, text) for text in texts}
    assert {form.kind for form in found.values()} == {"open"}, found
    assert "firm" not in {form.told for form in found.values()}


def test_a_text_that_states_nothing_says_so() -> None:
    assert stated_answer(CITIES, "The seals differ. " * 60).told == "none"


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


@pytest.mark.parametrize("question", slow_except((each.text for each in ASKED), ASKED[0].text, ASKED[6].text))
def test_a_short_answer_is_what_it_always_was(question: str) -> None:
    """Where the answer is a letter, a number or a name alone, both readings agree."""
    asked = next(each for each in ASKED if each.text == question)
    for answer in asked.answers:
        before, now = closed_answer(question, answer), stated_answer(question, answer)
        if before.kind in ("choice", "polarity"):
            assert (before.kind, before.key) == (now.kind, now.key)
        assert now.kind != "open"


def test_the_rule_a_session_was_opened_with_reads_its_votes() -> None:
    said = {"seat-a": "The answer is 41.\n\nWait, that is wrong: it is 42.", "seat-b": "42"}
    forms = votes_of(HOW_MANY, said, "stated")
    assert forms["seat-a"].key == forms["seat-b"].key
    assert votes_of(HOW_MANY, said, "opening")["seat-a"].key != "42"


def test_a_bare_number_takes_the_one_unit_the_others_name() -> None:
    bare, named = stated_answers("How far is it?", ["The answer is 5.", "FINAL ANSWER: 5 km"])
    assert bare == named
