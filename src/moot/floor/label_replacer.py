"""Replace private labels for readers of a verdict: `answer 1`, `answer 2`, … in seat order.

Labels are drawn for one reader and mean nothing to others, so they are replaced in a chair's text and in a reviewer's
comments. While text streams, the last few characters are withheld until they cannot begin a label.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from moot.reading.answer_first import MarkFilter

# Linear: goes through runs of letters and digits. A label is such a run, so labels are not searched for one by one, and
# a session with thousands of labels costs no more than one.
_WORD = re.compile(r"[^\W_]+")
FEW = 16
"""Maximum number of labels that are searched for one by one before the text is split. Most pieces contain no label."""


class LabelReplacer:
    """Replaces anonymous labels by readable names in a text that may arrive in pieces."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = dict(names)
        self._longest = max(map(len, names), default=0)
        self._held = ""
        self._after_word = False

    def begin(self) -> None:
        """Forget the text received so far, because a new attempt begins."""
        self._held, self._after_word = "", False

    def heard(self, piece: str) -> str:
        """Take the next piece of the text, and return what can be shown now, with labels replaced."""
        text = self._held + piece
        keep = 0
        while keep < min(self._longest, len(text)) and text[-1 - keep].isalnum():
            keep += 1
        if keep == self._longest and len(text) > keep and text[-1 - keep].isalnum():
            keep = 0  # a word longer than a label cannot be one
        self._held = text[len(text) - keep :]
        return self._replaced(text[: len(text) - keep])

    def ended(self) -> str:
        """Return the end of the text that was kept back, with its labels replaced. Call this when the text is
        complete."""
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


class VerdictReplacer(LabelReplacer):
    """A `LabelReplacer` for a verdict, which also removes the marker that separates the short answer from the rest."""

    def begin(self) -> None:
        """Forget the text received so far, because a new attempt begins."""
        super().begin()
        self._mark = MarkFilter()

    def heard(self, piece: str) -> str:
        """Take the next piece of the text, and return what can be shown now, with labels replaced and without the
        marker."""
        return self._mark.heard(super().heard(piece))


def named(text: str, names: Mapping[str, str]) -> str:
    """Return a whole text with each anonymous label replaced by its name. `names` has the name for each label."""
    return _WORD.sub(lambda found: names.get(found.group(), found.group()), text)
