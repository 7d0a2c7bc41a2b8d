"""What do readers of a verdict see in place of a private label? `answer 1`, `answer 2`, … in seat order.

Labels are drawn for one reader and mean nothing to anyone else, so they are replaced wherever a chair's words or a
reviewer's comments are shown. While text streams, the last few characters are held back until they cannot begin one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

# Linear: one run of letters and digits after the other. A label is such a run, so none is looked for by itself, and a
# session's thousands of labels cost no more than one.
_WORD = re.compile(r"[^\W_]+")
FEW = 16
"""Labels that are looked for one by one before a text is taken apart: most pieces hold none of them."""


class Naming:
    """Replaces labels in a text that may come in pieces."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = dict(names)
        self._longest = max(map(len, names), default=0)
        self._held = ""
        self._after_word = False

    def begin(self) -> None:
        """A new attempt starts from nothing."""
        self._held, self._after_word = "", False

    def heard(self, piece: str) -> str:
        """What can be shown now."""
        text = self._held + piece
        keep = 0
        while keep < min(self._longest, len(text)) and text[-1 - keep].isalnum():
            keep += 1
        if keep == self._longest and len(text) > keep and text[-1 - keep].isalnum():
            keep = 0  # a word longer than a label cannot be one
        self._held = text[len(text) - keep :]
        return self._replaced(text[: len(text) - keep])

    def ended(self) -> str:
        """The rest."""
        shown, self._held = self._held, ""
        return self._replaced(shown)

    def _replaced(self, text: str) -> str:
        if not text:
            return text
        before = "x" if self._after_word else " "
        self._after_word = text[-1].isalnum()
        if len(self._names) <= FEW and not any(name in text for name in self._names):
            return text
        return _WORD.sub(lambda found: self._names.get(found.group(), found.group()), before + text)[1:]


def named(text: str, names: Mapping[str, str]) -> str:
    """A whole text with its labels replaced."""
    naming = Naming(names)
    return naming.heard(text) + naming.ended()
