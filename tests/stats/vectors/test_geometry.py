from __future__ import annotations

from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.errors import BadInput
from moot.stats.vectors.geometry import (
    calibrated,
    centroid,
    cosine_distances,
    densest,
    distance,
    geometric_confidence,
    mean_cosine,
    outliers,
    random_confidence,
    regions_from,
    unrelated_confidence,
)


def gaussian(chance: Random, count: int, dimension: int) -> list[list[float]]:
    return [[chance.gauss(0, 1) for _ in range(dimension)] for _ in range(count)]


def test_golden_values() -> None:
    assert geometric_confidence([[1.0, 2.0]] * 4).confidence == pytest.approx(1.0)
    assert geometric_confidence([[1.0, 0.0], [0.0, 1.0]]).confidence == pytest.approx(0.8536, abs=5e-5)
    assert geometric_confidence([[1.0, 0.0], [-1.0, 0.0]]).confidence == 0.0
    chance = Random("random")
    found = [geometric_confidence(gaussian(chance, 5, 384)).confidence for _ in range(40)]
    assert sum(found) / 40 == pytest.approx(0.72, abs=0.005)


@pytest.mark.parametrize(("count", "dimension"), [(2, 1), (2, 2), (3, 2), (2, 3), (5, 4), (9, 12), (5, 384)])
def test_the_baseline_is_what_random_vectors_give_on_average(count: int, dimension: int) -> None:
    drawn = np.random.default_rng(7).normal(size=(4_000, count, dimension))
    centres = drawn.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(drawn, axis=2) * np.linalg.norm(centres, axis=2)
    confidence = 1 - (1 - (drawn * centres).sum(axis=2) / lengths).mean(axis=1) / 2
    assert random_confidence(count, dimension) == pytest.approx(
        confidence.mean(), abs=5 * confidence.std() / sqrt(len(drawn))
    )


def test_the_baseline_of_texts_that_an_embedder_finds_alike() -> None:
    chance = Random("alike")
    for likeness in (0.0, 0.3, 0.8):
        common = gaussian(chance, 1, 4000)[0]
        drawn = [
            [sqrt(likeness) * shared + sqrt(1 - likeness) * own for shared, own in zip(common, each, strict=True)]
            for each in gaussian(chance, 14, 4000)
        ]
        vectors, unrelated = drawn[:6], drawn[6:]
        assert mean_cosine(unrelated) == pytest.approx(likeness, abs=0.03)
        found = geometric_confidence(vectors, unrelated=unrelated)
        assert found.confidence == pytest.approx(unrelated_confidence(6, likeness), abs=0.01)
        assert found.calibrated == pytest.approx(0, abs=0.05)


def test_calibration_puts_the_baseline_at_nought_and_agreement_at_one() -> None:
    assert calibrated(0.8, 0.8) == 0.0
    assert calibrated(1.0, 0.8) == 1.0
    assert calibrated(0.9, 0.8) == pytest.approx(0.5)
    assert calibrated(0.7, 0.8) == pytest.approx(-0.5)
    assert calibrated(0.0, 0.8) == -1.0
    assert calibrated(1.0, 1.0) == 0.0
    assert geometric_confidence([[1.0, 0.0]]).calibrated == 0.0


def test_who_lies_apart() -> None:
    assert outliers([0.1, 0.9]) == ()
    assert outliers([0.1] * 9 + [0.9]) == (9,)
    assert outliers([0.1, 0.1, 0.9]) == ()  # of three, one is never two deviations away
    assert outliers([0.1, 0.1 + 1e-15, 0.1, 0.1, 0.1, 0.1]) == ()
    near = [[1.0, 0.01 * place] for place in range(9)]
    assert geometric_confidence([*near, [-1.0, 0.0]]).outliers == (9,)


def test_the_centre_and_the_regions() -> None:
    vectors = [(1.0, 0.0), (1.0, 0.2), (0.0, 1.0), (0.1, 1.0), (0.0, 1.1), (-1.0, -1.0)]
    assert centroid(vectors[:2]) == (1.0, 0.1)
    regions = regions_from(vectors, (0, 0, 1, 1, 1, -1))
    assert [region.members for region in regions] == [(0, 1), (2, 3, 4)]
    for region in regions:
        away = [distance(vectors[place], region.centroid) for place in region.members]
        assert region.radius == max(away)
        assert region.density == pytest.approx(1 - sum(away) / len(away))
    assert densest(regions) == regions[1]
    assert densest(regions_from(vectors, (-1,) * 6)) is None


@given(st.lists(st.lists(st.floats(-1e6, 1e6, width=32), min_size=3, max_size=3), min_size=1, max_size=9))
def test_figures_stay_within_their_bounds(vectors: list[list[float]]) -> None:
    found = geometric_confidence(vectors)
    assert 0 <= found.confidence <= 1
    assert 0.5 <= found.baseline <= 1
    assert -1 <= found.calibrated <= 1
    assert all(0 <= each <= 1 for each in found.distances)
    table = cosine_distances(vectors)
    assert all(0 <= far <= 2 for row in table for far in row)
    assert all(table[place][place] == 0 for place in range(len(table)))


def test_vectors_of_two_embedders_are_not_compared() -> None:
    with pytest.raises(BadInput, match="different dimensions"):
        geometric_confidence([[1.0], [1.0, 2.0]])
    with pytest.raises(BadInput, match="different dimensions"):
        cosine_distances([[1.0], [1.0, 2.0]])
    with pytest.raises(BadInput):
        centroid([])
