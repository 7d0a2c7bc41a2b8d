"""Cite a session as a BibTeX entry that names the question, the council, the day and the verdict's digest."""

from __future__ import annotations

import re

from moot.reading.review_copy import printable
from moot.vocabulary.state import SessionState
from moot.vocabulary.words.endings import outcome_of

LONGEST_TITLE = 200
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MARKS = {
    "\\": r"\textbackslash{}", "{": r"{\textbraceleft}", "}": r"{\textbraceright}", "$": r"\$", "&": r"\&",
    "#": r"\#", "_": r"\_", "%": r"\%", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", '"': "''",
}  # fmt: skip
"""Characters special to TeX. BibTeX counts every brace, an escaped one as well, so none may be unbalanced."""


def cited(state: SessionState) -> str:
    """Return the entry."""
    date = re.match(r"(\d{4})-(\d\d)-(\d\d)", state.opened_at)
    short = re.sub(r"[^a-z0-9]", "", state.session.lower())[-6:]
    models = list(dict.fromkeys(seat.model for seat in state.seats))
    scripted = f"{state.label}; " if state.label else ""
    digest = f"; SHA-256 of the verdict {state.digest}" if state.digest else ""
    fields = {
        "title": _text(" ".join(state.question.text.split())[:LONGEST_TITLE] or "A question with files"),
        "author": "{" + _text("Council of " + ", ".join(models)) + "}",
        "howpublished": _text(f"Moot {state.moot}, protocol {state.protocol}".replace("Moot ,", "Moot,")),
        "note": _text(f"{scripted}outcome: {outcome_of(state).replace('_', ' ')}; session {state.session}{digest}"),
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    if date is not None and 1 <= int(date[2]) <= 12:
        lines += [f"  year = {{{date[1]}}},", f"  month = {MONTHS[int(date[2]) - 1]},", f"  day = {{{int(date[3])}}},"]
    year = date[1] if date is not None else ""
    return "\n".join([f"@misc{{moot{year}{short},", *lines, "}", ""])


def _text(words: str) -> str:
    return "".join(MARKS.get(character, character) for character in printable(words))
