"""A grader that reads no language."""

from __future__ import annotations


def contains(known: str, answer: str) -> bool | None:
    """Return true where the known answer is part of the answer; leave every other answer to the next grader."""
    return True if known.casefold() in answer.casefold() else None
