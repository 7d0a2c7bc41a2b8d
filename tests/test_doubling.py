"""Does twice the text take twice the time, for every reader and every writer there is, whatever stands in it?

Times are CPU times without the collector, the best of several; a text that is read in a moment proves itself, since one
quadratic step a pair of characters takes longer than that. What looks slow is measured anew, up to four times.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import suppress
from time import process_time

import pytest

from rig.hostile_texts import FAMILIES, SAMPLE
from rig.readers import gone, readers, untold

GROWTH = 2.6
"""How many times longer twice the text may seem to take: 2 and a little, and room for caches and busy neighbours; a
quadratic reader shows 4."""
LIGHT, HEAVY = 8_000, 48_000
"""Characters that are read; a quarter of them is what they are held against."""
MOMENT = 0.02
"""Seconds that prove it: 8,000 characters have 32 million pairs."""


def took(work: Callable[[], object], times: int) -> float:
    best = float("inf")
    gc.disable()
    try:
        for _ in range(times):
            began = process_time()
            with suppress(Exception):  # a text that is no answer may be refused; how is another test's matter
                work()
            best = min(best, process_time() - began)
    finally:
        gc.enable()
    return best


def slow(name: str, family: str, size: int) -> str:
    """What is wrong with a reader and a family; empty when nothing is."""
    said = ""
    for attempt in range(4):
        whole = took(readers()[name](FAMILIES[family](size)), 1 + 2 * attempt)
        if whole < MOMENT:
            return ""
        part = took(readers()[name](FAMILIES[family](size // 4)), 3 + 2 * attempt)
        growth = (whole / part) ** 0.5
        if growth <= GROWTH:
            return ""
        said = f"{family}: {part * 1000:.1f} ms, {whole * 1000:.1f} ms for four times as much, {growth:.2f} a doubling"
    return said


@pytest.mark.parametrize("name", readers())
def test_twice_the_text_takes_twice_the_time(name: str) -> None:
    assert not [said for family in SAMPLE if (said := slow(name, family, LIGHT))]


@pytest.mark.heavy
@pytest.mark.parametrize("name", readers())
def test_whatever_stands_in_it(name: str) -> None:
    assert not [said for family in FAMILIES if (said := slow(name, family, HEAVY))]


def test_nothing_that_reads_a_text_is_left_out() -> None:
    assert untold() == []
    assert gone() == []
