"""Test that findings, ballots, calls and causes have titles and descriptions, without keys and internal terms."""

from __future__ import annotations

import pytest

from moot.protocols.words import ballot_in_words, heading_of, standing_ones
from moot.vocabulary.ballots import Ranking
from moot.vocabulary.findings import Note, Standing
from moot.vocabulary.verdicts import Verdict, plain_verdict, plainly
from moot.vocabulary.words.headings import call_in_words


def test_a_ranking_in_words() -> None:
    ranking = Ranking(tiers=(("seat-b",), ("seat-a", "seat-c")), comments={"seat-c": "Thin.", "seat-b": "Sound."})
    names = {"seat-a": "answer 1", "seat-b": "answer 2", "seat-c": "answer 3"}
    assert ballot_in_words(ranking, names) == [
        "1. answer 2; 2. answer 1 = answer 3",
        "answer 2: Sound.",
        "answer 3: Thin.",
    ]
    assert ballot_in_words(Ranking(tiers=(), abstained=True), names) == ["Abstained."]


def test_a_later_standing_takes_the_place_of_an_earlier_one_and_a_note_does_not() -> None:
    standing, note = Standing(places=(), winner=None), Note(title="A", text="B")
    assert standing_ones([standing, note, standing, note]) == [False, True, True, True]
    assert heading_of(note).first


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("vote.1/seat-b~2", "Vote 1, answer 2 (up/two)"),
        ("review/seat-b+repair~1", "Review, answer 2 (up/two)"),
        ("synthesis/chair~1!", "Synthesis, chair (up/three)"),
        ("call-9", "Call 9"),
    ],
)
def test_a_call_is_named_without_its_key(key: str, said: str) -> None:
    assert call_in_words(key, {"seat-b": "answer 2 (up/two)", "chair": "chair (up/three)"}) == said


@pytest.mark.parametrize(
    "cause",
    [
        "it names none of this sheet's labels",
        "it holds no marked ballot with this sheet's labels",
        "something other than a label of this sheet has a place",
        "`best` is no label of this sheet",
    ],
)
def test_no_reader_is_told_of_sheets(cause: str) -> None:
    assert "sheet" not in plainly(cause)
    verdict = Verdict(outcome="verdict", text="Yes.", by="chair", degraded=(f"seat-b: {cause}",))
    assert plain_verdict(verdict).degraded == (f"seat-b: {plainly(cause)}",)
