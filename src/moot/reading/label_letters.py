"""Alphabet of labels, and the folding by which two spellings are equal.

The draw (`sheets.py`) and the parser (`ballot_reader.py`) both use `folded`. If they differed, a text could contain a
label that the draw did not see: `tests/reading/test_sheet_text.py` compares them.
"""

from __future__ import annotations

ALPHABET = "23456789BCDFGHJKMNPQRSTVWXZ"
"""No vowels, so that no word is a label; no 0, 1, L or Y, which are easily confused with others."""

DIGITS, LETTERS = ALPHABET[:8], ALPHABET[8:]

LABEL_LENGTH = 4


def folded(text: str) -> str:
    """Return the text in small letters, with every character at the same index."""
    return text.replace("\u0130", "i").lower()  # the only character with two characters in small letters


def looks_like_a_label(word: str, length: int = LABEL_LENGTH) -> bool:
    """Return whether a folded word could be a label of some sheet: every drawn label has a digit and a letter."""
    return (
        len(word) == length
        and all(letter in _FOLDED_ALPHABET for letter in word)
        and not word.isdigit()
        and not word.isalpha()
    )


_FOLDED_ALPHABET = frozenset(folded(ALPHABET))
