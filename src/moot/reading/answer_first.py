"""Split a concluding text into the answer and the rest, and escape outside text for Markdown.

A writer is asked for one to three sentences that answer the question, a line with only `---`, then the rest. The mark
is never shown: it is removed from the whole text, and from the text while it streams.

Example:
    split_answer("Take the bus.\\n\\n---\\n\\nIt is cheaper.")  # ("Take the bus.", "Take the bus.\\n\\nIt is cheaper.")

Outside text is escaped where code composes a text from models' words: a heading, a link, a picture, a fence or a list
within an item would otherwise look like part of the page. Characters without effect at their position are left alone.
See also `tests/protocols/agreement/test_analysis.py`.
"""

from __future__ import annotations

import re

BEGINS = re.compile(r"(?P<digits>\d{1,9})(?=[.)](?: |$))|(?=(?:#{1,6}|[-+*])(?: |$)|>|\[|(?:-{3,}|={1,})$)")
"""Pattern for the beginning of a heading, list, quotation, task or rule."""
_MARKS = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])|`|\*(?=\S)|(?<=\S)\*|~(?=~)|(?<=~)~|(?<![^\W_])_(?=\S)|(?<=\S)_(?![^\W_])"
    r"|\](?=[(\[:])|<(?=[A-Za-z/!?])|&(?=#?\w{1,32};)"
)
"""Pattern for formatting characters within a line."""


def unformatted(text: str) -> str:
    """Return the text on one line, escaped so that Markdown shows it as written."""
    line = " ".join(text.split())
    begins = BEGINS.match(line)
    digits = (begins["digits"] or "") if begins else ""
    escaped = _MARKS.sub(lambda found: "\\" + found[0], line[len(digits) :])
    return f"{digits}\\{escaped}" if begins and not escaped.startswith("\\") else digits + escaped


MARK = "---"
LONGEST = 600
"""Maximum number of characters in a first paragraph that counts as the answer without a mark."""
LONGEST_MARKED = 1_200
"""Maximum number of characters before the `---` mark that count as the answer."""
_MARK_LINE = re.compile(r"^[ \t]*---[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
_NOT_PROSE = ("|", "```", "~~~")
ANSWER_FIRST = f"""\
Begin with one paragraph of one to three sentences that answers the question directly. Then write an empty line, a line
that holds only {MARK}, another empty line, and then what else should be said, if the paragraph does not say it all."""
"""Instruction for the writer of a council's answer."""


def split_answer(text: str) -> tuple[str | None, str]:
    """Split a council's text into its answer and the whole text.

    Returns:
        First the answer: the sentences before the `---` mark, or else a short first paragraph of prose, or `None`. Then
        the whole text without that mark.
    """
    mark = _MARK_LINE.search(text)
    if mark is not None and _is_answer(text[: mark.start()]):
        before, rest = text[: mark.start()].rstrip(), text[mark.end() :].strip("\r\n")
        return before.strip(), f"{before}\n\n{rest}" if rest.strip() else before
    first = text.strip().partition("\n\n")[0].strip()
    return (first if first and len(first) <= LONGEST and _is_prose(first) else None), text


class MarkFilter:
    """Removes the `---` mark after the answer from a text that arrives in pieces."""

    def __init__(self) -> None:
        self._seen, self._sent, self._through, self._after_mark = "", 0, False, False

    def heard(self, piece: str) -> str:
        """Add the next piece of the text. Return the text that can be shown now, which may be empty."""
        if self._after_mark:
            piece = piece.lstrip("\r\n")
            if not piece:
                return ""
            self._after_mark, self._through = False, True
            return f"\n\n{piece}"
        if self._through:
            return piece
        self._seen += piece
        mark = _MARK_LINE.search(self._seen)
        if mark is not None and mark.group().endswith("\n"):
            if _is_answer(self._seen[: mark.start()]):
                self._after_mark = True
                return self._until(len(self._seen[: mark.start()].rstrip())) + self.heard(self._seen[mark.end() :])
            self._through = True
        elif len(self._seen) > LONGEST_MARKED + 80:
            self._through = True
        if self._through:
            return self._until(len(self._seen))
        return self._until(len(self._seen.rstrip().rstrip("-").rstrip()))  # the end may be part of the mark

    def _until(self, end: int) -> str:
        shown, self._sent = self._seen[self._sent : end], max(self._sent, end)
        return shown


def _is_answer(before: str) -> bool:
    return bool(before.strip()) and len(before) <= LONGEST_MARKED and _is_prose(before)


def _is_prose(text: str) -> bool:
    """Return whether no line begins a heading, a list, a quotation, a table or code."""
    lines = [line for line in map(str.strip, text.splitlines()) if line]
    return not any(BEGINS.match(line) or line.startswith(_NOT_PROSE) for line in lines)
