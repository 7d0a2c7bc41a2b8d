"""Escape outside text for Markdown, with a backslash before any formatting characters.

For texts that code composes from models' words: a heading, a link, a picture, a fence or a list within an item would
otherwise look like part of the page. Characters without effect at their position are left alone, so that a plain
sentence stays unchanged. Linear in the text. See also `tests/protocols/agreement/test_analysis.py`.
"""

from __future__ import annotations

import re

BEGINS = re.compile(r"(?P<digits>\d{1,9})(?=[.)](?: |$))|(?=(?:#{1,6}|[-+*])(?: |$)|>|\[|(?:-{3,}|={1,})$)")
"""Beginnings of a heading, a list, a quotation, a task or a rule."""
_MARKS = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])|`|\*(?=\S)|(?<=\S)\*|~(?=~)|(?<=~)~|(?<![^\W_])_(?=\S)|(?<=\S)_(?![^\W_])"
    r"|\](?=[(\[:])|<(?=[A-Za-z/!?])|&(?=#?\w{1,32};)"
)
"""Formatting characters within a line."""


def unformatted(text: str) -> str:
    """Return the text on one line, escaped so that Markdown shows it as plain words."""
    line = " ".join(text.split())
    begins = BEGINS.match(line)
    digits = (begins["digits"] or "") if begins else ""
    escaped = _MARKS.sub(lambda found: "\\" + found[0], line[len(digits) :])
    return f"{digits}\\{escaped}" if begins and not escaped.startswith("\\") else digits + escaped
