"""In which letters are labels written, and when do two spellings count as the same?

`folded` answers the second for the draw (`sheets.py`) and for the reader (`ballot_reader.py`) alike. Were they to
differ, a text could hold a label that the draw did not see: `tests/reading/test_sheets.py` holds them together.
"""

from __future__ import annotations

ALPHABET = "23456789BCDFGHJKMNPQRSTVWXZ"
"""No vowels, so that no word is a label; no 0, 1, L or Y, which are mistaken for others."""

DIGITS, LETTERS = ALPHABET[:8], ALPHABET[8:]

LABEL_LENGTH = 4


def folded(text: str) -> str:
    """The text in small letters, every character still at its place."""
    return text.replace("\u0130", "i").lower()  # the one character whose small form is two


def looks_like_a_label(word: str, length: int = LABEL_LENGTH) -> bool:
    """Whether a folded word could be a label of some sheet: every drawn label has a digit and a letter."""
    return (
        len(word) == length
        and all(letter in _FOLDED_ALPHABET for letter in word)
        and not word.isdigit()
        and not word.isalpha()
    )


_FOLDED_ALPHABET = frozenset(folded(ALPHABET))
