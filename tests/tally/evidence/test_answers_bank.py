"""Is no answer of the bank told right that is wrong, and none wrong that is right?"""

from __future__ import annotations

import pytest

from cases import in_turn
from moot.tally.evidence.known_answers import Answered, known_answers
from tally.evidence.answers_bank import BANK, Asked
from tally.evidence.more_answers import MORE

ALL = BANK + MORE


def told(question: str, known: str, answer: str) -> str:
    found = known_answers([Answered(question=question, known=known, answers={}, verdict=answer)], {})
    assert found is not None
    return next(side for side in ("right", "wrong", "unread") if getattr(found.council, side))


@in_turn("asked", ALL)
def test_no_right_answer_is_told_wrong_and_no_wrong_one_right(asked: Asked) -> None:
    wrongly = [said for said in asked.right if told(asked.question, asked.known, said) == "wrong"]
    rightly = [said for said in asked.wrong if told(asked.question, asked.known, said) == "right"]
    assert (wrongly, rightly) == ([], [])


@pytest.mark.slow
def test_most_of_the_bank_is_told() -> None:
    right = [told(asked.question, asked.known, said) for asked in ALL for said in asked.right]
    wrong = [told(asked.question, asked.known, said) for asked in ALL for said in asked.wrong]
    assert len(right) + len(wrong) >= 830
    assert right.count("right") >= 0.5 * len(right)
    assert wrong.count("wrong") >= 0.8 * len(wrong)
