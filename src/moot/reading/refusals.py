"""Detect replies without an answer: empty ones, and refusals and errors of a service.

Only what needs no judgement: a reply without any visible words, and two refusals that services write word for word. Any
other refusal in prose is an answer, which the reviewers and the grader see. A service that refuses in another way sets
its finish reason, which the providers read.
"""

from __future__ import annotations

import re
import unicodedata

from moot.reading.service_errors import reports_an_error

REFUSALS = ("i'm sorry, but i can't assist with that", "i'm sorry, but i can't help with that")
"""Messages that services return in place of an answer."""
HEAD = 200
"""Characters within which most texts already contain a word."""
ENOUGH = 30
"""Letters and digits beyond any tag or placeholder of an empty answer."""

_WORD = re.compile(r"[^\W_]+")
_BLANKS = frozenset("\u3164\u115f\u1160\u2800\ufe0f\ufe0e\u034f")
"""Characters that are letters or marks by class and invisible on a page."""
_UNSEEN = bytes([*range(33), 127])
"""Invisible ASCII characters."""
_MARKS = " \t\r\n.…,;:-–—_*#`'\"()[]{}<>/\\|"


def says_nothing(text: str) -> bool:
    """Return whether a text contains only punctuation or invisible characters: an ellipsis, an empty object."""
    begun = text[:HEAD]
    begun = begun.encode().translate(None, _UNSEEN).decode() if begun.isascii() else _shown(begun)
    if sum(map(len, _WORD.findall(begun.replace("ballot", "").replace("json", "")))) > ENOUGH:
        return False
    shown = _shown(text)
    bare = shown.replace("<ballot>", "").replace("</ballot>", "").replace("```json", "").strip(_MARKS)
    return bare.lower() in ("", "null", "undefined", "nan")


def _shown(text: str) -> str:
    return "".join(c for c in text if c not in _BLANKS and unicodedata.category(c)[0] not in "CZ")


def refuses(text: str) -> bool:
    """Return whether the whole text is a refusal that a service writes word for word."""
    said = " ".join(text[:HEAD].lower().replace("’", "'").split()).strip(" .\"'")
    return len(text) < HEAD and said.removesuffix(" request") in REFUSALS


def no_answer(text: str) -> str:
    """Return why a text is no answer, in words that continue "it"; empty if it may be one."""
    if says_nothing(text):
        return "says nothing"
    if refuses(text):
        return "declines what was asked"
    return "is the error of a service" if reports_an_error(text) else ""
