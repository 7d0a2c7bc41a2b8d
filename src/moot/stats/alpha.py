"""Krippendorff's alpha: agreement of raters beyond chance, with missing values.

`1 - observed disagreement / expected disagreement` over the pairs of values given to one unit by different raters; a
value without a second one in its unit does not count (Krippendorff, "Content Analysis", ch. 12). 1 is full agreement, 0
is chance, below 0 is less. The distance of two values depends on the level: `nominal` (equal or not), `ordinal` (number
of values between them), `interval` (squared difference). Tests: `tests/stats/test_alpha.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

Level = Literal["nominal", "ordinal", "interval"]


class Alpha(Struct, frozen=True, kw_only=True):
    """Krippendorff's alpha (agreement of raters beyond chance), and how many values it is computed from."""

    value: float | None
    """Alpha. `None` if undefined: no unit with two values, or all values equal."""
    units: int
    """Number of units with at least two values."""
    values: int
    """Number of values in the units with at least two values."""


def alpha_from(ratings: Sequence[Sequence[float | None]], level: Level = "nominal") -> Alpha:
    """Return Krippendorff's alpha of a table with one row per rated thing and one column per rater.

    Args:
        ratings: Values; `None` or NaN is missing.
        level: `nominal`, `ordinal` or `interval`.
    """
    units = [Counter(value for value in row if value is not None and value == value) for row in ratings]
    units = [unit for unit in units if unit.total() >= 2]
    together = sum(units, Counter[float]())
    total = together.total()
    if not units:
        return Alpha(value=None, units=0, values=0)
    distance = _distances(together, level)
    observed = sum(_apart(unit, distance) / (unit.total() - 1) for unit in units) / total
    expected = _apart(together, distance) / (total * (total - 1))
    value = 1.0 - observed / expected if len(together) > 1 else None
    return Alpha(value=value, units=len(units), values=total)


def _apart(counts: Counter[float], distance: Mapping[tuple[float, float], float]) -> float:
    """Return the sum of the distances over all ordered pairs of values."""
    return sum(counts[one] * counts[other] * distance[one, other] for one in counts for other in counts if one != other)


def _distances(counts: Counter[float], level: Level) -> dict[tuple[float, float], float]:
    """Return the distance between every two values at this level of measurement."""
    middles: dict[float, float] = {}
    below = 0
    for value in sorted(counts):
        middles[value] = below + counts[value] / 2
        below += counts[value]
    if level == "nominal":
        return {(one, other): 1.0 for one in counts for other in counts}
    places = middles if level == "ordinal" else {value: float(value) for value in counts}
    return {(one, other): (places[one] - places[other]) ** 2 for one in counts for other in counts}
