"""How does a stranger's line stand in Markdown of ours as the words it is? With a backslash before what formats it.

For texts that code puts together from words of models: a heading, a link, a picture, a fence or a list that begins
within an item would otherwise look like one of ours. Marks that would do nothing where they stand are left alone, so
that a plain sentence stays as it was written. Linear in the text.
Held by `tests/protocols/agreement/test_as_verdict.py`.
"""

from __future__ import annotations

import re

_BEGINS = re.compile(r"(?P<digits>\d{1,9})(?=[.)](?: |$))|(?=(?:#{1,6}|[-+*])(?: |$)|>|\[|(?:-{3,}|={1,})$)")
"""What makes a heading, a list, a quotation, a task or a line of what begins with it."""
_MARKS = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])|`|\*(?=\S)|(?<=\S)\*|~(?=~)|(?<=~)~|(?<![^\W_])_(?=\S)|(?<=\S)_(?![^\W_])"
    r"|\](?=[(\[:])|<(?=[A-Za-z/!?])|&(?=#?\w{1,32};)"
)
"""What formats within a line."""


def unformatted(text: str) -> str:
    """The text on one line, with nothing in it that Markdown takes for more than words."""
    line = " ".join(text.split())
    begins = _BEGINS.match(line)
    digits = (begins["digits"] or "") if begins else ""
    escaped = _MARKS.sub(lambda found: "\\" + found[0], line[len(digits) :])
    return f"{digits}\\{escaped}" if begins and not escaped.startswith("\\") else digits + escaped
