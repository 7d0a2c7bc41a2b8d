"""Cosine distances, centroids, outliers and geometric confidence of embedded texts.

Vectors of one embedder are compared by direction only. Similarity is not truth: texts that agree on a falsehood are
similar too, and so are texts that claim "safe" and "not safe". The raw figure also starts far above zero, since any few
vectors are near their own mean, so it is reported with the value for unrelated texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, lgamma, sqrt
from operator import mul

from msgspec import Struct

from moot.errors import BadInput

Vector = Sequence[float]
SPREAD = 2.0
"""Number of standard deviations beyond the mean distance from which a text is an outlier."""
FEWEST_FOR_OUTLIERS = 3
SAME = 1e-9
"""Differences from the mean that are smaller than this are rounding errors."""


class Closeness(Struct, frozen=True, kw_only=True):
    """How close texts are to each other, measured by the distance of their vectors from the mean vector."""

    confidence: float
    """1 minus the mean distance of the vectors to their centre; 1 means identical texts."""
    baseline: float
    """Value of `confidence` for the same number of unrelated texts."""
    calibrated: float
    """Position of `confidence` between `baseline` (0) and 1; below 0 if less similar than unrelated texts."""


class Geometry(Closeness, frozen=True, kw_only=True):
    """How close texts are to each other, and which lie far from the others."""

    distances: tuple[float, ...]
    """Each vector's distance to the centre, in the order given."""
    outliers: tuple[int, ...]
    """Positions of outliers: more than two standard deviations beyond the mean distance."""


class Region(Struct, frozen=True, kw_only=True):
    """A cluster of texts."""

    members: tuple[int, ...]
    """Positions of the cluster's vectors, in the order given."""
    centroid: tuple[float, ...]
    """Mean of the cluster's vectors."""
    radius: float
    """Distance of the farthest vector from the centroid."""
    density: float
    """1 minus the mean distance of the vectors to the centroid."""


def cosine(one: Vector, other: Vector) -> float:
    """Return the cosine of two vectors, -1 to 1; 0 if one of them is zero."""
    lengths = sqrt(_dot(one, one)) * sqrt(_dot(other, other))
    return max(-1.0, min(1.0, _dot(one, other) / lengths)) if lengths else 0.0


def distance(one: Vector, other: Vector) -> float:
    """Return the angular distance of two directions, from 0 (equal) to 1 (opposite). If a vector is zero, return
    0.5."""
    if not any(one) or not any(other):
        return 1.0
    return (1.0 - cosine(one, other)) / 2.0


def centroid(vectors: Sequence[Vector]) -> tuple[float, ...]:
    """Return the mean of some vectors."""
    if not vectors:
        raise BadInput("There is no centre of no vectors.")
    _check(vectors)
    return tuple(fsum(column) / len(vectors) for column in zip(*vectors, strict=True))


def geometric_confidence(vectors: Sequence[Vector], *, unrelated: Sequence[Vector] = ()) -> Geometry:
    """Return how close the vectors are to their mean, compared with unrelated texts, and which are outliers.

    Args:
        unrelated: Vectors of unrelated texts by the same embedder, since many embedders find such texts similar. With
            fewer than two, the baseline is that of vectors of random direction.
    """
    centre = centroid(vectors)
    distances = tuple(distance(vector, centre) for vector in vectors)
    confidence = max(0.0, min(1.0, 1.0 - fsum(distances) / len(distances)))
    if len(unrelated) < 2:
        baseline = random_confidence(len(vectors), len(centre))
    else:
        baseline = unrelated_confidence(len(vectors), mean_cosine(unrelated))
    return Geometry(
        confidence=confidence,
        baseline=baseline,
        calibrated=calibrated(confidence, baseline),
        distances=distances,
        outliers=outliers(distances),
    )


def outliers(distances: Sequence[float], spread: float = SPREAD) -> tuple[int, ...]:
    """Return the positions of the vectors whose distance exceeds the mean distance by more than `spread` standard
    deviations.

    If there are fewer than three vectors, return no positions.
    """
    if len(distances) < FEWEST_FOR_OUTLIERS:
        return ()
    mean = fsum(distances) / len(distances)
    deviation = sqrt(fsum((each - mean) ** 2 for each in distances) / len(distances))
    return tuple(place for place, each in enumerate(distances) if each - mean > max(spread * deviation, SAME))


def random_confidence(count: int, dimension: int) -> float:
    """Return the closeness that `count` vectors of random direction have on average: the baseline for unrelated
    texts."""
    if count <= 1:
        return 1.0
    if dimension < 1:
        raise BadInput("A vector without dimensions has no direction.")
    # A vector and the mean of all have the correlation 1/√count. The mean of a sample's cosine at a given correlation
    # is known (Hotelling 1953; here around 0 instead of the mean, hence one more degree of freedom). In many dimensions
    # it approaches (1 + 1/√count) / 2.
    share = 1.0 / count
    ratio = exp(2.0 * (lgamma((dimension + 1) / 2) - lgamma(dimension / 2)))
    series = term = 1.0
    step = 0
    while term > 1e-17 * series:
        term *= (step + 0.5) ** 2 / ((dimension + 2) / 2 + step) / (step + 1) * share
        series += term
        step += 1
    return (1.0 + sqrt(share) * 2.0 / dimension * ratio * series) / 2.0


def unrelated_confidence(count: int, likeness: float) -> float:
    """Return the closeness of `count` vectors if any two of them have the cosine `likeness`."""
    if count <= 1:
        return 1.0
    return (1.0 + sqrt(max(0.0, (1.0 + (count - 1) * min(1.0, likeness)) / count))) / 2.0


def calibrated(confidence: float, baseline: float) -> float:
    """Return a closeness on a scale on which `baseline` is 0 and the closeness of identical texts is 1."""
    if baseline >= 1.0 - SAME:
        return 0.0  # a single text, or an embedder that finds all texts alike, has no information
    return max(-1.0, (confidence - baseline) / (1.0 - baseline))


def mean_cosine(vectors: Sequence[Vector]) -> float:
    """Return the mean cosine over all pairs of vectors. If there is no pair, return 1."""
    pairs = [cosine(one, other) for place, one in enumerate(vectors) for other in vectors[:place]]
    return fsum(pairs) / len(pairs) if pairs else 1.0


def cosine_distances(vectors: Sequence[Vector]) -> list[list[float]]:
    """Return 1 minus the cosine of each pair, 0 to 2, as used for clusters and maps."""
    _check(vectors)
    unit = [_unit(vector) for vector in vectors]
    table = [[0.0] * len(unit) for _ in unit]
    for place, one in enumerate(unit):
        for before in range(place):
            table[place][before] = table[before][place] = max(0.0, min(2.0, 1.0 - _dot(one, unit[before])))
    return table


def regions_from(vectors: Sequence[Vector], labels: Sequence[int]) -> tuple[Region, ...]:
    """Return the clusters in order of number. `labels` has the cluster number of each vector, or -1 for no cluster."""
    regions = []
    for label in sorted({label for label in labels if label >= 0}):
        members = tuple(place for place, each in enumerate(labels) if each == label)
        centre = centroid([vectors[place] for place in members])
        away = [distance(vectors[place], centre) for place in members]
        regions.append(Region(members=members, centroid=centre, radius=max(away), density=1.0 - fsum(away) / len(away)))
    return tuple(regions)


def densest(regions: Sequence[Region]) -> Region | None:
    """Return the cluster with the most texts, or `None` if there is no cluster.

    If several have the most texts, return the densest of them, and in a tie the first.
    """
    return max(regions, key=lambda region: (len(region.members), round(region.density, 9)), default=None)


def _dot(one: Vector, other: Vector) -> float:
    return float(sum(map(mul, one, other)))


def _unit(vector: Vector) -> Vector:
    length = sqrt(_dot(vector, vector))
    return [part / length for part in vector] if length else vector


def _check(vectors: Sequence[Vector]) -> None:
    if len({len(vector) for vector in vectors}) > 1:
        raise BadInput("Vectors of different dimensions cannot be compared.", "Embed all texts with one embedder.")
