from __future__ import annotations

from random import Random

import numpy as np
import pytest
from sklearn.decomposition import PCA

from moot.errors import BadInput
from moot.stats.vectors.projection import Spot, projected

Vectors = list[tuple[float, ...]]


def drawn(seed: str, size: int, dimension: int, heaps: int = 3) -> Vectors:
    chance = Random(seed)
    centres = [[chance.gauss(0, 1) for _ in range(dimension)] for _ in range(heaps)]
    return [tuple(part + chance.gauss(0, 0.3) for part in centres[place % heaps]) for place in range(size)]


def unit(vectors: Vectors) -> np.ndarray:
    table = np.array(vectors)
    return table / np.linalg.norm(table, axis=1, keepdims=True)


@pytest.mark.parametrize(("size", "dimension"), [(3, 8), (5, 384), (24, 16), (64, 40)])
def test_pca_is_that_of_scikit_learn_up_to_scale_and_sign(size: int, dimension: int) -> None:
    vectors = drawn(f"pca {size}", size, dimension)
    model = PCA(n_components=2, svd_solver="full").fit(unit(vectors))
    theirs = model.transform(unit(vectors))
    ours = projected(vectors)
    mine = np.array([(spot.x, spot.y) for spot in ours.spots])
    theirs = theirs / np.abs(theirs).max()
    theirs *= np.sign((mine * theirs).sum(axis=0))
    assert mine == pytest.approx(theirs, abs=2e-4)
    assert ours.explained == pytest.approx(model.explained_variance_ratio_.sum())


def test_tsne_keeps_heaps_apart() -> None:
    vectors = drawn("heaps", 30, 24)
    places = np.array([(spot.x, spot.y) for spot in projected(vectors, "tsne").spots])
    far = np.linalg.norm(places[:, None] - places[None, :], axis=2) + np.eye(30) * 9
    assert all(far[place].argmin() % 3 == place % 3 for place in range(30))


@pytest.mark.parametrize("method", ["pca", "tsne"])
def test_the_same_map_each_time_and_within_its_frame(method: str) -> None:
    vectors = drawn("same", 20, 12)
    one = projected(vectors, method)
    assert one == projected(vectors, method)
    assert max(max(abs(spot.x), abs(spot.y)) for spot in one.spots) == 1.0


@pytest.mark.parametrize("turn", range(8))
def test_the_sign_of_an_axis_is_fixed_whichever_seat_comes_first(turn: int) -> None:
    vectors = drawn("sign", 8, 12)
    turned = vectors[turn:] + vectors[:turn]
    spots = projected(vectors).spots
    assert projected(turned).spots == spots[turn:] + spots[:turn]


@pytest.mark.parametrize("method", ["pca", "tsne"])
def test_few_and_equal_texts_have_a_map_too(method: str) -> None:
    assert projected([], method).spots == ()
    assert projected([(1.0, 2.0)], method).spots == (Spot(0.0, 0.0),)
    assert projected([(1.0, 2.0)] * 4, method).spots == (Spot(0.0, 0.0),) * 4
    two = projected([(1.0, 0.0), (0.0, 1.0)], method).spots
    assert sorted((spot.x, spot.y) for spot in two) == [(-1.0, 0.0), (1.0, 0.0)]
    three = projected([(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0)], method).spots
    assert len(set(three)) == 3


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(BadInput, match="no projection 'umap'"):
        projected([(1.0,)], "umap")
    with pytest.raises(BadInput, match="401 texts"):
        projected([(1.0, 0.5)] * 401)
