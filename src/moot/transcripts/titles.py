"""How does a title read? A model's words where they are usable, else the question's first words."""

from __future__ import annotations

from moot.vocabulary import keys

KEY = keys.move("title", "chair")
"""Where the chair's title stands."""
LONGEST = 60


def first_words(question: str) -> str:
    """The question's beginning, as a title."""
    line = " ".join(question.split())
    if len(line) <= LONGEST:
        return line or "New conversation"
    return line[:LONGEST].rsplit(" ", 1)[0].rstrip(",;:.") + "…"


def title_from(text: str, question: str) -> str:
    """A title from a model's words; the question's first words when there is nothing usable in them."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    line = " ".join(line.strip("\"'`*#“”‘’ .").split())
    if not line or len(line) > 2 * LONGEST:
        return first_words(question)
    return first_words(line)
