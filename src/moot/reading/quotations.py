"""Check whether a passage occurs word for word in a text.

Only white space and typography may differ: curly and straight quotation marks, dashes, ellipses, invisible characters.
Letters, digits, their case and their order may not. A passage begins and ends between words, so that 10 is not found in
110. A passage has a minimum length.
"""

from __future__ import annotations

import re
import unicodedata

LEAST = 10
"""Minimum number of characters, without white space, of a passage that can be checked."""

PLAIN = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′`´", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff"),
        "…": "...",
    }
)
SPACE = re.compile(r"\s+")


def plainly(text: str) -> str:
    """Return a text with white space and typography normalised, for comparing passages."""
    return SPACE.sub(" ", unicodedata.normalize("NFC", text).translate(PLAIN)).strip()


def long_enough(passage: str) -> bool:
    """Return whether a passage is long enough to be checked as a quotation."""
    return len(plainly(passage).strip(" \"'.").replace(" ", "")) >= LEAST


def stands_in(passage: str, text: str) -> bool:
    """Return whether the text contains the passage word for word. Quotation marks around the passage are ignored."""
    wanted, whole = plainly(passage), plainly(text)
    forms = dict.fromkeys((wanted, wanted.strip("\"' ")))
    return any(long_enough(form) and _found(form, whole) for form in forms)


def occurs_in(passage: str, text: str) -> bool:
    """Return whether the text contains the passage between word boundaries, however short it is."""
    wanted, whole = plainly(passage), plainly(text)
    forms = dict.fromkeys((wanted, wanted.strip("\"'. ")))
    return any(form and _found(form, whole) for form in forms)


def _found(wanted: str, whole: str) -> bool:
    at = whole.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not (_joined(whole[at - 1 : at], wanted[0]) or _joined(wanted[-1], whole[end : end + 1])):
            return True
        at = whole.find(wanted, at + 1)
    return False


def _joined(left: str, right: str) -> bool:
    """Return whether two neighbouring characters belong to one word or number.

    For characters of scripts without spaces, return false.
    """
    return bool(left and right) and _of_a_word(left) and _of_a_word(right)


def _of_a_word(character: str) -> bool:
    return character.isdigit() or character.lower() != character.upper()
