"""Prior for judging: estimates about readers, fixed and recorded when a session opens.

All figures are whole hundredths, so that rules compare exactly and a recorded prior gives the same results.
"""

from __future__ import annotations

from msgspec import Struct

SHARED_ERRORS = 65
"""Share of the readers' agreement that is a common error, in hundredths, if not measured. In 270 recorded councils with
known answers, 65 to 75 fitted how often the best answer was first."""


class SelfMarkHabit(Struct, frozen=True, kw_only=True):
    """How a reader has ranked its own answers in earlier sessions."""

    lift: int = 0
    """How much higher it put its own answer than the others did, in hundredths of a sheet; subtracted from its own
    vote."""
    sessions: int = 0
    """Number of sessions behind it."""


class Prior(Struct, frozen=True, kw_only=True):
    """Estimates about a council's readers before they judge; the default is no information."""

    own_weight: int = 50
    """Weight of a reader's vote for its own answer, in hundredths, when its habit is unknown."""
    known_own_weight: int = 75
    """The same when its habit is known and subtracted."""
    agreement: tuple[int, ...] = (4, 12, 25, 40, 55, 70, 84, 94)
    """Possible shares of a vote that depend on the answers and not on the reader, in hundredths."""
    likely: tuple[int, ...] = (8, 10, 14, 18, 20, 16, 10, 4)
    """Probability of each of these, in hundredths."""
    habits: dict[str, SelfMarkHabit] = {}
    """Known habits, by seat."""
    sessions: int = 0
    """Number of earlier sessions behind it."""
