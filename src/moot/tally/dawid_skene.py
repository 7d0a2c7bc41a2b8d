"""How often does each rater take one class for another, and which class is each item's? Observers' error rates by EM.

Dawid and Skene 1979: raters err independently once an item's class is known, each with rates of its own. Where the
class of some items is known, it is held fast, which anchors the rest: without a known one nothing but agreement tells
which rater is right. `tests/tally/test_dawid_skene.py` holds the published table to its printed digits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROUNDS = 2_000
CLOSE = 1e-9


class Rated(Struct, frozen=True, kw_only=True):
    """What the ratings come to."""

    shares: tuple[float, ...]
    """How common each class is."""
    rates: tuple[tuple[tuple[float, ...], ...], ...]
    """For each rater and each class an item may be of: how often it says each class."""
    chances: tuple[tuple[float, ...], ...]
    """For each item the chance of each class; of a known one, 1 and 0."""
    log_likelihood: float
    """How well the rates account for what was said."""
    settled: bool
    """Whether the rounds came to rest."""


def rated_from(
    said: Sequence[Sequence[Sequence[int]]],
    classes: int,
    known: Mapping[int, int] | None = None,
    *,
    prior: float = 0.0,
) -> Rated:
    """What was said of each item by each rater: the classes it named, none or several. `known` are items whose class
    is known. `prior` counts are given to every rate, twice as many to being right, so that a few items make nobody
    infallible; with 0 the rates are those of the greatest likelihood."""
    import numpy as np  # what reads one session never needs it

    if not said:
        return Rated(shares=(), rates=(), chances=(), log_likelihood=0.0, settled=True)
    raters = len(said[0])
    counts = np.zeros((len(said), raters, classes))
    for item, by_rater in enumerate(said):
        for rater, named in enumerate(by_rater):
            for each in named:
                counts[item, rater, each] += 1
    given = counts.sum(axis=1)
    votes = given.sum(axis=1, keepdims=True)
    chances = np.where(votes > 0, given / np.where(votes > 0, votes, 1), 1 / classes)
    fixed = np.array(sorted(known or {}), dtype=int)
    held = np.zeros((len(fixed), classes))
    held[np.arange(len(fixed)), [(known or {})[int(item)] for item in fixed]] = 1
    chances[fixed] = held
    start = prior * (np.ones((classes, classes)) + np.eye(classes))
    last, settled = -np.inf, False
    for _ in range(ROUNDS):
        shares, rates = _rates(chances, counts, start, prior)
        chances, likelihood = _chances(shares, rates, counts, fixed, held)
        settled = abs(likelihood - last) < CLOSE * (1 + abs(likelihood))
        last = likelihood
        if settled:
            break
    shares, rates = _rates(chances, counts, start, prior)
    return Rated(
        shares=tuple(map(float, shares)),
        rates=tuple(tuple(tuple(map(float, row)) for row in rater) for rater in rates),
        chances=tuple(tuple(map(float, row)) for row in chances),
        log_likelihood=float(last),
        settled=bool(settled),
    )


def _rates(chances: Floats, counts: Floats, start: Floats, prior: float) -> tuple[Floats, Floats]:
    import numpy as np  # as above

    shares = chances.sum(axis=0) + prior
    often = np.einsum("ij,ikl->kjl", chances, counts) + start
    total = often.sum(axis=2, keepdims=True)
    # of a class that no item is of, nothing is known: every answer is as likely
    rates = np.where(total > 0, often / np.where(total > 0, total, 1), 1 / counts.shape[2])
    return shares / shares.sum(), rates


def _chances(
    shares: Floats, rates: Floats, counts: Floats, fixed: NDArray[np.intp], held: Floats
) -> tuple[Floats, float]:
    import numpy as np  # as above

    # 0 · log 0 is 0: what a rater never says of a class counts only where it was said
    logs = np.log(np.maximum(rates, 1e-300))
    weight = np.log(np.maximum(shares, 1e-300)) + np.einsum("ikl,kjl->ij", counts, logs)
    free = np.ones(len(weight), dtype=bool)
    free[fixed] = False
    top = weight.max(axis=1, keepdims=True)
    scaled = np.exp(weight - top)
    total = scaled.sum(axis=1, keepdims=True)
    chances = scaled / total
    likelihood = float((top + np.log(total))[free].sum() + (weight[fixed] * held).sum())
    chances[fixed] = held
    return chances, likelihood
