"""Cut the answer that is sent: before a stop text, or at its number of tokens.

The council's own verdict stays whole in its session; only the text sent to the client is cut. A token is counted as
four bytes, since several models with several tokenizers wrote.
"""

from __future__ import annotations

from moot.server.openai.fields import Wishes

BYTES = 4
"""Bytes counted as one token."""


class StopSequences:
    """Filter that passes words on until they end; they may come in pieces."""

    def __init__(self, wishes: Wishes) -> None:
        self._stop = wishes.stop
        self._left = None if wishes.most is None else wishes.most * BYTES
        self._held = ""
        self.finish = ""
        """Why it ended early: `stop` or `length`; empty while it has not."""

    def heard(self, piece: str) -> str:
        """Return the part of a piece that is sent; nothing once the text has ended."""
        if self.finish:
            return ""
        text = self._held + piece
        found = min((at for stop in self._stop if (at := text.find(stop)) >= 0), default=-1)
        if found >= 0:
            shown = self._within(text[:found])
            self.finish = self.finish or "stop"
            return shown
        keep = max((_overlap(text, stop) for stop in self._stop), default=0)
        self._held = text[len(text) - keep :]
        return self._within(text[: len(text) - keep])

    def ended(self) -> str:
        """Return the rest, at the end of the verdict."""
        shown, self._held = self._held, ""
        return "" if self.finish else self._within(shown)

    def _within(self, text: str) -> str:
        if self._left is None:
            return text
        data = text.encode("utf-8", "replace")
        if len(data) > self._left:
            text, self.finish = data[: self._left].decode("utf-8", "ignore"), "length"
        self._left = max(0, self._left - len(data))
        return text


def whole(text: str, wishes: Wishes) -> tuple[str, str]:
    """Return a whole answer as it is sent, and why it ended early."""
    ending = StopSequences(wishes)
    return ending.heard(text) + ending.ended(), ending.finish


def _overlap(text: str, stop: str) -> int:
    """Return how many of the last characters may be the beginning of a stop text."""
    return next((n for n in range(min(len(stop) - 1, len(text)), 0, -1) if text.endswith(stop[:n])), 0)
