"""Format amounts of money and figures, for the terminal, exports, pages and errors.

The app formats alike (`web/src/councils/money.ts`); `tests/documentation/sums.json` tests both.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from moot.vocabulary.seats import NANO

LEAST = 100_000
"""Amount in nano-dollars below which an amount is shown only as less than a hundredth of a cent."""
STEP = NANO // 10_000
"""A hundredth of a cent in nano-dollars: amounts below a dollar are rounded to it."""
CENT = NANO // 100


def money(nano: int) -> str:
    """Format an amount in dollars: `$0`, `less than $0.0001`, `$0.0123`, `$0.50`, `$1,200.00`.

    Amounts below one dollar that are not whole cents have four digits after the point.
    """
    if nano == 0:
        return "$0"
    if nano < LEAST:
        return "less than $0.0001"
    fine = (nano + STEP // 2) // STEP
    if fine < 10_000 and fine % 100:
        return f"$0.{fine:04d}"
    return f"${(nano + CENT // 2) // CENT / 100:,.2f}"


def about(nano: int) -> str:
    """Format an estimated amount: `about $0.23`, or `less than $0.0001`."""
    return money(nano) if nano < LEAST else f"about {money(nano)}"


def enough(nano: int) -> str:
    """Format an amount of money rounded up, so that whoever spends the displayed amount has enough."""
    step = CENT if nano >= NANO - STEP else STEP
    return money(-(-nano // step) * step)


def rounded(value: float, places: int, *, signed: bool = False) -> str:
    """Format a figure with this many decimals, rounded as the web app does (`web/src/language/written.ts`).

    Halves are rounded away from zero, unlike Python's formats (0.8125 is 0.813), and a rounded zero has no sign.
    """
    return _rounded(Decimal(repr(float(value))), places, signed)


def shared(value: float, *, signed: bool = False) -> str:
    """Format a share between 0 and 1 as whole per cents, rounded like `rounded`."""
    return f"{_rounded(100 * Decimal(repr(float(value))), 0, signed)}%"


def _rounded(value: Decimal, places: int, signed: bool) -> str:
    told = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    sign = "-" if told < 0 else "+" if signed and told > 0 else ""
    return f"{sign}{abs(told)}"
