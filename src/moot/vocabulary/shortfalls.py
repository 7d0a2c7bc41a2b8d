"""Amounts of money: the price of calls, and what lacks when a budget ends a session."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

from msgspec import Struct

Amount = TypeVar("Amount")
"""Nano-dollars as `int`, or dollars as `float`."""


class CallPrices(Struct, Generic[Amount], frozen=True, kw_only=True):
    """Number of calls, and what they cost."""

    calls: int
    """Number of calls, if nothing fails."""
    typical: Amount | None
    """Typical cost, not guaranteed; `None` if a model's price is unknown."""
    most: Amount | None
    """Highest cost; `None` if a model's price is unknown."""


class PricedCalls(CallPrices[Amount], Generic[Amount], frozen=True, kw_only=True):
    """Number of calls, what they cost, and how that is known."""

    basis: str
    """Source of the typical cost: `from 12 sessions here`, or `from a table`; empty if everything is free."""
    unknown: tuple[str, ...]
    """Models with an unknown price."""


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
