"""DBSCAN and HDBSCAN over cosine distances, for at most a few hundred vectors.

Implemented here so that every replay gives the same bytes on every machine, without a library that takes two seconds to
import. Labels are numbers from 0; -1 is noise. Vectors at equal distance join at once, so labels do not depend on
chance and HDBSCAN's partition does not depend on the order of seats. `tests/stats/vectors/test_clusters.py` compares
with scikit-learn.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from msgspec import Struct

from moot.errors import BadInput
from moot.stats.vectors.geometry import Vector, cosine_distances

NOISE = -1
Table = Sequence[Sequence[float]]


def dbscan(vectors: Sequence[Vector], eps: float = 0.5, min_samples: int = 2) -> tuple[int, ...]:
    """Return a cluster number for each vector by DBSCAN (-1 for none), with cosine distances."""
    return dbscan_of(cosine_distances(vectors), eps, min_samples)


def hdbscan(vectors: Sequence[Vector], min_cluster_size: int = 2, min_samples: int | None = None) -> tuple[int, ...]:
    """Return a cluster number for each vector by HDBSCAN (-1 for none), with cosine distances.

    If there are fewer than two clusters, every vector gets -1.
    """
    return hdbscan_of(cosine_distances(vectors), min_cluster_size, min_samples)


def dbscan_of(distances: Table, eps: float, min_samples: int) -> tuple[int, ...]:
    """Return a cluster number for each vector by DBSCAN (-1 for none), from a table of distances."""
    _check_least(min_samples, 1, "min_samples")
    if not eps > 0:
        raise BadInput(f"`eps` is {eps!r}; it is a distance above 0.")
    near = [[other for other, far in enumerate(row) if far <= eps] for row in distances]
    labels = [NOISE] * len(near)
    found = 0
    for start, reached in enumerate(near):
        if labels[start] != NOISE or len(reached) < min_samples:
            continue
        labels[start] = found
        open_cores = [start]
        while open_cores:
            for other in near[open_cores.pop()]:
                if labels[other] == NOISE:
                    labels[other] = found
                    if len(near[other]) >= min_samples:
                        open_cores.append(other)
        found += 1
    return tuple(labels)


def hdbscan_of(distances: Table, min_cluster_size: int, min_samples: int | None = None) -> tuple[int, ...]:
    """Return a cluster number for each vector by HDBSCAN (-1 for none), from a table of distances."""
    _check_least(min_cluster_size, 2, "min_cluster_size")
    samples = min_cluster_size if min_samples is None else min_samples
    _check_least(samples, 1, "min_samples")
    size = len(distances)
    if size < 2 * min_cluster_size or samples > size:
        return (NOISE,) * size
    root = _merged(reachability(distances, samples))
    chosen: list[_Cluster] = []
    for cluster in _condensed(root, min_cluster_size).children:
        chosen += cluster.best()
    labels = [NOISE] * size
    for number, cluster in enumerate(sorted(chosen, key=lambda cluster: min(cluster.members))):
        for member in cluster.members:
            labels[member] = number
    return tuple(labels)


def reachability(distances: Table, min_samples: int) -> list[list[float]]:
    """Return HDBSCAN's mutual reachability distances.

    A distance is that of the table, but at least the distance of either vector to its `min_samples`-th nearest vector,
    itself included.
    """
    core = [sorted(row)[min_samples - 1] for row in distances]
    return [
        [max(core[one], core[other], far) if one != other else 0.0 for other, far in enumerate(row)]
        for one, row in enumerate(distances)
    ]


class _Merge(Struct, frozen=True):
    """A node of the merge tree: groups that merge at one distance, or a single vector without parts."""

    at: float
    """Distance at which the groups merge."""
    members: tuple[int, ...]
    """All vectors in the cluster."""
    parts: tuple[_Merge, ...] = ()
    """The merged groups."""


def _merged(distances: Table) -> _Merge:
    """Return the single-linkage tree. All groups at the same distance are merged in one step."""
    groups = {place: _Merge(0.0, (place,)) for place in range(len(distances))}
    for at, _, one, other in _links(distances):
        left, right = groups[one], groups[other]
        if left is right:
            continue
        # a group formed at this same distance takes more parts instead of becoming one of two
        parts = (left.parts if left.parts and left.at == at else (left,)) + (
            right.parts if right.parts and right.at == at else (right,)
        )
        joined = _Merge(at, left.members + right.members, parts)
        for member in joined.members:
            groups[member] = joined
    return groups[0]


def _links(distances: Table) -> list[tuple[float, int, int, int]]:
    """Return the minimum spanning tree, shortest links first, by Prim's algorithm."""
    size = len(distances)
    nearest = [(inf, 0)] * size
    outside = set(range(1, size))
    last = 0
    links: list[tuple[float, int, int, int]] = []
    while outside:
        for other in outside:
            nearest[other] = min(nearest[other], (distances[last][other], last))
        new = min(outside, key=lambda other: (nearest[other], other))
        links.append((nearest[new][0], len(links), nearest[new][1], new))
        outside.discard(new)
        last = new
    return sorted(links)


class _Cluster:
    """A branch of the condensed tree: a group that stays large enough over a range of scales."""

    def __init__(self, node: _Merge, birth: float) -> None:
        self.members = node.members
        self.birth = birth
        self.stability = 0.0
        self.children: list[_Cluster] = []

    def best(self) -> list[_Cluster]:
        """Return this cluster or the best of its descendants, whichever is more persistent."""
        return self._best()[1]

    def _best(self) -> tuple[float, list[_Cluster]]:
        total, chosen = 0.0, []
        for child in self.children:
            worth, parts = child._best()
            total += worth
            chosen += parts
        if self.children and total > self.stability:
            return total, chosen
        return self.stability, [self]


def _condensed(root: _Merge, least: int) -> _Cluster:
    """Return the tree with only those splits that leave at least two parts of `least` or more vectors.

    The scale of a split is 1 / distance.
    """
    top = _Cluster(root, 0.0)
    walk = [(top, root)]
    while walk:
        cluster, node = walk.pop()
        scale = 1.0 / node.at if node.at > 0 else MOST_SCALE
        large = [part for part in node.parts if len(part.members) >= least]
        if len(large) >= 2:
            cluster.stability += (scale - cluster.birth) * len(node.members)
            for part in large:
                cluster.children.append(_Cluster(part, scale))
                walk.append((cluster.children[-1], part))
            continue
        staying = sum(len(part.members) for part in large)
        cluster.stability += (scale - cluster.birth) * (len(node.members) - staying)
        walk += [(cluster, part) for part in large]
    return top


MOST_SCALE = 1e12
"""Scale at which identical vectors separate, i.e. never."""


def _check_least(value: int, least: int, name: str) -> None:
    if value < least:
        raise BadInput(f"`{name}` is {value}; it is at least {least}.")
