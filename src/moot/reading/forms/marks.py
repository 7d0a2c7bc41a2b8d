"""Parse a number and the scale it is written on: `8`, `"8/10"`, `"4.5/5"`, `"80 %"`. Numbers in words are not read.

A stated scale counts: `8/100` is no 8 of 10. A mark on another scale is converted to a share of ours, rounded to the
nearest mark, halves up, and never below the lowest: 80/100 is 8 of 10, 4.5/5 is 9, and 8/100 is 1. People mark by
scales of 5, 10, 20, 50 and 100; `6/7` may mean six or seven and is refused. Without a scale the one asked for applies.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import floor

from msgspec import Struct

LONGEST = 40
SCALES = (5, 10, 20, 50, 100)
"""Scales that may be stated beside the one asked for."""


class WrittenNumber(Struct, frozen=True):
    """A number with its scale, as written."""

    value: Fraction
    """The number."""
    scale: int | None
    """The stated scale, if any; 100 for percent."""


def number_in(value: object) -> WrittenNumber | None:
    """Parse a value as a number; a boolean is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, int | float):
        return WrittenNumber(Fraction(str(value)), None) if abs(value) < 1e9 else None
    found = _NUMBER.fullmatch(value.strip(" \t\n.!*_`\"'“”")) if len(value) <= LONGEST else None
    if found is None:
        return None
    amount = _amount(found["amount"])
    if amount is None:
        return None
    if found["percent"]:
        return WrittenNumber(amount, 100)
    if not found["scale"]:
        return WrittenNumber(amount, None)
    scale = _amount(found["scale"])
    return WrittenNumber(amount, int(scale)) if scale is not None and scale == int(scale) and scale > 0 else None


def mark_in(value: object, low: int, high: int) -> int | None:
    """Return the mark from `low` to `high`; `None` if the value is none, or on an unknown scale."""
    number = number_in(value)
    if number is None:
        return None
    if number.scale is None:
        return int(number.value) if number.value.denominator == 1 and low <= number.value <= high else None
    if number.scale not in (*SCALES, high) or not 0 <= number.value <= number.scale:
        return None
    return max(low, floor(number.value * high / number.scale + Fraction(1, 2)))


def _amount(said: str) -> Fraction | None:
    try:
        return Fraction(said.replace(",", ".").replace("\u2212", "-"))
    except ValueError:
        return None


_PLAIN = r"[-+\u2212]?\d{1,9}(?:[.,]\d{1,6})?"
# Linear: matched against the whole of at most forty characters.
_NUMBER = re.compile(rf"(?P<amount>{_PLAIN})\s{{0,3}}(?:(?P<percent>[%％])|/\s{{0,3}}(?P<scale>{_PLAIN}))?")
