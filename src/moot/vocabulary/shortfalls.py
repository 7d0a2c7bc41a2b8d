"""How much money was missing when a session ended for want of it, and how much would do."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Shortfall(Struct, frozen=True, kw_only=True):
    """How much money was missing when a session ended for want of it; in nano-dollars."""

    whose: Literal["session", "call", "day"]
    """Which budget was too small: the session's, the one for a single call, or the one for all sessions of a day."""
    spent: int
    """What counts against the budget so far: what was charged, and the most that may still be charged."""
    charged: int | None = None
    """How much of that was charged; the rest is a bound for calls that failed or told no price, and may never be
    charged. `None` in sessions that were written down before it was told apart."""
    needs: int
    """The smallest budget under which the next calls start."""
    enough: int
    """The budget that usually suffices to the end: `needs`, where nobody can say more."""
    typical: int | None = None
    """What the whole session usually comes to; an estimate."""
    most: int | None = None
    """What it comes to at the most, if nothing fails; `None` when some price is unknown."""
