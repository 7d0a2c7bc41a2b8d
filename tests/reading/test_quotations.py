"""Test that a passage is found in a text only if it occurs word for word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
