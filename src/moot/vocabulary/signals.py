"""Signals of a running session that are never stored: words of an answer, and what a move waits for."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from moot.vocabulary.events import SeatSpeaking

WaitsFor = Literal["", "retry_after", "rate", "queue", "again", "first_word"]
"""Why nothing is heard of a move: its model asked to wait; its model or endpoint refused calls, so that they start one
by one; its endpoint takes no more calls at once; it is tried again in a while; or it was asked and has not said a word
for longer than usual. Empty when it waits for nothing."""

RATE_LIMITED: tuple[WaitsFor, ...] = ("retry_after", "rate")
"""Waits for a rate limit: their seconds are those until the next try."""


class SeatWaiting(Struct, frozen=True, kw_only=True, tag_field="kind", tag=True):
    """What a move waits for that is not settled; never stored. The latest of a move replaces those before it."""

    session: str
    """The session."""
    key: str
    """The move."""
    seat: str
    """Who was to speak."""
    attempt: int
    """Which attempt."""
    why: WaitsFor = ""
    """What for."""
    who: str = ""
    """The model or the endpoint it waits for; before another attempt, what went wrong with the last one."""
    seconds: float | None = None
    """How much longer at most, from when this is sent; null when nobody knows."""
    says: str = ""
    """The same in words."""
    optional: bool = False
    """Whether the session can go on without it: enough others have answered, or somebody can take over."""


Signal = SeatSpeaking | SeatWaiting
"""What is told as it happens and never stored."""
