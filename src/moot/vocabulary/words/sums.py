"""How is a sum of money written? Once for the terminal, exports, pages and errors; the app writes the same
(`web/src/councils/money.ts`), and `tests/documentation/sums.json` holds both to it."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from moot.vocabulary.seats import NANO

LEAST = 100_000
"""Nano-dollars below which a sum is only said to be under a hundredth of a cent."""
STEP = NANO // 10_000
"""A hundredth of a cent, to which sums below a dollar are rounded."""
CENT = NANO // 100


def money(nano: int) -> str:
    """`$0`, `under $0.0001`, `$0.0123`, `$0.50`, `$1,200.00`: in dollars; part of a cent takes two more digits."""
    if nano == 0:
        return "$0"
    if nano < LEAST:
        return "under $0.0001"
    fine = (nano + STEP // 2) // STEP
    if fine < 10_000 and fine % 100:
        return f"$0.{fine:04d}"
    return f"${(nano + CENT // 2) // CENT / 100:,.2f}"


def enough(nano: int) -> str:
    """The same of a sum that is to suffice: rounded up."""
    step = CENT if nano >= NANO - STEP else STEP
    return money(-(-nano // step) * step)


def rounded(value: float, places: int, *, signed: bool = False) -> str:
    """A figure with so many decimals, as the app writes it (`web/src/language/written.ts`): a half is rounded away from
    none, where Python's own formats take the even digit (0.8125 is 0.813), and what comes to none has no sign."""
    return _rounded(Decimal(repr(float(value))), places, signed)


def shared(value: float, *, signed: bool = False) -> str:
    """A share of one in whole per cents, rounded alike."""
    return f"{_rounded(100 * Decimal(repr(float(value))), 0, signed)}%"


def _rounded(value: Decimal, places: int, signed: bool) -> str:
    told = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    sign = "-" if told < 0 else "+" if signed and told > 0 else ""
    return f"{sign}{abs(told)}"
