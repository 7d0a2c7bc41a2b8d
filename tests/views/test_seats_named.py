"""Test that sentences name seats by their display names; ids occur only in data and commands."""

from __future__ import annotations

from moot.vocabulary.words.seat_names import in_names


def test_what_is_typed_keeps_its_ids_and_ordinary_words_stay() -> None:
    names = {"seat-a": "answer 1 (x/gpt-4)", "stand-in-1": "stand-in-1 (x/y)", "chair": "chair (x/z)"}
    told = {
        "seat-a is missing in review: seat-a.": "answer 1 (x/gpt-4) is missing in review: answer 1 (x/gpt-4).",
        "seat-a's ballot is spoiled": "answer 1 (x/gpt-4)'s ballot is spoiled",
        "The chair could not conclude; stand-in-1 did.": "The chair could not conclude; stand-in-1 (x/y) did.",
        "Type `moot sessions go-on 1 seat-a`.": "Type `moot sessions go-on 1 seat-a`.",
        "opinions/seat-a, labels.seat-a, seat-a=x/y, /seat-a": "opinions/seat-a, labels.seat-a, seat-a=x/y, /seat-a",
        "seat-b and gpt-4 and sonnet-4": "seat-b and gpt-4 and sonnet-4",
    }
    for text, expected in told.items():
        assert in_names(text, names) == expected
