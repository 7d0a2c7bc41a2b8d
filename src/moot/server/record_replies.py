"""What does a client get of one session's record beside its state: prompts, shares? And what of the whole archive?"""

from __future__ import annotations

import msgspec


class PromptMessage(msgspec.Struct, frozen=True, kw_only=True):
    """One message of a prompt."""

    role: str
    """`user` or `assistant`."""
    text: str
    """The words."""
    pictures: int
    """How many pictures came with it."""


class PromptText(msgspec.Struct, frozen=True, kw_only=True):
    """A prompt as it was sent."""

    key: str
    """The intent it belongs to."""
    messages: list[PromptMessage]
    """What was said, without the system message."""
    schema: str
    """The schema an answer had to fit, as JSON; empty without one."""
    system: str
    """What the seat was told before everything else."""
