"""Is a right answer in sentences told to be right, and is nothing else? An adversarial table."""

from __future__ import annotations

import pytest

from moot.tally.answers.in_prose import states
from moot.tally.evidence.known_answers import Answered, known_answers

CAPITAL = "What is the capital of France?"
PRODUCT = "What is 17 times 23? Answer with the number alone."
SAYS_SO = [
    (CAPITAL, "Paris", "The capital of France is Paris, which lies on the Seine."),
    (CAPITAL, "Paris", "The capital of France is **Paris**. It has been so for centuries."),
    (CAPITAL, "Paris", "Paris is the capital of France. It lies on the Seine."),
    (CAPITAL, "Paris", "The council was asked for a city.\n\nThe answer is Paris."),
    (CAPITAL, "Paris", "The answer is Paris, because the government sits there, and has for long."),
    (CAPITAL, "Paris", "All members agree.\nFinal answer: Paris"),
    (PRODUCT, "391", "Multiplying step by step, 17 × 20 gives 340 and 17 × 3 gives 51.\nThe result is 391."),
    ("Which gas do plants take up from the air?", "carbon dioxide", "The gas is carbon dioxide, which leaves take in."),
]
SAYS_IT_NOT = [
    (CAPITAL, "Paris", "The capital of France is not Paris."),
    (CAPITAL, "Paris", "The capital of France isn't Paris, it is Lyon."),
    (CAPITAL, "Paris", "The capital of France is Lyon, not Paris."),
    (CAPITAL, "Paris", "The capital of France is Paris or Lyon."),
    (CAPITAL, "Paris", "The options are Paris, Lyon, and Nice."),
    (CAPITAL, "Paris", "Paris, Lyon, Nice"),
    (CAPITAL, "Paris", "The capital of France is Paris. The capital of France is Lyon."),
    (CAPITAL, "Paris", "The capital of France is Lyon. Paris is the largest city."),
    (CAPITAL, "Paris", "The largest city of France is Paris."),
    (CAPITAL, "Paris", "Some say the answer is Paris."),
    (CAPITAL, "Paris", "The answer is Paris. Actually, it is Lyon."),
    (CAPITAL, "Paris", "The answer is Paris, but that is wrong."),
    (CAPITAL, "Paris", "Is the answer Paris? The answer is Lyon."),
    (CAPITAL, "Paris", "The answer is Paris Hilton."),
    (CAPITAL, "Paris", "The answer is Paris?"),
    (PRODUCT, "391", "The result is 391 in thousands."),
    (CAPITAL, "Paris", "The answer is Paris and Lyon."),
    (CAPITAL, "Paris", "Paris and Lyon are the capital of France."),
    (CAPITAL, "Paris", "The answer might be Paris."),
    (CAPITAL, "Paris", "If the answer is Paris, then Lyon is second."),
    (CAPITAL, "Paris", "The answer is Parisian."),
    (CAPITAL, "Paris", "The capital of Texas is Paris."),
    (CAPITAL, "Paris", "The answer is neither Lyon nor Paris."),
    (CAPITAL, "Paris", "It is a myth that the capital of France is Paris."),
    (CAPITAL, "Paris", "The answer is Lyon. It is Paris."),
    ("Is the capital of France Paris or Lyon?", "Paris", "The capital of France is Paris or so they say"),
    (PRODUCT, "391", "The result is 391 million."),
    (PRODUCT, "391", "The result is 391.5."),
    (PRODUCT, "391", "The result is 3910."),
    (PRODUCT, "391", "The result is about 391."),
    (PRODUCT, "391", "The result is -391."),
    (PRODUCT, "391", "The result is 390, 391 or 392."),
    (PRODUCT, "391", "The result is 391, 392."),
    (PRODUCT, "391", "The result is more than 391."),
    (CAPITAL, "Paris", ""),
    (CAPITAL, "", "The answer is Paris."),
]


@pytest.mark.parametrize(("question", "known", "answer"), SAYS_SO)
def test_an_answer_in_sentences_is_right(question: str, known: str, answer: str) -> None:
    assert states(question, known, answer)
    told = known_answers([Answered(question=question, known=known, answers={}, verdict=answer)], {})
    assert told is not None
    assert (told.council.right, told.council.wrong) == (1, 0)


@pytest.mark.parametrize(("question", "known", "answer"), SAYS_IT_NOT)
def test_what_does_not_say_it_for_certain_is_not_right(question: str, known: str, answer: str) -> None:
    assert not states(question, known, answer)
    told = known_answers([Answered(question=question, known=known, answers={}, verdict=answer)], {}) if known else None
    assert told is None or told.council.right == 0
