"""Test that private labels are replaced wherever they occur alone, however the text is split."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from moot.floor.label_replacer import LabelReplacer, named

NAMES = {"K7QX": "answer 1", "B2CD": "answer 2", "4F9GH": "answer 3"}
PIECES = st.lists(
    st.one_of(st.sampled_from([*NAMES, "K7", "QX", " ", ".", "\n", "x", "B2CDE", "é", "_"]), st.text(max_size=3)),
    max_size=12,
)


def test_only_whole_labels_are_replaced() -> None:
    text = "K7QX beats B2CD; xK7QX, K7QXY and 4F9GH (K7QX)."
    assert named(text, NAMES) == "answer 1 beats answer 2; xK7QX, K7QXY and answer 3 (answer 1)."


@given(PIECES)
def test_pieces_make_the_same_text_as_the_whole(pieces: list[str]) -> None:
    naming = LabelReplacer(NAMES)
    assert "".join(naming.heard(piece) for piece in pieces) + naming.ended() == named("".join(pieces), NAMES)


def test_the_end_of_a_word_is_no_label_though_its_beginning_was_shown() -> None:
    naming = LabelReplacer(NAMES)
    assert naming.heard("abcdefgh") + naming.heard("K7QX ") + naming.ended() == "abcdefghK7QX "


def test_a_new_attempt_begins_from_nothing() -> None:
    naming = LabelReplacer(NAMES)
    assert naming.heard("over K7") == "over "
    naming.begin()
    assert naming.heard("QX ") == "QX "


def test_without_labels_nothing_is_held_back() -> None:
    assert LabelReplacer({}).heard("K7QX") == "K7QX"
