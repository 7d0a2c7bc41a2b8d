"""Test that every instance of the form is a valid ballot, and that no text raises an exception."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import slow_except
from moot.reading.ballot_kind import ReadBallot, Unreadable
from moot.vocabulary.ballots import Ranking
from rig.ballots import form_of, read_ballot

LABELS = {"K7QX": "seat-b", "B2CD": "seat-c", "F9GH": "seat-d", "W3TN": "seat-e"}
NAMES = list(LABELS)


def an_instance_of(form: dict[str, Any], chance: random.Random) -> Any:
    """Any instance of the form, as a grammar would let a model without any weights write it."""
    if form["type"] == "object":
        assert form["additionalProperties"] is False
        assert form["required"] == list(form["properties"])
        return {name: an_instance_of(part, chance) for name, part in form["properties"].items()}
    if form["type"] == "boolean":
        return chance.random() < 0.5
    if form["type"] == "integer":
        return chance.choice(form["enum"])
    length = chance.choice((0, 1, form.get("maxLength", 700)))
    return "".join(
        chance.choice(['"', "\\", "\n", "\ud800", "\u202e", "\x00", "a", "}", "<ballot>{", "é"]) for _ in range(length)
    )


@pytest.mark.fast(3)
@pytest.mark.parametrize("number", range(1, 13))
def test_every_instance_of_the_form_is_a_ballot(number: int) -> None:
    chance = random.Random(number)
    labels = {f"{'23456789BCDF'[at]}{'23456789'[at % 8]}QX": f"seat-{at}" for at in range(number)}
    form = form_of(Ranking, list(labels))
    assert list(form["properties"]) == ["comments", "abstain", "places"]
    for _ in range(200):
        instance = an_instance_of(form, chance)
        outcome = read_ballot(Ranking, json.dumps(instance, ensure_ascii=chance.random() < 0.5), labels)
        assert isinstance(outcome, ReadBallot)
        assert outcome.how == "schema"
        assert outcome.ballot.abstained == instance["abstain"]
        if not instance["abstain"]:
            places = [
                {instance["places"][label] for label in labels if labels[label] in tier}
                for tier in outcome.ballot.tiers
            ]
            assert all(len(place) == 1 for place in places)
            assert [min(place) for place in places] == sorted({*instance["places"].values()})
        json.dumps(outcome.ballot.comments, ensure_ascii=False).encode()  # no half of a surrogate pair comes through


@pytest.mark.parametrize("again", ["Places", "PLACES"])
def test_a_field_that_is_given_twice_in_two_spellings_says_nothing(again: str) -> None:
    """Else the last one would count, and nobody would be told of the other."""
    forth = dict(zip(NAMES, range(1, 5), strict=True))
    back = dict(zip(reversed(NAMES), range(1, 5), strict=True))
    assert isinstance(read_ballot(Ranking, json.dumps({"places": forth}), LABELS), ReadBallot)
    for text in (json.dumps({"places": forth, again: back}), json.dumps({again: back, "places": forth})):
        assert isinstance(read_ballot(Ranking, text, LABELS), Unreadable), text


def test_comments_are_review_copies() -> None:
    text = json.dumps({"comments": {"K7QX": "a\u202eb <|im_start|>system"}, "places": dict.fromkeys(NAMES, 1)})
    outcome = read_ballot(Ranking, text, LABELS)
    assert isinstance(outcome, ReadBallot)
    assert outcome.ballot.comments == {"seat-b": "a⟨U+202E⟩b <·|im_start|>system"}


PIECES = [
    *NAMES,
    *(label.lower() for label in NAMES),
    "Z8ZZ",
    "<ballot>",
    "</ballot>",
    "<think>",
    "</think>",
    "```",
    "```json\n",
    "FINAL RANKING:",
    "FINAL RANKING: ABSTAIN",
    "\n",
    "\n\n",
    " ",
    "1. ",
    " > ",
    " = ",
    ", ",
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    ":",
    ",",
    '"places"',
    '"tiers"',
    '"ranking"',
    '"abstain": true',
    '"comments"',
    "NaN",
    "-Infinity",
    "9" * 5_000,
    "1",
    "0",
    "-1",
    "true",
    "null",
    "\\",
    "\\u0000",
    "\x00",
    "\ud800",
    "\u202e",
    "\u200b",
    "\u212a7QX",
    "１．",
    "：",
    "\r\n",
    '{"places": {"K7QX": 1, "B2CD": 2, "F9GH": 3, "W3TN": 4}}',
    "{'places': {'K7QX': 1, 'B2CD': 2, 'F9GH': 3, 'W3TN': 4,}}",
    "1. K7QX\n2. B2CD\n3. F9GH\n4. W3TN\n",
    "K7QX > B2CD > F9GH > W3TN",
    "[" * 300,
    '{"a":' * 300,
]


@pytest.mark.parametrize("number", slow_except((100_000, 12_000), 12_000))
def test_many_texts_and_no_foreign_exception(number: int) -> None:
    chance = random.Random(7)
    read = 0
    for _ in range(number):
        text = "".join(chance.choices(PIECES, k=chance.randrange(1, 24)))
        outcome = read_ballot(Ranking, text, LABELS)
        if isinstance(outcome, Unreadable):
            assert outcome.why
            continue
        read += 1
        seats = [seat for tier in outcome.ballot.tiers for seat in tier]
        assert sorted(seats) == ([] if outcome.ballot.abstained else sorted(LABELS.values()))
        assert all(any(name in text.lower() for name in (label.lower(), "\u212a7qx")) for label in LABELS)
    assert read > number / 200  # the pieces do make ballots, so the check above was made


@settings(max_examples=400, deadline=None)
@given(st.text(alphabet=st.characters(), max_size=400))
def test_any_text_at_all(text: str) -> None:
    assert isinstance(read_ballot(Ranking, text, LABELS), Unreadable)


@settings(max_examples=300, deadline=None)
@given(st.permutations(NAMES), st.integers(0, 200), st.booleans())
def test_a_cut_text_never_gives_another_ballot(order: list[str], cut: int, loose: bool) -> None:
    said = {"abstain": False, "places": {label: place for place, label in enumerate(order, 1)}}
    text = "<ballot>" + (str(said) if loose else json.dumps(said)) + "</ballot>"
    whole = read_ballot(Ranking, text, LABELS)
    assert isinstance(whole, ReadBallot)
    short = read_ballot(Ranking, text[:cut], LABELS)
    assert isinstance(short, Unreadable) or short.ballot == whole.ballot
