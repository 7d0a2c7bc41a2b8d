"""Test that no label of a sheet occurs in its texts."""

from __future__ import annotations

from moot.floor.anonymous_sheets import dealt_to
from moot.protocols.floor_interface import Sheet
from moot.vocabulary.seeded_draws import Lot
from moot.vocabulary.statements import Statement


def _dealt(*texts: str, allowance: int = 4000) -> Sheet:
    seats = ("seat-b", "seat-c")
    said = [Statement(seat=seat, text=text, key=f"a/{seat}") for seat, text in zip(seats, texts, strict=True)]
    lot = Lot("seed", "deal")
    return dealt_to("seat-a", said, lot=lot, allowance=allowance, avoid=(), models={})


def test_a_label_that_stands_in_a_text_is_drawn_again() -> None:
    usual = list(_dealt("One.", "Two.").labels)
    assert len(usual) == 2
    assert not {*usual} & {*_dealt(f"I call it {usual[0]}.", f"{usual[1]} it is.").labels}


def test_what_was_cut_off_counts_too() -> None:
    usual = list(_dealt("One. " * 200, "Two.", allowance=300).labels)
    cut = _dealt("One. " * 200 + usual[0], "Two.", allowance=300)
    assert usual[0] not in cut.text
    assert usual[0] not in cut.labels
