"""Is a refusal in prose told from an answer, in the ways models write it?"""

from __future__ import annotations

import time
import tomllib
from pathlib import Path

import pytest

from moot.reading.refusals import LONGEST, refuses

TEXTS = tomllib.loads(Path(__file__).with_suffix("").with_name("refusals.toml").read_text())


def test_there_are_enough_of_each() -> None:
    assert len(TEXTS["declines"]) >= 60
    assert len(TEXTS["answers"]) >= 60


@pytest.mark.parametrize("text", TEXTS["declines"])
def test_it_declines(text: str) -> None:
    assert refuses(text)
    assert refuses(f"\n  {text}\n")


@pytest.mark.parametrize("text", TEXTS["answers"])
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


def test_it_takes_no_time() -> None:
    began = time.perf_counter()
    for text in ("i am sorry " * 120, "I can't " * 150, "sorry, " * 170, "but " * 300, "этот не могу " * 90):
        refuses(text[:LONGEST])
    assert time.perf_counter() - began < 0.5
