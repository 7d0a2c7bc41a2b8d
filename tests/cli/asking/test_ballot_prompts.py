"""Test that every kind of ballot can be filled in field by field, and is parsed as that ballot."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from moot.cli.asking.ballot_prompts import Unfit, filled_in, fits, places_from
from moot.reading.outcomes import ReadBallot
from moot.vocabulary.ballots import Ballot, Ranking
from rig.ballots import KINDS, form_of, read_ballot
from rig.terminal import Terminal

LABELS = {"K7QX": "seat-b", "B2CD": "seat-c", "F9GH": "seat-d"}
CHOICES = {
    name: ["first", "second"]
    for name in ("labels", "details", "axes", "severities", "members", "answers", "groups", "claims", "counted")
}


def typing(prompt: str) -> str:
    """What somebody types who answers every prompt with the first thing that fits."""
    if "best first" in prompt:
        return "F9GH K7QX = B2CD"
    if "[y/N]" in prompt:
        return ""
    if " to " in prompt and "(" in prompt:
        return prompt.rpartition("(")[2].partition(" to ")[0]
    return "1" if "(1 " in prompt else "Some words of mine."


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_is_filled_in_is_read(kind: type[Ballot]) -> None:
    schema = form_of(kind, list(LABELS), CHOICES)
    assert fits(schema)
    text = filled_in(schema, typing, lambda why: pytest.fail(why))
    read = read_ballot(kind, text, LABELS, CHOICES)
    assert isinstance(read, ReadBallot), (text, read)


def test_who_declines_is_asked_nothing_more() -> None:
    asked: list[str] = []

    def decline(prompt: str) -> str:
        asked.append(prompt)
        return "y"

    read = read_ballot(Ranking, filled_in(form_of(Ranking, list(LABELS)), decline, print), LABELS)
    assert isinstance(read, ReadBallot)
    assert read.ballot == Ranking(tiers=(), comments=read.ballot.comments, abstained=True)  # type: ignore[union-attr]
    assert len(asked) == 1


def test_what_does_not_fit_is_asked_for_again_with_the_reason() -> None:
    said = iter(["strong", "nine", "9", "0.5", "6"])
    told: list[str] = []
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {
            "level": {"type": "string", "enum": ["Strong", "weak"]},
            "score": {"type": "integer", "enum": [1, 2, 3, 4, 5, 6]},
        },
    }
    assert json.loads(filled_in(schema, lambda prompt: next(said), told.append)) == {"level": "Strong", "score": 6}
    assert told == ["Type a whole number from 1 to 6."] * 3


@pytest.mark.parametrize(
    ("said", "why"),
    [("K7QX B2CD", "F9GH is missing"), ("K7QX K7QX B2CD F9GH", "twice"), ("K7QX ZZZZ", "none of"), ("", "are missing")],
)
def test_an_order_must_name_every_label_once(said: str, why: str) -> None:
    with pytest.raises(Unfit, match=why):
        places_from(said, list(LABELS))
    assert places_from("f9gh > k7qx=b2cd", list(LABELS)) == {"F9GH": 1, "K7QX": 2, "B2CD": 2}


@pytest.mark.slow
def test_a_person_reviews_at_the_terminal_by_prompts(terminal: Callable[..., Terminal]) -> None:
    shown = terminal(
        "ask", "Is it so?", "-m", "person", "-m", "rehearsal/ada", "-m", "rehearsal/bo", "--chair", "rehearsal/gus"
    )
    shown.until("it is your turn in opinions")
    assert "The others are asked when your answer is in" in shown.until("Text ends with")
    shown.type("I think it is.\n.\n")
    shown.until("it is your turn in review")
    shown.until("field by field")
    shown.type("\n")
    shown.until("abstain? [y/N]")
    shown.type("\n")
    for n in (1, 2, 3):
        shown.until("goes on):", times=n)
        shown.type("It is sound, and thin on cost.\n")
    shown.until("best first (as in ")
    labels = shown.text.rpartition("best first (as in ")[2].split(",")[0].split()
    shown.type(f"{labels[1]}\n")
    shown.until("are missing.")
    shown.type(f"{labels[1]} {labels[0]} {labels[2]}\n")
    assert shown.ended() == 0
    assert re.search(r"(?:2 of 3|All three|Each) put|Split 1|No ballot puts|put first by", shown.text)
