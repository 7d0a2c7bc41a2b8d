"""Does twice the text take twice the time, for every reader and every writer there is, whatever stands in it?

Times are CPU times without the collector. A text and a quarter of it are timed in turns, so that a busy neighbour slows
both, and the least of each counts. What looks slow is measured further, up to `ROUNDS` times, and then with twice the
text: a quadratic reader is slower still, while one that outgrew the processor's cache did so once. A text that is read
in a moment proves itself, since one quadratic step a pair of characters takes longer than that.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from time import process_time

import pytest

from rig.texts.hostile_texts import FAMILIES, SAMPLE
from rig.texts.readers import gone, readers, untold
from sampled import in_turn

GROWTH = 2.2
"""How many times longer twice the text may take; a quadratic reader shows 4."""
LIGHT, HEAVY = 8_000, 48_000
"""Characters that are read; a quarter of them is what they are held against."""
MOMENT = 0.02
"""Seconds that prove it: 8,000 characters have 32 million pairs."""
LIGHT_READERS = 40
"""How many readers a light run draws."""
ROUNDS = 12
"""How often a reader that looks slow is timed in one turn."""
TURNS = 3
"""How many turns it has, after all other texts had theirs: a neighbour's burst lasts longer than one."""


def took(work: Callable[[], object]) -> float:
    gc.disable()
    began = process_time()
    try:
        try:
            work()
        except (TypeError, AttributeError, NameError):
            raise  # it was not called as it has to be, so that nothing was measured
        except Exception:  # a text that is no answer may be refused; how is another test's matter
            pass
        return process_time() - began
    finally:
        gc.enable()


def slow(name: str, family: str, size: int) -> str:
    """What is wrong with a reader and a family; empty when nothing is."""
    return growing(name, family, size) and growing(name, family, 2 * size)


def growing(name: str, family: str, size: int) -> str:
    """What is wrong at one length."""
    read_whole = readers()[name](FAMILIES[family](size))
    whole = took(read_whole)
    if whole < MOMENT:
        return ""
    read_part = readers()[name](FAMILIES[family](size // 4))
    part = took(read_part)
    for _ in range(ROUNDS):
        part = min(part, took(read_part), took(read_part))
        if whole < MOMENT or whole <= part * GROWTH**2:
            return ""
        whole = min(whole, took(read_whole))
    growth = (whole / part) ** 0.5
    return f"{family}: {part * 1000:.1f} ms, {whole * 1000:.1f} ms for four times as much, {growth:.2f} a doubling"


def slow_ones(name: str, families: Iterable[str], size: int) -> list[str]:
    """What is wrong with a reader in every turn."""
    found = dict.fromkeys(families, "")
    for _ in range(TURNS):
        found = {family: said for family in found if (said := slow(name, family, size))}
    return list(found.values())


@in_turn("name", readers(), light=LIGHT_READERS)
def test_twice_the_text_takes_twice_the_time(name: str) -> None:
    assert slow_ones(name, SAMPLE, LIGHT) == []


@pytest.mark.heavy
@pytest.mark.parametrize("name", readers())
def test_whatever_stands_in_it(name: str) -> None:
    assert slow_ones(name, FAMILIES, HEAVY) == []


def test_nothing_that_reads_a_text_is_left_out() -> None:
    assert untold() == []
    assert gone() == []
