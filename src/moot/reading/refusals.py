"""Tell a reply that answers nothing: an empty one, the refusal of a service, the error of a service.

Only what needs no judgement: a reply without any visible words, and two refusals that services write word for word. Any
other refusal in prose is an answer, which the reviewers and the grader see. A service that refuses in its own way says
so by its finish reason, which the providers read.
"""

from __future__ import annotations

import re
import unicodedata

from moot.reading.service_errors import reports_an_error

REFUSALS = ("i'm sorry, but i can't assist with that", "i'm sorry, but i can't help with that")
"""Messages that services put in the place of an answer."""
HEAD = 200
"""Characters in which most texts already say something."""
ENOUGH = 30
"""Letters and figures of which some are left whatever tag or word for nothing the text goes on with."""

_WORD = re.compile(r"[^\W_]+")
_BLANKS = frozenset("\u3164\u115f\u1160\u2800\ufe0f\ufe0e\u034f")
"""Letters and marks by class that leave nothing on a page."""
_UNSEEN = bytes([*range(33), 127])
"""What cannot be seen of ASCII."""
_MARKS = " \t\r\n.…,;:-–—_*#`'\"()[]{}<>/\\|"


def says_nothing(text: str) -> bool:
    """Return whether a text is made of nothing but marks, or of what nobody can see: an ellipsis, an empty object."""
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
    """Return why a text is no answer, in words that go on from "it"; empty where it may be one."""
    if says_nothing(text):
        return "says nothing"
    if refuses(text):
        return "declines what was asked"
    return "is the error of a service" if reports_an_error(text) else ""
