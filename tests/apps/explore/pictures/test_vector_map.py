"""Vectors as points of a plane."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frenemy.apps.explore.pictures.vector_map import has_umap, vector_map


@given(st.integers(0, 8), st.integers(1, 6), st.integers(0, 3))
def test_a_map_is_finite_and_the_same_every_time(n, n_features, seed):
    vectors = np.random.default_rng(seed).normal(size=(n, n_features)).round(1)
    places = vector_map(vectors)
    assert (places.shape, places.dtype) == ((n, 2), np.float32)
    assert np.isfinite(places).all()
    np.testing.assert_array_equal(places, vector_map(vectors.copy()))


def test_a_map_keeps_the_distances_of_a_plane():
    plane = np.random.default_rng(0).normal(size=(50, 2)) * [5.0, 1.0]
    turned = plane @ np.linalg.qr(np.random.default_rng(1).normal(size=(9, 2)))[0].T
    places = vector_map(turned).astype(float)

    def gaps(points):
        return np.sqrt(((points[:, None] - points) ** 2).sum(axis=2))

    np.testing.assert_allclose(gaps(places), gaps(plane), atol=1e-4)


@pytest.mark.skipif(has_umap(), reason="umap-learn is installed")
def test_a_map_without_umap_says_what_to_install():
    with pytest.raises(ValueError, match="pip install umap-learn"):
        vector_map(np.zeros((4, 2)), "umap")


needs_umap = pytest.mark.skipif(not has_umap(), reason="umap-learn is not installed: pip install umap-learn")


@needs_umap
def test_umap_keeps_the_digits_apart():
    datasets = pytest.importorskip("sklearn.datasets", reason="the extra sklearn is not installed")
    digits, truth = datasets.load_digits(n_class=4, return_X_y=True)
    places = vector_map(digits, "umap").astype(float)
    assert places.shape == (len(digits), 2)
    gaps = ((places[:, None] - places) ** 2).sum(axis=2)
    np.fill_diagonal(gaps, np.inf)
    assert (truth[gaps.argmin(axis=1)] == truth).mean() > 0.97


@needs_umap
@pytest.mark.parametrize("vectors", [np.ones((6, 3)), np.arange(8.0)[:, None], np.outer(np.arange(9), [1.0, 2.0])])
def test_umap_of_vectors_on_a_line_is_the_line(vectors):
    np.testing.assert_array_equal(vector_map(vectors, "umap"), vector_map(vectors, "pca"))


@needs_umap
def test_umap_is_the_same_every_time():
    vectors = np.random.default_rng(0).normal(size=(60, 5))
    np.testing.assert_array_equal(vector_map(vectors, "umap"), vector_map(vectors, "umap"))
