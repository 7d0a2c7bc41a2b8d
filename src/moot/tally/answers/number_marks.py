"""Is a point between digits the decimal point, or does it stand between thousands? By what the text shows.

`1.250` is 1250 in German and 1.25 in English, and `1,250` the other way round. What settles it is told with the
reading: the text's own other figures or its own words; what was asked and what is known to be right; or nothing. Only
the first of these is certain. Held by `tests/tally/answers/test_number_marks.py`.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from moot.tally.answers.words import grouped, tokens_of

By = Literal["own", "asked", "nothing", "torn"]
"""What settles it: the text itself, the question and what is known, nothing, or things that contradict each other."""
MOST = 8_000
"""Characters of a text that are looked at."""

_FIGURES = re.compile(r"(?<![\d.,'’])\d+(?:[.,'’]\d+)+(?![\d'’])", re.ASCII)
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_words = str.split
_GERMAN = frozenset(_words(
    "der die das den dem des ein eine einen einem einer und oder ist sind war waren wird werden hat haben nicht wie "
    "was wer wo wann warum wieviel wieviele viele viel welche welcher welches welchen beträgt ergibt lautet antwort "
    "ergebnis mit auf für von vom zum zur im am bei aus nach über unter etwa rund genau insgesamt es gibt euro prozent "
    "stück jahr jahre tage stunden minuten sekunden einwohner menschen"
))  # fmt: skip
_ENGLISH = frozenset(_words(
    "the a an and or is are was were will has have not how what who where when why many much which answer result with "
    "on for of to in at by from about exactly total there it equals dollars percent years days hours minutes seconds "
    "people inhabitants"
))  # fmt: skip
_OF_A_HUNDRED = re.compile(r"(?i)%|‰|\b(?:percent|per ?cent|prozent|promille)\b|百分")
_ASKS_FOR_A_SHARE = re.compile(
    r"(?i)%|‰|percent|per cent|prozent|promille|\b(?:share|proportion|rate|fraction|anteil)\b|quote|百分|比例|率"
)
_SHARE = re.compile(r"\d\s?[%‰]")
_MORE_OR_LESS = re.compile(r"±|\+/?[-−–]")


class Marks(Struct, frozen=True):
    """How the figures of a text are read."""

    comma: bool
    """Whether its comma is the decimal mark, and its point stands between thousands."""
    by: By
    """What settles it."""


def marks_of(text: str, question: str = "", known: str = "") -> Marks:
    """How the figures of a text are read that answers this question, where this is known to be right."""
    own = shown_in(text)
    if len(own) == 2:
        return Marks(False, "torn")
    if not own:
        own = _language(text)
    if own:
        return Marks("," in own, "own")
    beside = shown_in(question) | shown_in(known) | _language(question)
    if len(beside) == 2:
        return Marks(False, "torn")
    return Marks("," in beside, "asked" if beside else "nothing")


def may_be_either(text: str) -> bool:
    """Whether a figure stands in it that is another one by each reading."""
    return any(_decimal(found) == "?" for found in _FIGURES.findall(text[:MOST]))


def counts_otherwise(question: str, known: str, answer: str) -> bool:
    """Whether one of two numbers is a share of a hundred, or a range around nothing, and the other is not, where the
    question does not say which is meant: `10 %` and `10`, `±10` and `10`."""
    one, other = known[:MOST], answer[:MOST]
    if set(_MORE_OR_LESS.findall(one)) != set(_MORE_OR_LESS.findall(other)):
        return True
    if _ASKS_FOR_A_SHARE.search(_SHARE.sub(" ", question)):
        return False
    return bool(_OF_A_HUNDRED.search(one)) != bool(_OF_A_HUNDRED.search(other))


def shown_in(text: str) -> frozenset[str]:
    """The decimal marks that figures show which can be read in one way only: `3,5`, `1.250,50`, `1'250.5`."""
    return frozenset(mark for found in _FIGURES.findall(text[:MOST]) if (mark := _decimal(found)) in (",", "."))


def _decimal(figure: str) -> str:
    """The decimal mark of a figure; `?` where it may be either, nothing where it shows none."""
    bare = re.sub(r"['’]", "", figure)
    commas, points = bare.count(","), bare.count(".")
    if commas and points:
        last = max(",.", key=bare.rfind)
        return last if bare.count(last) == 1 else ""
    mark = "," if commas else "."
    if commas + points == 1:
        return mark if bare != figure or not grouped(bare, mark) else "?"
    if commas + points > 1 and grouped(bare, mark):
        return "." if commas else ","  # the marks of thousands, so that the other one is the decimal mark
    return ""


def _language(text: str) -> frozenset[str]:
    """The decimal mark of the language that a text is written in, where its words tell that."""
    words = set(tokens_of(text[:MOST]))
    german, english = len(words & _GERMAN), len(words & _ENGLISH)
    if german != english:
        return frozenset("," if german > english else ".")
    return frozenset("." if _CHINESE.search(text) else "")
