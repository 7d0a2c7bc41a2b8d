"""Test that the terminal, exports, results and the app format money alike, by one list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from moot.cli.screen import words
from moot.sessions import amounts
from moot.vocabulary.words.sums import money, rounded, shared

ROOT = Path(__file__).parents[2]
SUMS: list[tuple[int, str]] = [
    (nano, said) for nano, said in json.loads(Path(__file__).with_name("sums.json").read_text())
]


@pytest.mark.parametrize(("nano", "said"), SUMS)
def test_a_sum_is_written_once(nano: int, said: str) -> None:
    assert money(nano) == words.money(nano) == amounts.bill(nano) == said


@pytest.mark.parametrize(("value", "places", "said"), json.loads(Path(__file__).with_name("rounded.json").read_text()))
def test_a_figure_is_rounded_as_the_app_rounds_it(value: float, places: int, said: str) -> None:
    assert rounded(value, places) == said
    assert rounded(-value, places) == (said if float(said) == 0 else f"-{said}")


def test_a_share_is_rounded_as_the_app_rounds_it() -> None:
    assert [shared(value) for value in (0.005, 0.285, 0.995, 1.0)] == ["1%", "29%", "100%", "100%"]
