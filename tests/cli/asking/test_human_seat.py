"""Test that a person fills in a ballot with an editor, and that it is read as that ballot."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from moot.cli.asking.human_seat import blank
from moot.vocabulary.ballots import Ballot
from rig.ballots import KINDS, form_of
from rig.terminal import Terminal

LABELS = ("K7QX", "B2CD", "F9GH")
CHOICES = {
    name: ["first", "second"]
    for name in (
        "labels",
        "details",
        "axes",
        "severities",
        "members",
        "answers",
        "groups",
        "claims",
        "counted",
        "kinds",
    )
}
EDITOR = """
import json, sys
from itertools import count
with open(sys.argv[1], encoding="utf-8") as file:
    form = json.load(file)
form["places"] = dict(zip(form["places"], count(1)))
form["comments"] = dict.fromkeys(form["comments"], "It is sound, and thin on cost.")
with open(sys.argv[1], "w", encoding="utf-8") as file:
    json.dump(form, file)
"""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_form_has_a_blank_with_its_fields(kind: type[Ballot]) -> None:
    schema = form_of(kind, list(LABELS), CHOICES)
    assert blank(schema).keys() == schema["properties"].keys()


@pytest.mark.slow
def test_a_person_reviews_at_the_terminal(
    terminal: Callable[..., Terminal], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = tmp_path / "editor.py"
    editor.write_text(EDITOR, "utf-8")
    monkeypatch.setenv("VISUAL", f"{sys.executable} {editor}")
    shown = terminal(
        "ask", "Is it so?", "-m", "person", "-m", "rehearsal/ada", "-m", "rehearsal/bo", "--chair", "rehearsal/gus"
    )
    shown.until("it is your turn in opinions")
    assert "The others are asked when your answer is in" in shown.until("Text ends with")
    shown.type("I think it is.\n.\n")
    shown.until("it is your turn in review")
    shown.until("with your editor")
    shown.type("\n")
    assert shown.ended() == 0
    assert re.search(r"(?:2 of 3|All three|Each) put|Split 1|No ballot puts|put first by", shown.text)
