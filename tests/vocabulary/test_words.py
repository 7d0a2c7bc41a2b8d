"""Test that everything computed or cast has a description in words."""

from __future__ import annotations

from msgspec.structs import replace

from moot.protocols.adjudication.findings import AdjudicatorAgreement
from moot.protocols.words import ballot_in_words, in_words
from moot.vocabulary.ballots import Ranking


def test_a_ranking_in_words() -> None:
    ranking = Ranking(tiers=(("seat-b",), ("seat-a", "seat-c")), comments={"seat-c": "Thin.", "seat-b": "Sound."})
    names = {"seat-a": "answer 1", "seat-b": "answer 2", "seat-c": "answer 3"}
    assert ballot_in_words(ranking, names) == [
        "1. answer 2; 2. answer 1 = answer 3",
        "answer 2: Sound.",
        "answer 3: Thin.",
    ]
    assert ballot_in_words(Ranking(tiers=(), abstained=True), names) == ["Abstained."]


def test_what_only_one_adjudicator_judged_is_not_said_to_differ_too_little() -> None:
    nothing = AdjudicatorAgreement(
        adjudicators=("adjudicator", "adjudicator-2"),
        scores=None,
        scores_interval=None,
        labels=None,
        flips=None,
        units=0,
    )
    said = in_words(nothing, {})
    assert "nothing was judged by two of them" in said
    assert "too little differs" in in_words(replace(nothing, units=4), {})
