from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from sklearn.cluster import DBSCAN, HDBSCAN

from cases import slow_except
from moot.errors import BadInput
from moot.stats.vectors.clusters import dbscan, dbscan_of, hdbscan, hdbscan_of, reachability
from moot.stats.vectors.geometry import cosine_distances

Vectors = list[tuple[float, ...]]


def clouds(chance: Random, size: int, dimension: int) -> Vectors:
    """Vectors in a few clouds, of differing tightness, and some that belong to none."""
    centres = [[chance.gauss(0, 1) for _ in range(dimension)] for _ in range(chance.randint(1, 5))]
    spreads = [chance.choice((0.05, 0.2, 0.5)) for _ in centres]
    made: Vectors = []
    for _ in range(size):
        which = chance.randrange(len(centres) + 1)
        if which == len(centres):
            made.append(tuple(chance.gauss(0, 1) for _ in range(dimension)))
        else:
            made.append(tuple(part + chance.gauss(0, spreads[which]) for part in centres[which]))
    return made


def partition(labels: Any) -> set[frozenset[int]]:
    groups: dict[int, set[int]] = {}
    for place, label in enumerate(labels):
        if label >= 0:
            groups.setdefault(int(label), set()).add(place)
    return {frozenset(group) for group in groups.values()}


@pytest.mark.parametrize("clouded", slow_except((100, 400), 100))
def test_dbscan_gives_the_labels_of_scikit_learn(clouded: int) -> None:
    chance = Random("dbscan")
    found = 0
    for _ in range(clouded):
        vectors = clouds(chance, chance.randint(1, 64), chance.choice((2, 3, 8, 40)))
        eps, least = chance.choice((0.02, 0.1, 0.3, 0.5, 1.0)), chance.choice((1, 2, 3, 5))
        theirs = DBSCAN(eps=eps, min_samples=least, metric="cosine").fit(np.array(vectors)).labels_
        ours = dbscan(vectors, eps, least)
        assert ours == tuple(theirs), (eps, least)
        found += len(partition(ours)) > 1
    assert found > clouded / 4


def of_theirs(table: list[list[float]], size: int, samples: int) -> set[frozenset[int]]:
    model = HDBSCAN(min_cluster_size=size, min_samples=samples, metric="precomputed", copy=True)
    return partition(model.fit(np.array(table)).labels_)


@pytest.mark.parametrize("clouded", slow_except((100, 400), 100))
def test_hdbscan_gives_the_partition_of_scikit_learn_where_no_two_distances_are_equal(clouded: int) -> None:
    chance = Random("hdbscan")
    found = 0
    for _ in range(clouded):
        vectors = clouds(chance, chance.randint(4, 64), chance.choice((2, 3, 8, 40)))
        size = chance.choice((2, 3, 5))
        table = cosine_distances(vectors)
        ours = partition(hdbscan_of(table, size, 1))
        assert ours == of_theirs(table, size, 1)
        found += len(ours) > 1
    assert found > clouded / 2


@pytest.mark.parametrize("clouded", slow_except((75, 300), 75))
def test_hdbscan_over_reachability_differs_from_scikit_learn_in_ties_alone(clouded: int) -> None:
    # Core distances make many distances of reachability equal, and there scikit-learn goes by the order of its sort.
    # Told apart by less than any difference that means something, both must find the same.
    chance = Random("ties")
    for _ in range(clouded):
        vectors = clouds(chance, chance.randint(6, 64), chance.choice((3, 8, 40)))
        size, samples = chance.choice((2, 3, 5)), chance.choice((2, 3, 5))
        table = reachability(cosine_distances(vectors), samples)
        for one in range(len(table)):
            for other in range(one):
                table[one][other] = table[other][one] = table[one][other] + chance.random() * 1e-7
        assert partition(hdbscan_of(table, size, 1)) == of_theirs(table, size, 1)


def test_the_order_of_seats_changes_no_partition() -> None:
    chance = Random("order")
    for _ in range(100):
        # whole numbers on a line make ties everywhere
        table = [[0.0] * 12 for _ in range(12)]
        places = [chance.randint(0, 20) for _ in range(12)]
        for one in range(12):
            for other in range(12):
                table[one][other] = float(abs(places[one] - places[other])) + (0.5 if one != other else 0.0)
        order = list(range(12))
        chance.shuffle(order)
        mixed = [[table[one][other] for other in order] for one in order]
        back = {frozenset(order[place] for place in group) for group in partition(hdbscan_of(mixed, 2))}
        assert back == partition(hdbscan_of(table, 2))


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_few_vectors_are_no_cluster_by_density_of_scales(size: int) -> None:
    assert hdbscan([(1.0, 0.0)] * size, 2) == (-1,) * size


def test_identical_vectors_are_one_place() -> None:
    assert dbscan([(1.0, 2.0)] * 5, 0.1, 2) == (0,) * 5
    four = [(1.0, 0.0)] * 3 + [(0.0, 1.0)] * 3
    assert hdbscan(four, 2) == (0, 0, 0, 1, 1, 1)


def test_a_vector_without_direction_is_noise() -> None:
    assert dbscan([(0.0, 0.0), (1.0, 0.0), (1.0, 0.1)], 0.5, 2) == (-1, 0, 0)


@pytest.mark.parametrize(
    "call",
    [
        lambda: dbscan_of([[0.0]], 0.0, 2),
        lambda: dbscan_of([[0.0]], float("nan"), 2),
        lambda: dbscan_of([[0.0]], 0.5, 0),
        lambda: hdbscan_of([[0.0]], 1),
        lambda: hdbscan_of([[0.0]], 2, 0),
    ],
)
def test_settings_that_mean_nothing_are_refused(call: Any) -> None:
    with pytest.raises(BadInput):
        call()
