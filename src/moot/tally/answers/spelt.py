"""Which figures do words at the beginning of an answer give? `three quarters` is `3/4`, and `half an hour` `1/2 hour`.

English, German and Chinese; small numbers and small denominators only. What is no figure in words stays as it is. Held
by `tests/tally/answers/test_spelt.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

LARGEST_NUMERATOR = 100
"""From it on `quarters` or `Achtel` are things that are counted."""

_words = str.split
_DENOMINATORS = {
    word: number
    for number, words in (
        (2, "half halves halb halbe halber halbes halben"), (3, "third thirds drittel dritteln"),
        (4, "quarter quarters fourths viertel vierteln"), (5, "fifth fifths fünftel fünfteln"),
        (6, "sixth sixths sechstel"), (7, "seventh sevenths siebtel"), (8, "eighth eighths achtel"),
        (9, "ninth ninths neuntel"), (10, "tenth tenths zehntel"), (12, "twelfth twelfths zwölftel"),
    )
    for word in _words(words)
}  # fmt: skip
_HALF = frozenset(_words("half halb halbe halber halbes halben hälfte"))
_ONE = frozenset(_words("a an one ein eine einen einem einer 1"))
_GERMAN = {
    word: number
    for number, word in enumerate(_words("zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"), start=2)
}
_AND_A_HALF = {"anderthalb": Fraction(3, 2), "eineinhalb": Fraction(3, 2), "einundeinhalb": Fraction(3, 2)} | {
    word + "einhalb": Fraction(2 * number + 1, 2) for word, number in _GERMAN.items()
}
_CHINESE = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
_SIGNS = "".join(_CHINESE)
_PART_CHINESE = re.compile(rf"([{_SIGNS}])分之([{_SIGNS}])")
# Linear: one sign, then fixed ones, then the rest.
_COUNT_CHINESE = re.compile(rf"(?:([{_SIGNS}])个?(半)?|(半)个?)(小时|分钟|秒|天|米|公里|千米|公斤|千克|克|吨|升)(半)?")
_RUN_TOGETHER = re.compile(r"([^\W\d_]{1,12})(\d{1,9})([^\W\d_]{0,12})")
_NUMERAL = re.compile(r"\d{1,9}", re.ASCII)


def spelt(
    tokens: Sequence[str], names_unit: Callable[[Sequence[str]], bool], counted: frozenset[str] = frozenset()
) -> list[str]:
    """The same tokens, with the figure in words that they begin with as a numeral. What is `counted` is no part of one:
    who is asked how many quarters there are, and says three quarters, does not say three of four. A half and a one are
    figures alone or before a unit: half a moon is none."""
    rest = [piece for token in tokens for piece in _apart(token)]
    if not rest:
        return rest
    first = rest[0]
    if first in _AND_A_HALF:
        return [str(_AND_A_HALF[first]), *rest[1:]]
    if chinese := _chinese(first):
        return [*chinese, *rest[1:]]
    if first == "die" and rest[1:2] == ["hälfte"]:
        rest, first = rest[1:], rest[1]
    if first in _HALF and not counted & _HALF:
        left = _of_one(rest[1:])
        return ["1/2", *left] if not left or names_unit(left) else rest
    if first.startswith("dreiviertel"):
        rest = ["3", "viertel", first.removeprefix("dreiviertel"), *rest[1:]]
    elif first in _ONE and rest[1:2] and rest[1].startswith("viertel"):
        rest = ["1", "viertel", rest[1].removeprefix("viertel"), *rest[2:]]
    rest = [token for token in rest if token]
    if first in _GERMAN:
        rest = [str(_GERMAN[first]), *rest[1:]]
    if first in _ONE and names_unit(rest[1:]):
        return ["1", *rest[1:]]
    return _with_part(rest, names_unit, counted)


def _apart(token: str) -> list[str]:
    """A unit and a figure that are written together, as in 2h30min; the first figure is a token of its own already."""
    found = _RUN_TOGETHER.fullmatch(token)
    return [piece for piece in found.groups() if piece] if found else [token]


def _with_part(rest: list[str], names_unit: Callable[[Sequence[str]], bool], counted: frozenset[str]) -> list[str]:
    """What begins with `3 quarters`, `a quarter` or `2 and a half`."""
    if len(rest) < 2:
        return rest
    top = 1 if rest[0] in _ONE else int(rest[0]) if _NUMERAL.fullmatch(rest[0]) else 0
    bottom = _DENOMINATORS.get(rest[1], 0)
    if rest[1] == "in" and top and len(rest) == 3 and _NUMERAL.fullmatch(rest[2]) and top < int(rest[2]):
        return [str(Fraction(top, int(rest[2])))]  # one in two
    if rest[1] in _HALF and rest[2:] and not counted & _HALF:
        left = _of_one(rest[2:])
        return ["1/2", *left] if top == 1 and names_unit(left) else rest
    if rest[1] not in counted and 0 < top < min(bottom, LARGEST_NUMERATOR):
        return [str(Fraction(top, bottom)), *_of_one(rest[2:])]
    if top and rest[1] in ("and", "und") and rest[2:3] and rest[2] in _ONE and rest[3:4]:
        part = _DENOMINATORS.get(rest[3], 0)
        if part and rest[3] not in counted:
            return [str(top + Fraction(1, part)), *rest[4:]]
    return rest


def _of_one(rest: list[str]) -> list[str]:
    """What half of one is counted in: `of an hour` and `an hour` are `hour`."""
    if rest[:1] == ["of"]:
        rest = rest[1:]
    return rest[1:] if len(rest) > 1 and rest[0] in _ONE else rest


def _chinese(token: str) -> list[str]:
    if token == "一半":
        return ["1/2"]
    if part := _PART_CHINESE.fullmatch(token):
        return [str(Fraction(_CHINESE[part[2]], _CHINESE[part[1]]))]
    if count := _COUNT_CHINESE.fullmatch(token):
        whole = _CHINESE[count[1]] if count[1] else 0
        return [str(whole + (Fraction(1, 2) if count[2] or count[3] or count[5] else 0)), count[4]]
    return []
