"""Is a refusal in prose told from an answer, in the ways models write it?"""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from cases import in_turn
from moot.reading import refusals
from moot.reading.refusals import LONGEST, refuses

TEXTS = tomllib.loads(Path(__file__).with_suffix("").with_name("refusals.toml").read_text())


def test_there_are_enough_of_each() -> None:
    assert len(TEXTS["declines"]) >= 60
    assert len(TEXTS["answers"]) >= 60


@in_turn("text", TEXTS["declines"])
def test_it_declines(text: str) -> None:
    assert refuses(text)
    assert refuses(f"\n  {text}\n")


@in_turn("text", TEXTS["answers"])
def test_it_answers(text: str) -> None:
    assert not refuses(text)


@pytest.mark.parametrize("declined", TEXTS["declines"][:12])
def test_whoever_goes_on_and_answers_has_answered(declined: str) -> None:
    answer = "Build it of stone: the river rises in spring, wood lasts ten years and stone a hundred. "
    assert not refuses(f"{answer}{declined}")
    assert not refuses(f"{declined} That said, build it of stone, which lasts a hundred years.")
    assert not refuses(f"One of the answers reads: “{declined}” It is the worst of them, since it says nothing.")


def test_nothing_and_much_decline_nothing() -> None:
    assert not refuses("")
    assert not refuses(" \n ")
    assert not refuses("I can't help with that. " + "word " * LONGEST)


def test_whatever_a_pattern_matches_holds_one_of_its_cues() -> None:
    """Held by texts drawn from the patterns themselves, in small letters and in capitals."""
    drawn = 0
    chance = random.Random(7)
    for cues, pattern in refusals._DECLINES:
        assert all(cue == cue.translate(refusals._DOTS).casefold() for cue in cues)
        whole, tree = refusals._compiled(pattern), _parser.parse(pattern)
        for text in (_drawn_from(tree, chance) for _ in range(60)):
            for said in (text, text.upper(), text.replace("i", "ı")):
                if whole.match(said):
                    drawn += 1
                    assert pattern in refusals._cued(said), (said, cues)
    assert drawn > 2000


def _drawn_from(tree: Any, chance: random.Random) -> str:
    """A text that a parsed pattern matches, or nearly."""
    text = ""
    for kind, value in tree:
        name = str(kind)
        if name == "LITERAL":
            text += chr(value)
        elif name == "ANY":
            text += chance.choice("ab c")
        elif name == "IN":
            text += {"CATEGORY_SPACE": " "}.get(str(value[0][1]), "a") if str(value[0][0]) == "CATEGORY" else ""
            text += chr(value[0][1]) if str(value[0][0]) == "LITERAL" else ""
        elif name == "BRANCH":
            text += _drawn_from(chance.choice(value[1]), chance)
        elif name == "SUBPATTERN":
            text += _drawn_from(value[-1], chance)
        elif name in ("MAX_REPEAT", "MIN_REPEAT"):
            for _ in range(chance.randint(value[0], min(value[1], value[0] + 2))):
                text += _drawn_from(value[2], chance)
    return text
