"""Test that only a service's literal refusal is no answer; any other refusal is an answer."""

from __future__ import annotations

import pytest

from moot.reading.refusals import no_answer, refuses


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't assist with that.",
        "I'm sorry, but I can't assist with that request.",
        "I’m sorry, but I can’t help with that.",
        "\"I'm sorry, but I can't\nhelp with that.\"\n",
    ],
)
def test_the_words_of_a_service_are_a_refusal(text: str) -> None:
    assert refuses(text)
    assert no_answer(text) == "declines what was asked"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I won't answer that.",
        "As an AI, I cannot provide medical advice. Please consult a professional.",
        "Dabei kann ich leider nicht helfen.",
        "I'm sorry, but I can't help with that. Build it of stone, which lasts a hundred years.",
        "One of the answers reads: I'm sorry, but I can't help with that.",
        "I'm sorry, but I can't help with that. " * 100,
    ],
)
def test_everything_else_is_left_to_its_readers(text: str) -> None:
    assert not refuses(text)
