from __future__ import annotations

from random import Random

import pytest

from moot.tally.evidence.known_answers import FEWEST, Answered, known_answers
from moot.tally.evidence.report import learnt_from

QUESTION = "Which planet is the largest?\na) Mars\nb) Jupiter\nc) Venus"


def asked(known: str, verdict: str = "", question: str = QUESTION, **answers: str) -> Answered:
    return Answered(question=question, known=known, answers=answers, verdict=verdict)


def test_right_wrong_and_what_cannot_be_told() -> None:
    found = known_answers(
        [
            asked("b", verdict="b", ada="b)", bo="(B)", cy="It depends on what one means by large, and on the day."),
            asked("b", verdict="", ada="a", bo="b", cy="c"),
            asked(
                "42 km", question="How far?", verdict="42 km", ada="42", bo="43 km", cy="about as far as one can see"
            ),
        ],
        {"ada": "gpt", "bo": "gpt"},
    )
    assert found is not None
    assert {each.name: (each.right, each.wrong, each.unread) for each in found.members} == {
        "ada": (2, 1, 0),
        "bo": (2, 1, 0),
        "cy": (0, 1, 2),
    }
    assert (found.council.right, found.council.wrong, found.council.unread) == (2, 0, 1)
    assert (found.most_votes.right, found.most_votes.wrong, found.most_votes.unread) == (1, 0, 2)
    assert (found.beside_best.right, found.beside_best.wrong) == (2, 0)
    assert [each.family for each in found.members] == ["gpt", "gpt", ""]
    assert found.members[-1].name == "cy"


def test_a_member_who_was_not_asked_is_neither_right_nor_wrong() -> None:
    found = known_answers([asked("b", ada="b", bo="b"), asked("b", ada="b")], {})
    assert found is not None
    assert {each.name: (each.right, each.wrong, each.unread) for each in found.members}["bo"] == (1, 0, 1)
    assert found.errors.pairs[0].questions == 1


def test_nothing_known_is_nothing_told() -> None:
    assert known_answers([], {}) is None


def test_shared_errors_and_like_answers_are_told_from_the_fewest_questions_on() -> None:
    chance = Random("errors")
    rows = []
    for _ in range(60):
        known, kin = chance.choice("abc"), chance.choice("abc")
        other = chance.choice("abc")
        rows.append(asked(known, ada=kin, bo=kin if chance.random() < 0.9 else known, cy=other))
    found = known_answers(rows, {"ada": "gpt", "bo": "gpt", "cy": "claude"})
    assert found is not None
    pairs = {frozenset((pair.one, pair.other)): pair for pair in found.errors.pairs}
    kin_pair = pairs[frozenset(("ada", "bo"))]
    assert kin_pair.family
    assert kin_pair.correlation is not None
    assert kin_pair.correlation > 0.5
    assert kin_pair.both > kin_pair.expected + 5
    few = known_answers(rows[: FEWEST - 1], {})
    assert few is not None
    assert all(pair.correlation is None for pair in few.errors.pairs)


def test_a_few_right_answers_make_nobody_the_best_and_the_council_stands_beside_it_on_the_same_questions() -> None:
    rows = [asked("b", verdict="a", ada="b") for _ in range(18)] + [asked("b", verdict="b", ada="a", bo="b")] * 2
    found = known_answers(rows, {})
    assert found is not None
    assert [each.name for each in found.members] == ["ada", "bo"]
    assert (found.beside_best.right, found.beside_best.wrong) == (2, 18)
    said = learnt_from(found)
    assert "ada alone 18 of 20, where the council was 2 of 20" in said[0].says
    assert "known only afterwards" in said[0].how


def test_pairs_are_told_by_what_their_own_questions_show() -> None:
    chance = Random("pairs")
    rows = []
    for _ in range(80):
        kin = chance.choice("ab")
        rows.append(asked("b", ada=kin, bo=kin, cy=chance.choice("ab"), di=chance.choice("ab")))
    said = [each.says for each in learnt_from(known_answers(rows, {}))]
    assert sum("they err together" in each and "ada and bo" in each for each in said) == 1
    assert said[-1].startswith("5 other pairs answered 20 questions or more together")
    assert said[-1].endswith("these do not tell whether they err together.")


@pytest.mark.parametrize(
    ("known", "question", "verdict", "told"),
    [
        ("Paris", "Was ist die Hauptstadt von Frankreich?", "Die Hauptstadt von Frankreich ist Paris.", "right"),
        ("Paris", "Was ist die Hauptstadt von Frankreich?", "Die Hauptstadt von Frankreich ist Lyon.", "wrong"),
        ("Paris", "Was ist die Hauptstadt von Frankreich?", "Vielleicht ist es Paris.", "unread"),
        ("Paris", "Was ist die Hauptstadt von Frankreich?", "Paris, aber manche sagen Lyon.", "unread"),
        ("ja", "Ist Wasser nass?", "Ja, Wasser ist nass.", "right"),
        ("ja", "Ist Wasser nass?", "Nein.", "wrong"),
        ("ja", "Ist Wasser nass?", "Ja, aber nicht immer.", "unread"),
        ("是", "水是湿的吗？", "是的。", "right"),
        ("是", "水是湿的吗？", "否", "wrong"),
        ("Paris", "What is the capital of France?", "**Paris**\n\nIt has been so since 987.", "right"),
        ("Paris", "What is the capital of France?", "Paris\n\nHowever, some say Lyon.", "unread"),
        ("Paris", "What is the capital of France?", "Paris or Lyon.", "unread"),
        ("1989", "When did the wall fall?", "In 1989.", "right"),
        ("25 %", "Which share is that?", "Answer: 0.25", "unread"),
        ("0.25", "Which share is that?", "25 %", "unread"),
        ("25 %", "Which share is that?", "Answer: 0.3", "wrong"),
    ],
)
def test_answers_as_people_of_three_languages_write_them_are_told(
    known: str, question: str, verdict: str, told: str
) -> None:
    found = known_answers([Answered(question=question, known=known, answers={}, verdict=verdict)], {})
    assert found is not None
    assert getattr(found.council, told) == 1, found.council


@pytest.mark.parametrize(
    ("question", "known", "answer", "right"),
    [
        ("How many are there?", "10", "±10", None),
        ("How far is it?", "10 m", "±10 m", None),
        ("What is the tolerance?", "±10", "±10", True),
        ("What is the tolerance?", "±10", "10", None),
        ("How many apples are there?", "10", "10 %", None),
        ("How many apples are there?", "10 %", "10", None),
        ("What percentage of them is it?", "10", "10 %", True),
        ("Wie viel Prozent sind es?", "10", "10 Prozent", True),
        ("How much is it, in %?", "10 %", "10", True),
        ("When did World War II end?", "1945", "It ended in 1945.", True),
        ("When did World War II end?", "1945", "World War II ended in 1945.", True),
        ("Wann endete der Zweite Weltkrieg?", "1945", "Der Zweite Weltkrieg endete im Jahr 1945.", True),
        ("When did World War II end?", "1945", "It began in 1945.", None),
        ("When did World War II end?", "1945", "It probably ended in 1945.", None),
        ("When did World War II end?", "1945", "It ended in 1945. It ended in 1946.", None),
        ("When did World War II end in Asia?", "1945", "The war in Europe ended in 1945.", None),
        ("When did World War II end?", "1945", "It ended in 1944.", False),
        ("How many ships were in it when it ended?", "1945", "It ended in 1945.", None),
        ("Wie heißt die Hauptstadt?", "Paris", "Die Hauptstadt heißt „Paris“.", True),
        ("Wie heißt die Hauptstadt?", "Paris", "Die Hauptstadt heißt Paris.", True),
        ("Wie heißt die Hauptstadt?", "Paris", "Die Hauptstadt heißt Lyon.", False),
        ("What is the capital?", "Paris", "The capital is “Paris”.", True),
        ("Wie ist der Name?", "alle", "Der Name ist alle, außer am Sonntag.", None),
    ],
)
def test_what_is_written_otherwise_is_right_and_what_says_another_thing_is_not(
    question: str, known: str, answer: str, right: bool | None
) -> None:
    found = known_answers([asked(known, question=question, ada=answer)], {})
    assert found is not None
    (record,) = found.members
    assert (record.right, record.unread) == (int(right is True), int(right is None)), record
    assert record.wrong == int(right is False)
