"""How far do raters agree, beyond what chance would give? Krippendorff's alpha, with missing values.

`1 - observed disagreement / expected disagreement` over the pairs of values given to one unit by different raters; a
value nobody else's can be paired with does not count (Krippendorff, "Content Analysis", ch. 12). 1 is agreement without
exception, 0 what chance gives, below 0 less. How far two values differ depends on the level: `nominal` (equal or not),
`ordinal` (how many values lie between them), `interval` (the difference squared). Rows are read in blocks, so a million
values take little more room than they have already: `tests/stats/test_alpha.py`, `benchmarks/tally.py`.
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
"""Values converted at a time."""
FEW = 4096
"""Up to so many values are counted without numpy, which takes longer to load than they take to count."""


class Alpha(Struct, frozen=True, kw_only=True):
    """How far raters agree."""

    value: float | None
    """Alpha. `None` when it is not defined: no two values of one unit, or no two values in all that differ."""
    observed: float
    """Mean disagreement within units."""
    expected: float
    """Mean disagreement when values meet at random."""
    units: int
    """Units with at least two values."""
    values: int
    """Values given to those units."""


NOTHING = Alpha(value=None, observed=0.0, expected=0.0, units=0, values=0)


def alpha_from(ratings: Ratings, level: Level = "nominal") -> Alpha:
    """Alpha of a table with one row for each unit and one column for each rater. `None` or NaN is a missing value."""
    if isinstance(ratings, (list, tuple)) and sum(map(len, ratings)) <= FEW:
        return _of_few(ratings, level)
    return _by_squares(ratings) if level == "interval" else _by_counts(ratings, level)


def _of_few(ratings: Sequence[Sequence[float | None]], level: Level) -> Alpha:
    """The same through plain counting: values of each unit, and of all of them together."""
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
    """The distances of all pairs of values, each pair taken both ways."""
    return sum(counts[one] * counts[other] * distance[one, other] for one in counts for other in counts if one != other)


def _distances(counts: Counter[float], level: Level) -> dict[tuple[float, float], float]:
    """How far each two values differ."""
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
    """Through the coincidences of distinct values: room and time grow with how many there are, not with raters."""
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
    """The squared number of values from one kind to another, each end counted half."""
    import numpy as np

    middles: Floats = np.cumsum(marginals) - marginals / 2
    gaps: Floats = (middles[:, None] - middles[None, :]) ** 2
    return gaps


def _by_squares(ratings: Ratings) -> Alpha:
    """Through sums of squares: differences need no table of kinds, so any real values will do."""
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
            shift = float(values.sum() / given.sum())  # differences do not change; large values lose no digits
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
