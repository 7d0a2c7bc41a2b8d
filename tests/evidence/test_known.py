from __future__ import annotations

from random import Random

import pytest

from moot.evidence.known import FEWEST, Answered, known_answers

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
    alike = {frozenset((pair.one, pair.other)): pair.kappa for pair in found.together}
    assert (alike[frozenset(("ada", "bo"))].value or 0) > 0.6
    assert (alike[frozenset(("ada", "cy"))].value or 0) == pytest.approx(0, abs=0.3)
    few = known_answers(rows[: FEWEST - 1], {})
    assert few is not None
    assert all(pair.correlation is None for pair in few.errors.pairs)
