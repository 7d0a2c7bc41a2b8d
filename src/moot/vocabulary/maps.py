"""What is a map of answers? Each measured answer of a session as a mark, to show which lie near each other."""

from __future__ import annotations

from msgspec import Struct

METHODS = ("pca", "tsne")
"""How vectors are made flat."""


class MapPoint(Struct, frozen=True, kw_only=True):
    """One answer on the map."""

    number: int
    """Its number there, from 1."""
    key: str
    """Key of the statement."""
    stage: str
    """Where it was said."""
    seat: str
    """Who said it."""
    model: str
    """The model that did."""
    x: float
    """To the right, -1 to 1."""
    y: float
    """Upwards, -1 to 1."""
    cluster: int | None
    """The cluster it lies in, from 1; `None` when it lies in none."""
    distance: float
    """How far it lies from the centre of its stage, 0 to 1, by its whole vector."""
    nearest: int | None
    """Number of the answer nearest to it; `None` when there is no other."""
    outlier: bool
    """Whether it lies apart from the others of its stage."""


class Round(Struct, frozen=True, kw_only=True):
    """The answers of one stage, or of one round of it."""

    stage: str
    """Which."""
    answers: int
    """How many there are."""
    x: float
    """Where the middle of its marks is, to the right."""
    y: float
    """Upwards."""
    confidence: float
    """Geometric confidence: how near they lie to their centre. Agreement of shape, not truth."""
    baseline: float
    """The confidence of as many texts that have nothing to do with each other."""
    calibrated: float
    """The confidence on a scale on which the baseline is 0 and one and the same direction is 1."""


class AnswerMap(Struct, frozen=True, kw_only=True):
    """A session's answers on a flat map."""

    session: str
    """The session."""
    method: str
    """`pca` or `tsne`."""
    embedder: str
    """The model that measured the answers."""
    here: bool
    """True when they were measured for this map and not in the session."""
    dimensions: int
    """Numbers in each vector."""
    explained: float | None
    """By PCA: the share of their variety that the map shows."""
    marks: tuple[MapPoint, ...]
    """The answers."""
    rounds: tuple[Round, ...]
    """The stages they were said in, in order."""
    clusters: int
    """How many clusters there are."""
    distances: tuple[tuple[float, ...], ...]
    """How far each answer lies from each, 0 to 1, by their whole vectors."""
    caution: str
    """What the map does not tell, in words."""
    left_out: tuple[str, ...]
    """Measured answers that are not on it, and why, in words."""
