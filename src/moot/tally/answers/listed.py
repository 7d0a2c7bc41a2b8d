"""Do two answers list the same things? In any order, unless an order was asked for.

Held by `tests/tally/answers/test_listed.py`.
"""

from __future__ import annotations

import re

from moot.tally.answers.of_a_kind import between
from moot.tally.answers.words import NEGATIONS, tokens_of

LONGEST = 300
"""Characters of a list; a longer text is none."""
MOST = 20
"""Things of a list; a longer one is no answer of a few words."""
_PARTS = re.compile(r"\s*(?:[,;、，；]|[,，]?\s(?:and|und|as well as|sowie)\s|\s?[&+]\s?|[和与及])\s*")
_ORDER = re.compile(
    r"(?i)\b(?:order|first|last|then|respectively|rank\w*|sequence|from|before|after|reihenfolge|zuerst|zuletzt|dann"
    r"|jeweils|rang\w*|nacheinander|von|vor|nach)\b|顺序|分别|先|排"
)
_EITHER = frozenset(("or", "oder", "either", "entweder", "maybe", "perhaps", "vielleicht"))


def listed_alike(question: str, known: str, answer: str) -> bool:
    """Whether an answer lists what is known to be right, and nothing else. Numbers keep their places: of `3 and 5` it
    is not known what each counts."""
    one, other = things_of(known), things_of(answer)
    if not 1 < len(one) == len(other) <= MOST or _ORDER.search(question):
        return False
    return one == other or (_each_has_its_own(question, one, other) and _each_has_its_own(question, other, one))


def _each_has_its_own(question: str, these: list[str], those: list[str]) -> bool:
    """Whether each of these things is one of those, by the same words or by those of another language."""
    return all(
        this in those or any(between(question, this.split(), that.split()) == "same" for that in those)
        for this in these
    )


def things_of(text: str) -> list[str]:
    """The things that a text lists, sorted; none of one that is no list."""
    if len(text) > LONGEST or "\n" in text.strip() or _unlisted(tokens_of(text)):
        return []
    parts = [" ".join(_bare(tokens_of(part))) for part in _PARTS.split(text.strip(" .。!*_`\"'“”„"))]
    things = [part for part in parts if part]
    return sorted(things) if len(set(things)) == len(things) else []


def _bare(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Without an article, or an `and` behind a comma."""
    while len(tokens) > 1 and tokens[0] in ("the", "a", "an", "and", "und", "der", "die", "das"):
        tokens = tokens[1:]
    return tokens


def _unlisted(tokens: tuple[str, ...]) -> bool:
    return bool((NEGATIONS | _EITHER) & set(tokens)) or any(token[:1].isdigit() for token in tokens)
