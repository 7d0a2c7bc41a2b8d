"""`llm_consortium.geometry`: nearness of vectors to their centre, as one class with static functions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray


class GeometricConfidenceCalculator:
    """Computes how close the vectors of answers are to their centre: 1 minus their mean distance from it.

    The distance of two vectors is (1 - cosine) / 2, from 0 to 1.
    """

    @staticmethod
    def distance(vector: ArrayLike, centre: ArrayLike) -> float:
        """Return the distance of a vector from the centre: 0 in the same direction, 1 in the opposite direction or for
        a zero vector.
        """
        one, other = np.asarray(vector, dtype=float), np.asarray(centre, dtype=float)
        lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
        if lengths == 0:
            return 1.0
        return float(min(1.0, max(0.0, (1.0 - float(one @ other) / lengths) / 2)))

    @classmethod
    def compute_confidence(cls, vectors: Sequence[ArrayLike], centroid: ArrayLike) -> float:
        """Return the confidence, from 0 to 1: 1 minus the mean distance of the vectors from `centroid`."""
        if not len(vectors):
            return 0.0
        mean = sum(cls.distance(vector, centroid) for vector in vectors) / len(vectors)
        return min(1.0, max(0.0, 1.0 - mean))

    @classmethod
    def detect_outliers(cls, vectors: Sequence[ArrayLike], threshold_std: float = 2.0) -> list[int]:
        """Return the indexes of vectors whose distance from the centre exceeds the mean distance by more than
        `threshold_std` standard deviations. Two vectors or fewer have no outliers.
        """
        if len(vectors) < 3:
            return []
        centre = np.mean([np.asarray(vector, dtype=float) for vector in vectors], axis=0)
        far = np.array([cls.distance(vector, centre) for vector in vectors])
        return [int(at) for at in np.flatnonzero(far > far.mean() + threshold_std * far.std())]

    @classmethod
    def compute(cls, vectors: Sequence[ArrayLike]) -> tuple[float, NDArray[np.float64]]:
        """Return the vectors' confidence, from 0 to 1 (1 minus their mean distance from their centre), and the
        centre.
        """
        centre = np.mean([np.asarray(vector, dtype=float) for vector in vectors], axis=0)
        return cls.compute_confidence(vectors, centre), centre
