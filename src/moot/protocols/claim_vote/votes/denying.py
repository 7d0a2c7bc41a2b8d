"""How is a claim denied, or said in other words, by rule? Only where its form leaves no doubt of what that means.

English claims of one clause with one auxiliary: `should`, `will`, `is` and their like take a `not`, and words that have
a twin of one meaning give way to it. In doubt there is nothing: a control claim that is wrong would judge voters
wrongly. Held by `tests/protocols/claim_vote/test_controls.py`.
"""

from __future__ import annotations

import re

from moot.tally.lexicon import word_set

ADVISES = frozenset({"should"})
STATES = frozenset({"is", "are", "was", "were", "will", "can"})
"""Auxiliaries that a `not` behind them denies."""
DOUBTFUL = word_set(
    """not no never none neither nor nothing nobody cannot without hardly only even just also both either all every each
    any some most many few several always often sometimes usually rarely must may might could would shall ought need
    if unless until because since so that which who whom whose what when where while whether although though but and or
    than as before after once mainly largely mostly partly at least too still yet already again else other another
    there it this these those they them his her its their"""
)
"""Words beside which `not` might deny something else, or nothing by itself."""
TWINS = {
    "should": "ought to", "begin": "start", "buy": "purchase", "purchase": "buy", "rapidly": "quickly",
    "quickly": "rapidly", "annual": "yearly", "yearly": "annual", "employees": "staff", "assist": "help",
    "frequently": "often", "often": "frequently", "costly": "expensive", "expensive": "costly", "error": "mistake",
    "errors": "mistakes", "mistakes": "errors", "entire": "whole", "difficult": "hard", "rarely": "seldom",
}  # fmt: skip
"""Words and what says the same in their place."""
TWIN = re.compile(rf"(?<!\b[Aa] )(?<!\b[Aa]n )\b(?:{'|'.join(TWINS)})\b(?![-'’])")
"""One of them where no article stands before it that would have to change as well."""
LONGEST = 24
"""Words beyond which a claim is not simple."""
WORD = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*|\d+(?:[.,]\d+)*")
PLAIN = re.compile(r"[A-Z][A-Za-z0-9 ,'’%.\-]*[A-Za-z0-9%]\.?")
"""A claim without quotation marks, brackets, colons or questions."""


def denied(text: str) -> str | None:
    """The claim with a `not` behind its auxiliary, where that is its negation."""
    words = _simple(text)
    if words is None or DOUBTFUL & {word.lower() for word in words} or "," in text:
        return None
    found = [word for word in words[1:] if word in ADVISES | STATES]
    if len(found) != 1 or sum(word.lower() in ADVISES | STATES for word in words) != 1:
        return None
    made = "cannot" if found[0] == "can" else f"{found[0]} not"
    return re.sub(rf"\b{found[0]}\b", made, text, count=1)


def advises(text: str) -> bool:
    """Whether it says what should be done: such a claim and its negation may both be rejected."""
    return any(word.lower() in ADVISES for word in WORD.findall(text))


def retold(text: str) -> str | None:
    """The claim with words of one meaning put for others, where it has any."""
    words = _simple(text)
    if words is None or "not" in (word.lower() for word in words):
        return None
    made = TWIN.sub(lambda found: TWINS[found[0]], text)
    return made if made != text else None


def _simple(text: str) -> list[str] | None:
    words = WORD.findall(text)
    single = PLAIN.fullmatch(text) and ". " not in text
    return words if single and 3 <= len(words) <= LONGEST else None
