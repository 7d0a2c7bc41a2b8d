"""What is known of readers before a ballot is cast? A `Prior`: settled when a session opens, and recorded with it.

All figures are whole hundredths: a rule that uses them compares exactly, and a recorded prior reads as it counts.
"""

from __future__ import annotations

from msgspec import Struct

SHARED_ERRORS = 65
"""How much of what readers agree on is an error they share, in hundredths, where it was not measured. In 270 recorded
councils with known answers 65 to 75 fitted how often the best answer came first."""


class SelfMarkHabit(Struct, frozen=True, kw_only=True):
    """How a reader has treated its own answers in earlier sessions."""

    lift: int = 0
    """How much higher it put its own answer than the others did, in hundredths of a sheet; taken off its own vote."""
    sessions: int = 0
    """Sessions this comes from."""


class Prior(Struct, frozen=True, kw_only=True):
    """What is known of a council's readers before they judge; the default is that nothing is."""

    own_weight: int = 50
    """What a reader's vote for its own answer counts, in hundredths of another's vote, where its habit is unknown."""
    known_own_weight: int = 75
    """The same where its habit is known and taken off."""
    agreement: tuple[int, ...] = (4, 12, 25, 40, 55, 70, 84, 94)
    """How much of what a vote says may come from the answers and not from its reader, in hundredths."""
    likely: tuple[int, ...] = (8, 10, 14, 18, 20, 16, 10, 4)
    """How likely each of these is, in hundredths."""
    habits: dict[str, SelfMarkHabit] = {}
    """Seat and its habit, where it is known."""
    sessions: int = 0
    """Earlier sessions all this comes from."""
