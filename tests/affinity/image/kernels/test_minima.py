"""Markers: one for each cell of a grid, or one for each plateau that is a minimum."""

import numpy as np
import pytest
from drawn_pictures import EIGHT, neighbors, photo, reliefs
from hypothesis import given
from hypothesis import strategies as st

from frenemy._core import grid_minima, local_minima


@given(reliefs, st.integers(1, 12))
def test_grid_minima(height, spacing):
    markers = grid_minima(height, spacing)
    expected, count = np.zeros(height.shape, np.int32), 0
    for y in range(0, height.shape[0], spacing):
        for x in range(0, height.shape[1], spacing):
            cell = height[y : y + spacing, x : x + spacing]
            dy, dx = np.unravel_index(np.argmin(cell), cell.shape)
            count += 1
            expected[y + dy, x + dx] = count
    np.testing.assert_array_equal(markers, expected)


def plateau(height, start):
    """The pixels of equal height around one, and whether none beside them is lower."""
    seen, stack, is_minimum = {start}, [start], True
    while stack:
        for there in neighbors(*stack.pop(), height.shape, EIGHT):
            is_minimum &= height[there] >= height[start]
            if height[there] == height[start] and there not in seen:
                seen.add(there)
                stack.append(there)
    return seen, bool(is_minimum)


@given(reliefs)
def test_local_minima(height):
    expected, count = np.zeros(height.shape, np.int32), 0
    for start in np.ndindex(height.shape):
        pixels, is_minimum = plateau(height, start)
        if is_minimum and expected[start] == 0:
            count += 1
            for pixel in pixels:
                expected[pixel] = count
    np.testing.assert_array_equal(local_minima(height), expected)


def test_local_minima_as_scikit_image():
    morphology = pytest.importorskip("skimage.morphology")
    height = np.round(photo((90, 140)) * 40).astype(np.float32)
    found = local_minima(height)
    np.testing.assert_array_equal(found > 0, morphology.local_minima(height, connectivity=2))


def test_a_flat_picture_is_one_minimum():
    assert (local_minima(np.full((30, 40), 2.5, np.float32)) == 1).all()


def test_a_cell_larger_than_the_picture_is_the_picture():
    height = photo((20, 31))
    assert np.flatnonzero(grid_minima(height, 2**62)) == [np.argmin(height)]
