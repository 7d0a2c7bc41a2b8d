"""Make hidden characters of a text visible, as `⟨U+200B⟩`.

Replaced are control characters, bidi controls, tag characters, zero-width characters, separators that break lines, and
halves of surrogate pairs. Ordinary writing is kept: a joiner between two letters or symbols beyond ASCII (Persian,
Hindi, emoji) and a variation selector after a symbol, one at a time, so that no row of them can spell anything.
"""

from __future__ import annotations

import re
import unicodedata


def shown(text: str) -> str:
    """Return the text with every hidden character made visible. Idempotent."""
    if _HIDDEN.search(text) is None:
        return text
    return _HIDDEN.sub(lambda found: _one(found, text), text)


def ends_in_a_joiner(text: str) -> bool:
    """Return whether the last character has a meaning only before another."""
    return text[-1:] in ("\u200c", "\u200d")


def _one(found: re.Match[str], text: str) -> str:
    character = found[0]
    if character in "\u200c\u200d\ufe0e\ufe0f":
        before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
        if character in "\u200c\u200d":
            emoji = (
                before == "\ufe0f" and unicodedata.category(text[found.start() - 2 : found.start() - 1] or " ") == "So"
            )
            if (emoji or _joins(before)) and _joins(after):
                return character
        elif before and (before in "0123456789#*" or unicodedata.category(before) in ("So", "Sm", "Po", "Sk")):
            return character
    return f"⟨U+{ord(character):04X}⟩"


def _joins(character: str) -> bool:
    """Return whether a joiner is allowed beside it. A hidden one is about to be replaced, so it is no neighbour."""
    return (
        character > "\x7f"
        and character not in _BRACKETS
        and _HIDDEN.match(character) is None
        and unicodedata.category(character) in ("Lo", "Mn", "Mc", "So", "Sk")
    )


_BRACKETS = "⟨⟩"
# Linear: one character at a time, without any repetition.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
