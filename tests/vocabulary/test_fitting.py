"""Test that output is shortened evenly to fit its reader, and only if it does not fit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.reading.review_copy import LEAST_ALLOWANCE, review_copy
from moot.vocabulary.seats import Abilities, Seat
from moot.vocabulary.words.context_room import (
    able_to_hold,
    cap_for,
    even_cap,
    holds,
    overflow,
    reserved,
    room_for_texts,
    weight,
    words_asked,
)

LENGTHS = st.lists(st.integers(0, 30_000), min_size=1, max_size=20)


def seat(context: int, name: str = "seat-a", **able: object) -> Seat:
    return Seat(id=name, model="m/m", abilities=Abilities(context=context, **able))  # type: ignore[arg-type]


@given(LENGTHS, st.integers(0, 200_000))
def test_what_is_shown_fits_and_no_more_is_cut_than_must_be(lengths: list[int], room: int) -> None:
    cap = even_cap(lengths, room, 24_000)
    shown = [min(length, cap) for length in lengths]
    if cap > LEAST_ALLOWANCE:
        assert sum(shown) <= room or (cap == 24_000 and sum(min(each, 24_000) for each in lengths) <= room)
    if sum(min(length, 24_000) for length in lengths) <= room:
        assert cap == 24_000
    elif cap > LEAST_ALLOWANCE:
        assert sum(min(length, cap + 1) for length in lengths) > room - len(lengths)


@pytest.mark.fast(1)
@pytest.mark.parametrize("alphabet", ["a ", "äö ", "一二三"])
@given(st.data())
def test_copies_fit_whatever_they_are_written_in(alphabet: str, data: st.DataObject) -> None:
    texts = data.draw(st.lists(st.text(alphabet, min_size=1, max_size=3_000), min_size=1, max_size=6))
    room = data.draw(st.integers(LEAST_ALLOWANCE * 2 * len(texts), 20_000))
    cap = cap_for(texts, room, 24_000)
    shown = sum(weight(review_copy(text, cap).text) for text in texts)
    assert shown <= max(room, 2 * LEAST_ALLOWANCE * len(texts)) + 60 * len(texts)


def test_room_is_left_for_an_answer_and_for_thinking() -> None:
    assert reserved(seat(2_048)) == 512
    assert reserved(seat(128_000)) == 2_048
    assert reserved(seat(8_192, reasoning_floor=4_096)) == 4_096
    assert overflow(seat(2_048), 3 * 1_536) == 0
    assert overflow(seat(2_048), 3 * 1_536 + 1) == 1


def test_short_answers_are_asked_for_where_the_smallest_reader_needs_them() -> None:
    large, small = seat(128_000), seat(2_048)
    assert words_asked([large], 500, 7) is None
    words = words_asked([large, small], 500, 7)
    assert words is not None
    assert 30 <= words <= 90
    assert 7 * words * 6 <= room_for_texts(small, 500, 7) + 7 * 6 * 10


def test_only_those_who_can_be_shown_everything_hold_it() -> None:
    large, small, tiny = seat(32_000, "seat-a"), seat(2_048, "seat-b"), seat(1_024, "seat-c")
    assert holds(large, 500, 12)
    assert not holds(small, 500, 12)
    assert able_to_hold([small, large, tiny], 500, 12) == (large,)
    assert able_to_hold([tiny, small], 500, 12) == (small,)  # where none can, who comes nearest
