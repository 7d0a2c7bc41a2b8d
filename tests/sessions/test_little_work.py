"""Does what is done with every prompt and every answer stay a few calls of Python, however long the text is?

Counted rather than timed: a pass in C costs one call, a loop over characters one for each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from moot.floor.calls.budget import likely_tokens, most_tokens
from moot.floor.naming import named
from moot.providers.openai.events import Events
from moot.providers.provider import Message
from moot.reading.refusals import refuses, says_nothing
from moot.reading.sheets import fence_for
from moot.vocabulary.seeded_draws import Lot

PIECE = b'data: {"id":"1","model":"m","choices":[{"index":0,"delta":{"content":"word "}}]}\n\n'
SENTENCE = "Die Brücke über den Fluß hält länger, wenn sie aus Stein gebaut ist; ein Holzsteg fault. "


def calls_of(work: Callable[[], object]) -> int:
    """Calls of Python and C functions."""
    count = 0

    def seen(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    work()  # what is compiled or kept once is no part of it
    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


LABELS = {"K7QX": "answer 1", "B2CD": "answer 2"}
WORKS: dict[str, Callable[[str], object]] = {
    "tokens of a prompt": lambda text: likely_tokens([Message(role="user", text=text)]),
    "does it say anything": says_nothing,
    "does it decline": refuses,
    "labels in a text that holds none": lambda text: named(text, LABELS),
    "a fence that occurs in none": lambda text: fence_for([text] * 9, Lot("seed", "fence")),
}


@pytest.mark.parametrize("name", WORKS)
def test_calls_do_not_grow_with_the_characters(name: str) -> None:
    work = WORKS[name]
    few, many = (calls_of(lambda text=SENTENCE * size: work(text)) for size in (10, 60))  # type: ignore[misc]
    assert many - few <= 5


def test_an_event_that_holds_a_word_costs_a_few_calls() -> None:
    def fed(events: int) -> Callable[[], object]:
        stream = b"".join(PIECE.replace(b"word ", b"word %d " % number) for number in range(events))
        return lambda: Events(10_000_000).feed(stream)

    assert (calls_of(fed(300)) - calls_of(fed(100))) / 200 <= 10


@pytest.mark.parametrize("text", ["", "abc", "äöü", "日本語", SENTENCE, "x" * 100 + "€" * 7, "\U0001f600 ok"])
def test_tokens_are_reckoned_as_character_by_character(text: str) -> None:
    wide = [each for each in text if not each.isascii()]
    told = likely_tokens([Message(role="user", text=text)]) - likely_tokens([Message(role="user", text="")])
    assert told == -(-(len(text) - len(wide)) // 3) + -(-sum(len(each.encode()) for each in wide) // 2)
    assert told <= most_tokens([Message(role="user", text=text)])
