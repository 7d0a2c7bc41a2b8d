"""Test that the answer is split from a concluding text, and that its mark is never shown, in any pieces."""

from __future__ import annotations

from random import Random

import pytest

from moot.reading.answer_first import LONGEST, LONGEST_MARKED, MarkFilter, split_answer

CASES: list[tuple[str, str | None, str]] = [
    ("Take the bus.\n\n---\n\nIt is cheap.", "Take the bus.", "Take the bus.\n\nIt is cheap."),
    ("Take the bus.\n---\nIt is cheap.", "Take the bus.", "Take the bus.\n\nIt is cheap."),
    ("Take the bus.\n\n---", "Take the bus.", "Take the bus."),
    ("Take the bus.\r\n\r\n ---  \r\n\r\nIt is.", "Take the bus.", "Take the bus.\n\nIt is."),
    ("Yes.\n\n---\n\nMore.\n\n---\n\nA rule.", "Yes.", "Yes.\n\nMore.\n\n---\n\nA rule."),
    ("Yes.\n\nBecause.", "Yes.", "Yes.\n\nBecause."),
    ("# Title\n\n---\n\nText.", None, "# Title\n\n---\n\nText."),
    ("- one\n- two\n\n---\n\nText.", None, "- one\n- two\n\n---\n\nText."),
    ("| a | b |\n|---|---|\n| 1 | 2 |", None, "| a | b |\n|---|---|\n| 1 | 2 |"),
    ("```\nx\n---\n```", None, "```\nx\n---\n```"),
    ("Long. " * 120, None, "Long. " * 120),
    (f"{'Long. ' * 250}\n---\nText.", None, f"{'Long. ' * 250}\n---\nText."),
    ("A - b -- c --- d.", "A - b -- c --- d.", "A - b -- c --- d."),
    ("", None, ""),
]


@pytest.mark.parametrize(("text", "answer", "body"), CASES)
def test_the_text_is_split_and_no_piece_shows_the_mark(text: str, answer: str | None, body: str) -> None:
    assert split_answer(text) == (answer, body)
    for seed in range(60):
        draw, stream, shown, at = Random(seed), MarkFilter(), "", 0
        while at < len(text):
            size = draw.randint(1, draw.choice([2, 9, len(text)]))
            shown += stream.heard(text[at : at + size])
            at += size
        assert body.startswith(shown) or body.rstrip() == shown.rstrip()
        assert len(body.rstrip()) - len(shown.rstrip()) <= len("\n\n---")


def test_an_answer_is_at_most_so_long() -> None:
    assert split_answer("x" * LONGEST)[0] is not None
    assert split_answer("x" * (LONGEST + 1))[0] is None
    assert split_answer(f"{'x' * LONGEST_MARKED}\n---\ny")[0] is None
    assert split_answer(f"{'x' * (LONGEST_MARKED - 1)}\n---\ny")[0] is not None
