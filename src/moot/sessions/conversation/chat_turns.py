"""Convert a chat's earlier messages to turns of a conversation.

Programs that keep a conversation themselves send its messages; what a session carries of them is decided when it opens
(`sessions/opening.py`).
"""

from __future__ import annotations

from collections.abc import Iterable

from moot.errors import BadInput
from moot.vocabulary.questions import Turn

UNANSWERED = "(This was not answered.)"


def turns_from(said: Iterable[tuple[str, str]]) -> list[Turn]:
    """Return the turns in messages, each a role and a text, oldest first; system messages are ignored."""
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
