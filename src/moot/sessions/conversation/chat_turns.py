"""What do a chat's earlier messages come to? Turns of a conversation: what was asked, and what was answered to it.

Programs that keep a conversation themselves hand over its messages; what a session carries of them is decided when it
opens (`sessions/opening.py`).
"""

from __future__ import annotations

from collections.abc import Iterable

from moot.errors import BadInput
from moot.vocabulary.questions import Turn

UNANSWERED = "(This was not answered.)"


def turns_from(said: Iterable[tuple[str, str]]) -> list[Turn]:
    """The turns in messages, each a role and its words, oldest first; system messages are no part of them."""
    turns: list[Turn] = []
    asked: list[str] = []
    for role, words in said:
        if role == "user":
            asked.append(words)
        elif role == "assistant":
            turns.append(Turn(question="\n\n".join(asked), answer=words))
            asked = []
        elif role in ("tool", "function"):
            raise BadInput("A council calls no tools, so it takes no results of tools.", "Leave out these messages.")
    if asked:
        turns.append(Turn(question="\n\n".join(asked), answer=UNANSWERED))
    return turns
