"""Has every finding a title, and is what a seat was asked about told in words?"""

from __future__ import annotations

from moot.protocols.words import heading_of, standing_ones
from moot.vocabulary.findings import Note, Standing
from moot.vocabulary.words.headings import asked_about, stage_title
from rig.ballots import FINDINGS

NAMES = {"seat-a": "answer 1"}


def test_every_finding_has_a_title() -> None:
    assert len(FINDINGS) > 20
    assert all(heading.title[:1].isupper() for heading in FINDINGS.values())


def test_a_later_standing_takes_the_place_of_an_earlier_one_and_a_note_does_not() -> None:
    standing, note = Standing(places=(), winner=None), Note(title="A", text="B")
    assert standing_ones([standing, note, standing, note]) == [False, True, True, True]
    assert heading_of(note).first


def test_stages_and_what_a_seat_was_asked_about_in_words() -> None:
    assert stage_title("round.2") == "Round 2"
    assert stage_title("opinions") == "Opinions"
    assert asked_about("labels.seat-a", NAMES) == "on labels of answer 1"
    assert asked_about("axis-1.seat-a", NAMES) == "on axis 1 of answer 1"
    assert asked_about("seat-a", NAMES) == "on answer 1"
    assert asked_about("again", NAMES) == "again"
