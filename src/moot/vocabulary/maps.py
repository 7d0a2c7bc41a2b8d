"""Map of answers: a session's embedded answers as points, to show which are similar."""

from __future__ import annotations

from msgspec import Struct

METHODS = ("pca", "tsne")
"""Methods of projection to two dimensions."""


class MapPoint(Struct, frozen=True, kw_only=True):
    """One answer on the map."""

    number: int
    """Its number on the map, from 1."""
    key: str
    """Key of the statement."""
    stage: str
    """The stage of the answer."""
    seat: str
    """The seat that gave it."""
    model: str
    """The seat's model."""
    x: float
    """Horizontal position, -1 to 1."""
    y: float
    """Vertical position, -1 to 1; up is positive."""
    cluster: int | None
    """The number of its cluster, from 1; `None` for none."""
    distance: float
    """Distance of its full vector from the centre of its stage, 0 to 1."""
    nearest: int | None
    """Number of the nearest answer; `None` if it is the only one."""
    outlier: bool
    """Whether it is an outlier in its stage."""


class Round(Struct, frozen=True, kw_only=True):
    """Summary of one stage, or of one round of it."""

    stage: str
    """The stage's name."""
    answers: int
    """Number of answers."""
    x: float
    """Horizontal mean of its points."""
    y: float
    """Vertical mean of its points."""
    confidence: float
    """Geometric confidence: how near the answers are to their centre. Similarity, not truth."""
    baseline: float
    """The confidence of the same number of unrelated texts."""
    calibrated: float
    """The confidence rescaled: 0 is the baseline, 1 is identical direction."""


class AnswerMap(Struct, frozen=True, kw_only=True):
    """A session's answers as points in a plane."""

    session: str
    """The session."""
    method: str
    """`pca` or `tsne`."""
    embedder: str
    """The embedding model."""
    here: bool
    """True if they were embedded for this map and not in the session."""
    dimensions: int
    """Length of each vector."""
    explained: float | None
    """With PCA: share of the variance that the map shows."""
    marks: tuple[MapPoint, ...]
    """The answers."""
    rounds: tuple[Round, ...]
    """Stages of the answers, in order."""
    clusters: int
    """Number of clusters."""
    distances: tuple[tuple[float, ...], ...]
    """Distance between each two answers by their full vectors, 0 to 1."""
    caution: str
    """Limits of the map, in words."""
    left_out: tuple[str, ...]
    """Embedded answers that are not on the map, with reasons."""
