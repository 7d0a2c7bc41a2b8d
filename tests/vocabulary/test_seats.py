"""Test that a member line is parsed as its author meant it."""

from __future__ import annotations

import pytest

from moot.errors import BadInput
from moot.vocabulary.seats import member_from, seat_ids


@pytest.mark.parametrize(
    ("text", "model", "count"),
    [
        ("openrouter/openai/gpt-5.1", "openrouter/openai/gpt-5.1", 1),
        ("ollama/llama3:8b", "ollama/llama3:8b", 1),
        ("ollama/llama3:8b:2", "ollama/llama3:8b", 2),
        ("rehearsal/ada:3", "rehearsal/ada", 3),
        ("person", "person", 1),
        ("person:2", "person", 2),
        (" a/b ", "a/b", 1),
    ],
)
def test_a_count_is_digits_after_the_last_colon(text: str, model: str, count: int) -> None:
    member = member_from(text)
    assert (member.model, member.count) == (model, count)


@pytest.mark.parametrize(
    "text", ["", "gpt-5.1", "/x", "x/", "a/b:0", "a/b:00", "a/b:65", "a/b:99999999999999999999", "a b/c"]
)
def test_what_is_no_member(text: str) -> None:
    with pytest.raises(BadInput):
        member_from(text)


def test_seat_ids_go_on_after_z() -> None:
    ids = seat_ids(60)
    assert ids[0] == "seat-a"
    assert ids[25:28] == ["seat-z", "seat-aa", "seat-ab"]
    assert len(set(ids)) == 60
    with pytest.raises(BadInput, match="too large"):
        seat_ids(65)
