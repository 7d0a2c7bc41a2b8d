"""Test that every finding has a title, and that a seat's task is given in words."""

from __future__ import annotations

from moot.protocols.words import heading_of, standing_ones
from moot.vocabulary.findings import Note, Standing
from rig.ballots import FINDINGS

NAMES = {"seat-a": "answer 1"}


def test_every_finding_has_a_title() -> None:
    assert len(FINDINGS) > 20
    assert all(heading.title[:1].isupper() for heading in FINDINGS.values())


def test_a_later_standing_takes_the_place_of_an_earlier_one_and_a_note_does_not() -> None:
    standing, note = Standing(places=(), winner=None), Note(title="A", text="B")
    assert standing_ones([standing, note, standing, note]) == [False, True, True, True]
    assert heading_of(note).first
