"""`llm_consortium.geometry`: nearness of vectors to their centre, as one class with static functions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray


class GeometricConfidenceCalculator:
    """Measures how close answers' vectors are to their centre: 1 less the mean distance.

    A distance is half of 1 less the cosine.
    """

    @staticmethod
    def distance(vector: ArrayLike, centre: ArrayLike) -> float:
        """Return the distance of a vector from the centre: 0 in the same direction, 1 in the opposite one or for a zero
        vector."""
        one, other = np.asarray(vector, dtype=float), np.asarray(centre, dtype=float)
        lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
        if lengths == 0:
            return 1.0
        return float(min(1.0, max(0.0, (1.0 - float(one @ other) / lengths) / 2)))

    @classmethod
    def compute_confidence(cls, vectors: Sequence[ArrayLike], centroid: ArrayLike) -> float:
        """Return the confidence, 0 to 1: 1 less the mean distance of the vectors from `centroid`."""
        if not len(vectors):
            return 0.0
        mean = sum(cls.distance(vector, centroid) for vector in vectors) / len(vectors)
        return min(1.0, max(0.0, 1.0 - mean))

    @classmethod
    def detect_outliers(cls, vectors: Sequence[ArrayLike], threshold_std: float = 2.0) -> list[int]:
        """Return the indexes of vectors whose distance from the centre is more than `threshold_std` standard deviations
        above the mean distance; none for two vectors."""
        if len(vectors) < 3:
            return []
        centre = np.mean([np.asarray(vector, dtype=float) for vector in vectors], axis=0)
        far = np.array([cls.distance(vector, centre) for vector in vectors])
        return [int(at) for at in np.flatnonzero(far > far.mean() + threshold_std * far.std())]

    @classmethod
    def compute(cls, vectors: Sequence[ArrayLike]) -> tuple[float, NDArray[np.float64]]:
        """Return how close the vectors are to their centre, 0 to 1 (1 less their mean distance from it), and the
        centre.
        """
        centre = np.mean([np.asarray(vector, dtype=float) for vector in vectors], axis=0)
        return cls.compute_confidence(vectors, centre), centre
