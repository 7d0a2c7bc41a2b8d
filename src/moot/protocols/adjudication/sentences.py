"""Count the sentences of a text, to check a rubric's form by code.

Every paragraph and list item is at least one sentence. A full stop after a word of one to three letters ends none: it
may be an abbreviation or an initial, and code cannot tell, so the reply keeps the benefit of the doubt.
"""

from __future__ import annotations

import re

_ITEM = re.compile(r"\s*(?:(?:[-*+•–]|\(?(?:[0-9]{1,3}|[a-z])[.)])\s+|#{1,6}\s+|>\s*|$)")
"""Pattern for the beginning of a list item, heading or quotation, or for an empty line."""
_CLOSERS = "\"'”’»)\\]}*_`"
_END = re.compile(rf"(?:(?<=\w{{4}})\.|(?<=\w{{4}}[{_CLOSERS}])\.|[!?…؟।])[{_CLOSERS}]*(?=\s+[^\sa-z0-9])|[。！？]")
"""Pattern for the end of a sentence that another sentence follows."""


def sentences_in(text: str) -> int:
    """Count the sentences in a text, to check whether a reply has the required form."""
    blocks = [""]
    for line in text.splitlines():
        if item := _ITEM.match(line):
            blocks.append("")
        blocks[-1] += f" {line[item.end() :] if item else line}"
    parts = (part for block in blocks for part in _END.split(block))
    return sum(any(character.isalnum() for character in part) for part in parts)


def keeps_form(text: str, form: str) -> bool:
    """Return whether a reply has the form that its rubric asks for, such as a single sentence."""
    return form != "one_sentence" or sentences_in(text) <= 1
