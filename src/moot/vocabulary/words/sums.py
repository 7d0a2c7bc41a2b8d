"""How is a sum of money written? Once for the terminal, exports, pages and errors; the app writes the same
(`web/src/councils/money.ts`), and `tests/documentation/sums.json` holds both to it."""

from __future__ import annotations

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
