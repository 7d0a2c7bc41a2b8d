"""What is a part of a session called where people read it? Titles of findings and stages, and what a seat was asked.

A finding that answers the question of its protocol stands beside the verdict; the others are the evidence for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

Names = Mapping[str, str]
"""What to call each seat: private labels in a prompt, `answer 1 (model)` for people."""


class Heading(Struct, frozen=True):
    """How a class of findings is shown."""

    title: str
    """What stands above it."""
    words: Callable[[Any, Names], Sequence[str]]
    """The finding in plain lines, one a fact, which prompts, the terminal and every export share."""
    first: bool = False
    """Whether it belongs beside the verdict."""
    replaces: bool = False
    """Whether a later one of its class says all that an earlier one does."""


def stage_title(stage: str) -> str:
    """`round.2` as `Round 2`."""
    words = re.sub(r"\.(\d+)$", r" \1", stage).replace("-", " ")
    return words[:1].upper() + words[1:]


def counted(number: int, noun: str) -> str:
    """`1 claim`, `3 claims`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


_ASKED = {
    "again": "again",
    "replies": "on all answers",
    "further": "for further claims",
    "grouping": "on which answers agree",
}
"""What is asked beside one seat's answer, by the word that stands for it in keys."""


def asked_about(about: str, names: Mapping[str, str]) -> str:
    """`labels.seat-a` as `on labels of answer 1`; what a seat was asked about, as far as its key tells."""
    what, _, whose = about.rpartition(".")
    if not what:
        return _ASKED.get(about) or f"on {names.get(about, about.replace('-', ' '))}"
    return f"on {what.replace('-', ' ').replace('.', ' ')} of {names.get(whose, whose)}"
