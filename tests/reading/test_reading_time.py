"""Check that reading takes linear time, whatever a model writes."""

from __future__ import annotations

from collections.abc import Callable

from cases import in_turn
from moot.reading.review_copy import printable, review_copy, words_only
from moot.vocabulary.ballots import Ranking
from rig.ballots import read_ballot
from rig.growth import assert_linear

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


def check(read: Callable[[str], object], family: str) -> None:
    assert_linear(lambda size: lambda text=FAMILIES[family](size): read(text), 50_000)


def read(text: str) -> object:
    return read_ballot(Ranking, text, LABELS)


@in_turn("family", FAMILIES)
def test_reading_a_ballot(family: str) -> None:
    check(read, family)


@in_turn("family", FAMILIES)
def test_taking_out_the_thinking(family: str) -> None:
    check(words_only, family)


@in_turn("family", FAMILIES)
def test_copying_for_review(family: str) -> None:
    check(lambda text: review_copy(text, 20_000), family)
    check(printable, family)
