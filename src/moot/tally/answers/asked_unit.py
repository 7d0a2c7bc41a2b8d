"""In which unit does a question ask for a number? `How tall is it, in metres?`: a bare 324 says 324 m.

Only where the question names one unit for certain. Held by `tests/tally/answers/test_asked_unit.py`.
"""

from __future__ import annotations

import re

from moot.tally.answers.quantities import names_unit
from moot.tally.answers.words import tokens_of

LONGEST = 2_000
"""Characters at the end of a question that are looked at."""

_words = str.split
_HOW_MANY = re.compile(r"(?i)\b(?:how many|number of|wie ?viele?|anzahl (?:der|an|von)|zahl der)\s+")
_IN = re.compile(r"(?i)(?:\b(?:in|einheit:|unit:)\s+|[(\[](?:in )?)(?=[^\W\d_]|°|€|\$|£)")
_CHINESE = re.compile(
    r"(?:以|用|单位[:：是为]?|[(（])\s*(平方|立方)?(公里|千米|厘米|毫米|米|公斤|千克|克|吨|分钟|小时|秒|天|毫升|升|摄氏度|美元|欧元)"
    r"(?!/|每)"
)
_HOW_MANY_CHINESE = re.compile(
    r"(?:多少|几)(?:个)?(平方|立方)?(公里|千米|厘米|毫米|米(?!饭)|公斤|千克|克(?!拉)|吨|分钟|小时|秒|天|毫升|升|美元|欧元)"
    r"(?!每|/)"
)
_ENDS = frozenset(_words(
    "is are was were has have had does do did it the a an at above below of from to between for if when to and on ist "
    "sind war waren hat haben der die das über von zwischen zu ab bei beträgt misst wiegt dauert does will can would "
    "there per / pro je"
))  # fmt: skip
"""What may stand behind a unit; any other word makes it part of something else: `in second place`."""
_NONE_ALONE = frozenset(
    _words("in second minute hour day week month year jahr jahre monat foot yard sekunde minute stunde tag woche k c f")
)
"""Of these, one behind `in` is a time, a place or a part of speech, and no unit to count in."""
_OF_AREA = frozenset(_words("square cubic"))
_DERIVED = re.compile(r"(?i)(?:quadrat|kubik)(?=\w)")


def asked_unit(question: str) -> str:
    """The unit a question asks for, in the words of an answer; empty where it names none, or not for certain."""
    text = question[-LONGEST:]
    chinese = _HOW_MANY_CHINESE.search(text) or _CHINESE.search(text)
    if chinese:
        return "" if chinese[1] else chinese[2]
    counted = [_unit(text[found.end() :], alone=True) for found in _HOW_MANY.finditer(text)]
    if counted:
        return counted[0] if len(set(counted)) == 1 else ""
    named = {unit for found in _IN.finditer(text) if (unit := _unit(text[found.end() :], alone=False))}
    return named.pop() if len(named) == 1 else ""


def _unit(text: str, *, alone: bool) -> str:
    """The unit that a text begins with."""
    head = re.split(r"[,?!;:)\].]|\s-\s", text[:60], maxsplit=1)[0]
    words = list(tokens_of(_DERIVED.sub(lambda found: f"{_AREA[found[0].lower()]} ", head)))
    square = words[:1] if words and words[0] in _OF_AREA else []
    words = words[len(square) :]
    for length in (2, 1):
        said = words[:length]
        if len(said) < length or not names_unit(said) or (not alone and length == 1 and said[0] in _NONE_ALONE):
            continue
        rest = words[length:]
        if rest and rest[0] in ("per", "/", "pro"):
            return " ".join((*square, *said, "/", *rest[1:2])) if len(rest) > 1 else ""
        if rest and not alone and rest[0] not in _ENDS:
            return ""
        return " ".join((*square, *said))
    return ""


_AREA = {"quadrat": "square", "kubik": "cubic"}
