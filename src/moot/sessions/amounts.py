"""Format durations, money, bytes and counts for people, and parse typed amounts of money."""

from __future__ import annotations

import re

from moot.errors import BadInput
from moot.floor.calls.budget import nano_dollars
from moot.vocabulary.seats import NANO
from moot.vocabulary.words.sums import CENT, money

UNSETTLED = "calls that failed or told no price"
"""Phrase for calls that the provider may or may not bill. Their maximum cost is shown beside the amount charged."""
SMALL = 10 * CENT
"""Amount in nano-dollars below which budgets are shown to a hundredth of a cent."""

MOST_DOLLARS = 1e9
"""Amount in dollars from which budgets are rejected."""
_AMOUNT = re.compile(r"(\$)?\s*(\d{1,12}(?:\.\d{0,9}|,\d{1,2})?|\.\d{1,9})\s*(c|ct|¢|cents?)?", re.ASCII)


def seconds(milliseconds: int) -> str:
    """Format a duration in milliseconds as text: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`."""
    if milliseconds < 9_950:
        return f"{milliseconds / 1000:.1f} s"
    whole = round(milliseconds / 1000)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def cap_in_dollars(nano: int) -> str:
    """Format an amount in nano-dollars as a budget that a user can type, rounded up so that it is enough: `0.62`,
    `0.0312`."""
    step, digits = (CENT, 2) if nano >= SMALL else (CENT // 100, 4)
    return f"{-(-nano // step) * step / NANO:.{digits}f}"


def bill(cost: int, presumed: int = 0, known: bool = True) -> str:
    """Format a cost in nano-dollars as text: `$0.0123`.

    Args:
        presumed: A further amount that may be charged; it is shown with its reason and never added.
        known: Whether the prices of all calls are known.
    """
    if not known:
        return f"at least {money(cost)}; some call's price is unknown"
    if not presumed:
        return money(cost)
    charged = f"{money(cost)} charged" if cost else "nothing charged so far"
    return f"{charged}; {may_follow(presumed)}"


def may_follow(presumed: int) -> str:
    """Return a phrase that says how much more may be charged and why; empty if nothing more may be charged."""
    return f"up to {money(presumed)} more may still be charged for {UNSETTLED}" if presumed else ""


def cap_from(budget: float | None) -> int | None:
    """Convert a budget in dollars to nano-dollars; `None` stands for no budget and is returned unchanged."""
    if budget is None:
        return None
    if not 0 <= budget < MOST_DOLLARS:
        raise BadInput(f"A budget of {budget!r} dollars makes no sense.")
    return nano_dollars(budget)


def dollars_from(text: str) -> float | None:
    """Parse an amount of dollars typed by a user, such as `0.50`, `$0.50`, `.5`, `50c` or `50 ¢`. Return `None` for
    anything else.

    A comma before three digits is rejected, because it may separate thousands or decimals.
    """
    typed = _AMOUNT.fullmatch(text.strip())
    if typed is None:
        return None
    sign, number, cents = typed.groups()
    if bool(sign) and bool(cents):
        return None
    amount = float(number.replace(",", ".")) / (100 if cents else 1)
    return amount if amount < MOST_DOLLARS else None


def size(length: int) -> str:
    """Format a number of bytes as text: `912 bytes`, `12 kB`, `3.4 MB`."""
    if length < 1000:
        return count(length, "byte")
    return f"{length / 1000:.0f} kB" if length < 1_000_000 else f"{length / 1_000_000:.1f} MB"


def count(number: int, noun: str) -> str:
    """Format a number with its noun: `1 token`, `1,200 tokens`."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
