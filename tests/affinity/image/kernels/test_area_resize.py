"""Means over areas."""

import numpy as np
import pytest
from drawn_pictures import pictures, shapes
from hypothesis import given
from hypothesis import strategies as st

from frenemy._core import area_resize


def overlaps(n_old, n_new):
    """(n_new, n_old) share of each old pixel in each new one, by the definition."""
    edges_old, edges_new = np.arange(n_old + 1) / n_old, np.arange(n_new + 1) / n_new
    begin = np.maximum(edges_old[None, :-1], edges_new[:-1, None])
    end = np.minimum(edges_old[None, 1:], edges_new[1:, None])
    return np.maximum(end - begin, 0) * n_new


@given(pictures(2), shapes)
def test_mean_of_what_is_covered(picture, shape):
    rows, columns = overlaps(picture.shape[0], shape[0]), overlaps(picture.shape[1], shape[1])
    expected = np.einsum("yi,xj,ijc->yxc", rows, columns, picture.astype(float))
    np.testing.assert_allclose(area_resize(picture, *shape), expected, atol=1e-6)


@given(shapes, shapes, st.floats(-1e6, 1e6, width=32))
def test_one_color_stays_to_the_bit(shape, wanted, value):
    assert (area_resize(np.full((*shape, 3), value, np.float32), *wanted) == np.float32(value)).all()


@pytest.mark.parametrize("shape", [(3, 5), (50, 31), (100, 100)])
def test_the_mean_stays(shape):
    picture = np.random.default_rng(0).random((97, 61, 1), dtype=np.float32)
    assert area_resize(picture, *shape).mean(dtype=float) == pytest.approx(picture.mean(dtype=float), abs=1e-6)


def test_the_same_grid_and_a_whole_number_of_pixels():
    picture = np.random.default_rng(0).random((12, 18, 4), dtype=np.float32)
    np.testing.assert_array_equal(area_resize(picture, 12, 18), picture)
    blocks = picture.reshape(4, 3, 9, 2, 4).mean(axis=(1, 3), dtype=float)
    np.testing.assert_allclose(area_resize(picture, 4, 9), blocks, rtol=1e-6)
    np.testing.assert_array_equal(area_resize(picture, 24, 54), picture.repeat(2, axis=0).repeat(3, axis=1))
