"""Missing amount when a budget ends a session, and the amount that is enough."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Shortfall(Struct, frozen=True, kw_only=True):
    """Amounts of a session that its budget ended, in nano-dollars."""

    whose: Literal["session", "call", "day"]
    """Which budget was too small: of the session, of one call, or of all sessions of a day."""
    spent: int
    """Amount counted against the budget so far: charged, plus the maximum still to be charged."""
    charged: int | None = None
    """Amount charged so far; the rest is an upper bound for calls that failed or reported no price. `None` in sessions
    recorded before this field existed."""
    needs: int
    """The smallest budget under which the next calls start."""
    enough: int
    """The budget that is usually enough to the end: `needs` if there is no estimate."""
    typical: int | None = None
    """Typical cost of the whole session; an estimate."""
    most: int | None = None
    """Maximum cost of the whole session without failures; `None` if a price is unknown."""
