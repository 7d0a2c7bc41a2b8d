"""Read the structure of a prompt: the question, and the texts between fences.

A fenced text looks like `<answer label="K7QM" fence="HJKWBCDT">`, its lines, and `</answer HJKWBCDT>`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from moot.providers.provider import QUESTION_ENDS, CallMessage


class DemoPrompt(Struct, frozen=True, kw_only=True):
    """The parts of a prompt that a demo voice uses."""

    question: str
    """The question, without attached files."""
    task: str
    """The request of the system prompt and the last message, without the texts."""
    texts: dict[str, str]
    """The texts to judge, by label."""
    turn: int
    """Number of the voice's turn in this conversation, from 1."""


def parse_prompt(messages: Sequence[CallMessage]) -> DemoPrompt:
    """Split a call's messages into question, task and labelled texts."""
    users = [message for message in messages if message.role == "user"]
    asked = next((message for message in reversed(users) if message.shared), users[-1] if users else None)
    last = users[-1].text[users[-1].shared :].removeprefix(QUESTION_ENDS) if users else ""
    question = (asked.text[: asked.shared or None] if asked else "").split("\n\nAttached file ", 1)[0]
    texts = labelled_texts(last)
    for text in texts.values():
        last = last.replace(text, "", 1)
    return DemoPrompt(
        question=question,
        task="\n".join([*(message.text for message in messages if message.role == "system"), last]),
        texts=texts,
        turn=1 + sum(message.role == "assistant" for message in messages),
    )


def labelled_texts(task: str) -> dict[str, str]:
    """Return the fenced texts of a prompt by their labels, in order."""
    found: dict[str, str] = {}
    unclosed: set[tuple[str, str]] = set()
    at = 0
    while opening := OPENING.search(task, at):
        tag, label, fence = opening.groups()
        at = opening.end()
        end = -1 if (tag, fence) in unclosed else task.find(f"\n</{tag} {fence}>", at - 1)
        if end < 0:
            unclosed.add((tag, fence))
            continue
        found.setdefault(label, task[at:end])
        at = end
    return found


def sentences(text: str) -> list[str]:
    """Return the parts of a text that can be quoted alone."""
    return [part for line in text.splitlines() for part in SENTENCE_END.split(line.strip()) if len(part) >= 12]


OPENING = re.compile(r'<(\w+) label="([^"\n]*)" fence="(\w+)"[^>\n]*>\n')
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
