"""Test that calls and causes are described without keys and internal terms."""

from __future__ import annotations

import pytest

from moot.vocabulary.verdicts import Verdict
from moot.vocabulary.words.headings import call_in_words
from moot.vocabulary.words.plainly import plain_verdict, plainly


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("vote.1/seat-b~2", "Vote 1, answer 2 (up/two)"),
        ("review/seat-b+repair~1", "Review, answer 2 (up/two)"),
        ("synthesis/chair~1!", "Synthesis, chair (up/three)"),
        ("call-9", "Call 9"),
    ],
)
def test_a_call_is_named_without_its_key(key: str, said: str) -> None:
    assert call_in_words(key, {"seat-b": "answer 2 (up/two)", "chair": "chair (up/three)"}) == said


@pytest.mark.parametrize(
    "cause",
    [
        "it names none of this sheet's labels",
        "it holds no marked ballot with this sheet's labels",
        "something other than a label of this sheet has a place",
        "`best` is no label of this sheet",
    ],
)
def test_no_reader_is_told_of_sheets(cause: str) -> None:
    assert "sheet" not in plainly(cause)
    verdict = Verdict(outcome="verdict", text="Yes.", by="chair", degraded=(f"seat-b: {cause}",))
    assert plain_verdict(verdict).degraded == (f"seat-b: {plainly(cause)}",)
