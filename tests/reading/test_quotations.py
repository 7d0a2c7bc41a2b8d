"""Test that a passage is found in a text only if it occurs word for word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.reading.code_lines import code_places
from moot.reading.quotations import LEAST, plainly, stands_in

TEXT = (
    "The council’s bridge – built of “good” stone – cost 110 crowns in all…\nIt was not painted.\n\n"
    "Do not adopt Kafka\u00a0before the tests\u200b run. El puente costó más de lo previsto. "
    "橋は石で作られている、と彼は言った。"
)


@pytest.mark.parametrize(
    "passage",
    [
        'The council\'s bridge - built of "good" stone',
        "bridge – built of “good” stone – cost 110 crowns",
        "cost 110 crowns in all...",
        "crowns in all… It was not painted.",
        "  It   was\nnot painted.  ",
        '"Do not adopt Kafka before the tests run."',
        "“Do not adopt Kafka before the tests run.”",
        "El puente costó más de lo previsto",
        "橋は石で作られている、と",
        "石で作られている、と彼は",
        TEXT,
    ],
)
def test_typography_and_white_space_do_not_matter(passage: str) -> None:
    assert stands_in(passage, TEXT)


@pytest.mark.parametrize(
    "passage",
    [
        "",
        "   ",
        "It was",
        '"…"',
        "it was not painted",  # another case
        "It was painted.",
        "10 crowns in all",  # cut off within a number
        "uncil's bridge - built of",  # cut off within a word
        "bridge built of good stone",
        "The council's bridge … cost 110 crowns",
        "Do adopt Kafka before the tests run",
        "El puente costo mas de lo previsto",
        "cost 110 crowns. It was not painted.",
        "cost 110 crowns in all... Do not adopt",
        TEXT + " And more of it.",
    ],
)
def test_anything_else_does(passage: str) -> None:
    assert not stands_in(passage, TEXT)


@pytest.mark.slow
@given(st.text(max_size=80), st.text(min_size=1, max_size=80), st.text(max_size=80))
def test_what_is_cut_out_between_spaces_is_found(before: str, passage: str, after: str) -> None:
    long = len(plainly(passage).strip(" \"'.").replace(" ", "")) >= LEAST
    assert stands_in(passage, f"{before} {passage} {after}") or not long


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("SQL injection on line 24: the query", [("", 24, 24)]),
        ("Lines 12-15 and 20 are wrong", [("", 12, 15), ("", 20, 20)]),
        ("lines 3, 5, and 9 to 11", [("", 3, 3), ("", 5, 5), ("", 9, 11)]),
        ("see L12–L14", [("", 12, 14)]),
        ("store.go:27 joins the name", [("store.go", 27, 27)]),
        ("src/a/ring.c:35-37", [("src/a/ring.c", 35, 37)]),
        ("In `cart.js`, line 28 inserts markup", [("cart.js", 28, 28)]),
        ("cart.js line 28; session.js lines 6 & 9", [("cart.js", 28, 28), ("session.js", 6, 6), ("session.js", 9, 9)]),
        ("line 24, and once more line 24", [("", 24, 24)]),
        ("24 cases, 3.14, version 2.0 and online 7", []),
        ("lines 20-12", []),
        ("line 0", []),
        ("lines 1 to 900000", []),
        ("it ends after 12 lines 3", [("", 3, 3)]),
        ("", []),
    ],
)
def test_places(text: str, places: list[tuple[str, int, int]]) -> None:
    assert [(each.file, each.first, each.last) for each in code_places(text)] == places


def test_a_long_text_is_read_in_time_that_grows_with_it() -> None:
    for text in ("line 1, " * 100_000, "a" * 500_000, "a/" * 200_000, "1" * 400_000, "lines 1 to 2, " * 60_000):
        assert len(code_places(text)) < 10
