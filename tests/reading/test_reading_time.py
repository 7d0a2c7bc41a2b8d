"""Does reading stay linear, whatever a model writes? Fourteen families at 25, 50 and 100 kB and more where it matters.

Times are CPU times, the best of several, so that a busy machine does not make them longer. Growth is the geometric mean
over two doublings; a quadratic parser shows 4.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest

from moot.reading.review_copy import printable, review_copy, words_only
from moot.vocabulary.ballots import Ranking
from rig.ballots import read_ballot
from sampled import partly, sampled

LABELS = {f"{a}{b}QX": f"seat-{a}{b}" for a in "234567" for b in "BC"}
FIRST, SECOND = list(LABELS)[:2]


def filled(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda size: before + piece * max(1, (size - len(before) - len(after)) // len(piece)) + after


FAMILIES = {
    "spaces in fences": filled("``` " + " " * 4_000 + "{", after=f"\n{FIRST}"),
    "open braces": filled("{", before="<ballot>", after=FIRST),
    "open braces with quotes": filled('{"', before="<ballot>", after=FIRST),
    "open brackets": filled("[", before='<ballot>{"a":', after=FIRST),
    "nested objects": filled('{"a":', before="<ballot>", after=FIRST),
    "nested tags": filled("<think>\n", after=FIRST),
    "sections of thinking": filled("<think>a</think>\n", after=FIRST),
    "stray closers": filled("</think>\n", after=FIRST),
    "headers": filled("FINAL RANKING:\n", after=FIRST),
    "headers with a label": filled(f"FINAL RANKING:\n1. {FIRST}x\n", after=FIRST),
    "headers with foreign lists": filled("FINAL RANKING:\n1. Z8Z8 = Z9Z9\n", after=f"\n\n{FIRST}"),
    "labels": filled(f"{FIRST} ", before="FINAL RANKING: "),
    "labels in a chain": filled(f"{FIRST} > {SECOND} > ", before="FINAL RANKING: "),
    "labels in short lines": filled(f"1. {FIRST}\n", before="FINAL RANKING:\n"),
    "long numbers": filled("9" * 5_000 + ",", before='<ballot>{"places": {"2BQX": ', after="}}</ballot>"),
    "unclosed ballots": filled("<ballot>{", after=FIRST),
    "unclosed ballots with strings": filled('<ballot>{"x": "', after=FIRST),
    "foreign ballots": filled('<ballot>{"places": {"Z8Z8": 1}}</ballot>\n', after=FIRST),
    "ballots closed before their label": filled(f"<ballot></ballot> {FIRST}\n"),
    "broken ballots with labels": filled(f"<ballot>{{'{FIRST}': oops oops</ballot>\n"),
    "broken ballots that never close": filled(f"<ballot>{{?{FIRST}\n"),
    "objects in strings": filled('<ballot>{"":"', after=f'"}}{FIRST}'),
    "broken objects with many members": filled("<ballot>{" + "a:1," * 400 + f"?{FIRST}\n\n"),
    "many small members": filled("a:1,", before="<ballot>{", after=f"{FIRST}:1}}</ballot>"),
    "long ranking in an object": filled(f'"{FIRST}",', before='{"ranking":[', after=f'"{SECOND}"]}}'),
    "shorter ranking in an object": lambda size: f'{{"ranking":["{FIRST}"' + f',"{FIRST}"' * (size // 16) + "]}",
    "long comments": lambda size: (
        f'{{"{FIRST}":1,"comments":{{' + ",".join(f'"{at}":""' for at in range(size // 16)) + "}}"
    ),
    "empty tiers": lambda size: '{"tiers":[' + "[]," * (size // 6) + f'["{FIRST}"]]}}',
    "bare object": filled('"a":{},', before="{", after=f'"{FIRST}":1}}'),
    "backticks": filled("`", after=f"{{{FIRST}"),
    "backtick lines": filled("```\n", after=f"{{{FIRST}"),
    "greater signs": filled("> ", before=f"FINAL RANKING: {FIRST} ", after=FIRST),
    "equals signs": filled("= ", before=f"FINAL RANKING: {FIRST} ", after=FIRST),
    "nulls": filled("\x00", before="FINAL RANKING:", after=FIRST),
    "surrogates": filled("\ud800", before="FINAL RANKING:", after=FIRST),
    "line feeds": filled("\n", before="FINAL RANKING:", after=FIRST),
    "spaces": filled(" ", before="FINAL RANKING:", after=FIRST),
    "stars": filled("*", before="**FINAL RANKING", after=FIRST),
    "quotes": filled("'", before="<ballot>{", after=FIRST),
    "backslashes": filled("\\", before='<ballot>{"', after=FIRST),
    "prose": filled("It compares the two and finds neither complete. ", after=FIRST),
    "prose in Chinese": filled("这个答案很好，但是不完整。", after=FIRST),
}


def best(read: Callable[[str], object], text: str, times: int = 5) -> float:
    found = []
    for _ in range(times):
        begun = process_time()
        read(text)
        found.append(process_time() - begun)
    return min(found) * 1_000


PROSE = "It compares the two and finds neither complete. " * 2_083
REFERENCE_MS = 2.0
"""What one plain loop over 100 kB takes on the machine the limits are meant for, when nobody else works on it."""


def slowness() -> float:
    """How much slower this machine is just now: others may be at work on it. Never less than 1."""

    def loop(text: str) -> int:
        found = 0
        for character in text:
            if character == "{":
                found += 1
            elif character == "<":
                found += 2
        return found

    return max(1.0, best(loop, PROSE) / REFERENCE_MS)


def check(read: Callable[[str], object], family: str, limit: float) -> None:
    """Measured anew, up to three times, before it counts as slow; against a plain loop in the same minute."""
    for attempt in range(3):
        allowed = limit * slowness()
        small, middle, large = (
            best(read, FAMILIES[family](size), 5 + 5 * attempt) for size in (25_000, 50_000, 100_000)
        )
        growth = (large / small) ** 0.5 if small > 0.2 else 1.0  # below that the clock measures itself
        if large < allowed and growth < 2.6:
            return
    pytest.fail(f"{family}: {small:.2f}, {middle:.2f}, {large:.2f} ms, growth {growth:.2f}")


def read(text: str) -> object:
    return read_ballot(Ranking, text, LABELS)


@partly(6)
@pytest.mark.parametrize("family", FAMILIES)
def test_reading_a_ballot(family: str) -> None:
    check(read, family, 5.0)


@partly(6)
@pytest.mark.parametrize("family", sampled(FAMILIES, *list(FAMILIES)[::2]))
def test_taking_out_the_thinking(family: str) -> None:
    check(words_only, family, 5.0)


@partly(6)
@pytest.mark.parametrize("family", sampled(FAMILIES, *list(FAMILIES)[1::2], "nulls"))
def test_copying_for_review(family: str) -> None:
    # Showing a hidden character writes eight for one: a text of nothing else may take longer, but grows no faster.
    check(lambda text: review_copy(text, 20_000), family, 100.0 if family in ("nulls", "surrogates") else 10.0)
    check(printable, family, 100.0 if family in ("nulls", "surrogates") else 10.0)
