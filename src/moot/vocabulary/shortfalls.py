"""How much money was missing when a session ended for want of it?"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Shortfall(Struct, frozen=True, kw_only=True):
    """How much money was missing when a session ended for want of it; in nano-dollars."""

    whose: Literal["session", "call", "day"]
    """Which cap was too small: the session's, the one for a single call, or the one for all sessions of a day."""
    spent: int
    """What the session has spent, bounds of calls whose price nobody tells included."""
    needs: int
    """The smallest cap under which the next calls start."""
    enough: int
    """The cap that usually suffices to the end: `needs`, where nobody can say more."""
    typical: int | None = None
    """What the whole session usually comes to; an estimate."""
    most: int | None = None
    """What it comes to at the most, if nothing fails; `None` when some price is unknown."""
