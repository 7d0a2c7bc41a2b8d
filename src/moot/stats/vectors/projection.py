"""Project vectors to a plane by PCA or t-SNE, deterministically.

PCA shows the two directions of largest variance and reports their share. t-SNE keeps neighbours together; its far
distances and cluster sizes mean nothing. Nothing is random: t-SNE starts from the PCA map, and the sign of an axis is
fixed by the vector farthest out along it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import Struct

from moot.errors import BadInput
from moot.stats.vectors.geometry import Vector, cosine_distances
from moot.vocabulary.maps import METHODS

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Table = NDArray[float64]

MOST_MAPPED = 400
"""Maximum number of vectors on one map: more points are unreadable."""
PERPLEXITY = 5.0
"""Number of neighbours t-SNE keeps near each vector, if there are enough."""
EXAGGERATION = 12.0
EARLY = 250
STEPS = 1000
RATE = 50.0
DIGITS = 4
NOTHING = 1e-12


class Spot(Struct, frozen=True):
    """A point on the map."""

    x: float
    """Horizontal position."""
    y: float
    """Vertical position, up is positive."""


class Projection(Struct, frozen=True, kw_only=True):
    """Vectors projected to a plane."""

    method: str
    """`pca` or `tsne`."""
    spots: tuple[Spot, ...]
    """Position of each vector, in the order given; scaled so that the largest coordinate is 1."""
    explained: float | None = None
    """With PCA: share of the variance shown, 0 to 1."""


def projected(vectors: Sequence[Vector], method: str = "pca") -> Projection:
    """Return the map of some vectors, compared by direction."""
    if method not in METHODS:
        raise BadInput(f"There is no projection {method!r}.", f"Use {' or '.join(METHODS)}.")
    if len(vectors) > MOST_MAPPED:
        raise BadInput(
            f"{len(vectors)} texts are too many for one map.",
            f"Show at most {MOST_MAPPED}: one stage of the session, for instance.",
        )
    if not vectors:
        return Projection(method=method, spots=(), explained=1.0 if method == "pca" else None)
    import numpy as np  # slow to load, and only drawing a map needs it

    far = np.array(cosine_distances(vectors))
    axes = _axes(far)
    if method == "pca":
        return Projection(method=method, spots=_spots(axes.places), explained=axes.explained)
    return Projection(method=method, spots=_spots(_neighboured(far, axes.places)))


@dataclass(frozen=True, slots=True)
class _Axes:
    """The two directions of largest variance."""

    places: Table
    """Coordinates of each vector along them."""
    explained: float
    """Their share of the variance."""


def _axes(far: Table) -> _Axes:
    import numpy as np

    products = 1.0 - far
    means = products.mean(axis=0)
    values, columns = np.linalg.eigh(products - means[:, None] - means[None, :] + means.mean())
    # vectors in one place leave only rounding, which is no variance
    values = np.where(values > len(far) * NOTHING, values, 0.0)
    axes = np.zeros((len(far), 2))
    for axis in range(min(2, len(far))):
        column = columns[:, -1 - axis] * np.sqrt(values[-1 - axis])
        farthest = column[np.argmax(np.round(np.abs(column), 9))]
        axes[:, axis] = -column if farthest < 0 else column
    whole = float(values.sum())
    return _Axes(axes, float(values[-2:].sum()) / whole if whole else 1.0)


def _neighboured(far: Table, start: Table) -> Table:
    """Run t-SNE (van der Maaten and Hinton 2008) over all pairs."""
    import numpy as np

    size = len(far)
    if size < 3:
        return start
    wanted = _affinities(2.0 * far)  # the squared distance of vectors of length 1
    spread = float(start[:, 0].std())
    places = start / spread * 1e-4 if spread else start
    speed, gains = np.zeros_like(places), np.ones_like(places)
    for step in range(STEPS):
        across = places[:, None, :] - places[None, :, :]
        weights = 1.0 / (1.0 + (across**2).sum(axis=2))
        np.fill_diagonal(weights, 0.0)
        actual = np.maximum(weights / weights.sum(), NOTHING)
        pull = wanted * (EXAGGERATION if step < EARLY else 1.0) - actual
        slope = 4.0 * ((pull * weights)[:, :, None] * across).sum(axis=1)
        gains = np.maximum(np.where((slope > 0) == (speed > 0), gains * 0.8, gains + 0.2), 0.01)
        speed = (0.5 if step < EARLY else 0.8) * speed - RATE * gains * slope
        places = places + speed
    centred: Table = places - places.mean(axis=0)
    return centred


def _affinities(squared: Table) -> Table:
    """Return the affinity of each pair: normal kernels, each with the width that gives its vector the wanted number of
    neighbours."""
    import numpy as np

    size = len(squared)
    entropy = np.log(min(PERPLEXITY, (size - 1) / 2))
    given = np.zeros((size, size))
    for one in range(size):
        row = np.delete(squared[one], one)
        row = row - row.min()
        low, high, sharp = 0.0, np.inf, 1.0
        for _ in range(64):
            weights = np.exp(-row * sharp)
            shares = weights / weights.sum()
            found = np.log(weights.sum()) + sharp * float((row * shares).sum())
            if found > entropy:
                low, sharp = sharp, sharp * 2 if np.isinf(high) else (sharp + high) / 2
            else:
                high, sharp = sharp, (low + sharp) / 2
        given[one] = np.insert(shares, one, 0.0)
    together: Table = np.maximum((given + given.T) / (2 * size), NOTHING)
    return together


def _spots(axes: Table) -> tuple[Spot, ...]:
    largest = float(abs(axes).max()) or 1.0
    # adding 0 turns -0.0 into 0.0
    return tuple(Spot(round(x / largest, DIGITS) + 0.0, round(y / largest, DIGITS) + 0.0) for x, y in axes.tolist())
