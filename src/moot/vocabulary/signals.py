"""Signals of a running session that are never stored: pieces of text, and what a move waits for."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from moot.vocabulary.events import SeatSpeaking

WaitsFor = Literal["", "retry_after", "rate", "queue", "again", "first_word"]
"""Why a move has no text yet. `retry_after`: its model asked to wait; `rate`: its model or endpoint refused calls, so
that they start one by one; `queue`: its endpoint accepts no more calls at once; `again`: it is retried later;
`first_word`: no text for longer than usual. Empty when it does not wait."""

RATE_LIMITED: tuple[WaitsFor, ...] = ("retry_after", "rate")
"""Waits for a rate limit; their seconds are the time to the next try."""


class SeatWaiting(Struct, frozen=True, kw_only=True, tag_field="kind", tag=True):
    """What an unsettled move waits for; never stored. A move's latest signal replaces earlier ones."""

    session: str
    """The session."""
    key: str
    """The move."""
    seat: str
    """The seat that is to answer."""
    attempt: int
    """Number of the attempt."""
    why: WaitsFor = ""
    """The reason."""
    who: str = ""
    """The model or endpoint it waits for; before another attempt, the error of the last one."""
    seconds: float | None = None
    """Maximum further wait, from the time this is sent; null if unknown."""
    says: str = ""
    """The same in words."""
    optional: bool = False
    """Whether the session can go on without it: enough others have answered, or a stand-in is left."""


Signal = SeatSpeaking | SeatWaiting
"""Union of the signals."""
