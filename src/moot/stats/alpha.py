"""Krippendorff's alpha: agreement of raters beyond chance, with missing values.

`1 - observed disagreement / expected disagreement` over the pairs of values given to one unit by different raters; a
value without a second one in its unit does not count (Krippendorff, "Content Analysis", ch. 12). 1 is full agreement, 0
is chance, below 0 is less. The distance of two values depends on the level: `nominal` (equal or not), `ordinal` (number
of values between them), `interval` (squared difference). Rows are read in blocks, so that a million values need little
additional memory: `tests/stats/test_alpha.py`, `benchmarks/tally.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ratings = Sequence[Sequence[float | None]] | NDArray[np.generic]
    Floats = NDArray[np.float64]

Level = Literal["nominal", "ordinal", "interval"]

BLOCK = 1 << 16
"""Number of values converted at a time."""
FEW = 4096
"""Maximum number of values counted without numpy, which takes longer to load."""


class Alpha(Struct, frozen=True, kw_only=True):
    """Agreement of raters."""

    value: float | None
    """Alpha. `None` if undefined: no unit with two values, or all values equal."""
    observed: float
    """Mean disagreement within units."""
    expected: float
    """Mean disagreement of randomly paired values."""
    units: int
    """Number of units with at least two values."""
    values: int
    """Number of values in those units."""


NOTHING = Alpha(value=None, observed=0.0, expected=0.0, units=0, values=0)


def alpha_from(ratings: Ratings, level: Level = "nominal") -> Alpha:
    """Return alpha of a table with one row per unit and one column per rater.

    Args:
        ratings: Values; `None` or NaN is missing.
        level: `nominal`, `ordinal` or `interval`.
    """
    if isinstance(ratings, (list, tuple)) and sum(map(len, ratings)) <= FEW:
        return _of_few(ratings, level)
    return _by_squares(ratings) if level == "interval" else _by_counts(ratings, level)


def _of_few(ratings: Sequence[Sequence[float | None]], level: Level) -> Alpha:
    """Compute alpha without numpy."""
    units = [Counter(value for value in row if value is not None and value == value) for row in ratings]
    units = [unit for unit in units if unit.total() >= 2]
    together = sum(units, Counter[float]())
    total = together.total()
    if not units:
        return NOTHING
    distance = _distances(together, level)
    within = sum(_apart(unit, distance) / (unit.total() - 1) for unit in units)
    expected = _apart(together, distance) / (total * (total - 1))
    return _alpha(within / total, expected, len(units), total, varied=len(together) > 1)


def _apart(counts: Counter[float], distance: Mapping[tuple[float, float], float]) -> float:
    """Return the sum of distances over all ordered pairs."""
    return sum(counts[one] * counts[other] * distance[one, other] for one in counts for other in counts if one != other)


def _distances(counts: Counter[float], level: Level) -> dict[tuple[float, float], float]:
    """Return the distance of each two values."""
    middles: dict[float, float] = {}
    below = 0
    for value in sorted(counts):
        middles[value] = below + counts[value] / 2
        below += counts[value]
    if level == "nominal":
        return {(one, other): 1.0 for one in counts for other in counts}
    places = middles if level == "ordinal" else {value: float(value) for value in counts}
    return {(one, other): (places[one] - places[other]) ** 2 for one in counts for other in counts}


def _by_counts(ratings: Ratings, level: Level) -> Alpha:
    """Compute alpha from coincidences of distinct values: memory and time grow with their number, not with raters."""
    import numpy as np  # slow to import, and few sessions need it

    found = [np.unique(block[~np.isnan(block)]) for block in _blocks(ratings)]
    kinds = np.unique(np.concatenate(found)) if found else np.empty(0)
    coincidences = np.zeros((len(kinds), len(kinds)))
    units = 0
    for block in _blocks(ratings):
        present = ~np.isnan(block)
        places = np.nonzero(present)[0] * len(kinds) + np.searchsorted(kinds, block[present])
        counts = (
            np.bincount(places, minlength=len(block) * len(kinds)).reshape(len(block), len(kinds)).astype(np.float64)
        )
        given = counts.sum(axis=1)
        counts, given = counts[given >= 2], given[given >= 2]
        shares = counts / (given - 1)[:, None]
        coincidences += counts.T @ shares - np.diag(shares.sum(axis=0))
        units += len(given)
    marginals = coincidences.sum(axis=1)
    total = float(marginals.sum())
    if not units:
        return NOTHING
    distances = 1.0 - np.eye(len(kinds)) if level == "nominal" else _between(marginals)
    observed = float((coincidences * distances).sum()) / total
    expected = float(marginals @ distances @ marginals) / (total * (total - 1))
    return _alpha(observed, expected, units, total, varied=bool(np.count_nonzero(marginals) > 1))


def _between(marginals: Floats) -> Floats:
    """Return the squared number of values between two values, each end counted half."""
    import numpy as np

    middles: Floats = np.cumsum(marginals) - marginals / 2
    gaps: Floats = (middles[:, None] - middles[None, :]) ** 2
    return gaps


def _by_squares(ratings: Ratings) -> Alpha:
    """Compute alpha from sums of squares, for any real values."""
    import numpy as np

    total = units = 0
    shift = sums = squares = within = 0.0
    lowest, highest = np.inf, -np.inf
    for block in _blocks(ratings):
        present = ~np.isnan(block)
        given = present.sum(axis=1)
        paired = given >= 2
        if not paired.any():
            continue
        held, given = present[paired], given[paired].astype(np.float64)
        values = np.where(held, block[paired], 0.0)
        lowest, highest = min(lowest, float(block[paired][held].min())), max(highest, float(block[paired][held].max()))
        if not units:
            shift = float(values.sum() / given.sum())  # differences do not change; large values keep their digits
        values = np.where(held, values - shift, 0.0)
        row_sums, row_squares = values.sum(axis=1), (values * values).sum(axis=1)
        within += float(((given * row_squares - row_sums**2) * 2 / (given - 1)).sum())
        sums += float(row_sums.sum())
        squares += float(row_squares.sum())
        units += len(given)
        total += int(given.sum())
    if not units:
        return NOTHING
    observed = max(0.0, within) / total
    expected = max(0.0, 2 * (total * squares - sums**2)) / (total * (total - 1))
    return _alpha(observed, expected, units, total, varied=lowest < highest)


def _alpha(observed: float, expected: float, units: int, values: float, *, varied: bool) -> Alpha:
    value = 1.0 - observed / expected if varied else None
    return Alpha(value=value, observed=observed, expected=expected, units=units, values=round(values))


def _blocks(ratings: Ratings) -> Iterator[Floats]:
    import numpy as np

    if not len(ratings):
        return
    step = max(1, BLOCK // max(1, len(ratings[0])))
    for start in range(0, len(ratings), step):
        yield np.array(ratings[start : start + step], dtype=np.float64)
