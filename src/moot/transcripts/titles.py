"""Make titles: a model's text if it is usable, else the question's first words."""

from __future__ import annotations

from moot.vocabulary import event_keys

KEY = event_keys.move("title", "chair")
"""Key of the chair's title."""
LONGEST = 60


def first_words(question: str) -> str:
    """Return the start of the question, as a title."""
    line = " ".join(question.split())
    if len(line) <= LONGEST:
        return line or "New conversation"
    return line[:LONGEST].rsplit(" ", 1)[0].rstrip(",;:.") + "…"


def title_from(text: str, question: str) -> str:
    """Return a title from a model's text, or the question's first words if nothing in it is usable."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    line = " ".join(line.strip("\"'`*#“”‘’ .").split())
    if not line or len(line) > 2 * LONGEST:
        return first_words(question)
    return first_words(line)
