"""Split `<think>…</think>` from a stream while it arrives, in linear time.

A block counts where a thinking model writes it: at the start of the answer or of a line, outside a code fence. A tag in
the middle of a sentence is text *about* tags and is kept. Tests: `tests/providers/test_thinking.py`.
"""

from __future__ import annotations

OPENINGS = ("<think>", "<thinking>", "<thought>", "<reasoning>")
_LONGEST = max(map(len, OPENINGS)) + 1


class SplitText:
    """A piece of a model's answer, split into text (`words`) and thinking (`thought`)."""

    __slots__ = ("thought", "words")

    def __init__(self, words: str = "", thought: str = "") -> None:
        self.words = words
        self.thought = thought


class ThinkSplitter:
    """Separates an answer that arrives in pieces from the thinking between `<think>` and `</think>` in it."""

    def __init__(self) -> None:
        self._held = ""
        self._closing = ""
        self._line_start = True
        self._fences = 0
        self._ticks = ""
        self._spoke = False

    def feed(self, text: str) -> SplitText:
        """Take the next piece of the answer, and return it split into answer and thinking. If its last characters may
        be the start of a tag, they are kept back."""
        if not self._held and not self._closing and "<" not in text:
            return SplitText(self._say(text))
        text, self._held = self._held + text, ""
        words: list[str] = []
        thoughts: list[str] = []
        at = 0
        while at < len(text):
            at = self._inside(text, at, thoughts) if self._closing else self._outside(text, at, words)
        return SplitText("".join(words), "".join(thoughts))

    def finish(self) -> SplitText:
        """Return the text that was kept back. Call it at the end of the answer."""
        held, self._held = self._held, ""
        return SplitText(thought=held) if self._closing else SplitText(self._say(held))

    def _inside(self, text: str, at: int, thoughts: list[str]) -> int:
        end = text.find(self._closing, at)
        if end >= 0:
            thoughts.append(text[at:end])
            after = end + len(self._closing)
            self._closing, self._line_start = "", True
            return after
        keep = _overlap(text, at, (self._closing,))
        thoughts.append(text[at : len(text) - keep])
        self._held = text[len(text) - keep :]
        return len(text)

    def _outside(self, text: str, at: int, words: list[str]) -> int:
        found = text.find("<", at)
        if found < 0:
            words.append(self._say(text[at:]))
            return len(text)
        words.append(self._say(text[at:found]))
        if self._line_start and not self._fences % 2:
            for opening in OPENINGS:
                if text.startswith(opening, found):
                    self._closing = "</" + opening[1:]
                    return found + len(opening)
            if len(text) - found < _LONGEST and _overlap(text, found, OPENINGS) == len(text) - found:
                self._held = text[found:]
                return len(text)
        words.append(self._say("<"))
        return found + 1

    def _say(self, text: str) -> str:
        if not text:
            return text
        last = text.rpartition("\n")
        self._line_start = not last[2].strip() and (bool(last[1]) or self._line_start)
        if "`" in text or self._ticks:
            ticked = self._ticks + text
            self._fences += ticked.count("```")
            self._ticks = "`" * ((len(ticked) - len(ticked.rstrip("`"))) % 3)
        if not self._spoke:
            # Blank lines before the first word belong to the gap between thinking and answer.
            text = text.lstrip()
            self._spoke = bool(text)
        return text


def _overlap(text: str, at: int, tags: tuple[str, ...]) -> int:
    """Return how many characters at the end of `text[at:]` could be the beginning of one of the tags."""
    for size in range(min(len(text) - at, _LONGEST), 0, -1):
        tail = text[len(text) - size :]
        if any(tag.startswith(tail) for tag in tags):
            return size
    return 0


def after_bare_closing(text: str) -> SplitText | None:
    """Split an answer at a `</think>` that has no `<think>` before it, as some chat templates produce; `None` if there
    is no such tag."""
    before, tag, after = text.partition("</think>")
    own_line = not before.rpartition("\n")[2].strip() or after.startswith("\n")
    if not tag or not own_line or "<think>" in before or before.count("```") % 2:
        return None
    return SplitText(after.lstrip(), before.strip())
